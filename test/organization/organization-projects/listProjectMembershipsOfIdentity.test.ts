import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newGroupOf } from '../../support/fixtures/groups.ts';
import { addToProject, newProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listProjectMembershipsOfIdentity', (world) => {
  const list = (as: { token: string }, identityId: string) =>
    world().call('listProjectMembershipsOfIdentity', { as, params: { identityId } });
  const shown = ({ body }: { body: any }): string[] => body.identityMemberships.map(({ project }: any) => project.name);

  it('returns the identity with projects and roles', async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world(), { name: 'Second' });
    const identity = await world().newIdentity(organization, 'no-access');
    const membership = await addToProject(world(), project, identity, 'member');
    await addToProject(world(), await newProject(world(), organization, { name: 'First' }), identity, [
      { subject: 'tags', action: 'read' },
    ]);
    await addToProject(
      world(),
      await newProject(world(), organization, { name: 'Through a group' }),
      await newGroupOf(world(), organization, identity),
      'admin',
    );
    const all = await list(await world().newIdentity(organization, 'admin'), identity.id);
    expect(shown(all)).to.deep.equal(['First', 'Second']);
    const { status, body } = await list(admin, identity.id);
    expect(status).to.equal(200);
    const [{ roles }] = body.identityMemberships;
    const none = {
      isTemporary: false,
      temporaryMode: null,
      temporaryRange: null,
      temporaryAccessStartTime: null,
      temporaryAccessEndTime: null,
    };
    expect(body, 'an identity of only one of them').to.deep.equal({
      identityMemberships: [
        {
          id: membership.id,
          identityId: identity.id,
          createdAt: '2030-01-01T00:00:00.000Z',
          updatedAt: '2030-01-01T00:00:00.000Z',
          roles: [
            {
              id: roles[0].id,
              role: 'member',
              customRoleId: null,
              customRoleName: null,
              customRoleSlug: null,
              ...none,
            },
          ],
          identity: {
            id: identity.id,
            name: 'Test identity',
            authMethods: ['token-auth'],
            hasDeleteProtection: false,
          },
          project: { id: project.id, name: 'Second', type: 'secret-manager' },
        },
      ],
    });
  });

  it('omits projects whose machine identities the caller may not see', async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world(), { name: 'Secret' });
    const identity = await newProjectIdentity(world(), { organization, project }, 'viewer');
    const reader = await world().newUser(organization, 'member');
    expect(shown(await list(reader, identity.id)), 'a non-member').to.deep.equal([]);
    await addToProject(world(), project, reader, [
      { subject: 'identity', action: 'read', conditions: { identityId: admin.id } },
    ]);
    expect(shown(await list(reader, identity.id)), 'only another identity').to.deep.equal([]);
    await addToProject(world(), project, await newGroupOf(world(), organization, reader), [
      { subject: 'identity', action: 'read', conditions: { identityId: identity.id } },
    ]);
    expect(shown(await list(reader, identity.id))).to.deep.equal(['Secret']);
  });

  it('is allowed for callers who may read machine identities', async () => {
    const { organization } = await newProjectWithAdmin(world());
    const identity = await world().newIdentity(organization, 'no-access');
    for (const id of [identity.id, 'not-an-id'])
      expectError(await list(identity, id), 403, 'PermissionDenied', /read machine identities/);
  });

  it('finds only machine identities of the organization', async () => {
    const { admin } = await newProjectWithAdmin(world());
    const foreign = await world().newIdentity(await world().newOrganization(), 'admin');
    for (const id of [foreign.id, admin.id, 'not-an-id']) expectError(await list(admin, id), 404, 'NotFound');
  });
});
