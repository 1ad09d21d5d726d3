import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectRole } from '../../support/fixtures/project-roles.ts';
import {
  addToProject,
  newProject,
  newProjectWithAdmin,
  type TestProjectRole,
} from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { read, refusesUnauthorized, reserved, shown } from './checks.ts';
import { type Generation, legacyProjectRoles, projectRoles, roleSetting, workspaceRoles } from './generations.ts';

const testUpdating = (generation: Generation): void =>
  onEitherDatabase(generation.update, (world) => {
    const setting = async (held: TestProjectRole = 'admin', permissions: object[] = [read('tags')]) => {
      const made = await roleSetting(world(), generation, held);
      const role = await newProjectRole(world(), made.project, permissions as never);
      const current = async () => (await made.get(role.slug)).body.role;
      return { ...made, role, current, change: (body?: unknown) => made.update(role.id, body) };
    };

    it('refuses to change a role that somebody else has changed since', async () => {
      const { change, current } = await setting();
      const { updatedAt } = await current();
      await world().clock.later(60, async () => {
        expect((await change({ name: 'First', expectedUpdatedAt: updatedAt })).status).to.equal(200);
        expectError(await change({ name: 'Second', expectedUpdatedAt: updatedAt }), 409, 'ChangedMeanwhile');
      });
      expect((await current()).name).to.equal('First');
    });

    it('updates the given fields and keeps the others', async () => {
      const { role, change, current, get, audited } = await setting();
      const before = await current();
      await world().clock.later(60, async () => {
        const { status, body } = await change({ name: 'Renamed', description: 'Now with one.', unknown: 'is ignored' });
        expect(status).to.equal(200);
        expect(body.role).to.deep.equal({
          ...before,
          name: 'Renamed',
          description: 'Now with one.',
          updatedAt: '2030-01-01T00:01:00.000Z',
        });
      });
      expect(await audited()).to.deep.equal([
        {
          type: 'update-project-role',
          roleId: role.id,
          slug: role.slug,
          name: 'Renamed',
          permissions: JSON.stringify(role.permissions),
          hadDenies: false,
        },
      ]);
      const slug = `renamed-${role.id}`;
      expect((await change({ slug, description: null })).body.role).to.include({
        slug,
        description: null,
        name: 'Renamed',
      });
      const { body } = await change({
        permissions: [read('settings'), { ...read('secrets'), conditions: { environment: 'dev' } }],
      });
      expect(body.role.permissions).to.deep.equal([
        shown(read('settings')),
        shown({ ...read('secrets'), conditions: { environment: 'dev' } }),
      ]);
      expect((await get(slug)).body).to.deep.equal(body);
    });

    it('does not count an empty request as a change', async () => {
      const { change, current, audited, revision } = await setting();
      const [before, revised] = [await current(), await revision()];
      await world().clock.later(60, async () => {
        for (const body of [{}, undefined]) expect((await change(body)).body.role).to.deep.equal(before);
      });
      expect(await audited()).to.deep.equal([]);
      expect(await revision()).to.equal(revised);
    });

    it('takes effect for its holders with the next request', async () => {
      const made = await roleSetting(world(), generation);
      const holder = await world().newIdentity(made.organization, 'no-access');
      const { roleId } = await addToProject(world(), made.project, holder, [{ subject: 'role', action: 'read' }]);
      const status = async () => (await made.get('admin', holder)).status;
      expect(await status()).to.equal(200);
      await made.update(roleId!, { permissions: [] });
      expect(await status()).to.equal(403);
      await made.update(roleId!, { permissions: [read('role')] });
      expect(await status()).to.equal(200);
    });

    refusesUnauthorized(world, generation, 'edit', async ({ project, params }, as) => {
      const role = await newProjectRole(world(), project, []);
      return world().call(generation.update, {
        as,
        params: { ...params, projectRoleId: role.id },
        body: { permissions: [read('tags')] },
      });
    });

    it('does not find built-in roles or those of another project', async () => {
      const { organization, project, update, get } = await setting();
      const foreignRole = await newProjectRole(world(), await newProject(world(), organization), []);
      const foreign = await newProjectRole(world(), (await newProjectWithAdmin(world())).project, []);
      const builtIns = await Promise.all(
        ['admin', 'member', 'viewer', 'no-access'].map(async (slug) => (await get(slug)).body.role.id),
      );
      for (const id of [...builtIns, foreignRole.id, foreign.id, project.id, 'admin', 'not-an-id']) {
        for (const body of [{}, { name: 'Mine', permissions: [] }])
          expectError(await update(id, body), 404, 'NotFound', /Custom role not found/);
      }
    });

    it('refuses a slug that is in use, and changes nothing', async () => {
      const { project, role, change, current, audited } = await setting();
      const other = await newProjectRole(world(), project, []);
      expectError(await change({ name: 'Half done', slug: other.slug }), 400, 'BadRequest', /already/);
      expect(await current()).to.include({ name: role.name, slug: role.slug });
      expect(await audited()).to.deep.equal([]);
      expect((await change({ slug: role.slug })).status).to.equal(200);
    });

    const editor = { subject: 'role', action: ['edit'] };

    it('accepts only permissions that the caller has', async () => {
      const { change, current } = await setting([editor, { subject: 'tags', action: ['read'] }], []);
      expect((await change({ permissions: [read('tags')] })).status).to.equal(200);
      const refused = await change({
        name: 'Half done',
        permissions: [read('tags'), { subject: 'tags', action: 'delete' }],
      });
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions).to.deep.equal([{ subject: 'tags', action: 'delete' }]);
      expect(await current()).to.include({ name: 'Test role' });
    });

    it('counts a removed deny as a grant of the denied permissions', async () => {
      const deny = { subject: 'secrets', action: ['edit', 'delete'], inverted: true };
      const { change } = await setting([editor, { subject: 'secrets', action: ['delete'] }], [deny]);
      const refused = await change({ permissions: [] });
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions).to.deep.equal([{ subject: 'secrets', action: 'edit' }]);
    });

    it('requires nothing if the rules do not change', async () => {
      const { change } = await setting(
        [editor],
        [
          { subject: 'tags', action: ['delete'] },
          { subject: 'secrets', action: ['edit'], inverted: true },
        ],
      );
      expect((await change({ name: 'Only renamed' })).status).to.equal(200);
    });

    it('reports all problems of a request', async () => {
      const { change, current } = await setting();
      const before = await current();
      expectIssues(
        await change({ slug: '', name: '' }),
        'body slug too_small',
        'body slug pattern',
        'body name too_small',
      );
      expectIssues(
        await change({ slug: 'x'.repeat(65), name: 'x'.repeat(256), description: 'x'.repeat(1025) }),
        'body slug too_big',
        'body name too_big',
        'body description too_big',
      );
      for (const slug of reserved) expectIssues(await change({ slug }), 'body slug invalid');
      expectIssues(
        await change({ permissions: Array.from({ length: 201 }, () => read('tags')) }),
        'body permissions too_big',
      );
      expectIssues(await change({ name: null, permissions: null }), 'body name type', 'body permissions type');
      expectIssues(
        await change({
          slug: 'custom',
          permissions: [read('tags'), { ...read('secrets'), conditions: { secretPath: { $glob: '/*'.repeat(21) } } }],
        }),
        'body slug invalid',
        'body permissions.1.conditions.secretPath.$glob too_big',
      );
      expect(await current()).to.deep.equal(before);
    });
  });

for (const generation of [projectRoles, workspaceRoles, legacyProjectRoles]) testUpdating(generation);
