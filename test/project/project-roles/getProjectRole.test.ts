import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectRole } from '../../support/fixtures/project-roles.ts';
import { projectRoles, roleSetting } from './generations.ts';
import { newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getProjectRole', (world) => {
  const getAs = (as: { token: string }, projectRoleId: string) =>
    world().call('getProjectRole', { as, params: { projectRoleId } });

  it('returns a custom role with its rules', async () => {
    const { project, admin } = await roleSetting(world(), projectRoles);
    const role = await newProjectRole(world(), project, [{ subject: 'tags', action: 'read' }]);
    const { status, body } = await getAs(admin, role.id);
    expect(status).to.equal(200);
    expect(body.role).to.deep.equal({ ...role, permissions: [{ subject: 'tags', action: 'read', inverted: false }] });
  });

  it('returns a built-in role by its id in the project', async () => {
    const { admin, get } = await roleSetting(world(), projectRoles);
    for (const slug of ['admin', 'member', 'viewer', 'no-access']) {
      const { body } = await get(slug);
      expect((await getAs(admin, body.role.id)).body).to.deep.equal(body);
    }
  });

  it('is allowed for callers who may read roles of the project', async () => {
    const { organization, project, get } = await roleSetting(world(), projectRoles);
    const ids = [(await newProjectRole(world(), project, [])).id, (await get('viewer')).body.role.id];
    const viewer = await newProjectIdentity(world(), { organization, project }, 'viewer');
    const nobody = await newProjectIdentity(world(), { organization, project }, 'no-access');
    const outsider = await world().newUser(organization, 'admin');
    const { admin: foreigner } = await newProjectWithAdmin(world());
    for (const id of ids) {
      expect((await getAs(viewer, id)).status).to.equal(200);
      expectError(await getAs(nobody, id), 403, 'PermissionDenied', /read roles/);
      expectError(await getAs(outsider, id), 403, 'ProjectMembershipNotFound');
      expectError(await getAs(foreigner, id), 404, 'NotFound', /Role not found/);
    }
  });

  it('does not find other ids', async () => {
    const { project, admin } = await roleSetting(world(), projectRoles);
    for (const id of [project.id, 'admin', 'not-an-id', 'roles', project.id.toUpperCase(), 'x'.repeat(5000)])
      expectError(await getAs(admin, id), 404, 'NotFound', /Role not found/);
  });
});
