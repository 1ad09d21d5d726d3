import { expect } from 'chai';
import { newProjectWithEnvironments, type TestEnvironments } from '../../support/fixtures/environments.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { onEachDatabase, type World } from '../../support/world/world.ts';
import {
  badSlugs,
  type Generation,
  findsOnlyOwnEnvironments,
  notDeleted,
  refusesUnauthorized,
  start,
  unmarked,
  wantsSecretManager,
} from './checks.ts';

const later = '2030-01-01T00:01:00.000Z';

const testUpdatingEnvironments = (world: () => World, generation: Generation): void => {
  const { operation, parameter, answered } = generation;
  const update = ({ admin, project, ids }: TestEnvironments, slug: string, body?: unknown) =>
    world().call(operation, { as: admin, params: { [parameter]: project.id, id: ids[slug]! }, body });

  it('updates the given fields, keeps the others, and returns the environment', async () => {
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
        ...unmarked,
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
    expect(entry.eventMetadata).to.deep.equal({
      environmentId: ids.staging,
      ...names,
      oldPos: 2,
      newPos: 1,
      oldColor: null,
      newColor: null,
      wasProtected: false,
      isProtected: false,
    });

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

  it('moves it to any position, and renumbers the others', async () => {
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

  it('changes the color and the protection, and nothing else', async () => {
    const setting = await newProjectWithEnvironments(world());
    const { body } = await update(setting, 'prod', { color: 'red', isProtected: true });
    expect(body.environment).to.include({
      name: 'The prod',
      slug: 'prod',
      position: 3,
      color: 'red',
      isProtected: true,
    });
    expect((await update(setting, 'prod', { name: 'Live' })).body.environment).to.include({
      color: 'red',
      isProtected: true,
    });
    const shown = await world().call('getProject', { as: setting.admin, params: { projectId: setting.project.id } });
    expect(shown.body.project.environments).to.deep.equal([
      { id: setting.ids.dev, name: 'The dev', slug: 'dev', ...unmarked },
      { id: setting.ids.staging, name: 'The staging', slug: 'staging', ...unmarked },
      { id: setting.ids.prod, name: 'Live', slug: 'prod', color: 'red', isProtected: true },
    ]);
    expect((await update(setting, 'prod', { color: null })).body.environment).to.include({
      color: null,
      isProtected: true,
    });
    expect((await update(setting, 'prod', { isProtected: false })).body.environment).to.include({ isProtected: false });
    expect((await setting.entries()).map(({ eventMetadata }) => eventMetadata)).to.containSubset([
      { oldColor: null, newColor: 'red', wasProtected: false, isProtected: true },
      { oldColor: 'red', newColor: 'red', oldName: 'The prod', newName: 'Live', wasProtected: true, isProtected: true },
      { oldColor: 'red', newColor: null, wasProtected: true, isProtected: true },
      { oldColor: null, newColor: null, wasProtected: true, isProtected: false },
    ]);
    expectIssues(
      await update(setting, 'prod', { color: '#d92626', isProtected: 'yes' }),
      'body color enum',
      'body isProtected type',
    );
  });

  it('does not move deleted environments', async () => {
    const setting = await newProjectWithEnvironments(world(), ['a', 'b', 'c', 'd']);
    await world().call('deleteEnvironment', {
      as: setting.admin,
      params: { projectId: setting.project.id, id: setting.ids.b! },
    });
    expect((await update(setting, 'a', { position: 4 })).body.environment.position).to.equal(3);
    expect(await setting.order()).to.equal('c d a');
    expect((await setting.rows()).find(({ slug }) => slug === 'b')).to.include({ position: 2 });
  });

  it('does not count an empty request or equal values as a change', async () => {
    const setting = await newProjectWithEnvironments(world());
    const before = await setting.rows();
    await world().clock.later(60, async () => {
      for (const body of [
        undefined,
        {},
        { position: 0 },
        { position: 3 },
        { position: 99 },
        { color: null, isProtected: false },
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

  it('refuses a slug that is in use, or reserved by a deleted environment, and changes nothing', async () => {
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

  it('accepts names and slugs up to their limits', async () => {
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

  refusesUnauthorized(world, generation, 'edit', { body: { name: 'Taken over', position: 1 } });
  findsOnlyOwnEnvironments(world, generation, { body: { name: 'Taken over' } });
  findsOnlyOwnEnvironments(world, generation, { body: { position: 1 } });
  wantsSecretManager(world, generation, { body: { position: 1 } });
};

onEachDatabase('updateEnvironment', (world) =>
  testUpdatingEnvironments(world, { operation: 'updateEnvironment', parameter: 'projectId', answered: 'projectId' }),
);

onEachDatabase('updateWorkspaceEnvironment', (world) =>
  testUpdatingEnvironments(world, {
    operation: 'updateWorkspaceEnvironment',
    parameter: 'workspaceId',
    answered: 'workspace',
  }),
);
