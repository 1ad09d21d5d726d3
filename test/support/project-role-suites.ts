import { expect } from 'chai';
import { expectError, expectIssues } from './expect.ts';
import { newProjectRole, roleSetting, type Generation } from './project-roles.ts';
import { addToProject, newProject, newProjectIdentity, newProjectWithAdmin, type TestProjectRole } from './projects.ts';
import { onEachDatabase, type World } from './world.ts';

// What each generation promises alike. The rules in here are written so that the older form takes them too.

const read = (subject: string) => ({ subject, action: 'read' });
const shown = (rule: object) => ({ ...rule, inverted: false });

/** Nobody but members of the project with the permission gets anywhere. */
const refusesOthers = (
  world: () => World,
  generation: Generation,
  action: string,
  attempt: (setting: Awaited<ReturnType<typeof roleSetting>>, as: { token: string }) => Promise<any>,
): void => {
  it('refuses members without the permission', async () => {
    const setting = await roleSetting(world(), generation);
    const others = ['read', 'create', 'edit', 'delete'].filter((other) => other !== action);
    for (const held of ['no-access', [{ subject: 'role', action: others }]] as TestProjectRole[]) {
      const as = await newProjectIdentity(world(), setting, held);
      expectError(await attempt(setting, as), 403, 'PermissionDenied', new RegExp(`${action} on role`));
    }
  });

  it('refuses who is no member of the project, and knows no project of another organization', async () => {
    const setting = await roleSetting(world(), generation);
    expectError(
      await attempt(setting, await world().newUser(setting.organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(await attempt(setting, (await newProjectWithAdmin(world())).admin), 404, 'NotFound', /no such project/);
  });

  it('lets a machine identity with the permission do it', async () => {
    const setting = await roleSetting(world(), generation);
    const as = await newProjectIdentity(world(), setting, [
      { subject: 'role', action: [action] },
      { subject: 'tags', action: ['read'] },
    ]);
    expect((await attempt(setting, as)).status).to.equal(200);
  });
};

const reserved = ['admin', 'member', 'viewer', 'no-access', 'custom', 'cryptographic-operator'];

export const testCreating = (generation: Generation): void =>
  onEachDatabase(generation.create, (world) => {
    const given = { slug: 'builder', name: 'Builder', permissions: [read('tags')] };

    it('makes a role of the project', async () => {
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
      expect(await revision()).to.equal(before + 1);
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

    it('takes a role that allows nothing, and has no description', async () => {
      const { create } = await roleSetting(world(), generation);
      const { body } = await create({ slug: 'nothing', name: 'Nothing', permissions: [] });
      expect(body.role).to.include({ description: null }).and.deep.include({ permissions: [] });
    });

    it('says that a slug is taken in this project, whatever others have', async () => {
      const { organization, project, create, expectRoles, audited } = await roleSetting(world(), generation);
      const { slug } = await newProjectRole(world(), project, []);
      const foreign = await newProjectRole(world(), await newProject(world(), organization), []);
      expectError(await create({ ...given, slug }), 400, 'BadRequest', /already/);
      expect(await audited()).to.deep.equal([]);
      expect((await create({ ...given, slug: foreign.slug })).status).to.equal(200);
      await expectRoles();
    });

    it('makes one role of many requests for the same slug at once', async () => {
      const { create, expectRoles, audited } = await roleSetting(world(), generation);
      const answers = await Promise.all(Array.from({ length: 6 }, () => create(given)));
      expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400, 400, 400]);
      await expectRoles('builder');
      expect(await audited()).to.have.length(1);
    });

    refusesOthers(world, generation, 'create', ({ params }, as) =>
      world().call(generation.create, { as, params, body: given }),
    );

    it('tells nothing of slugs to those who may not create roles', async () => {
      const { project, create } = await roleSetting(world(), generation, 'member');
      const { slug } = await newProjectRole(world(), project, []);
      expectError(await create({ ...given, slug }), 403, 'PermissionDenied', /create on role/);
    });

    it('writes down what the caller holds, and no more', async () => {
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

    it('takes the conditions of the caller, or narrower ones', async () => {
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

    it('wants a request with all that it needs, within its bounds', async () => {
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

    it('says everything that is wrong, before it looks at permissions', async () => {
      const { create } = await roleSetting(world(), generation, 'no-access');
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

export const testUpdating = (generation: Generation): void =>
  onEachDatabase(generation.update, (world) => {
    const setting = async (held: TestProjectRole = 'admin', permissions: object[] = [read('tags')]) => {
      const made = await roleSetting(world(), generation, held);
      const role = await newProjectRole(world(), made.project, permissions as never);
      const current = async () => (await made.get(role.slug)).body.role;
      return { ...made, role, current, change: (body?: unknown) => made.update(role.id, body) };
    };

    it('changes what is sent and leaves the rest', async () => {
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

    it('takes nothing for no change', async () => {
      const { change, current, audited, revision } = await setting();
      const [before, revised] = [await current(), await revision()];
      await world().clock.later(60, async () => {
        for (const body of [{}, undefined]) expect((await change(body)).body.role).to.deep.equal(before);
      });
      expect(await audited()).to.deep.equal([]);
      expect(await revision()).to.equal(revised);
    });

    it('is felt by its holders at their next request', async () => {
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

    refusesOthers(world, generation, 'edit', async ({ project, params }, as) => {
      const role = await newProjectRole(world(), project, []);
      return world().call(generation.update, {
        as,
        params: { ...params, projectRoleId: role.id },
        body: { permissions: [read('tags')] },
      });
    });

    it('knows neither built-in roles nor those of another project', async () => {
      const { organization, project, update, get } = await setting();
      const elsewhere = await newProjectRole(world(), await newProject(world(), organization), []);
      const foreign = await newProjectRole(world(), (await newProjectWithAdmin(world())).project, []);
      const builtIns = await Promise.all(
        ['admin', 'member', 'viewer', 'no-access'].map(async (slug) => (await get(slug)).body.role.id),
      );
      for (const id of [...builtIns, elsewhere.id, foreign.id, project.id, 'admin', 'not-an-id']) {
        for (const body of [{}, { name: 'Mine', permissions: [] }])
          expectError(await update(id, body), 404, 'NotFound', /no such custom role/);
      }
    });

    it('says that a slug is taken, and changes nothing', async () => {
      const { project, role, change, current, audited } = await setting();
      const other = await newProjectRole(world(), project, []);
      expectError(await change({ name: 'Half done', slug: other.slug }), 400, 'BadRequest', /already/);
      expect(await current()).to.include({ name: role.name, slug: role.slug });
      expect(await audited()).to.deep.equal([]);
      expect((await change({ slug: role.slug })).status).to.equal(200);
    });

    const editor = { subject: 'role', action: ['edit'] };

    it('writes down what the caller holds, and no more', async () => {
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

    it('counts a deny that goes as a grant of what it denied', async () => {
      const deny = { subject: 'secrets', action: ['edit', 'delete'], inverted: true };
      const { change } = await setting([editor, { subject: 'secrets', action: ['delete'] }], [deny]);
      const refused = await change({ permissions: [] });
      expectError(refused, 403, 'PermissionBoundaryError');
      expect(refused.body.details.missingPermissions).to.deep.equal([{ subject: 'secrets', action: 'edit' }]);
    });

    it('asks for nothing when the rules stay as they are', async () => {
      const { change } = await setting(
        [editor],
        [
          { subject: 'tags', action: ['delete'] },
          { subject: 'secrets', action: ['edit'], inverted: true },
        ],
      );
      expect((await change({ name: 'Only renamed' })).status).to.equal(200);
    });

    it('lists everything that is wrong with a request', async () => {
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

export const testDeleting = (generation: Generation): void =>
  onEachDatabase(generation.remove, (world) => {
    it('deletes the role, and its slug is free again', async () => {
      const { project, create, remove, get, audited, revision } = await roleSetting(world(), generation);
      const role = await newProjectRole(world(), project, [read('tags')]);
      const before = await revision();
      const { status, body } = await remove(role.id);
      expect(status).to.equal(200);
      expect(body.role).to.deep.equal({ ...role, permissions: [shown(read('tags'))] });
      expect(await revision()).to.equal(before + 1);
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

    it('keeps a role that somebody has, and says how many', async () => {
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
      await world().server.parts.database.transaction(async ({ db }) => {
        // Once more for the first, for a time, and once for another.
        const row = await db('project_membership_roles').where({ projectMembershipId: id }).first();
        await db('project_membership_roles').insert([
          { ...row, id: `${id}-again` },
          { ...row, id: `${id}-other`, projectMembershipId: other },
        ]);
      });
      expectError(await remove(roleId!), 400, 'BadRequest', /assigned to 2 members of/);
      expect(await audited()).to.deep.equal([]);
    });

    it('never takes a role from under somebody who is given it at the same time', async () => {
      const { project, organization, remove } = await roleSetting(world(), generation);
      const { id: membershipId } = await addToProject(
        world(),
        project,
        await world().newIdentity(organization, 'no-access'),
        'no-access',
      );
      for (let round = 0; round < 6; round += 1) {
        const role = await newProjectRole(world(), project, []);
        const give = world().server.parts.database.transaction(async ({ db }) => {
          const row = await db('project_membership_roles').where({ projectMembershipId: membershipId }).first();
          await db('project_membership_roles').insert({ ...row, id: role.id, role: 'custom', customRoleId: role.id });
        });
        const [removed, given] = await Promise.allSettled([remove(role.id), give]);
        const status = removed.status === 'fulfilled' ? removed.value.status : 0;
        expect(status).to.equal(given.status === 'fulfilled' ? 400 : 200);
      }
    });

    refusesOthers(world, generation, 'delete', async ({ project, params }, as) => {
      const role = await newProjectRole(world(), project, []);
      return world().call(generation.remove, { as, params: { ...params, projectRoleId: role.id } });
    });

    it('knows neither built-in roles nor those of another project', async () => {
      const { organization, project, remove, get } = await roleSetting(world(), generation);
      const elsewhere = await newProjectRole(world(), await newProject(world(), organization), []);
      const foreign = await newProjectRole(world(), (await newProjectWithAdmin(world())).project, []);
      const { id } = (await get('admin')).body.role;
      for (const roleId of [id, elsewhere.id, foreign.id, project.id, 'admin', 'not-an-id'])
        expectError(await remove(roleId), 404, 'NotFound', /no such custom role/);
    });
  });

export const testGettingBySlug = (generation: Generation): void =>
  onEachDatabase(generation.bySlug, (world) => {
    it('gives a custom role with its rules, as they were written', async () => {
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

    it('gives a built-in role with one rule for each action, always under the same id', async () => {
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

    it('knows no role of another project, nor any other slug', async () => {
      const { organization, get } = await roleSetting(world(), generation);
      const elsewhere = await newProjectRole(world(), await newProject(world(), organization), []);
      for (const slug of [elsewhere.slug, 'custom', 'cryptographic-operator', 'Admin', 'x'.repeat(5000)])
        expectError(await get(slug), 404, 'NotFound', /no such role/);
    });

    refusesOthers(world, generation, 'read', ({ params }, as) =>
      world().call(generation.bySlug, { as, params: { ...params, slug: 'admin' } }),
    );
  });

export const testListing = (
  id: 'listProjectRoles' | 'listWorkspaceRoles' | 'listLegacyProjectRoles',
  generation: Generation,
): void =>
  onEachDatabase(id, (world) => {
    it('lists the built-in roles, then the custom ones of the project by slug, without what they allow', async () => {
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

    refusesOthers(world, generation, 'read', ({ params }, as) => world().call(id, { as, params }));
  });
