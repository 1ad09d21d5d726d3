import { gettingFolders } from '../../support/folder-reads.ts';
import { newer } from '../../support/secret-folders.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('getFolder', (world) => gettingFolders(world, newer('getFolder')));
