import { atEnd } from './at-end.ts';
import { removeScratchFolders } from './folders.ts';
import { stopPostgres } from './postgres.ts';
import { stopWorlds } from './world.ts';

/** Stops and removes everything that the tests of this process have started and created. */
export const stopAll = (): Promise<void> =>
  Promise.all(atEnd.splice(0).map((close) => close()))
    .then(stopWorlds)
    .finally(stopPostgres)
    .finally(removeScratchFolders);

export const mochaHooks = {
  afterAll: stopAll,
};
