import { expect } from 'chai';
import { forGood, newMemberSetting } from '../../support/project-identities.ts';
import { testListing } from '../../support/project-identity-reads.ts';
import { onEachDatabase } from '../../support/world.ts';

testListing('listWorkspaceIdentities', { limit: 20_000, byDefault: 100 });

onEachDatabase('listWorkspaceIdentities', (world) => {
  it('shows each with its roles', async () => {
    const { admin: as, project, identity, membershipId } = await newMemberSetting(world());
    const { status, body } = await world().call('listWorkspaceIdentities', { as, params: { projectId: project.id } });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      identityMemberships: [
        {
          id: membershipId,
          identityId: identity.id,
          createdAt: '2030-01-01T00:00:00.000Z',
          updatedAt: '2030-01-01T00:00:00.000Z',
          roles: [
            {
              id: body.identityMemberships[0].roles[0].id,
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
      ],
      totalCount: 1,
    });
  });
});
