import { expect } from 'chai';
import type { Rule } from '../../../src/access/rule.ts';
import { newProjectWithEnvironments, type TestEnvironments } from '../../support/fixtures/environments.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { deny, newProjectWithSecrets, newSecret, rule, unchanged } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { onEachDatabase, type World } from '../../support/world/world.ts';
import {
  type Generation,
  findsOnlyOwnEnvironments,
  notDeleted,
  refusesUnauthorized,
  start,
  unmarked,
  wantsSecretManager,
} from './checks.ts';

const testPermanentDeletion = (world: () => World, generation: Generation, query?: Record<string, string>): void => {
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

  it('permanently deletes the environment, releases the slug, and renumbers the others', async () => {
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
        ...unmarked,
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

  it('permanently deletes a soft-deleted environment, without renumbering', async () => {
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

  it('requires the permission to delete everything in it, also if it is soft deleted', async () => {
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
        for (const rules of attempts) expectError(await attempt(rules), 403, 'PermissionDenied', /delete secret/);
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

  it('accepts a body, which some clients send', async () => {
    const setting = await newProjectWithEnvironments(world());
    expect((await remove(setting, 'prod', { anything: true })).status).to.equal(200);
  });
};

const current: Generation = { operation: 'deleteEnvironment', parameter: 'projectId', answered: 'projectId' };

const legacy: Generation = {
  operation: 'deleteWorkspaceEnvironment',
  parameter: 'workspaceId',
  answered: 'workspace',
};

onEachDatabase('deleteEnvironment', (world) => {
  const setting = async () => {
    const made = await newProjectWithEnvironments(world());
    const remove = (slug: string, query?: Record<string, string>) =>
      world().call('deleteEnvironment', {
        as: made.admin,
        params: { projectId: made.project.id, id: made.ids[slug]! },
        ...(query && { query }),
      });
    return { ...made, remove };
  };

  it('soft deletes the environment for 14 days, reserves its slug, and renumbers the others', async () => {
    const { admin, project, ids, remove, order, entries, rows } = await setting();
    const { status, body } = await world().clock.later(60, () => remove('dev'));
    expect(status).to.equal(200);
    const environment = {
      id: ids.dev,
      name: 'The dev',
      slug: 'dev',
      position: 1,
      ...unmarked,
      projectId: project.id,
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-01T00:01:00.000Z',
      softDeletedAt: '2030-01-01T00:01:00.000Z',
      deleteAfter: '2030-01-15T00:01:00.000Z',
      deletedByUserId: admin.id,
      deletedByIdentityId: null,
    };
    expect(body).to.deep.equal({
      message: 'The environment was deleted. It can be restored for 14 days.',
      projectId: project.id,
      environment,
    });
    expect(await order()).to.equal('staging prod');
    expect((await rows()).find(({ slug }) => slug === 'dev')).to.deep.equal(environment);
    const [entry, ...more] = await entries();
    expect(more).to.deep.equal([]);
    expect(entry).to.include({ eventType: 'delete-environment', actorId: admin.id, operation: 'deleteEnvironment' });
    expect(entry.eventMetadata).to.deep.equal({
      environmentId: ids.dev,
      name: 'The dev',
      slug: 'dev',
      hardDelete: false,
    });
  });

  it('shows which machine identity deleted it', async () => {
    const { organization, project, ids } = await setting();
    const as = await newProjectIdentity(world(), { organization, project }, 'admin');
    const { body } = await world().call('deleteEnvironment', { as, params: { projectId: project.id, id: ids.prod! } });
    expect(body.environment).to.include({ deletedByUserId: null, deletedByIdentityId: as.id });
  });

  it('soft deletes by default', async () => {
    const { remove, rows } = await setting();
    for (const [slug, hardDelete] of Object.entries({ dev: 'false', staging: '' })) {
      expect((await remove(slug, { hardDelete })).body.environment.softDeletedAt).to.equal('2030-01-01T00:00:00.000Z');
    }
    expectIssues(await remove('prod', { hardDelete: 'perhaps' }), 'query hardDelete enum');
    expect(await rows()).to.have.length(3);
  });

  it('deletes nothing twice', async () => {
    const { remove, rows } = await setting();
    await remove('dev');
    const before = await rows();
    await world().clock.later(60, async () => expectError(await remove('dev'), 404, 'NotFound'));
    expect(await rows()).to.deep.equal(before);
  });

  describe('permanently', () => {
    testPermanentDeletion(world, current, { hardDelete: 'true' });
    refusesUnauthorized(world, current, 'delete', { query: { hardDelete: 'true' } });
  });

  refusesUnauthorized(world, current, 'delete');
  findsOnlyOwnEnvironments(world, current);
  wantsSecretManager(world, current);
});

onEachDatabase('deleteWorkspaceEnvironment', (world) => {
  testPermanentDeletion(world, legacy);
  refusesUnauthorized(world, legacy, 'delete');
  wantsSecretManager(world, legacy);

  it('always deletes permanently', async () => {
    const { admin, project, ids, rows } = await newProjectWithEnvironments(world());
    const params = { workspaceId: project.id, id: ids.dev! };
    expect(
      (await world().call('deleteWorkspaceEnvironment', { as: admin, params, query: { hardDelete: 'false' } })).status,
    ).to.equal(200);
    expect(await rows()).to.have.length(2);
  });

  it('does not find unknown environments, or those of another project', async () => {
    const { admin, project, ids, rows } = await newProjectWithEnvironments(world());
    const otherProject = await newProjectWithEnvironments(world());
    for (const id of [otherProject.ids.dev!, 'not-an-id']) {
      expectError(
        await world().call('deleteWorkspaceEnvironment', { as: admin, params: { workspaceId: project.id, id } }),
        404,
        'NotFound',
      );
    }
    expectError(
      await world().call('deleteWorkspaceEnvironment', {
        as: admin,
        params: { workspaceId: otherProject.project.id, id: ids.dev! },
      }),
      404,
      'NotFound',
    );
    expect([(await rows()).length, (await otherProject.rows()).length]).to.deep.equal([3, 3]);
  });
});
