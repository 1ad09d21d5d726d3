import { expect } from 'chai';
import type { OrganizationRow } from '../../../src/access/organization.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newGroupOf } from '../../support/fixtures/groups.ts';
import { addToProject, newProject, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listProjectMembershipsOfUser', (world) => {
  const membershipOf = async (organization: OrganizationRow, user: { id: string }): Promise<string> =>
    (await world().server.parts.stores.memberships.findOfUser(organization.id, user.id))!.id;
  const list = async (as: { token: string }, organization: OrganizationRow, user: { id: string }) =>
    world().call('listProjectMembershipsOfUser', {
      as,
      params: { organizationId: organization.id, membershipId: await membershipOf(organization, user) },
    });
  const shown = ({ body }: { body: any }): string[] => body.memberships.map(({ project }: any) => project.name);

  it('returns the user with projects and roles', async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world(), { name: 'Second', type: 'kms' });
    const user = await world().newUser(organization, 'no-access');
    const custom = await addToProject(world(), project, user, [{ subject: 'tags', action: 'read' }]);
    const first = await newProject(world(), organization, { name: 'First' });
    const period = {
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '1h',
      temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
      temporaryAccessEndTime: '2030-01-01T01:00:00.000Z',
    };
    const temporary = await addToProject(world(), first, user, 'viewer', period);
    await addToProject(
      world(),
      await newProject(world(), organization, { name: 'Through a group' }),
      await newGroupOf(world(), organization, user),
      'admin',
    );
    const { status, body } = await list(await world().newUser(organization, 'admin'), organization, user);
    expect(status).to.equal(200);
    const known = {
      id: user.id,
      username: user.email,
      email: user.email,
      firstName: 'Test',
      lastName: 'User',
      isEmailVerified: true,
      authMethods: ['email'],
      publicKey: null,
    };
    const [viewer, customRole] = body.memberships.map(({ roles }: any) => roles[0].id);
    const none = {
      temporaryMode: null,
      temporaryRange: null,
      temporaryAccessStartTime: null,
      temporaryAccessEndTime: null,
    };
    expect(body).to.deep.equal({
      memberships: [
        {
          id: temporary.id,
          userId: user.id,
          projectId: first.id,
          user: known,
          project: { id: first.id, name: 'First', type: 'secret-manager' },
          roles: [
            { id: viewer, role: 'viewer', customRoleId: null, customRoleName: null, customRoleSlug: null, ...period },
          ],
        },
        {
          id: custom.id,
          userId: user.id,
          projectId: project.id,
          user: known,
          project: { id: project.id, name: 'Second', type: 'kms' },
          roles: [
            {
              id: customRole,
              role: 'custom',
              customRoleId: custom.roleId,
              customRoleName: 'Test role',
              customRoleSlug: `role-${custom.roleId}`,
              isTemporary: false,
              ...none,
            },
          ],
        },
      ],
    });
    expect(shown(await list(admin, organization, user)), 'a user of only one of them').to.deep.equal(['Second']);
  });

  it('omits projects whose members the caller may not see', async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world(), { name: 'Secret' });
    const reader = await world().newIdentity(organization, 'member');
    expect(shown(await list(reader, organization, admin)), 'a non-member').to.deep.equal([]);
    await addToProject(world(), project, reader, 'no-access');
    expect(shown(await list(reader, organization, admin)), 'without any permission').to.deep.equal([]);
    await addToProject(world(), project, await newGroupOf(world(), organization, reader), [
      { subject: 'member', action: 'read' },
    ]);
    expect(shown(await list(reader, organization, admin)), 'through a group').to.deep.equal(['Secret']);
  });

  it('is allowed for callers who may read members', async () => {
    const { organization, admin } = await newProjectWithAdmin(world());
    const role = await world().newRole(organization, [{ subject: 'identity', action: ['read'] }]);
    expectError(
      await list(await world().newUser(organization, role), organization, admin),
      403,
      'PermissionDenied',
      /read members/,
    );
  });

  it('finds only users of the organization', async () => {
    const { organization, admin } = await newProjectWithAdmin(world());
    const other = await newProjectWithAdmin(world());
    const identity = await world().newIdentity(organization, 'member');
    const machine = await world().server.parts.stores.memberships.findOfIdentity(organization.id, identity.id);
    const foreign = await membershipOf(other.organization, other.admin);
    const call = (organizationId: string, membershipId: string) =>
      world().call('listProjectMembershipsOfUser', { as: admin, params: { organizationId, membershipId } });
    for (const id of [foreign, machine!.id, 'not-an-id']) expectError(await call(organization.id, id), 404, 'NotFound');
    expectError(await call(other.organization.id, foreign), 404, 'NotFound');
  });
});
