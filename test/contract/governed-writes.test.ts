import { expect } from 'chai';
import { operations, type OperationId } from '../../generated/operations.ts';
import { timestamp } from '../../src/platform/clock.ts';
import { createStores } from '../../src/stores.ts';
import { ofProject } from '../../src/transaction-keys.ts';
import { storeChangePolicy } from '../support/fixtures/change-policies.ts';
import { addToProject } from '../support/fixtures/projects.ts';
import { successfulCall } from '../support/fixtures/successful-calls.ts';
import type { TestObjects } from '../support/fixtures/test-objects.ts';
import { shareOf } from '../support/world/cases.ts';
import { onEachDatabase, type World } from '../support/world/world.ts';

/** They delete a whole project, with its policies. */
const whole: readonly OperationId[] = ['deleteProject', 'deleteWorkspace', 'deleteWorkspaceBySlug'];

const ids = (Object.keys(operations) as OperationId[]).filter(
  (id) =>
    operations[id].method !== 'GET' &&
    !operations[id].isPublic &&
    // A stream does not end.
    operations[id].responseType === 'application/json' &&
    ['secrets', 'project'].includes(operations[id].area) &&
    !whole.includes(id),
);

/** Everything that programs get from the project's folders, and the folders themselves as far as they show it. */
const readShown = async ({ server: { parts } }: World, projectId: string): Promise<unknown> => {
  const { read } = parts.database;
  return Promise.all([
    read('secrets as s')
      .join('secret_folders as f', 'f.id', 's.folderId')
      .join('project_environments as e', 'e.id', 'f.environmentId')
      .where({ 's.projectId': projectId, 's.ownerId': '' })
      .orderBy('s.id')
      .select('s.id', 's.key', 's.version', 's.folderId', 'f.path', 'e.id as environmentId', 'e.softDeletedAt'),
    read('secret_imports').where({ projectId }).orderBy('id').select('id', 'folderId', 'sourceFolderId', 'position'),
  ]);
};

/** The operations that change what the folders show, if nothing governs them. */
const writers = new Set<OperationId>();

onEachDatabase('under a policy that governs everything', (shared, kind) => {
  /** Calls the operation as a user, as a machine identity and, where it may, with a service token. */
  const callAsEverybody = async (
    world: World,
    id: OperationId,
    { organization, project, serviceToken }: TestObjects,
    request: object,
  ): Promise<void> => {
    const machine = await world.newIdentity(organization, 'admin');
    await addToProject(world, project, machine, 'admin');
    await world.call(id, request);
    await world.call(id, { ...request, as: machine });
    if (operations[id].actors.includes('service')) await world.call(id, { ...request, as: serviceToken });
  };

  for (const id of shareOf(ids, kind)) {
    it(`${id} changes no secret, whoever calls it`, async () => {
      const { world, objects, request } = await successfulCall(shared(), id, kind);
      const { project, ids: known } = objects;
      const policy = await storeChangePolicy(world, project, {
        environmentIds: [known.environmentId!],
        bypassForMachineIdentities: false,
        // The administrator approves, but nobody has yet.
        approvers: [objects.admin],
      });
      const before = await readShown(world, project.id);
      await callAsEverybody(world, id, objects, request);
      expect(await readShown(world, project.id)).to.deep.equal(before);

      const { clock, database } = world.server.parts;
      await database.transaction(ofProject(project), ({ db }) =>
        createStores(db).approvalPolicies.delete(policy, timestamp(clock.now())),
      );
      await world.call(id, request);
      if (JSON.stringify(await readShown(world, project.id)) !== JSON.stringify(before)) writers.add(id);
    });
  }
});

describe('writes of secrets in the contract', () => {
  it('are tried by the tests above', () => {
    expect([...writers]).to.include.members([
      'createRawSecret',
      'createSecret',
      'createSecretImport',
      'createSecrets',
      'deleteRawSecret',
      'deleteSecret',
      'deleteSecrets',
      'updateRawSecret',
      'updateSecret',
      'updateSecrets',
    ]);
  });
});
