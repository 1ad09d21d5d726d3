import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { eventsOf } from '../../support/expect/project-events.ts';
import { newProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { shownProject } from '../../support/expect/shown-projects.ts';
import { createTestObjects } from '../../support/fixtures/test-objects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('deleteProject', (world) => {
  const remove = (as: { token: string }, projectId: string) =>
    world().call('deleteProject', { as, params: { projectId } });
  const rows = async (table: string, where: Record<string, string>): Promise<number> =>
    (await world().server.parts.database.read(table).where(where)).length;

  it('deletes the project and returns it', async () => {
    const { project, admin } = await newProjectWithAdmin(world(), { description: 'Flies.' });
    const { status, body } = await remove(admin, project.id);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ project: shownProject(project) });
    expectError(await world().call('getProject', { as: admin, params: { projectId: project.id } }), 404, 'NotFound');
    expect((await world().call('listProjects', { as: admin })).body.projects).to.deep.equal([]);
    expectError(await remove(admin, project.id), 404, 'NotFound');
    const eventMetadata = { id: project.id, name: project.name, slug: project.slug };
    expect(await eventsOf(world(), project.id)).to.deep.equal([
      { actorId: admin.id, eventType: 'delete-project', eventMetadata },
    ]);
  });

  it('deletes everything in it, including assigned custom roles', async () => {
    const { admin, project, ids } = await createTestObjects(world());
    expect((await remove(admin, project.id)).status).to.equal(200);
    for (const table of ['project_environments', 'project_roles', 'project_memberships'])
      expect(await rows(table, { projectId: project.id }), table).to.equal(0);
    expect(await rows('project_membership_roles', { customRoleId: ids.projectRoleId! })).to.equal(0);
    expect(await rows('project_privileges', { id: ids.privilegeId! })).to.equal(0);
    expect(await rows('groups', { id: ids.groupId! }), "the group is the organization's").to.equal(1);
  });

  it('refuses a protected project until the protection is removed', async () => {
    const { project, admin } = await newProjectWithAdmin(world(), { hasDeleteProtection: true });
    expectError(await remove(admin, project.id), 400, 'BadRequest', /protected/);
    expect(await rows('projects', { id: project.id })).to.equal(1);
    expect(await eventsOf(world(), project.id)).to.deep.equal([]);
    await world().call('updateProject', {
      as: admin,
      params: { projectId: project.id },
      body: { hasDeleteProtection: false },
    });
    expect((await remove(admin, project.id)).status).to.equal(200);
  });

  it('is allowed for callers who may delete the project', async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world(), { hasDeleteProtection: true });
    const identity = (role: any) => newProjectIdentity(world(), { organization, project }, role);
    for (const role of ['member', 'viewer', 'no-access', [{ subject: 'workspace', action: 'edit' }]]) {
      expectError(await remove(await identity(role), project.id), 403, 'PermissionDenied', /delete the project/);
    }
    expectError(
      await remove(await world().newUser(organization, 'admin'), project.id),
      403,
      'ProjectMembershipNotFound',
    );
    const foreign = await newProject(world(), await world().newOrganization());
    for (const id of [foreign.id, 'not-an-id']) expectError(await remove(admin, id), 404, 'NotFound');
    expect(await rows('projects', { id: project.id })).to.equal(1);
    expect(await rows('projects', { id: foreign.id })).to.equal(1);
    const other = await newProject(world(), organization);
    expect(
      (
        await remove(
          await newProjectIdentity(world(), { organization, project: other }, [
            { subject: 'workspace', action: ['delete'] },
          ]),
          other.id,
        )
      ).status,
    ).to.equal(200);
  });
});
