import { creatingFolders } from '../../support/folder-suites.ts';
import { newer } from '../../support/secret-folders.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('createFolder', (world) => creatingFolders(world, newer('createFolder')));
