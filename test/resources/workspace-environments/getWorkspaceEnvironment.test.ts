import { expect } from 'chai';
import { knowsOnlyItsOwn, refusesStrangers, type Generation } from '../../support/environment-suites.ts';
import { newProjectWithEnvironments } from '../../support/environments.ts';
import { onEachDatabase } from '../../support/world.ts';

const generation: Generation = { operation: 'getWorkspaceEnvironment', parameter: 'workspaceId', answered: 'workspace' };

onEachDatabase('getWorkspaceEnvironment', (world) => {
  it('answers with all of it', async () => {
    const { admin, project, ids, entries } = await newProjectWithEnvironments(world());
    const { status, body } = await world().call('getWorkspaceEnvironment', { as: admin, params: { workspaceId: project.id, id: ids.staging! } });
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

  refusesStrangers(world, generation, 'read');
  knowsOnlyItsOwn(world, generation);
});
