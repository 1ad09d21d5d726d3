import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import type { KeyRotationRow } from './store.ts';

/** Whoever has not said for so long that they are at it is taken to be gone. */
const leaseSeconds = 60;

export type RotationStatus = 'idle' | 'running' | 'failed' | 'interrupted';

export const statusOf = (rotation: KeyRotationRow | undefined, now: Date): RotationStatus => {
  if (rotation?.finishedAt !== null) return 'idle';
  if (rotation.runnerId !== null && rotation.renewedAt > timestamp(secondsAfter(now, -leaseSeconds))) return 'running';
  return rotation.error === null ? 'interrupted' : 'failed';
};
