import { expect } from 'chai';
import { newProjectWithEnvironments, type TestEnvironments } from '../../support/fixtures/environments.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { onEachDatabase, type World } from '../../support/world/world.ts';
import {
  badSlugs,
  type Generation,
  notDeleted,
  refusesUnauthorized,
  start,
  unmarked,
  wantsSecretManager,
} from './checks.ts';

const testCreatingEnvironments = (world: () => World, generation: Generation): void => {
  const { operation, parameter, answered } = generation;
  const create = ({ admin, project }: TestEnvironments, body: unknown) =>
    world().call(operation, { as: admin, params: { [parameter]: project.id }, body });

  it('appends the environment and returns it', async () => {
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
        ...unmarked,
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
      ...unmarked,
    });
  });

  it('stores the color and the protection', async () => {
    const setting = await newProjectWithEnvironments(world());
    const { environment } = (await create(setting, { name: 'Live', slug: 'live', color: 'red', isProtected: true }))
      .body;
    expect(environment).to.include({ color: 'red', isProtected: true });
    expect((await setting.rows()).find(({ slug }) => slug === 'live')).to.deep.equal(environment);
    expect((await setting.entries())[0].eventMetadata).to.include({ color: 'red', isProtected: true });
  });

  it('inserts it at the given position, and renumbers the others', async () => {
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

  it('starts at position 1 in a project without environments', async () => {
    const setting = await newProjectWithEnvironments(world(), []);
    expect((await create(setting, { name: 'Only', slug: 'only', position: 9 })).body.environment.position).to.equal(1);
    expect(await setting.order()).to.equal('only');
  });

  it('refuses a slug that is in use, or reserved by a deleted environment, and changes nothing', async () => {
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
    const otherProject = await newProjectWithEnvironments(world(), []);
    expect((await create(otherProject, { name: 'Elsewhere', slug: 'dev' })).status).to.equal(200);
  });

  it('accepts names and slugs up to their limits', async () => {
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
      await create(setting, { name: null, slug: 7, position: '1', color: 'crimson', isProtected: null }),
      'body name type',
      'body slug type',
      'body position type',
      'body color enum',
      'body isProtected type',
    );
    for (const slug of badSlugs) expectIssues(await create(setting, { name: 'ok', slug }), 'body slug pattern');
    expect(await setting.rows()).to.deep.equal(before);
  });

  const body = { name: 'New', slug: 'new' };
  refusesUnauthorized(world, generation, 'create', { body });
  wantsSecretManager(world, generation, { body });
};

onEachDatabase('createEnvironment', (world) =>
  testCreatingEnvironments(world, { operation: 'createEnvironment', parameter: 'projectId', answered: 'projectId' }),
);

onEachDatabase('createWorkspaceEnvironment', (world) =>
  testCreatingEnvironments(world, {
    operation: 'createWorkspaceEnvironment',
    parameter: 'workspaceId',
    answered: 'workspace',
  }),
);
