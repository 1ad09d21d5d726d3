import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newGroupOf } from '../../support/fixtures/groups.ts';
import { addToProject, newProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { shownProject } from '../../support/expect/shown-projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getProject', (world) => {
  const get = (as: { token: string }, projectId: string) => world().call('getProject', { as, params: { projectId } });

  it('returns all fields', async () => {
    const { project, admin } = await newProjectWithAdmin(world(), {
      description: 'Flies.',
      hasDeleteProtection: true,
    });
    const { status, body } = await get(admin, project.id);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      project: { ...shownProject(project), _id: project.id, environments: [], deletedEnvironments: [] },
    });
  });

  it('is allowed for all members, with any role, directly or through a group', async () => {
    const { organization, project } = await newProjectWithAdmin(world());
    const identity = await newProjectIdentity(world(), { organization, project }, 'no-access');
    const user = await world().newUser(organization, 'no-access');
    await addToProject(world(), project, await newGroupOf(world(), organization, user), 'no-access');
    for (const as of [identity, user]) expect((await get(as, project.id)).status).to.equal(200);
  });

  it('refuses non-members, and does not find projects of other organizations', async () => {
    const { organization, project, admin } = await newProjectWithAdmin(world());
    expectError(await get(await world().newUser(organization, 'admin'), project.id), 403, 'ProjectMembershipNotFound');
    const foreign = await newProject(world(), await world().newOrganization());
    for (const id of [foreign.id, project.slug, 'not-an-id']) expectError(await get(admin, id), 404, 'NotFound');
  });
});
