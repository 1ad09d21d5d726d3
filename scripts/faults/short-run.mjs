// The part of the campaign that `npm test` runs: a few kills, which fail if anything was lost, never because of time.
import { Site } from './site.mjs';
import { killRepeatedly } from './scenarios/kills.mjs';

export { compare, Model, settle } from './model.mjs';
export { Site };

/** Kills under load, at the start and during key rotation. Returns a line for each problem. */
export const shortRun = (storage, nodeCount, cycles) => killRepeatedly(new Site(storage, nodeCount), { cycles });
