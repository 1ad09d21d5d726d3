import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { eventsOf } from '../../support/expect/project-events.ts';
import { newProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { shownProject } from '../../support/expect/shown-projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('deleteWorkspace', (world) => {
  const remove = (as: { token: string }, workspaceId: string) =>
    world().call('deleteWorkspace', { as, params: { workspaceId } });
  const isThere = async (id: string): Promise<boolean> =>
    (await world().server.parts.database.read('projects').where({ id })).length === 1;

  it('deletes the project like deleteProject', async () => {
    const { project, admin } = await newProjectWithAdmin(world());
    const { status, body } = await remove(admin, project.id);
    expect(status).to.equal(200);
    expect(body.workspace).to.deep.equal(shownProject(project));
    expect(await isThere(project.id)).to.equal(false);
    expect((await eventsOf(world(), project.id)).map(({ eventType }) => eventType)).to.deep.equal(['delete-project']);
    expectError(await remove(admin, project.id), 404, 'NotFound');
  });

  it('refuses callers who may not delete it, and a protected project', async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world(), { hasDeleteProtection: true });
    const foreign = await newProject(world(), await world().newOrganization());
    expectError(await remove(admin, project.id), 400, 'BadRequest', /protected/);
    expectError(
      await remove(await newProjectIdentity(world(), { organization, project }, 'member'), project.id),
      403,
      'PermissionDenied',
      /delete the project/,
    );
    expectError(
      await remove(await world().newUser(organization, 'admin'), project.id),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(await remove(admin, foreign.id), 404, 'NotFound');
    for (const { id } of [project, foreign]) expect(await isThere(id)).to.equal(true);
    expectError(await remove(admin, project.slug), 404, 'NotFound');
  });
});
