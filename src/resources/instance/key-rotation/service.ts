import { setImmediate } from 'node:timers/promises';
import { timestamp } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { neededRootKeyIds } from './root-keys.ts';
import { statusOf, type RotationStatus } from './rules.ts';
import { RotationProblem, step } from './steps.ts';
import type { KeyRotationRow } from './store.ts';

export interface RotationState {
  readonly rotation: KeyRotationRow | undefined;
  readonly status: RotationStatus;
  readonly left: { readonly projects: number; readonly versions: number };
  readonly rootKeyId: string;
  readonly neededRootKeyIds: string[];
}

export const rotationState = async (scope: Scope): Promise<RotationState> => {
  const { stores, clock, keyring } = scope;
  const rotation = await stores.keyRotation.find();
  return {
    rotation,
    status: statusOf(rotation, clock.now()),
    left: await stores.keyRotation.left(),
    rootKeyId: keyring.current.id,
    neededRootKeyIds: await neededRootKeyIds(scope),
  };
};

/** Begins a rotation, or takes over one that came to no end. False if somebody is at it. */
const claim = async ({ stores, clock, ids, audit }: Scope, runnerId: string): Promise<boolean> => {
  await stores.instance.lock();
  const last = await stores.keyRotation.lock();
  if (statusOf(last, clock.now()) === 'running') return false;
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

const inPlainWords = (error: unknown): string =>
  error instanceof RotationProblem || error instanceof ServiceError
    ? error.message
    : 'Something went wrong on the server. Its log says what.';

/** Step by step, until all is done, somebody else goes on with it, or the server stops. */
const rotate = async (scope: Scope, runnerId: string, stopping: AbortSignal): Promise<void> => {
  const letGo = (error: string | null): Promise<boolean> =>
    scope.transaction(({ stores }) => stores.keyRotation.change(runnerId, { runnerId: null, error }));
  try {
    while (!stopping.aborted) {
      if ((await scope.transaction((tx) => step(tx, runnerId))) !== 'more') return;
      // Everybody else first.
      await setImmediate();
    }
    await letGo(null);
  } catch (error) {
    await letGo(inPlainWords(error));
    throw error;
  }
};

/** Rotates all keys, in the background. Does nothing if that is under way. */
export const startRotation = async (scope: Scope): Promise<void> => {
  const runnerId = scope.ids.uuid();
  const isOurs = await scope.transaction((tx) => claim(tx, runnerId));
  if (isOurs) scope.background.start('key rotation', (stopping) => rotate(scope, runnerId, stopping));
};
