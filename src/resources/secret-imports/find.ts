import type { ProjectAccess } from '../../access/project-access.ts';
import { notFound } from '../../platform/errors.ts';
import type { Scope } from '../../scope.ts';
import { requireFolderAt } from '../folders/guard.ts';
import type { Place } from '../folders/rules.ts';
import { folderThing } from '../secrets/thing.ts';
import type { ImportingFolder, PlacedImport } from './store.ts';

/** What a folder imports, in order. */
export const importsOf = async ({ stores }: Pick<Scope, 'stores'>, project: ProjectAccess, place: Place): Promise<PlacedImport[]> => {
  project.require('read', 'secret-imports', folderThing(place));
  const folder = await requireFolderAt(stores, project.project.id, place);
  return stores.secretImports.listIn(folder.id);
};

/** The import of that id, with where it is. */
export const importOfId = async ({ access, stores }: Pick<Scope, 'access' | 'stores'>, id: string): Promise<{ row: PlacedImport; folder: ImportingFolder }> => {
  const folder = await stores.secretImports.findFolderOf(access.organization.id, id);
  if (!folder) throw notFound('There is no such import.');
  const project = await access.inProject(folder.projectId);
  project.require('read', 'secret-imports', folderThing({ environment: folder.environmentSlug, path: folder.path }));
  const row = await stores.secretImports.findIn(folder.folderId, id);
  if (!row) throw notFound('There is no such import.');
  return { row, folder };
};
