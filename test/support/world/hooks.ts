import { removeScratchFolders } from './folders.ts';
import { stopPostgres } from './postgres.ts';
import { stopWorlds } from './world.ts';

/** Stops and removes all that the tests of this process have started and made. */
export const letGo = (): Promise<void> => stopWorlds().finally(stopPostgres).finally(removeScratchFolders);

export const mochaHooks = {
  async afterAll(this: Mocha.Context): Promise<void> {
    // Dozens of servers and databases go here, perhaps on a busy machine.
    this.timeout(180_000);
    await letGo();
  },
};
