import { itListsImportedSecrets } from '../../support/imported-secrets.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('listImportedSecrets', (world) => itListsImportedSecrets(world, 'listImportedSecrets', 'projectId'));
