import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { UniqueViolation } from '../../../platform/db/errors.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { inBody, readPath } from '../folders/rules.ts';
import { findUsableConnection } from './connection.ts';
import { findRotationAgain, type FoundRotation } from './find.ts';
import { placeOf, refuseRunning, requireOnRotation } from './guard.ts';
import { isInPlace, nextRotation } from './plan.ts';
import { record } from './record.ts';
import { renameSecrets } from './rename.ts';
import { userKeysOf } from './rules.ts';
import type { SecretRotation, SecretRotationRow } from './store.ts';
import { rotationTypes } from './types/index.ts';

type Body = Request<'updateSecretRotation'>['body'];

/** 400 for another folder: moving has an operation and permissions of its own. */
const refuseMove = (rotation: SecretRotation, { environment, secretPath }: Body): void => {
  const there = placeOf(rotation);
  const path = secretPath === undefined ? there.path : readPath(secretPath, inBody('secretPath'));
  if ((environment ?? there.environment) !== there.environment || path !== there.path)
    throw badRequest('An update does not move a rotation. Use the operation that moves it.');
};

const refuseOtherUsers = (before: SecretRotation, parameters: SecretRotationRow['parameters']): void => {
  const isSame =
    before.parameters.username1 === parameters.username1 && before.parameters.username2 === parameters.username2;
  if (!isSame) throw badRequest('The users of a rotation cannot be changed. Create another rotation for them.');
};

/** The columns of the schedule after the change; another attempt after a failure stays due. */
const schedule = (before: SecretRotation, body: Body, now: Date): Partial<SecretRotationRow> => {
  const { isAutoRotationEnabled, rotationInterval, rotateAtUtc } = body;
  if (isAutoRotationEnabled === undefined && rotationInterval === undefined && !rotateAtUtc) return {};
  const changes = {
    isAutoRotationEnabled: isAutoRotationEnabled ?? before.isAutoRotationEnabled,
    rotationInterval: rotationInterval ?? before.rotationInterval,
    rotateAtHours: rotateAtUtc?.hours ?? before.rotateAtHours,
    rotateAtMinutes: rotateAtUtc?.minutes ?? before.rotateAtMinutes,
  };
  const last = before.lastRotatedAt === null ? now : new Date(before.lastRotatedAt);
  const next = nextRotation(last, changes, true);
  const nextRotationAt = next && timestamp(next);
  // The password of a single user may have changed already, so that the attempt has to be finished in any case.
  const isUnfinished = before.failures > 0 && (changes.isAutoRotationEnabled || isInPlace(before.parameters));
  return { ...changes, nextRotationAt, dueAt: isUnfinished ? before.dueAt : nextRotationAt };
};

export const changeRotation = async (scope: Scope, found: FoundRotation, body: Body): Promise<SecretRotation> => {
  const { project } = found;
  const type = rotationTypes[found.rotation.type];
  const parameters = body.parameters && type.readParameters(body.parameters, found.rotation.parameters);
  const secretsMapping = body.secretsMapping && type.readMapping(body.secretsMapping);
  const { connectionId = found.rotation.connectionId } = body;
  const isElsewhere = connectionId !== found.rotation.connectionId;
  // A statement of the parameters runs with the rights of the connection's user.
  const used = isElsewhere || parameters ? await findUsableConnection(scope, project, connectionId, type) : undefined;
  const connection = isElsewhere ? used : undefined;
  const work = scope.transaction(ofProject(project.row), async (tx) => {
    const before = await findRotationAgain(tx, 'edit', found);
    refuseMove(before, body);
    refuseRunning(before, timestamp(tx.clock.now()));
    if (connection) requireOnRotation(project, 'edit', { ...before, connectionId: connection.id });
    if (parameters) refuseOtherUsers(before, parameters);
    if (secretsMapping) await renameSecrets(tx, project, before, secretsMapping);
    const changes: Partial<SecretRotationRow> = {
      ...(body.name !== undefined && { name: body.name }),
      ...(body.description !== undefined && { description: body.description }),
      ...(connection && { connectionId: connection.id }),
      ...(parameters && { parameters }),
      ...(secretsMapping && { secretsMapping }),
      ...schedule(before, body, tx.clock.now()),
    };
    const isChanged = Object.keys(changes).length > 0;
    if (isChanged) {
      await tx.stores.secretRotations.update(before.id, { ...changes, updatedAt: timestamp(tx.clock.now()) });
      if (connection)
        await tx.stores.secretRotations.setUsers(before.id, connection.id, userKeysOf(before.type, before.parameters));
    }
    const after = (await tx.stores.secretRotations.find(before.id))!;
    const { dueAt: _due, ...shown } = changes;
    await record(tx, 'update-secret-rotation', after, project.row, shown);
    return after;
  });
  try {
    return await work;
  } catch (error) {
    if (error instanceof UniqueViolation)
      throw badRequest('Another rotation of the folder has this name, or one of the connection changes these users.');
    throw error;
  }
};
