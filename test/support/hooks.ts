import { removeScratchFolders } from './folders.ts';
import { stopPostgres } from './postgres.ts';
import { stopWorlds } from './world.ts';

export const mochaHooks = {
  async afterAll(): Promise<void> {
    await stopWorlds().finally(stopPostgres).finally(removeScratchFolders);
  },
};
