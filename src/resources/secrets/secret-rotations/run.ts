import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { generatePassword } from '../../../platform/crypto/generated-passwords.ts';
import { badRequest } from '../../../platform/errors.ts';
import { TargetError } from '../../../platform/targets/errors.ts';
import type { PublicScope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { findDataKey, findEncryptionKey } from '../../project/data-keys/encryption.ts';
import { openPassword } from '../app-connections/encryption.ts';
import type { AppConnectionRow } from '../app-connections/store.ts';
import { canLogIn, messageOf, openConnection } from '../app-connections/use.ts';
import { writeRotatedValues } from '../secrets/writing/rotate.ts';
import { openPasswords, sealPasswords, type RotationPasswords } from './encryption.ts';
import { recordFailure } from './failure.ts';
import { rotationNotFound } from './find.ts';
import { refuseRunning, requireUngoverned } from './guard.ts';
import { nextIndex, nextRotation, usernameAt } from './plan.ts';
import { record, type Initiator } from './record.ts';
import { requirementsOf } from './rules.ts';
import type { DueRotation, SecretRotation } from './store.ts';

/** After this time a run that has not ended was interrupted; it is longer than everything that a run does may take. */
export const runSeconds = 120;

/** A rotation in progress: what it sets, and for whom. */
interface Run {
  readonly runId: string;
  readonly rotation: SecretRotation;
  readonly connection: AppConnectionRow;
  readonly username: string;
  readonly password: string;
  /** Whether an earlier run has stored the new password, so that the system may have it. */
  readonly isContinued: boolean;
}

/** Another run, or somebody, has changed the rotation meanwhile, so that this run must not end it. */
class Superseded extends Error {
  override readonly name = 'Superseded';
}

export const passwordsOf = async (
  tx: Pick<PublicScope, 'stores' | 'dataKeys'>,
  rotation: SecretRotation,
): Promise<RotationPasswords> => openPasswords(await findDataKey(tx, rotation.dataKeyId), rotation);

/** Stores the new password before the system is asked to set it; undefined if there is nothing to do for the server. */
const begin = (scope: PublicScope, { id, ...of }: DueRotation, initiator: Initiator): Promise<Run | undefined> =>
  scope.transaction(ofProject({ id: of.projectId, organizationId: of.organizationId }), async (tx) => {
    const rotation = await tx.stores.secretRotations.find(id);
    const now = tx.clock.now();
    if (initiator === 'caller') {
      if (!rotation) throw rotationNotFound();
      refuseRunning(rotation, timestamp(now));
      await requireUngoverned(tx, rotation);
    } else if (!rotation || rotation.dueAt === null || rotation.dueAt > timestamp(now)) return undefined;
    const before = await passwordsOf(tx, rotation);
    const password = before.pending ?? generatePassword(requirementsOf(rotation.parameters));
    const key = await findEncryptionKey(tx, rotation.projectId);
    const changes = {
      ...sealPasswords(key, id, { ...before, pending: password }),
      runId: tx.ids.uuid(),
      dueAt: timestamp(secondsAfter(now, runSeconds)),
      lastRotationAttemptedAt: timestamp(now),
    };
    await tx.stores.secretRotations.update(id, changes);
    return {
      runId: changes.runId,
      rotation: { ...rotation, ...changes },
      connection: (await tx.stores.appConnections.findInOrganization(of.organizationId, rotation.connectionId))!,
      username: usernameAt(rotation.parameters, nextIndex(rotation)),
      password,
      isContinued: before.pending !== null,
    };
  });

/** Makes the new password of the user the valid one, and logs in with it. */
const changeInSystem = async (scope: PublicScope, { rotation, connection, ...run }: Run): Promise<void> => {
  const { app, system, admin } = await openConnection(scope, connection);
  const user = { username: run.username, password: run.password };
  if (run.isContinued && (await canLogIn(app, system, user))) return;
  await app.setPassword(system, admin, user, rotation.parameters);
  await app.logIn(system, user);
};

/** Ends a run in a transaction, unless something else has taken over meanwhile. */
const end = (
  scope: PublicScope,
  { runId, rotation: { id, projectId, organizationId } }: Run,
  work: (tx: PublicScope, rotation: SecretRotation) => Promise<void>,
): Promise<void> =>
  scope.transaction(ofProject({ id: projectId, organizationId }), async (tx) => {
    const rotation = await tx.stores.secretRotations.find(id);
    if (rotation?.runId !== runId) throw new Superseded();
    await work(tx, rotation);
  });

/** Writes both secrets, and stores the password as that of the active user, in one transaction. */
const succeed = (scope: PublicScope, run: Run, initiator: Initiator): Promise<void> =>
  end(scope, run, async (tx, rotation) => {
    const { id, projectId, organizationId, folderId } = rotation;
    const project = (await tx.stores.projects.findById(organizationId, projectId))!;
    const { known } = await passwordsOf(tx, rotation);
    const activeIndex = nextIndex(rotation);
    const folder = { id: folderId, environment: rotation.environmentSlug, path: rotation.path };
    // The system has the new password already.
    tx.changeControl.exempt();
    await writeRotatedValues(
      tx,
      project,
      folder,
      new Map([
        [rotation.usernameSecretId!, run.username],
        [rotation.passwordSecretId!, run.password],
      ]),
    );
    const now = tx.clock.now();
    const next = nextRotation(now, rotation, initiator === 'server');
    const nextRotationAt = next && timestamp(next);
    const key = await findEncryptionKey(tx, projectId);
    const passwords = { known: known.with(activeIndex, run.password), pending: null };
    await tx.stores.secretRotations.update(id, {
      ...sealPasswords(key, id, passwords),
      activeIndex,
      rotationStatus: 'success',
      lastRotatedAt: timestamp(now),
      isLastRotationManual: initiator === 'caller',
      lastRotationMessage: null,
      nextRotationAt,
      dueAt: nextRotationAt,
      failures: 0,
      runId: null,
    });
    const { connectionId, parameters, secretsMapping } = rotation;
    await record(
      tx,
      'secret-rotation-rotate-secrets',
      rotation,
      project,
      { connectionId, folderId, parameters, secretsMapping, status: 'success', occurredAt: timestamp(now) },
      initiator,
    );
  });

const unlessSuperseded = async (work: Promise<void>): Promise<void> => {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Superseded)) throw error;
  }
};

/**
 * Changes the password of the next user, and then both secrets; returns why it failed, undefined if it did not. The new
 * password is stored before, so that after a crash at any moment the next run finishes this one: it tries that password
 * first. Nodes exclude each other by `dueAt`; a run that comes back late only sets the same password once more.
 */
export const rotate = async (
  scope: PublicScope,
  due: DueRotation,
  initiator: Initiator,
): Promise<'done' | 'nothing' | 'failed'> => {
  const run = await begin(scope, due, initiator);
  if (!run) return 'nothing';
  try {
    await changeInSystem(scope, run);
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    const message = messageOf(error, [run.password, openPassword(scope.keyring, run.connection)]);
    await unlessSuperseded(end(scope, run, (tx, rotation) => recordFailure(tx, rotation, message, initiator)));
    if (initiator === 'caller') throw badRequest(`The rotation failed: ${message}`);
    return 'failed';
  }
  await unlessSuperseded(succeed(scope, run, initiator));
  return 'done';
};
