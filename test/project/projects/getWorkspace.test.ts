import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { shownProject } from '../../support/expect/shown-projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getWorkspace', (world) => {
  const get = (as: { token: string }, workspaceId: string) =>
    world().call('getWorkspace', { as, params: { workspaceId } });

  it('returns all fields to all members', async () => {
    const { organization, project } = await newProjectWithAdmin(world(), {
      description: 'Flies.',
      auditLogsRetentionDays: 3,
    });
    const { status, body } = await get(
      await newProjectIdentity(world(), { organization, project }, 'no-access'),
      project.id,
    );
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ workspace: { ...shownProject(project), _id: project.id, environments: [] } });
  });

  it('refuses non-members, and does not find projects of other organizations', async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world());
    expectError(await get(await world().newUser(organization, 'admin'), project.id), 403, 'ProjectMembershipNotFound');
    const foreign = await newProject(world(), await world().newOrganization());
    for (const id of [foreign.id, project.slug, 'not-an-id']) expectError(await get(admin, id), 404, 'NotFound');
  });
});
