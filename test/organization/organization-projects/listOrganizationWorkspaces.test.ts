import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newGroupOf } from '../../support/fixtures/groups.ts';
import { addToProject, newProject, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listOrganizationWorkspaces', (world) => {
  const list = (as: { token: string }, organizationId: string) =>
    world().call('listOrganizationWorkspaces', { as, params: { organizationId } });

  it('lists the projects of the caller in short form, once each', async () => {
    const organization = await world().newOrganization();
    const as = await world().newIdentity(organization, 'member');
    const { id, slug } = (await world().call('createProject', { as, body: { projectName: 'Rockets' } })).body.project;
    const through = await newProject(world(), organization, { name: 'Through a group' });
    await newProject(world(), organization, { name: 'Not mine' });
    const group = await newGroupOf(world(), organization, as);
    for (const project of [through, { ...through, id }]) await addToProject(world(), project, group, 'viewer');
    const { status, body } = await list(as, organization.id);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      workspaces: [
        {
          id,
          name: 'Rockets',
          slug,
          organization: organization.id,
          environments: [
            { name: 'Development', slug: 'dev' },
            { name: 'Staging', slug: 'staging' },
            { name: 'Production', slug: 'prod' },
          ],
        },
        {
          id: through.id,
          name: 'Through a group',
          slug: through.slug,
          organization: organization.id,
          environments: [],
        },
      ],
    });
  });

  it('finds only the organization of the token', async () => {
    const { admin } = await newProjectWithAdmin(world());
    const other = await newProjectWithAdmin(world());
    await world().join(other.organization, admin, 'admin');
    for (const id of [other.organization.id, 'not-an-id']) expectError(await list(admin, id), 404, 'NotFound');
  });
});
