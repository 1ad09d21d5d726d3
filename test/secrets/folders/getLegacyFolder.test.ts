import { gettingFolders } from '../../support/folder-reads.ts';
import { older } from '../../support/secret-folders.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('getLegacyFolder', (world) => gettingFolders(world, older('getLegacyFolder')));
