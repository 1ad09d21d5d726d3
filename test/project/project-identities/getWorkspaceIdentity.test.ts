import { expect } from 'chai';
import { forGood, newMemberSetting } from '../../support/project-identities.ts';
import { testGetting } from '../../support/project-identity-reads.ts';
import { onEachDatabase } from '../../support/world.ts';

testGetting('getWorkspaceIdentity');

onEachDatabase('getWorkspaceIdentity', (world) => {
  it('shows the membership with its roles', async () => {
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
            ...forGood,
          },
        ],
        identity: { id: identity.id, name: 'Test identity', authMethods: ['token-auth'] },
        project: { id: project.id, name: 'Test project' },
      },
    });
  });
});
