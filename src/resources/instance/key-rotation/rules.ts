import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import type { KeyRotationRow } from './store.ts';

/** A runner that has not renewed its lease for this long counts as stopped. */
const leaseSeconds = 60;

export type RotationStatus = 'idle' | 'running' | 'failed' | 'interrupted';

export const rotationStatus = (rotation: KeyRotationRow | undefined, now: Date): RotationStatus => {
  if (rotation?.finishedAt !== null) return 'idle';
  if (rotation.runnerId !== null && rotation.renewedAt > timestamp(secondsAfter(now, -leaseSeconds))) return 'running';
  return rotation.error === null ? 'interrupted' : 'failed';
};
