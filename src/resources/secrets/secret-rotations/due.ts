import { timestamp } from '../../../platform/clock.ts';
import { TargetError } from '../../../platform/targets/errors.ts';
import type { Log } from '../../../platform/log.ts';
import type { PublicScope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { removeCreatedUsers } from './created-users.ts';
import { nextAttempt } from './plan.ts';
import { rotate } from './run.ts';
import type { DueRotation, SecretRotation } from './store.ts';

/** How many rotations are looked for, and worked on at once: those of a system that is away wait for a while. */
const batch = 100;
const atOnce = 4;

/** Deletes a rotation whose creation was interrupted, with the users that were created for it: nobody has seen it. */
const deleteUnfinished = async (scope: PublicScope, { id, ...of }: DueRotation): Promise<boolean> => {
  const key = ofProject({ id: of.projectId, organizationId: of.organizationId });
  const isUnfinished = (rotation: SecretRotation | undefined, { clock }: PublicScope): boolean =>
    rotation?.usernameSecretId === null && rotation.dueAt! <= timestamp(clock.now());
  const rotation = await scope.stores.secretRotations.find(id);
  if (!rotation || !isUnfinished(rotation, scope)) return false;
  const connection = await scope.stores.appConnections.findInOrganization(of.organizationId, rotation.connectionId);
  try {
    await removeCreatedUsers(scope, connection!, rotation.parameters);
  } catch (error) {
    if (!(error instanceof TargetError)) throw error;
    await scope.transaction(key, async (tx) => {
      const failures = rotation.failures + 1;
      const dueAt = timestamp(nextAttempt(tx.clock.now(), failures));
      await tx.stores.secretRotations.update(id, { failures, dueAt });
    });
    return true;
  }
  await scope.transaction(key, async (tx) => {
    if (isUnfinished(await tx.stores.secretRotations.find(id), tx)) await tx.stores.secretRotations.delete(id);
  });
  return true;
};

const workOn = async (scope: PublicScope, due: DueRotation, log: Log): Promise<boolean> => {
  try {
    if (await deleteUnfinished(scope, due)) return true;
    return (await rotate(scope, due, 'server')) !== 'nothing';
  } catch (err) {
    log.warn({ err, rotation: due.id }, 'rotation interrupted');
    return false;
  }
};

/** Makes every due rotation once, whichever node is first; returns how many. */
export const rotateDue = async (scope: PublicScope, log: Log): Promise<number> => {
  const due = await scope.stores.secretRotations.listDue(timestamp(scope.clock.now()), batch);
  let count = 0;
  const next = async (): Promise<void> => {
    for (let one = due.shift(); one; one = due.shift()) if (await workOn(scope, one, log)) count += 1;
  };
  await Promise.all(Array.from({ length: atOnce }, next));
  return count;
};
