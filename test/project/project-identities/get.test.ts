import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import {
  addThroughGroup,
  permanentPeriod,
  temporaryRole,
  newMemberSetting,
  newProjectRole,
} from '../../support/fixtures/project-identities.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

/** The tests of access to a single identity. */
const testGetting = (operation: 'getProjectIdentity' | 'getProjectIdentityLegacy' | 'getWorkspaceIdentity'): void =>
  onEitherDatabase(`${operation}, access`, (world) => {
    const getting = async () => {
      const setting = await newMemberSetting(world());
      const get = (as: { token: string } = setting.admin, params: Record<string, string> = setting.params) =>
        world().call(operation, { as, params });
      return { ...setting, get };
    };

    it('does not find other members or projects, or members only through a group', async () => {
      const setting = await getting();
      const otherSetting = await newMemberSetting(world());
      const outsider = await world().newIdentity(setting.organization, 'no-access');
      for (const identityId of [otherSetting.identity.id, outsider.id, setting.admin.id, 'no-such-thing']) {
        expectError(
          await setting.get(setting.admin, { ...setting.params, identityId }),
          404,
          'NotFound',
          /machine identity/i,
        );
      }
      for (const projectId of [otherSetting.project.id, 'no-such-thing'])
        expectError(await setting.get(setting.admin, { ...setting.params, projectId }), 404, 'NotFound', /project/i);
      await addThroughGroup(world(), { ...setting, identity: outsider });
      expectError(
        await setting.get(setting.admin, { ...setting.params, identityId: outsider.id }),
        404,
        'NotFound',
        /machine identity/i,
      );
    });

    it('refuses callers who may not read the identity, and non-members', async () => {
      const setting = await getting();
      const other = await newProjectIdentity(world(), setting, 'no-access');
      const caller = await newProjectIdentity(world(), setting, [
        { subject: 'identity', action: ['read'], conditions: { identityId: setting.identity.id } },
      ]);
      expect((await setting.get(caller)).status).to.equal(200);
      for (const identityId of [other.id, 'no-such-thing'])
        expectError(
          await setting.get(caller, { ...setting.params, identityId }),
          403,
          'PermissionDenied',
          /read machine identities/,
        );
      expectError(await setting.get(other), 403, 'PermissionDenied', /read machine identities/);
      expectError(
        await setting.get(await world().newUser(setting.organization, 'admin')),
        403,
        'ProjectMembershipNotFound',
      );
    });
  });

for (const operation of ['getProjectIdentity', 'getWorkspaceIdentity', 'getProjectIdentityLegacy'] as const)
  testGetting(operation);

onEachDatabase('getProjectIdentity', (world) => {
  it('returns all fields', async () => {
    const setting = await newMemberSetting(world());
    const { admin: as, organization, project, identity, params, membershipId } = setting;
    const customRoleId = await newProjectRole(world(), setting, 'deployer', []);
    const owner = await world().newUser(organization, 'admin');
    await world().call('updateIdentity', {
      as: owner,
      params,
      body: { metadata: [{ key: 'team', value: 'rockets' }] },
    });
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('organization_memberships')
        .where({ identityId: identity.id })
        .update({ lastLoginAuthMethod: 'universal-auth', lastLoginTime: '2029-12-31T00:00:00.000Z' }),
    );
    await world().call('updateProjectIdentity', {
      as,
      params,
      body: { roles: [temporaryRole('deployer', '2030-01-01T00:00:00Z', '1h')] },
    });

    const { status, body } = await world().call('getProjectIdentity', { as, params });
    expect(status).to.equal(200);
    const { roles, identity: shown } = body.identityMembership;
    expect(body).to.deep.equal({
      identityMembership: {
        id: membershipId,
        identityId: identity.id,
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-01T00:00:00.000Z',
        lastLoginAuthMethod: 'universal-auth',
        lastLoginTime: '2029-12-31T00:00:00.000Z',
        roles: [
          {
            id: roles[0].id,
            role: 'custom',
            customRoleId,
            customRoleName: 'The deployer',
            customRoleSlug: 'deployer',
            isTemporary: true,
            temporaryMode: 'relative',
            temporaryRange: '1h',
            temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
            temporaryAccessEndTime: '2030-01-01T01:00:00.000Z',
          },
        ],
        identity: {
          id: identity.id,
          name: 'Test identity',
          authMethods: ['token-auth'],
          orgId: organization.id,
          projectId: null,
          activeLockoutAuthMethods: [],
          metadata: [{ id: shown.metadata[0].id, key: 'team', value: 'rockets' }],
        },
        project: { id: project.id, name: 'Test project' },
      },
    });
  });

  it('returns no last login before the first one', async () => {
    const { admin: as, params } = await newMemberSetting(world());
    const { body } = await world().call('getProjectIdentity', { as, params });
    expect(body.identityMembership).to.include({ lastLoginAuthMethod: null, lastLoginTime: null });
    expect(body.identityMembership.identity.metadata).to.deep.equal([]);
  });
});

onEachDatabase('getWorkspaceIdentity', (world) => {
  it('returns the membership with its roles', async () => {
    const { admin: as, project, identity, params, membershipId } = await newMemberSetting(world());
    const { status, body } = await world().call('getWorkspaceIdentity', { as, params });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      identityMembership: {
        id: membershipId,
        identityId: identity.id,
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-01T00:00:00.000Z',
        roles: [
          {
            id: body.identityMembership.roles[0].id,
            role: 'viewer',
            customRoleId: null,
            customRoleName: null,
            customRoleSlug: null,
            ...permanentPeriod,
          },
        ],
        identity: { id: identity.id, name: 'Test identity', authMethods: ['token-auth'] },
        project: { id: project.id, name: 'Test project' },
      },
    });
  });
});

onEachDatabase('getProjectIdentityLegacy', (world) => {
  it('returns the same as the current path', async () => {
    const { admin: as, organization, params, membershipId } = await newMemberSetting(world());
    const { status, body } = await world().call('getProjectIdentityLegacy', { as, params });
    expect(status).to.equal(200);
    expect(body.identityMembership).to.include({ id: membershipId, lastLoginTime: null });
    expect(body.identityMembership.identity).to.include({ orgId: organization.id, projectId: null });
    expect(body).to.deep.equal((await world().call('getProjectIdentity', { as, params })).body);
  });
});
