import { expect } from 'chai';
import { forTime, newMemberSetting, newProjectRole } from '../../support/project-identities.ts';
import { testGetting } from '../../support/project-identity-reads.ts';
import { onEachDatabase } from '../../support/world.ts';

testGetting('getProjectIdentity');

onEachDatabase('getProjectIdentity', (world) => {
  it('shows all of it', async () => {
    const setting = await newMemberSetting(world());
    const { admin: as, organization, project, identity, params, membershipId } = setting;
    const customRoleId = await newProjectRole(world(), setting, 'deployer', []);
    const owner = await world().newUser(organization, 'admin');
    await world().call('updateIdentity', {
      as: owner,
      params,
      body: { metadata: [{ key: 'team', value: 'rockets' }] },
    });
    await world().server.parts.database.transaction(({ db }) =>
      db('organization_memberships')
        .where({ identityId: identity.id })
        .update({ lastLoginAuthMethod: 'universal-auth', lastLoginTime: '2029-12-31T00:00:00.000Z' }),
    );
    await world().call('updateProjectIdentity', {
      as,
      params,
      body: { roles: [forTime('deployer', '2030-01-01T00:00:00Z', '1h')] },
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

  it('shows nothing of a login that never was', async () => {
    const { admin: as, params } = await newMemberSetting(world());
    const { body } = await world().call('getProjectIdentity', { as, params });
    expect(body.identityMembership).to.include({ lastLoginAuthMethod: null, lastLoginTime: null });
    expect(body.identityMembership.identity.metadata).to.deep.equal([]);
  });
});
