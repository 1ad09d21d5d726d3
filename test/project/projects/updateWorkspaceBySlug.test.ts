import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { eventsOf } from '../../support/expect/project-events.ts';
import { newProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { shownProject } from '../../support/expect/shown-projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('updateWorkspaceBySlug', (world) => {
  const update = (as: { token: string }, slug: string, body: unknown) =>
    world().call('updateWorkspaceBySlug', { as, params: { slug }, body });

  it('updates the project like updateProject, and returns it without an envelope', async () => {
    const { project, admin } = await newProjectWithAdmin(world());
    const changes = { name: 'Renamed', description: 'Flies.', autoCapitalization: true, hasDeleteProtection: true };
    const { status, body } = await update(admin, project.slug, changes);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ ...shownProject(project), ...changes });
    expect((await eventsOf(world(), project.id)).map(({ eventType }) => eventType)).to.deep.equal(['update-project']);
    const slug = `renamed-${project.id}`;
    expect((await update(admin, project.slug, { slug })).body.slug).to.equal(slug);
    expectError(await update(admin, project.slug, {}), 404, 'NotFound');
  });

  it('refuses callers who may not edit settings, and invalid values', async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world());
    const other = await newProject(world(), organization);
    const foreign = await newProject(world(), await world().newOrganization());
    expectError(
      await update(await newProjectIdentity(world(), { organization, project }, 'viewer'), project.slug, { name: 'x' }),
      403,
      'PermissionDenied',
      /edit settings/,
    );
    expectError(await update(admin, other.slug, { name: 'x' }), 403, 'ProjectMembershipNotFound');
    expectError(await update(admin, foreign.slug, { name: 'x' }), 404, 'NotFound');
    expectError(await update(admin, project.slug, { slug: other.slug }), 400, 'BadRequest', /taken/);
    expectIssues(await update(admin, project.slug, { name: '' }), 'body name too_small', 'body name pattern');
    expectIssues(await update(admin, 'x'.repeat(65), {}), 'path slug too_big');
    expect(await world().server.parts.stores.projects.findById(organization.id, project.id)).to.include({
      name: project.name,
      slug: project.slug,
    });
  });
});
