// The part of the campaign that `npm test` runs: a few kills, which fail if anything was lost, never because of time.
import { LeaseSite } from './leases/site.mjs';
import { killRepeatedly } from './scenarios/kills.mjs';
import { killAtSteps } from './scenarios/leases.mjs';
import { Site } from './site.mjs';

export { compare, Model, settle } from './model.mjs';
export { Site };

/** Kills under load, at the start and during key rotation. Returns a line for each problem. */
export const shortRun = (storage, nodeCount, cycles) => killRepeatedly(new Site(storage, nodeCount), { cycles });

/** Kills at a few steps of leases and rotations, from the `first` on. */
export const shortLeaseRun = (storage, nodeCount, first) =>
  killAtSteps(new LeaseSite(storage, nodeCount), { cycles: 2, first });
