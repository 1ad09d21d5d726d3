import { changingFolders } from '../../support/folder-suites.ts';
import { newer } from '../../support/secret-folders.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('updateFolder', (world) => changingFolders(world, newer('updateFolder')));
