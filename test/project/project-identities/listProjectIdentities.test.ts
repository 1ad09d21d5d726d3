import { expect } from 'chai';
import { withUniversalAuth } from '../../support/identities.ts';
import { forGood, newMemberSetting } from '../../support/project-identities.ts';
import { testListing } from '../../support/project-identity-reads.ts';
import { onEachDatabase } from '../../support/world.ts';

testListing('listProjectIdentities', { limit: 1000, byDefault: 20 });

onEachDatabase('listProjectIdentities', (world) => {
  it('shows each with its roles and how it may authenticate', async () => {
    const { admin: as, organization, project, identity, membershipId } = await newMemberSetting(world());
    await withUniversalAuth(world(), organization, identity.id, '2030-01-01T00:05:00.000Z');
    const { status, body } = await world().call('listProjectIdentities', { as, params: { projectId: project.id } });
    expect(status).to.equal(200);
    const [{ roles }] = body.identityMemberships;
    expect(body).to.deep.equal({
      identityMemberships: [
        {
          id: membershipId,
          identityId: identity.id,
          createdAt: '2030-01-01T00:00:00.000Z',
          updatedAt: '2030-01-01T00:00:00.000Z',
          roles: [
            {
              id: roles[0].id,
              role: 'viewer',
              customRoleId: null,
              customRoleName: null,
              customRoleSlug: null,
              ...forGood,
            },
          ],
          identity: {
            id: identity.id,
            name: 'Test identity',
            authMethods: ['token-auth', 'universal-auth'],
            orgId: organization.id,
            projectId: null,
            activeLockoutAuthMethods: ['universal-auth'],
          },
          project: { id: project.id, name: 'Test project' },
        },
      ],
      totalCount: 1,
    });
    await world().clock.later(300, async () => {
      const later = await world().call('listProjectIdentities', { as, params: { projectId: project.id } });
      expect(later.body.identityMemberships[0].identity.activeLockoutAuthMethods).to.deep.equal([]);
    });
  });
});
