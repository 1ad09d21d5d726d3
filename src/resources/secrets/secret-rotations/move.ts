import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { UniqueViolation } from '../../../platform/db/errors.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { requireFormerNames } from '../folders/contents.ts';
import { inBody, readPath } from '../folders/rules.ts';
import { recordEffects } from '../secrets/effects.ts';
import { refuseTaken, requireSecretAction } from '../secrets/guard.ts';
import { findByIdsInFolder, findByNames, findFolder } from '../secrets/writing/find.ts';
import { relocate } from '../secrets/writing/move.ts';
import { findRotationAgain, type FoundRotation } from './find.ts';
import { placeOf, refuseRunning, rotationFields } from './guard.ts';
import { record } from './record.ts';
import { secretIdsOf } from './remove.ts';
import type { SecretRotation } from './store.ts';

type Body = Request<'moveSecretRotation'>['body'];

/** Moves the rotation with its two secrets, whose values others may read at the destination. */
export const moveRotation = async (scope: Scope, found: FoundRotation, body: Body): Promise<SecretRotation> => {
  const { project } = found;
  const destinationRef = {
    environment: body.destinationEnvironment,
    path: readPath(body.destinationSecretPath, inBody('destinationSecretPath')),
  };
  project.require('create', 'secret-rotation', rotationFields(destinationRef, found.rotation.connectionId));
  const work = scope.transaction(ofProject(project.row), async (tx) => {
    const before = await findRotationAgain(tx, 'delete', found);
    refuseRunning(before, timestamp(tx.clock.now()));
    const source = { id: before.folderId, ...placeOf(before) };
    const destination = await findFolder(tx, project.row.id, destinationRef);
    if (destination.id === source.id) throw badRequest('The rotation is in this folder already.');
    const secrets = [...(await findByIdsInFolder(tx, source, secretIdsOf(before))).values()];
    for (const { row, tags } of secrets) {
      for (const action of ['readValue', 'delete']) requireSecretAction(project, action, source, row.key, tags);
      requireSecretAction(project, 'create', destination, row.key, tags);
    }
    await requireFormerNames(
      tx,
      project,
      source,
      secrets.map(({ row, tags }) => ({ id: row.id, tags })),
    );
    const keys = secrets.map(({ row }) => row.key);
    refuseTaken([...(await findByNames(tx, destination, '', keys, 'unencrypted')).keys()], destination);
    await relocate(
      tx,
      project.row.id,
      { source, destination },
      secrets.map((secret) => ({ source: secret, target: undefined })),
    );
    await tx.stores.secretRotations.update(before.id, {
      folderId: destination.id,
      updatedAt: timestamp(tx.clock.now()),
    });
    const after = (await tx.stores.secretRotations.find(before.id))!;
    await recordEffects(tx, project.row, [
      { kind: 'secret:delete', folder: source, keys },
      { kind: 'secret:create', folder: destination, keys },
    ]);
    await record(tx, 'move-secret-rotation', before, project.row, {
      destinationEnvironment: destination.environment,
      destinationSecretPath: destination.path,
    });
    return after;
  });
  try {
    return await work;
  } catch (error) {
    if (error instanceof UniqueViolation) throw badRequest('The destination has a rotation of this name already.');
    throw error;
  }
};
