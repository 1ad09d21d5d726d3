import { itListsImportedSecrets } from '../../support/imported-secrets.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('listLegacyImportedSecrets', (world) =>
  itListsImportedSecrets(world, 'listLegacyImportedSecrets', 'workspaceId'),
);
