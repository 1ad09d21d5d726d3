import { setImmediate } from 'node:timers/promises';
import { timestamp } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { neededRootKeyIds } from './root-keys.ts';
import { rotationStatus, type RotationStatus } from './rules.ts';
import { RotationProblem } from './batch.ts';
import { rotationTask, step } from './steps.ts';
import type { RotationProgress } from './store.ts';

export interface RotationState {
  readonly rotation: RotationProgress | undefined;
  readonly status: RotationStatus;
  readonly rootKeyId: string;
  readonly neededRootKeyIds: string[];
}

export const findRotationState = async (scope: Scope): Promise<RotationState> => {
  const { stores, clock, keyring } = scope;
  const rotation = await stores.keyRotation.findProgress();
  return {
    rotation,
    status: rotationStatus(rotation, clock.now()),
    rootKeyId: keyring.current.id,
    neededRootKeyIds: await neededRootKeyIds(scope),
  };
};

/** Starts a rotation, or continues one that stopped; false if one is running. */
const claim = async ({ stores, clock, ids, audit }: Scope, runnerId: string): Promise<boolean> => {
  const last = await stores.keyRotation.find();
  if (rotationStatus(last, clock.now()) === 'running') return false;
  const now = timestamp(clock.now());
  const isContinued = last?.finishedAt === null;
  const rotationId = isContinued ? last.rotationId : ids.uuid();
  if (isContinued) await stores.keyRotation.takeOver(runnerId, now);
  else
    await stores.keyRotation.begin({
      id: 1,
      rotationId,
      startedAt: now,
      finishedAt: null,
      error: null,
      runnerId,
      renewedAt: now,
      projectsDone: 0,
      versionsDone: 0,
    });
  await audit.record({ type: 'start-key-rotation', metadata: { keyRotationId: rotationId, isContinued } });
  return true;
};

const errorMessage = (error: unknown): string =>
  error instanceof RotationProblem || error instanceof ServiceError
    ? error.message
    : 'Something went wrong on the server. Its log says what.';

/** Runs steps until the rotation is finished, another node has taken it over, or the server stops. */
const rotate = async (scope: Scope, runnerId: string, stopping: AbortSignal): Promise<void> => {
  const releaseRotation = (error: string | null): Promise<boolean> =>
    scope.transaction(rotationTask, ({ stores }) => stores.keyRotation.change(runnerId, { runnerId: null, error }));
  try {
    while (!stopping.aborted) {
      if ((await scope.transaction(rotationTask, (tx) => step(tx, runnerId))) !== 'more') return;
      // Let waiting requests run between steps.
      await setImmediate();
    }
    await releaseRotation(null);
  } catch (error) {
    await releaseRotation(errorMessage(error));
    throw error;
  }
};

/** Rotates all keys in the background; does nothing if a rotation is running. */
export const startRotation = async (scope: Scope): Promise<void> => {
  const runnerId = scope.ids.uuid();
  const isOurs = await scope.transaction(rotationTask, (tx) => claim(tx, runnerId));
  if (isOurs) scope.background.start('key rotation', (stopping) => rotate(scope, runnerId, stopping));
};
