import { expect } from 'chai';
import {
  deletingForGood,
  refusesStrangers,
  wantsSecretManager,
  type Generation,
} from '../../support/environment-suites.ts';
import { newProjectWithEnvironments } from '../../support/environments.ts';
import { expectError } from '../../support/expect.ts';
import { onEachDatabase } from '../../support/world.ts';

const generation: Generation = {
  operation: 'deleteWorkspaceEnvironment',
  parameter: 'workspaceId',
  answered: 'workspace',
};

onEachDatabase('deleteWorkspaceEnvironment', (world) => {
  deletingForGood(world, generation);
  refusesStrangers(world, generation, 'delete');
  wantsSecretManager(world, generation);

  it('knows nothing of a milder way', async () => {
    const { admin, project, ids, rows } = await newProjectWithEnvironments(world());
    const params = { workspaceId: project.id, id: ids.dev! };
    expect(
      (await world().call('deleteWorkspaceEnvironment', { as: admin, params, query: { hardDelete: 'false' } })).status,
    ).to.equal(200);
    expect(await rows()).to.have.length(2);
  });

  it('knows no environment of another project, and none that does not exist', async () => {
    const { admin, project, ids, rows } = await newProjectWithEnvironments(world());
    const elsewhere = await newProjectWithEnvironments(world());
    for (const id of [elsewhere.ids.dev!, 'not-an-id']) {
      expectError(
        await world().call('deleteWorkspaceEnvironment', { as: admin, params: { workspaceId: project.id, id } }),
        404,
        'NotFound',
      );
    }
    expectError(
      await world().call('deleteWorkspaceEnvironment', {
        as: admin,
        params: { workspaceId: elsewhere.project.id, id: ids.dev! },
      }),
      404,
      'NotFound',
    );
    expect([(await rows()).length, (await elsewhere.rows()).length]).to.deep.equal([3, 3]);
  });
});
