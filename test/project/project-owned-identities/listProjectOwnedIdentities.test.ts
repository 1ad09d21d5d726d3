import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newOwnedIdentity } from '../../support/fixtures/owned-identities.ts';
import { newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listProjectOwnedIdentities', (world) => {
  const listing = async (...names: string[]) => {
    const setting = await newProjectWithAdmin(world());
    const ids: string[] = [];
    for (const name of names)
      ids.push((await newOwnedIdentity(world(), setting, { name, metadata: [{ key: 'name', value: name }] })).id);
    const list = (query: Record<string, string> = {}, as: { token: string } = setting.admin) =>
      world().call('listProjectOwnedIdentities', { as, params: { projectId: setting.project.id }, query });
    const found = async (query?: Record<string, string>, as?: { token: string }) => {
      const { body } = await list(query, as);
      return { names: body.identities.map(({ name }: any) => name), totalCount: body.totalCount };
    };
    return { ...setting, ids, list, found };
  };

  it('lists the identities of the project by name, with the same fields as a single one', async () => {
    const setting = await listing('b', 'a');
    await listing('of somebody else');
    await newProjectIdentity(world(), setting, 'viewer');
    const { status, body } = await setting.list();
    expect(status).to.equal(200);
    const one = async (identityId: string) =>
      (
        await world().call('getProjectOwnedIdentity', {
          as: setting.admin,
          params: { projectId: setting.project.id, identityId },
        })
      ).body.identity;
    expect(body).to.deep.equal({ identities: [await one(setting.ids[1]!), await one(setting.ids[0]!)], totalCount: 2 });
    expect(body.identities.map(({ metadata }: any) => metadata[0].value)).to.deep.equal(['a', 'b']);
    expect((await (await listing()).list()).body).to.deep.equal({ identities: [], totalCount: 0 });
  });

  it('lists and counts only identities that the caller may read', async () => {
    const setting = await listing('a', 'b', 'c');
    const [a, , c] = setting.ids;
    const some = await newProjectIdentity(world(), setting, [
      { subject: 'identity', action: ['read'], conditions: { identityId: { $in: [a, c] } } },
    ]);
    expect(await setting.found({}, some)).to.deep.equal({ names: ['a', 'c'], totalCount: 2 });
    expect(await setting.found({ offset: '1', limit: '1' }, some)).to.deep.equal({ names: ['c'], totalCount: 2 });
  });

  it('supports pagination and search', async () => {
    const { found } = await listing('CI runner', 'ci_runner', 'other');
    expect(await found({ search: 'RUN', limit: '1' })).to.deep.include({ totalCount: 2 });
    expect(await found({ search: '_' })).to.deep.equal({ names: ['ci_runner'], totalCount: 1 });
    expect(await found({ offset: '2' })).to.deep.equal({ names: ['other'], totalCount: 3 });
    expect(await found({ offset: '3' })).to.deep.equal({ names: [], totalCount: 3 });
  });

  it('has 20 identities per page by default', async () => {
    const { list } = await listing(...Array.from({ length: 21 }, (_, index) => `runner ${index}`));
    const { body } = await list();
    expect(body.identities).to.have.length(20);
    expect(body.totalCount).to.equal(21);
  });

  it('refuses callers who may not read, non-members, and other projects', async () => {
    const setting = await listing();
    expectError(
      await setting.list({}, await newProjectIdentity(world(), setting, 'no-access')),
      403,
      'PermissionDenied',
      /read machine identities/,
    );
    expectError(
      await setting.list({}, await world().newUser(setting.organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    for (const projectId of [(await newProjectWithAdmin(world())).project.id, 'no-such-thing']) {
      expectError(
        await world().call('listProjectOwnedIdentities', { as: setting.admin, params: { projectId } }),
        404,
        'NotFound',
        /project/i,
      );
    }
  });

  it('refuses values beyond the limits', async () => {
    const { list } = await listing();
    expectIssues(await list({ offset: '-1', limit: '0' }), 'query offset too_small', 'query limit too_small');
    expectIssues(
      await list({ limit: '1001', search: 'x'.repeat(256), offset: '2147483648' }),
      'query limit too_big',
      'query search too_big',
      'query offset too_big',
    );
    expect((await list({ limit: '1000', offset: '2147483647', search: 'x'.repeat(255) })).status).to.equal(200);
    expect((await list({ limit: '1', offset: '0', search: 'x' })).status).to.equal(200);
  });
});
