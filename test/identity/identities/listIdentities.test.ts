import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newOperator } from '../../support/fixtures/identities.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listIdentities', (world) => {
  const setting = async (...names: string[]) => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    for (const name of names) await world().call('createIdentity', { as, body: { name } });
    const list = (query?: Record<string, string>) => world().call('listIdentities', { as, ...(query && { query }) });
    const found = async (query?: Record<string, string>) => {
      const { body } = await list(query);
      return { names: body.identities.map(({ identity }: any) => identity.name), totalCount: body.totalCount };
    };
    return { organization, as, list, found };
  };

  it('lists the identities of the organization by name', async () => {
    const { organization, found } = await setting('c', 'a', 'b');
    await setting('somebody else');
    const all = { names: ['a', 'b', 'c'], totalCount: 3 };
    expect(await found()).to.deep.equal(all);
    expect(await found({ orgId: organization.id })).to.deep.equal(all);
    expect(await found({ orgId: '', search: '', limit: '', unknown: 'x' })).to.deep.equal(all);
    expect((await setting().then(({ list }) => list())).body).to.deep.equal({ identities: [], totalCount: 0 });
  });

  it('returns the metadata of each identity', async () => {
    const { as, list } = await setting('plain');
    for (const name of ['one', 'two'])
      await world().call('createIdentity', { as, body: { name, metadata: [{ key: 'name', value: name }] } });
    const { body } = await list();
    expect(body.identities.map(({ metadata }: any) => metadata.map(({ value }: any) => value))).to.deep.equal([
      ['one'],
      [],
      ['two'],
    ]);
  });

  it('supports pagination in a stable order', async () => {
    const { found, list } = await setting('same', 'same', 'same', 'zebra');
    const ids = async (query: Record<string, string>) =>
      (await list(query)).body.identities.map(({ identityId }: any) => identityId);
    const all = await ids({});
    expect([...(await ids({ limit: '2' })), ...(await ids({ offset: '2', limit: '2' }))]).to.deep.equal(all);
    expect(await found({ offset: '3', limit: '1' })).to.deep.equal({ names: ['zebra'], totalCount: 4 });
    expect(await found({ offset: '4' })).to.deep.equal({ names: [], totalCount: 4 });
  });

  it('searches names case-insensitively, without wildcards', async () => {
    const { found } = await setting('CI runner', 'ci_runner', 'ci-100%', 'back\\slash', 'other');
    expect(await found({ search: 'cI' })).to.deep.include({ totalCount: 3 });
    expect(await found({ search: '_' })).to.deep.equal({ names: ['ci_runner'], totalCount: 1 });
    expect(await found({ search: '%' })).to.deep.equal({ names: ['ci-100%'], totalCount: 1 });
    expect(await found({ search: '\\' })).to.deep.equal({ names: ['back\\slash'], totalCount: 1 });
    expect(await found({ search: "'" })).to.deep.equal({ names: [], totalCount: 0 });
  });

  it('does not list identities of other organizations', async () => {
    const { list } = await setting();
    expectError(await list({ orgId: (await world().newOrganization()).id }), 404, 'NotFound');
    expectError(await list({ orgId: 'no-such-thing' }), 404, 'NotFound');
  });

  it('refuses callers who may not read, and values beyond the limits', async () => {
    const { organization, list } = await setting();
    const as = await newOperator(world(), organization, 'create');
    expectError(await world().call('listIdentities', { as }), 403, 'PermissionDenied');
    expectIssues(await list({ offset: '-1', limit: '0' }), 'query offset too_small', 'query limit too_small');
    expectIssues(await list({ limit: '1001', search: 'x'.repeat(256) }), 'query limit too_big', 'query search too_big');
    expectIssues(await list({ offset: 'x', limit: '1.5' }), 'query offset type', 'query limit type');
    expect((await list({ limit: '1000', offset: '2147483647' })).status).to.equal(200);
  });
});
