import { expect } from 'chai';
import {
  deletingForGood,
  knowsOnlyItsOwn,
  refusesStrangers,
  wantsSecretManager,
  type Generation,
} from '../../support/environment-suites.ts';
import { newProjectWithEnvironments } from '../../support/environments.ts';
import { expectError, expectIssues } from '../../support/expect.ts';
import { newProjectIdentity } from '../../support/projects.ts';
import { onEachDatabase } from '../../support/world.ts';

const generation: Generation = { operation: 'deleteEnvironment', parameter: 'projectId', answered: 'projectId' };

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

  it('puts it aside for 14 days, keeps its slug, and closes up', async () => {
    const { admin, project, ids, remove, order, entries, rows } = await setting();
    const { status, body } = await world().clock.later(60, () => remove('dev'));
    expect(status).to.equal(200);
    const environment = {
      id: ids.dev,
      name: 'The dev',
      slug: 'dev',
      position: 1,
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

  it('says which machine identity it was', async () => {
    const { organization, project, ids } = await setting();
    const as = await newProjectIdentity(world(), { organization, project }, 'admin');
    const { body } = await world().call('deleteEnvironment', { as, params: { projectId: project.id, id: ids.prod! } });
    expect(body.environment).to.include({ deletedByUserId: null, deletedByIdentityId: as.id });
  });

  it('is mild unless it is told otherwise', async () => {
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

  describe('for good', () => {
    deletingForGood(world, generation, { hardDelete: 'true' });
    refusesStrangers(world, generation, 'delete', { query: { hardDelete: 'true' } });
  });

  refusesStrangers(world, generation, 'delete');
  knowsOnlyItsOwn(world, generation);
  wantsSecretManager(world, generation);
});
