import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { eventsOf } from '../../support/expect/project-events.ts';
import { newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { shownProject } from '../../support/expect/shown-projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('updateWorkspace', (world) => {
  const update = (as: { token: string }, workspaceId: string, body: unknown) =>
    world().call('updateWorkspace', { as, params: { workspaceId }, body });

  it('updates the project like updateProject', async () => {
    const { project, admin } = await newProjectWithAdmin(world());
    const changes = {
      name: 'Renamed',
      description: 'Flies.',
      slug: `renamed-${project.id}`,
      hasDeleteProtection: true,
    };
    const { status, body } = await update(admin, project.id, { projectId: project.id, ...changes });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ workspace: { ...shownProject(project), ...changes } });
    expect((await eventsOf(world(), project.id)).map(({ eventType }) => eventType)).to.deep.equal(['update-project']);
  });

  it('refuses callers who may not edit settings, and invalid values', async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world());
    expectError(
      await update(await newProjectIdentity(world(), { organization, project }, 'viewer'), project.id, { name: 'x' }),
      403,
      'PermissionDenied',
      /edit settings/,
    );
    expectError(
      await update(await world().newUser(organization, 'admin'), project.id, { name: 'x' }),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(await update(admin, project.slug, { name: 'x' }), 404, 'NotFound');
    expectIssues(
      await update(admin, project.id, { name: '', pitVersionLimit: 101 }),
      'body name too_small',
      'body name pattern',
      'body pitVersionLimit too_big',
    );
    expect((await world().server.parts.stores.projects.findById(organization.id, project.id))!.name).to.equal(
      project.name,
    );
  });
});
