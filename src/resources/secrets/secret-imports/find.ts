import type { ProjectAccess } from '../../../access/project-access.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireFolderAt } from '../folders/guard.ts';
import type { FolderRef } from '../folders/rules.ts';
import { mayReadIn, orUndefined } from '../secrets/reading/other-projects.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import type { ImportingFolder, ImportWithSource } from './store.ts';
import type { VisibleImport } from './view.ts';

const nobody = '00000000-0000-0000-0000-000000000000';

/** Replaces the source of an import for callers who may not read anything there. */
const hiddenSource = {
  sourceProjectId: nobody,
  sourceProjectName: '',
  sourcePath: '',
  sourceEnvironmentId: nobody,
  sourceEnvironmentName: '',
  sourceEnvironmentSlug: '',
};

/** Hides the source of each import from another project, unless the caller may read something there. */
export const visibleImports = async (
  { access }: Pick<Scope, 'access'>,
  { row: project }: ProjectAccess,
  rows: readonly ImportWithSource[],
): Promise<VisibleImport[]> => {
  const others = new Map<string, ProjectAccess | undefined>();
  const visible: VisibleImport[] = [];
  for (const row of rows) {
    const { sourceProjectId: id, sourceEnvironmentSlug: environment, sourcePath: path } = row;
    if (id === project.id) {
      visible.push({ ...row, sourceProjectName: project.name });
      continue;
    }
    if (!others.has(id)) others.set(id, await orUndefined(access.inProject(id)));
    const other = others.get(id);
    visible.push(
      other && mayReadIn(other, { environment, path })
        ? { ...row, sourceProjectName: other.row.name }
        : { ...row, ...hiddenSource },
    );
  }
  return visible;
};

/** Lists the imports of a folder, in order. */
export const listImports = async (
  scope: Pick<Scope, 'access' | 'stores'>,
  project: ProjectAccess,
  folderRef: FolderRef,
): Promise<VisibleImport[]> => {
  project.require('read', 'secret-imports', folderSubjectFields(folderRef));
  const folder = await requireFolderAt(scope.stores, project.row.id, folderRef);
  return visibleImports(scope, project, await scope.stores.secretImports.listIn(folder.id));
};

/** Finds the import by id, with its folder; 404 if it does not exist. */
export const findImportById = async (
  { access, stores }: Pick<Scope, 'access' | 'stores'>,
  id: string,
): Promise<{ row: VisibleImport; folder: ImportingFolder }> => {
  const folder = await stores.secretImports.findFolderOf(access.organization.id, id);
  if (!folder) throw notFound('Import not found.');
  const project = await access.inProject(folder.projectId);
  project.require(
    'read',
    'secret-imports',
    folderSubjectFields({ environment: folder.environmentSlug, path: folder.path }),
  );
  const row = await stores.secretImports.findIn(folder.folderId, id);
  if (!row) throw notFound('Import not found.');
  return { row: (await visibleImports({ access }, project, [row]))[0]!, folder };
};
