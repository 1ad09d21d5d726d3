import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newOwnedIdentity } from '../../support/fixtures/owned-identities.ts';
import { entriesAbout, newCaller } from '../../support/fixtures/project-identities.ts';
import { newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('updateProjectOwnedIdentity', (world) => {
  const changing = async () => {
    const setting = await newProjectWithAdmin(world());
    const { id, params } = await newOwnedIdentity(world(), setting, { metadata: [{ key: 'team', value: 'rockets' }] });
    const change = (body?: unknown, as: { token: string } = setting.admin, others: Partial<typeof params> = {}) =>
      world().call('updateProjectOwnedIdentity', { as, params: { ...params, ...others }, body });
    const current = async (): Promise<any> =>
      (await world().call('getProjectOwnedIdentity', { as: setting.admin, params })).body.identity;
    return { ...setting, id, params, change, current };
  };

  it('updates the given fields, keeps the others, and records it', async () => {
    const { organization, project, id, change, current } = await changing();
    const before = await current();
    await world().clock.later(60, async () => {
      const { status, body } = await change({ name: ' Renamed ' });
      expect(status).to.equal(200);
      expect(body).to.deep.equal({ identity: { ...before, name: 'Renamed', updatedAt: '2030-01-01T00:01:00.000Z' } });
    });
    expect(before).to.include({ orgId: organization.id, projectId: project.id });
    expect((await change({ hasDeleteProtection: true })).body.identity).to.include({
      name: 'Renamed',
      hasDeleteProtection: true,
    });
    expect(
      (await change({ metadata: [{ key: 'a', value: '1' }] })).body.identity.metadata.map(({ key }: any) => key),
    ).to.deep.equal(['a']);
    expect((await change({ metadata: [] })).body.identity).to.deep.include({
      name: 'Renamed',
      hasDeleteProtection: true,
      metadata: [],
    });
    expect((await current()).metadata).to.deep.equal([]);
    const events = (await entriesAbout(world(), { project, identity: { id, token: '', tokenId: '' } })).filter(
      ({ eventType }) => eventType === 'update-identity',
    );
    expect(events).to.have.length(4);
    expect(events).to.deep.include({
      eventType: 'update-identity',
      eventMetadata: { identityId: id, name: 'Renamed', hasDeleteProtection: false },
    });
  });

  it('does not count an empty request or equal values as a change', async () => {
    const { project, id, change, current } = await changing();
    const before = await current();
    await world().clock.later(60, async () => {
      for (const body of [
        undefined,
        {},
        { name: 'Deployer', hasDeleteProtection: false, metadata: [{ key: 'team', value: 'rockets' }] },
      ]) {
        expect((await change(body)).body).to.deep.equal({ identity: before });
      }
    });
    expect(await entriesAbout(world(), { project, identity: { id, token: '', tokenId: '' } })).to.have.length(1);
  });

  it('allows callers who may only edit to protect the identity, but not to rename it or set metadata', async () => {
    const setting = await changing();
    const member = await newCaller(world(), setting, 'member');
    const before = await setting.current();
    for (const body of [{ name: 'Other' }, { metadata: [] }]) {
      expectError(
        await setting.change({ hasDeleteProtection: true, ...body }, member),
        403,
        'PermissionDenied',
        /grant privileges/,
      );
    }
    expect(await setting.current()).to.deep.equal(before);
    expect((await setting.change({ hasDeleteProtection: true, name: 'Deployer' }, member)).status).to.equal(200);
  });

  it('allows updates of an instance administrator only by instance administrators', async () => {
    const setting = await changing();
    await world().makeInstanceAdmin({ id: setting.id });
    expectError(await setting.change({ name: 'Other' }), 403, 'ForbiddenError');
  });

  it('finds only identities of the project', async () => {
    const setting = await changing();
    const otherSetting = await changing();
    const member = await newProjectIdentity(world(), setting, 'viewer');
    for (const identityId of [member.id, otherSetting.id, setting.admin.id, 'no-such-thing']) {
      expectError(
        await setting.change({ name: 'Mine' }, setting.admin, { identityId }),
        404,
        'NotFound',
        /machine identity/i,
      );
    }
    for (const projectId of [otherSetting.project.id, 'no-such-thing'])
      expectError(await setting.change({ name: 'Mine' }, setting.admin, { projectId }), 404, 'NotFound', /project/i);
    expect((await otherSetting.current()).name).to.equal('Deployer');
  });

  it('refuses callers who may not edit the identity, and non-members', async () => {
    const setting = await changing();
    const other = await newOwnedIdentity(world(), setting);
    const caller = await newProjectIdentity(world(), setting, [
      { subject: 'identity', action: ['edit'], conditions: { identityId: other.id } },
    ]);
    expectError(
      await setting.change({ hasDeleteProtection: true }, caller),
      403,
      'PermissionDenied',
      /edit machine identities/,
    );
    expect((await setting.change({ hasDeleteProtection: true }, caller, { identityId: other.id })).status).to.equal(
      200,
    );
    expectError(
      await setting.change({}, await world().newUser(setting.organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
  });

  it('reports all problems of a request, and accepts values at the limits', async () => {
    const { change, current } = await changing();
    const before = await current();
    expectIssues(
      await change({ name: '', hasDeleteProtection: 1 }),
      'body name too_small',
      'body name pattern',
      'body hasDeleteProtection type',
    );
    expectIssues(await change({ name: 'x'.repeat(256) }), 'body name too_big');
    expectIssues(await change({ metadata: Array(51).fill({ key: 'a', value: '1' }) }), 'body metadata too_big');
    expectIssues(await change({ metadata: Array(2).fill({ key: 'a', value: '1' }) }), 'body metadata.1.key invalid');
    expect(await current()).to.deep.equal(before);
    expect(
      (
        await change({
          name: 'x'.repeat(255),
          metadata: Array.from({ length: 50 }, (_, index) => ({ key: `${index}`, value: '1' })),
        })
      ).status,
    ).to.equal(200);
  });
});
