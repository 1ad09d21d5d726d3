import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectRole } from '../../support/fixtures/project-roles.ts';
import { newProject } from '../../support/fixtures/projects.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { read, refusesUnauthorized, reserved } from './checks.ts';
import { type Generation, legacyProjectRoles, projectRoles, roleSetting, workspaceRoles } from './generations.ts';

const testCreating = (generation: Generation): void =>
  onEitherDatabase(generation.create, (world) => {
    const given = { slug: 'builder', name: 'Builder', permissions: [read('tags')] };

    it('creates a role of the project', async () => {
      const { project, create, get, audited, revision } = await roleSetting(world(), generation);
      const before = await revision();
      const { status, body } = await create({ ...given, description: 'Builds.', unknown: 'is ignored' });
      expect(status).to.equal(200);
      const { id, ...role } = body.role;
      expect(role).to.deep.equal({
        slug: 'builder',
        name: 'Builder',
        description: 'Builds.',
        permissions: [{ subject: 'tags', action: 'read', inverted: false }],
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-01T00:00:00.000Z',
        projectId: project.id,
      });
      expect((await get('builder')).body).to.deep.equal(body);
      expect(await revision()).not.to.equal(before);
      expect(await audited()).to.deep.equal([
        {
          type: 'create-project-role',
          roleId: id,
          slug: 'builder',
          name: 'Builder',
          permissions: JSON.stringify([{ subject: 'tags', action: 'read', inverted: false }]),
        },
      ]);
    });

    it('accepts a role without permissions and description', async () => {
      const { create } = await roleSetting(world(), generation);
      const { body } = await create({ slug: 'nothing', name: 'Nothing', permissions: [] });
      expect(body.role).to.include({ description: null }).and.deep.include({ permissions: [] });
    });

    it('refuses a slug that is in use in this project, but not one of another project', async () => {
      const { organization, project, create, expectRoles, audited } = await roleSetting(world(), generation);
      const { slug } = await newProjectRole(world(), project, []);
      const foreign = await newProjectRole(world(), await newProject(world(), organization), []);
      expectError(await create({ ...given, slug }), 400, 'BadRequest', /already/);
      expect(await audited()).to.deep.equal([]);
      expect((await create({ ...given, slug: foreign.slug })).status).to.equal(200);
      await expectRoles();
    });

    it('creates one role for concurrent requests with the same slug', async () => {
      const { create, expectRoles, audited } = await roleSetting(world(), generation);
      const answers = await Promise.all(Array.from({ length: 6 }, () => create(given)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400, 400, 400]);
      await expectRoles('builder');
      expect(await audited()).to.have.length(1);
    });

    refusesUnauthorized(world, generation, 'create', ({ params }, as) =>
      world().call(generation.create, { as, params, body: given }),
    );

    it('reveals no slugs to callers who may not create roles', async () => {
      const { project, create } = await roleSetting(world(), generation, 'member');
      const { slug } = await newProjectRole(world(), project, []);
      expectError(await create({ ...given, slug }), 403, 'PermissionDenied', /create roles/);
    });

    it('accepts only permissions that the caller has', async () => {
      const creator = { subject: 'role', action: ['create'] };
      const { createWith, expectRoles } = await roleSetting(world(), generation, [
        creator,
        { subject: 'tags', action: ['read', 'edit'] },
      ]);
      expect((await createWith([read('tags'), { subject: 'tags', action: 'edit' }])).status).to.equal(200);
      const refused = await createWith([read('tags'), { subject: 'tags', action: 'delete' }, read('settings')]);
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions).to.deep.equal([
        { subject: 'tags', action: 'delete' },
        { subject: 'settings', action: 'read' },
      ]);
      await expectRoles();
    });

    it('accepts the conditions of the caller, or narrower ones', async () => {
      const conditions = { environment: 'dev', secretPath: { $glob: '/build/**' } };
      const { createWith } = await roleSetting(world(), generation, [
        { subject: 'role', action: ['create'] },
        { subject: 'secrets', action: ['create'], conditions },
      ]);
      const rule = { subject: 'secrets', action: 'create' };
      for (const good of [
        conditions,
        { ...conditions, secretPath: '/build/one' },
        { ...conditions, secretPath: { $glob: '/build/one/*' } },
      ]) {
        expect((await createWith([{ ...rule, conditions: good }])).status, JSON.stringify(good)).to.equal(200);
      }
      for (const bad of [
        undefined,
        {},
        { environment: 'dev' },
        { ...conditions, environment: 'prod' },
        { ...conditions, secretPath: '/' },
      ]) {
        expectError(await createWith([{ ...rule, conditions: bad }]), 403, 'PermissionBoundaryError');
      }
    });

    it('requires all fields, within their limits', async () => {
      const { create, expectRoles } = await roleSetting(world(), generation);
      expectIssues(await create({}), 'body slug required', 'body name required', 'body permissions required');
      expectIssues(await create(), 'body slug required', 'body name required', 'body permissions required');
      expectIssues(
        await create({ slug: 1, name: 2, description: 3, permissions: {} }),
        'body slug type',
        'body name type',
        'body description type',
        'body permissions type',
      );
      expectIssues(
        await create({ ...given, slug: '', name: '' }),
        'body slug too_small',
        'body slug pattern',
        'body name too_small',
      );
      expectIssues(
        await create({ ...given, slug: 'x'.repeat(65), name: 'x'.repeat(256), description: 'x'.repeat(1025) }),
        'body slug too_big',
        'body name too_big',
        'body description too_big',
      );
      for (const slug of ['Upper', 'under_score', '-edge', 'two--hyphens'])
        expectIssues(await create({ ...given, slug }), 'body slug pattern');
      for (const slug of reserved) expectIssues(await create({ ...given, slug }), 'body slug invalid');
      expectIssues(
        await create({ ...given, permissions: Array.from({ length: 201 }, () => read('tags')) }),
        'body permissions too_big',
      );
      await expectRoles();
      expect(
        (await create({ ...given, slug: 'x', name: 'x', permissions: Array.from({ length: 200 }, () => read('tags')) }))
          .status,
      ).to.equal(200);
      expect(
        (await create({ ...given, slug: 'y'.repeat(64), name: 'é'.repeat(255), description: 'é'.repeat(1024) })).status,
      ).to.equal(200);
    });

    it('reports all problems to callers who may create roles', async () => {
      const outsider = await roleSetting(world(), generation, 'no-access');
      expectError(await outsider.create({ ...given, slug: 'admin' }), 403, 'PermissionDenied');
      const { create } = await roleSetting(world(), generation);
      expectIssues(
        await create({
          ...given,
          slug: 'admin',
          permissions: [{ ...read('secrets'), conditions: { environment: '{{x}}' } }],
        }),
        'body slug invalid',
        'body permissions.0.conditions.environment invalid',
      );
      expectIssues(
        await create({ ...given, permissions: [read('tags'), read('nothing')] }),
        'body permissions.1.subject enum',
      );
      expectIssues(
        await create({ ...given, permissions: [{ subject: 'tags', action: 'fly' }] }),
        'body permissions.0.action enum',
      );
    });
  });

for (const generation of [projectRoles, workspaceRoles, legacyProjectRoles]) testCreating(generation);
