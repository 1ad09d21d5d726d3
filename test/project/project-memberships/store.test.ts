import { expect } from 'chai';
import { addToProject, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('roles of memberships', (world) => {
  it('are read without their rules for lists, which would repeat the rules for every member', async () => {
    const { organization, project } = await newProjectWithAdmin(world());
    const rules = [{ subject: 'tags', action: ['read'] }];
    const { id } = await addToProject(world(), project, await world().newIdentity(organization, 'no-access'), rules);
    const { projectMemberships, projectRoles } = world().server.parts.stores;
    expect((await projectMemberships.listRoles([id]))[0])
      .to.include({ role: 'custom', customRoleName: 'Test role' })
      .and.not.have.property('permissions');
    expect((await projectMemberships.listRolesWithRules(id))[0]!.permissions).to.deep.equal(rules);
    expect((await projectRoles.list(project.id))[0])
      .to.include({ name: 'Test role' })
      .and.not.have.property('permissions');
  });
});
