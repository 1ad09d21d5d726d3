// What `npm test` runs of the campaign: a few kills, judged by what was lost and never by time.
import { Site } from './site.mjs';
import { killRepeatedly } from './scenarios/kills.mjs';

export { compare, Model, settle } from './model.mjs';
export { Site };

/** Kills under load, at the start and while keys are rotated. Gives a line for each problem. */
export const shortRun = (storage, nodeCount, cycles) => killRepeatedly(new Site({ ...storage }, nodeCount), { cycles });
