import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectRole } from '../../support/fixtures/project-roles.ts';
import { newProject } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { refusesUnauthorized } from './checks.ts';
import { type Generation, legacyProjectRoles, projectRoles, roleSetting, workspaceRoles } from './generations.ts';

const testGettingBySlug = (generation: Generation): void =>
  onEitherDatabase(generation.bySlug, (world) => {
    it('returns a custom role with its rules as written', async () => {
      const { project, get } = await roleSetting(world(), generation);
      const conditions = { environment: { $in: ['dev'] }, secretPath: '/a' };
      const role = await newProjectRole(world(), project, [
        { subject: 'tags', action: 'read' },
        { subject: 'secrets', action: ['edit', 'create'], inverted: true, conditions },
        { subject: 'role', action: ['read'], conditions: null },
        { subject: 'member', action: ['read'], inverted: false, conditions: {} },
      ]);
      const { status, body } = await get(role.slug);
      expect(status).to.equal(200);
      expect(body.role).to.deep.equal({
        ...role,
        permissions: [
          { subject: 'tags', action: 'read', inverted: false },
          { subject: 'secrets', action: ['edit', 'create'], inverted: true, conditions },
          { subject: 'role', action: ['read'], inverted: false, conditions: null },
          { subject: 'member', action: ['read'], inverted: false, conditions: {} },
        ],
      });
    });

    it('returns a built-in role with one rule per action and a stable id', async () => {
      const { project, get } = await roleSetting(world(), generation);
      const roles = await Promise.all(
        ['admin', 'member', 'viewer', 'no-access'].map(async (slug) => (await get(slug)).body.role),
      );
      expect(new Set([...roles.map(({ id }) => id), project.id]).size).to.equal(5);
      const [admin, member, viewer, none] = roles;
      const { id, description, permissions, ...rest } = admin;
      expect(rest).to.deep.equal({
        slug: 'admin',
        name: 'Admin',
        createdAt: project.createdAt,
        updatedAt: project.createdAt,
        projectId: project.id,
      });
      expect(description).to.be.a('string');
      expect(permissions).to.deep.include({ subject: 'workspace', action: ['delete'], inverted: false });
      expect(permissions.every(({ action }: any) => action.length === 1)).to.equal(true);
      expect(member.permissions)
        .to.deep.include({ subject: 'role', action: ['read'], inverted: false })
        .and.not.deep.include({ subject: 'role', action: ['edit'], inverted: false });
      expect(viewer.permissions).to.deep.include({ subject: 'secrets', action: ['readValue'], inverted: false });
      expect(none.permissions).to.deep.equal([]);
      expect((await get('admin')).body.role.id).to.equal(id);
      expect(
        (await (await roleSetting(world(), generation)).get('admin')).body.role.id,
        'in another project',
      ).not.to.equal(id);
    });

    it('does not find roles of another project, or other slugs', async () => {
      const { organization, get } = await roleSetting(world(), generation);
      const foreignRole = await newProjectRole(world(), await newProject(world(), organization), []);
      for (const slug of [foreignRole.slug, 'custom', 'cryptographic-operator', 'Admin', 'x'.repeat(5000)])
        expectError(await get(slug), 404, 'NotFound', /Role not found/);
    });

    refusesUnauthorized(world, generation, 'read', ({ params }, as) =>
      world().call(generation.bySlug, { as, params: { ...params, slug: 'admin' } }),
    );
  });

for (const generation of [projectRoles, workspaceRoles, legacyProjectRoles]) testGettingBySlug(generation);
