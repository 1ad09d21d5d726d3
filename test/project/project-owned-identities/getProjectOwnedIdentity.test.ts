import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { withUniversalAuth } from '../../support/fixtures/identities.ts';
import { newOwnedIdentity } from '../../support/fixtures/owned-identities.ts';
import { newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getProjectOwnedIdentity', (world) => {
  const getting = async () => {
    const setting = await newProjectWithAdmin(world());
    const { id, params } = await newOwnedIdentity(world(), setting, {
      metadata: [
        { key: 'b', value: '2' },
        { key: 'a', value: '1' },
      ],
    });
    const get = (as: { token: string } = setting.admin, others: Partial<typeof params> = {}) =>
      world().call('getProjectOwnedIdentity', { as, params: { ...params, ...others } });
    return { ...setting, id, params, get };
  };

  it('returns all fields', async () => {
    const { organization, project, id, get } = await getting();
    await withUniversalAuth(world(), organization, id, '2030-01-01T00:05:00.000Z');
    const { status, body } = await get();
    expect(status).to.equal(200);
    const [one, two] = body.identity.metadata;
    expect(body).to.deep.equal({
      identity: {
        id,
        name: 'Deployer',
        orgId: organization.id,
        projectId: project.id,
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-01T00:00:00.000Z',
        hasDeleteProtection: false,
        activeLockoutAuthMethods: ['universal-auth'],
        authMethods: ['universal-auth'],
        metadata: [
          { id: one.id, key: 'a', value: '1' },
          { id: two.id, key: 'b', value: '2' },
        ],
      },
    });
    await world().clock.later(300, async () =>
      expect((await get()).body.identity.activeLockoutAuthMethods).to.deep.equal([]),
    );
  });

  it('finds only identities of the project', async () => {
    const setting = await getting();
    const otherSetting = await getting();
    const member = await newProjectIdentity(world(), setting, 'viewer');
    for (const identityId of [member.id, otherSetting.id, setting.admin.id, 'no-such-thing'])
      expectError(await setting.get(setting.admin, { identityId }), 404, 'NotFound', /machine identity/i);
    for (const projectId of [otherSetting.project.id, 'no-such-thing'])
      expectError(await setting.get(setting.admin, { projectId }), 404, 'NotFound', /project/i);
  });

  it('refuses callers who may not read the identity, and non-members', async () => {
    const setting = await getting();
    const caller = await newProjectIdentity(world(), setting, [
      { subject: 'identity', action: ['read'], conditions: { identityId: setting.id } },
    ]);
    expect((await setting.get(caller)).status).to.equal(200);
    const other = await newOwnedIdentity(world(), setting);
    expectError(
      await setting.get(caller, { identityId: other.id }),
      403,
      'PermissionDenied',
      /read machine identities/,
    );
    expectError(
      await setting.get(await world().newUser(setting.organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
  });
});
