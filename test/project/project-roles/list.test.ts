import { expect } from 'chai';
import { newProjectRole } from '../../support/fixtures/project-roles.ts';
import { newProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { read, refusesUnauthorized } from './checks.ts';
import { type Generation, legacyProjectRoles, projectRoles, roleSetting, workspaceRoles } from './generations.ts';

const testListing = (
  id: 'listProjectRoles' | 'listWorkspaceRoles' | 'listLegacyProjectRoles',
  generation: Generation,
): void =>
  onEachDatabase(id, (world) => {
    it('lists the built-in roles, then the custom roles of the project by slug, without permissions', async () => {
      const { organization, project, admin, params, create, get } = await roleSetting(world(), generation);
      for (const slug of ['zebra', 'ant', 'mole'])
        await create({ slug, name: `The ${slug}`, permissions: [read('tags')] });
      await newProjectRole(world(), await newProject(world(), organization), []);
      const { status, body } = await world().call(id, { as: admin, params });
      expect(status).to.equal(200);
      expect(body.roles.map(({ name }: any) => name)).to.deep.equal([
        'Admin',
        'Member',
        'Viewer',
        'No Access',
        'The ant',
        'The mole',
        'The zebra',
      ]);
      for (const { projectId, ...role } of body.roles) {
        const { permissions: _, ...whole } = (await get(role.slug)).body.role;
        expect({ projectId, ...role }).to.deep.equal(whole);
        expect(projectId).to.equal(project.id);
      }
    });

    refusesUnauthorized(world, generation, 'read', ({ params }, as) => world().call(id, { as, params }));
  });

testListing('listProjectRoles', projectRoles);

testListing('listWorkspaceRoles', workspaceRoles);

testListing('listLegacyProjectRoles', legacyProjectRoles);
