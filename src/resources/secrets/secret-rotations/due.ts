import { timestamp } from '../../../platform/clock.ts';
import type { Log } from '../../../platform/log.ts';
import type { PublicScope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { rotate } from './run.ts';
import type { DueRotation } from './store.ts';

/** How many rotations are looked for, and worked on at once: those of a system that is away wait for a while. */
const batch = 100;
const atOnce = 4;

/** Deletes a rotation whose creation was interrupted: nobody has seen it. */
const deleteUnfinished = (scope: PublicScope, { id, ...of }: DueRotation): Promise<boolean> =>
  scope.transaction(ofProject({ id: of.projectId, organizationId: of.organizationId }), async (tx) => {
    const rotation = await tx.stores.secretRotations.find(id);
    const isUnfinished = rotation?.usernameSecretId === null && rotation.dueAt! <= timestamp(tx.clock.now());
    if (isUnfinished) await tx.stores.secretRotations.delete(id);
    return isUnfinished;
  });

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
