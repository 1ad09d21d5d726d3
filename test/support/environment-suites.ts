import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import type { OperationId } from '../../generated/operations.ts';
import { newProjectWithEnvironments, type TestEnvironments } from './environments.ts';
import { expectError, expectIssues } from './expect.ts';
import { deny, newProjectWithSecrets, newSecret, rule, unchanged } from './project-secrets.ts';
import { newProject, newProjectIdentity } from './projects.ts';
import type { World } from './world.ts';

/** Two generations of one operation: they differ in their names only. */
export interface Generation {
  readonly operation: OperationId;
  /** The project in the path. */
  readonly parameter: 'projectId' | 'workspaceId';
  /** The project in the answer. */
  readonly answered: 'projectId' | 'workspace';
}

const later = '2030-01-01T00:01:00.000Z';
const start = '2030-01-01T00:00:00.000Z';
const notDeleted = { softDeletedAt: null, deleteAfter: null, deletedByUserId: null, deletedByIdentityId: null };
const badSlugs = ['Dev', 'a_b', 'a.b', '-a', 'a-', 'a--b', 'é', ' a'];

/** Nobody but those with the permission, nothing but what is there. */
export const refusesStrangers = (
  world: () => World,
  { operation, parameter }: Generation,
  action: string,
  given: { slug?: string; body?: unknown; query?: Record<string, string> } = {},
): void => {
  const { slug = 'staging', body, query } = given;
  const call = (as: { token: string }, project: string, id: string) =>
    world().call(operation, { as, params: { [parameter]: project, id }, body, ...(query && { query }) });

  it('refuses whoever lacks the permission, is no member, or is of another organization', async () => {
    const setting = await newProjectWithEnvironments(world());
    const { project, organization, ids, rows } = setting;
    const before = await rows();
    const others = ['read', 'create', 'edit', 'delete'].filter((name) => name !== action);
    const lacking = await newProjectIdentity(world(), setting, [{ subject: 'environments', action: others }]);
    for (const id of [ids[slug]!, 'not-an-id'])
      expectError(
        await call(lacking, project.id, id),
        403,
        'PermissionDenied',
        new RegExp(`${action} on environments`),
      );
    expectError(
      await call(await world().newUser(organization, 'admin'), project.id, ids[slug]!),
      403,
      'ProjectMembershipNotFound',
    );
    const stranger = await newProjectWithEnvironments(world());
    expectError(await call(stranger.admin, project.id, ids[slug]!), 404, 'NotFound');
    expect(await rows()).to.deep.equal(before);
    expect(await setting.entries()).to.deep.equal([]);
  });

  it('lets a machine identity with just that permission', async () => {
    const setting = await newProjectWithEnvironments(world());
    const as = await newProjectIdentity(world(), setting, [{ subject: 'environments', action: [action] }]);
    expect((await call(as, setting.project.id, setting.ids[slug]!)).status).to.equal(200);
  });
};

/** Only an environment of that very project, and only one that is in use. */
export const knowsOnlyItsOwn = (
  world: () => World,
  { operation, parameter }: Generation,
  given: { body?: unknown } = {},
): void => {
  it('knows no environment of another project, and none that is deleted or does not exist', async () => {
    const { admin, project, organization, ids, rows } = await newProjectWithEnvironments(world());
    const elsewhere = await newProjectWithEnvironments(world());
    const beside = await newProject(world(), organization);
    const call = (projectId: string, id: string) =>
      world().call(operation, { as: admin, params: { [parameter]: projectId, id }, body: given.body });
    expect(
      (await world().call('deleteEnvironment', { as: admin, params: { projectId: project.id, id: ids.prod! } })).status,
    ).to.equal(200);
    const before = [await rows(), await elsewhere.rows()];
    for (const id of [elsewhere.ids.dev!, ids.prod!, 'not-an-id', beside.id])
      expectError(await call(project.id, id), 404, 'NotFound');
    for (const id of [elsewhere.project.id, 'not-an-id']) expectError(await call(id, ids.dev!), 404, 'NotFound');
    expect([await rows(), await elsewhere.rows()]).to.deep.equal(before);
  });
};

export const wantsSecretManager = (
  world: () => World,
  { operation, parameter }: Generation,
  given: { body?: unknown } = {},
): void => {
  it('wants a project that has environments', async () => {
    for (const type of ['cert-manager', 'kms', 'secret-scanning', 'pam'] as const) {
      const { admin, project, ids, rows } = await newProjectWithEnvironments(world(), ['dev', 'staging'], { type });
      const before = await rows();
      expectError(
        await world().call(operation, {
          as: admin,
          params: { [parameter]: project.id, id: ids.dev! },
          body: given.body,
        }),
        400,
        'BadRequest',
        new RegExp(type),
      );
      expect(await rows()).to.deep.equal(before);
    }
  });
};

export const creatingEnvironments = (world: () => World, generation: Generation): void => {
  const { operation, parameter, answered } = generation;
  const create = ({ admin, project }: TestEnvironments, body: unknown) =>
    world().call(operation, { as: admin, params: { [parameter]: project.id }, body });

  it('makes it the last, and answers with all of it', async () => {
    const setting = await newProjectWithEnvironments(world());
    const { admin, project } = setting;
    const { status, body } = await create(setting, { name: '  Quality assurance ', slug: 'qa' });
    expect(status).to.equal(200);
    const { id } = body.environment as { id: string };
    expect(body).to.deep.equal({
      message: 'The environment was created.',
      [answered]: project.id,
      environment: {
        id,
        name: 'Quality assurance',
        slug: 'qa',
        position: 4,
        projectId: project.id,
        createdAt: start,
        updatedAt: start,
        ...notDeleted,
      },
    });
    expect(await setting.order()).to.equal('dev staging prod qa');
    expect(
      (await world().call('getEnvironment', { as: admin, params: { projectId: project.id, id } })).body.environment,
    ).to.deep.equal(body.environment);
    const [entry, ...more] = await setting.entries();
    expect(more).to.deep.equal([]);
    expect(entry).to.include({
      eventType: 'create-environment',
      actorType: 'user',
      actorId: admin.id,
      operation,
      projectName: project.name,
    });
    expect(entry.eventMetadata).to.deep.equal({
      environmentId: id,
      name: 'Quality assurance',
      slug: 'qa',
      position: 4,
    });
  });

  it('puts it where it is wanted, and moves the others up', async () => {
    const setting = await newProjectWithEnvironments(world());
    expect((await create(setting, { name: 'A', slug: 'first', position: 1 })).body.environment.position).to.equal(1);
    expect(await setting.order()).to.equal('first dev staging prod');
    expect((await create(setting, { name: 'B', slug: 'third', position: 3 })).body.environment.position).to.equal(3);
    expect(await setting.order()).to.equal('first dev third staging prod');
    expect((await create(setting, { name: 'C', slug: 'next', position: 6 })).body.environment.position).to.equal(6);
    expect((await create(setting, { name: 'D', slug: 'beyond', position: 8 })).body.environment.position).to.equal(7);
    expect(
      (await create(setting, { name: 'E', slug: 'far-beyond', position: 2147483647 })).body.environment.position,
    ).to.equal(8);
    expect(await setting.order()).to.equal('first dev third staging prod next beyond far-beyond');
  });

  it('begins at 1 in a project without any', async () => {
    const setting = await newProjectWithEnvironments(world(), []);
    expect((await create(setting, { name: 'Only', slug: 'only', position: 9 })).body.environment.position).to.equal(1);
    expect(await setting.order()).to.equal('only');
  });

  it('says that a slug is taken, or held by a deleted environment, and changes nothing', async () => {
    const setting = await newProjectWithEnvironments(world());
    const { admin, project, ids } = setting;
    await world().call('deleteEnvironment', { as: admin, params: { projectId: project.id, id: ids.prod! } });
    const before = [await setting.rows(), await setting.entries()];
    expectError(await create(setting, { name: 'Again', slug: 'dev', position: 1 }), 400, 'BadRequest', /already/);
    expectError(
      await create(setting, { name: 'Again', slug: 'prod', position: 1 }),
      400,
      'BadRequest',
      /deleted environment/,
    );
    expect([await setting.rows(), await setting.entries()]).to.deep.equal(before);
    const elsewhere = await newProjectWithEnvironments(world(), []);
    expect((await create(elsewhere, { name: 'Elsewhere', slug: 'dev' })).status).to.equal(200);
  });

  it('takes names and slugs up to their bounds', async () => {
    const setting = await newProjectWithEnvironments(world());
    expect((await create(setting, { name: 'n', slug: 's' })).status).to.equal(200);
    expect((await create(setting, { name: 'é \u{1F600}'.repeat(60), slug: 'x'.repeat(64) })).status).to.equal(200);
    expect((await create(setting, { name: 'n'.repeat(255), slug: 'x-1', unknown: true })).status).to.equal(200);
    const before = await setting.rows();
    expectIssues(await create(setting, {}), 'body name required', 'body slug required');
    expectIssues(await create(setting, undefined), 'body name required', 'body slug required');
    expectIssues(
      await create(setting, { name: '', slug: '', position: 0 }),
      'body name too_small',
      'body name pattern',
      'body slug too_small',
      'body slug pattern',
      'body position too_small',
    );
    expectIssues(
      await create(setting, { name: 'n'.repeat(256), slug: 'x'.repeat(65), position: 2147483648 }),
      'body name too_big',
      'body slug too_big',
      'body position too_big',
    );
    expectIssues(
      await create(setting, { name: ' \t ', slug: 'ok', position: 1.5 }),
      'body name pattern',
      'body position type',
    );
    expectIssues(
      await create(setting, { name: null, slug: 7, position: '1' }),
      'body name type',
      'body slug type',
      'body position type',
    );
    for (const slug of badSlugs) expectIssues(await create(setting, { name: 'ok', slug }), 'body slug pattern');
    expect(await setting.rows()).to.deep.equal(before);
  });

  const body = { name: 'New', slug: 'new' };
  refusesStrangers(world, generation, 'create', { body });
  wantsSecretManager(world, generation, { body });
};

export const changingEnvironments = (world: () => World, generation: Generation): void => {
  const { operation, parameter, answered } = generation;
  const update = ({ admin, project, ids }: TestEnvironments, slug: string, body?: unknown) =>
    world().call(operation, { as: admin, params: { [parameter]: project.id, id: ids[slug]! }, body });

  it('changes what is sent, leaves the rest, and answers with all of it', async () => {
    const setting = await newProjectWithEnvironments(world());
    const { admin, project, ids } = setting;
    const { status, body } = await world().clock.later(60, () =>
      update(setting, 'staging', { name: ' Acceptance ', slug: 'acceptance', position: 1 }),
    );
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      message: 'The environment was changed.',
      [answered]: project.id,
      environment: {
        id: ids.staging,
        name: 'Acceptance',
        slug: 'acceptance',
        position: 1,
        projectId: project.id,
        createdAt: start,
        updatedAt: later,
        ...notDeleted,
      },
    });
    expect(await setting.order()).to.equal('acceptance dev prod');
    expect(
      (await world().call('getEnvironment', { as: admin, params: { projectId: project.id, id: ids.staging! } })).body
        .environment,
    ).to.deep.equal(body.environment);
    const [entry, ...more] = await setting.entries();
    expect(more).to.deep.equal([]);
    expect(entry).to.include({ eventType: 'update-environment', actorId: admin.id, operation });
    const names = { oldName: 'The staging', newName: 'Acceptance', oldSlug: 'staging', newSlug: 'acceptance' };
    expect(entry.eventMetadata).to.deep.equal({ environmentId: ids.staging, ...names, oldPos: 2, newPos: 1 });

    expect((await update(setting, 'dev', { name: 'Only the name' })).body.environment).to.include({
      name: 'Only the name',
      slug: 'dev',
      position: 2,
    });
    expect((await update(setting, 'dev', { slug: 'only-the-slug' })).body.environment).to.include({
      name: 'Only the name',
      slug: 'only-the-slug',
      position: 2,
    });
  });

  it('moves it anywhere, and the others close up', async () => {
    const setting = await newProjectWithEnvironments(world(), ['a', 'b', 'c', 'd', 'e']);
    const moves: [string, number, string][] = [
      ['a', 3, 'b c a d e'],
      ['e', 2, 'b e c a d'],
      ['c', 3, 'b e c a d'],
      ['b', 5, 'e c a d b'],
      ['b', 1, 'b e c a d'],
      ['e', 6, 'b c a d e'],
      ['b', 2147483647, 'c a d e b'],
    ];
    for (const [slug, position, order] of moves) {
      const { status, body } = await update(setting, slug, { position });
      expect(status).to.equal(200);
      expect(await setting.order()).to.equal(order);
      expect(body.environment.position).to.equal(Math.min(position, 5));
    }
    const others = (await setting.rows()).filter(({ slug }) => slug !== 'b');
    expect(
      others.every(({ updatedAt }) => updatedAt === start),
      'making way is no change of the others',
    ).to.equal(true);
  });

  it('does not move what is deleted', async () => {
    const setting = await newProjectWithEnvironments(world(), ['a', 'b', 'c', 'd']);
    await world().call('deleteEnvironment', {
      as: setting.admin,
      params: { projectId: setting.project.id, id: setting.ids.b! },
    });
    expect((await update(setting, 'a', { position: 4 })).body.environment.position).to.equal(3);
    expect(await setting.order()).to.equal('c d a');
    expect((await setting.rows()).find(({ slug }) => slug === 'b')).to.include({ position: 2 });
  });

  it('takes nothing, or what is so already, for no change', async () => {
    const setting = await newProjectWithEnvironments(world());
    const before = await setting.rows();
    await world().clock.later(60, async () => {
      for (const body of [
        undefined,
        {},
        { position: 0 },
        { position: 3 },
        { position: 99 },
        { name: ' The prod ', slug: 'prod', position: 3 },
        { unknown: 1 },
      ]) {
        const response = await update(setting, 'prod', body);
        expect(response.status).to.equal(200);
        expect(response.body.environment).to.deep.equal(before.find(({ slug }) => slug === 'prod'));
      }
    });
    expect(await setting.rows()).to.deep.equal(before);
    expect(await setting.entries()).to.deep.equal([]);
  });

  it('says that a slug is taken, or held by a deleted environment, and changes nothing', async () => {
    const setting = await newProjectWithEnvironments(world());
    await world().call('deleteEnvironment', {
      as: setting.admin,
      params: { projectId: setting.project.id, id: setting.ids.prod! },
    });
    const before = [await setting.rows(), await setting.entries()];
    expectError(
      await update(setting, 'staging', { name: 'Half done', slug: 'dev', position: 1 }),
      400,
      'BadRequest',
      /already/,
    );
    expectError(
      await update(setting, 'staging', { name: 'Half done', slug: 'prod', position: 1 }),
      400,
      'BadRequest',
      /deleted environment/,
    );
    expect([await setting.rows(), await setting.entries()]).to.deep.equal(before);
  });

  it('takes names and slugs up to their bounds', async () => {
    const setting = await newProjectWithEnvironments(world());
    expect((await update(setting, 'dev', { name: 'n', slug: 's' })).status).to.equal(200);
    expect((await update(setting, 'dev', { name: 'n'.repeat(255), slug: 'x'.repeat(64) })).status).to.equal(200);
    const before = await setting.rows();
    expectIssues(
      await update(setting, 'dev', { name: '', slug: '', position: -1 }),
      'body name too_small',
      'body name pattern',
      'body slug too_small',
      'body slug pattern',
      'body position too_small',
    );
    expectIssues(
      await update(setting, 'dev', { name: 'n'.repeat(256), slug: 'x'.repeat(65), position: 2147483648 }),
      'body name too_big',
      'body slug too_big',
      'body position too_big',
    );
    expectIssues(
      await update(setting, 'dev', { name: '  ', position: 1.5 }),
      'body name pattern',
      'body position type',
    );
    expectIssues(
      await update(setting, 'dev', { name: null, slug: null, position: null }),
      'body name type',
      'body slug type',
      'body position type',
    );
    for (const slug of badSlugs) expectIssues(await update(setting, 'dev', { slug }), 'body slug pattern');
    expect(await setting.rows()).to.deep.equal(before);
  });

  refusesStrangers(world, generation, 'edit', { body: { name: 'Taken over', position: 1 } });
  knowsOnlyItsOwn(world, generation, { body: { name: 'Taken over' } });
  knowsOnlyItsOwn(world, generation, { body: { position: 1 } });
  wantsSecretManager(world, generation, { body: { position: 1 } });
};

export const deletingForGood = (world: () => World, generation: Generation, query?: Record<string, string>): void => {
  const { operation, parameter, answered } = generation;
  const remove = (
    { admin, project, ids }: Pick<TestEnvironments, 'project' | 'ids'> & { admin: { token: string } },
    slug: string,
    body?: unknown,
  ) =>
    world().call(operation, {
      as: admin,
      params: { [parameter]: project.id, id: ids[slug]! },
      ...(query && { query }),
      body,
    });

  it('deletes for good, frees the slug, and closes up', async () => {
    const setting = await newProjectWithEnvironments(world());
    const { admin, project, ids } = setting;
    const { status, body } = await remove(setting, 'dev');
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      message: 'The environment was deleted for good.',
      [answered]: project.id,
      environment: {
        id: ids.dev,
        name: 'The dev',
        slug: 'dev',
        position: 1,
        projectId: project.id,
        createdAt: start,
        updatedAt: start,
        ...notDeleted,
      },
    });
    expect(await setting.order()).to.equal('staging prod');
    expect(await setting.rows()).to.have.length(2);
    const [entry, ...more] = await setting.entries();
    expect(more).to.deep.equal([]);
    expect(entry).to.include({ eventType: 'delete-environment', actorId: admin.id, operation });
    expect(entry.eventMetadata).to.deep.equal({
      environmentId: ids.dev,
      name: 'The dev',
      slug: 'dev',
      hardDelete: true,
    });
    expectError(await remove(setting, 'dev'), 404, 'NotFound');
    expect(
      (
        await world().call('createEnvironment', {
          as: admin,
          params: { projectId: project.id },
          body: { name: 'New', slug: 'dev' },
        })
      ).status,
    ).to.equal(200);
  });

  it('deletes for good what was deleted before, and moves nothing', async () => {
    const setting = await newProjectWithEnvironments(world());
    const { admin, project, ids } = setting;
    await world().call('deleteEnvironment', { as: admin, params: { projectId: project.id, id: ids.dev! } });
    const { status, body } = await remove(setting, 'dev');
    expect(status).to.equal(200);
    expect(body.environment).to.include({ id: ids.dev, position: 1, softDeletedAt: start, deletedByUserId: admin.id });
    expect(await setting.order()).to.equal('staging prod');
    expect(await setting.rows()).to.have.length(2);
    expectError(
      await world().call('restoreEnvironment', { as: admin, params: { projectId: project.id, id: ids.dev! } }),
      404,
      'NotFound',
    );
  });

  it('needs to be allowed to delete all that is in it, also in what was deleted before', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app', '/app/deep']);
    await newSecret(world(), setting, 'KEY', { secretPath: '/app/deep', tagIds: [setting.red.id] });
    const deleting: Rule[] = [
      { subject: 'environments', action: ['delete'] },
      { subject: 'secret-folders', action: ['delete'] },
    ];
    const attempts: Rule[][] = [
      [deleting[0]!],
      deleting,
      [deleting[0]!, rule('delete')],
      [...deleting, rule('delete', { secretPath: '/' })],
      [...deleting, rule('delete'), deny('delete', { secretTags: { $in: ['red'] } })],
      [deleting[0]!, { ...deleting[1]!, conditions: { secretPath: '/app' } }, rule('delete')],
    ];
    const attempt = async (rules: Rule[]) =>
      remove({ ...setting, admin: await newProjectIdentity(world(), setting, rules) }, 'dev');
    const refuseAll = () =>
      unchanged(setting, async () => {
        for (const rules of attempts) expectError(await attempt(rules), 403, 'PermissionDenied', /delete on secret/);
      });
    await refuseAll();
    expect(
      (
        await world().call('deleteEnvironment', {
          as: setting.admin,
          params: { projectId: setting.project.id, id: setting.ids.dev! },
        })
      ).status,
    ).to.equal(200);
    await refuseAll();
    expect((await attempt([...deleting, rule('delete')])).status).to.equal(200);
    expect(await setting.names()).to.equal('');
    expect(
      (await remove({ ...setting, admin: await newProjectIdentity(world(), setting, [deleting[0]!]) }, 'prod')).status,
      'an empty one',
    ).to.equal(200);
  });

  it('takes a body that some clients send', async () => {
    const setting = await newProjectWithEnvironments(world());
    expect((await remove(setting, 'prod', { anything: true })).status).to.equal(200);
  });
};

/** One way of reading an environment: whatever its path, it answers with all of it, and leaves no entry. */
export const answersWithAllOfIt = (
  world: () => World,
  operation: OperationId,
  params: (projectId: string, id: string) => Record<string, string>,
): void => {
  it('answers with all of it', async () => {
    const { admin, project, ids, entries } = await newProjectWithEnvironments(world());
    const { status, body } = await world().call(operation, { as: admin, params: params(project.id, ids.staging!) });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      environment: {
        id: ids.staging,
        name: 'The staging',
        slug: 'staging',
        position: 2,
        projectId: project.id,
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-01T00:00:00.000Z',
        softDeletedAt: null,
        deleteAfter: null,
        deletedByUserId: null,
        deletedByIdentityId: null,
      },
    });
    expect(await entries()).to.deep.equal([]);
  });
};
