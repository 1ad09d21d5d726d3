import { expect } from 'chai';
import { expectIssues } from '../../support/expect/expect.ts';
import { newGroupOf } from '../../support/fixtures/groups.ts';
import { addToProject, newProject, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { shownProject } from '../../support/expect/shown-projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listWorkspaces', (world) => {
  it('lists the projects of the caller like listProjects, once each', async () => {
    const { organization, project, admin: as } = await newProjectWithAdmin(world(), { name: 'Mine' });
    await newProject(world(), organization, { name: 'Not mine' });
    await addToProject(world(), project, await newGroupOf(world(), organization, as), 'viewer');
    const { status, body } = await world().call('listWorkspaces', { as });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ workspaces: [{ ...shownProject(project), _id: project.id, environments: [] }] });
    expect(body.workspaces).to.deep.equal((await world().call('listProjects', { as })).body.projects);
  });

  it('can be filtered by type', async () => {
    const { project, admin: as } = await newProjectWithAdmin(world(), { type: 'kms' });
    const list = (type: string) => world().call('listWorkspaces', { as, query: { type } });
    expect((await list('kms')).body.workspaces).to.have.length(1);
    expect((await list('kms')).body.workspaces[0].id).to.equal(project.id);
    expect((await list('pam')).body.workspaces).to.deep.equal([]);
    expectIssues(await list('other'), 'query type enum');
  });
});
