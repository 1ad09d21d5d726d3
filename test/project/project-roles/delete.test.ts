import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectRole } from '../../support/fixtures/project-roles.ts';
import { addToProject, newProject, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { read, refusesUnauthorized, shown } from './checks.ts';
import { type Generation, legacyProjectRoles, projectRoles, roleSetting, workspaceRoles } from './generations.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const testDeleting = (generation: Generation): void =>
  onEitherDatabase(generation.remove, (world) => {
    it('deletes the role, so that its slug can be used again', async () => {
      const { project, create, remove, get, audited, revision } = await roleSetting(world(), generation);
      const role = await newProjectRole(world(), project, [read('tags')]);
      const before = await revision();
      const { status, body } = await remove(role.id);
      expect(status).to.equal(200);
      expect(body.role).to.deep.equal({ ...role, permissions: [shown(read('tags'))] });
      expect(await revision()).not.to.equal(before);
      expect(await audited()).to.deep.equal([
        {
          type: 'delete-project-role',
          roleId: role.id,
          slug: role.slug,
          name: role.name,
          permissions: JSON.stringify(role.permissions),
        },
      ]);
      expectError(await get(role.slug), 404, 'NotFound');
      expectError(await remove(role.id), 404, 'NotFound');
      expect((await create({ slug: role.slug, name: 'Again', permissions: [] })).status).to.equal(200);
    });

    it('refuses an assigned role, and says how often it is assigned', async () => {
      const { organization, project, remove, audited } = await roleSetting(world(), generation);
      const one = await world().newIdentity(organization, 'no-access');
      const { id, roleId } = await addToProject(world(), project, one, [read('role')]);
      expectError(await remove(roleId!), 400, 'BadRequest', /assigned to 1 member of/);
      const { id: other } = await addToProject(
        world(),
        project,
        await world().newUser(organization, 'member'),
        'viewer',
      );
      await world().server.parts.database.transaction(ofInstance, async ({ db }) => {
        // Assigns it again to the first member, temporarily, and once to another.
        const row = await db('project_membership_roles').where({ projectMembershipId: id }).first();
        await db('project_membership_roles').insert([
          { ...row, id: `${id}-again` },
          { ...row, id: `${id}-other`, projectMembershipId: other },
        ]);
      });
      expectError(await remove(roleId!), 400, 'BadRequest', /assigned to 2 members of/);
      expect(await audited()).to.deep.equal([]);
    });

    it('does not delete a role that is assigned concurrently', async () => {
      const { project, organization, remove } = await roleSetting(world(), generation);
      const { id: membershipId } = await addToProject(
        world(),
        project,
        await world().newIdentity(organization, 'no-access'),
        'no-access',
      );
      for (let round = 0; round < 6; round += 1) {
        const role = await newProjectRole(world(), project, []);
        const give = world().server.parts.database.transaction(ofInstance, async ({ db }) => {
          const row = await db('project_membership_roles').where({ projectMembershipId: membershipId }).first();
          await db('project_membership_roles').insert({ ...row, id: role.id, role: 'custom', customRoleId: role.id });
        });
        const [removed, given] = await Promise.allSettled([remove(role.id), give]);
        const status = removed.status === 'fulfilled' ? removed.value.status : 0;
        expect(status).to.equal(given.status === 'fulfilled' ? 400 : 200);
      }
    });

    refusesUnauthorized(world, generation, 'delete', async ({ project, params }, as) => {
      const role = await newProjectRole(world(), project, []);
      return world().call(generation.remove, { as, params: { ...params, projectRoleId: role.id } });
    });

    it('does not find built-in roles or those of another project', async () => {
      const { organization, project, remove, get } = await roleSetting(world(), generation);
      const foreignRole = await newProjectRole(world(), await newProject(world(), organization), []);
      const foreign = await newProjectRole(world(), (await newProjectWithAdmin(world())).project, []);
      const { id } = (await get('admin')).body.role;
      for (const roleId of [id, foreignRole.id, foreign.id, project.id, 'admin', 'not-an-id'])
        expectError(await remove(roleId), 404, 'NotFound', /Custom role not found/);
    });
  });

for (const generation of [projectRoles, workspaceRoles, legacyProjectRoles]) testDeleting(generation);
