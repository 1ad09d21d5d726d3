import { client } from '../../api/client.ts';
import type { FolderRef } from '../../secrets/use-secrets.ts';
import type { ListedImport } from './use-contents.ts';

interface Source {
  readonly environment: string;
  readonly path: string;
  /** Only for a folder of another project. */
  readonly sourceProjectId?: string;
}

export const createImport = ({ projectId, environment, path }: FolderRef, source: Source) =>
  client.POST('/api/v2/secret-imports', {
    body: { projectId, environment, path, import: source, isReplication: false },
  });

export const deleteImport = ({ projectId, environment, path }: FolderRef, { id }: Pick<ListedImport, 'id'>) =>
  client.DELETE('/api/v2/secret-imports/{secretImportId}', {
    params: { path: { secretImportId: id } },
    body: { projectId, environment, path },
  });

export const moveImport = (
  { projectId, environment, path }: FolderRef,
  { id }: Pick<ListedImport, 'id'>,
  position: number,
) =>
  client.PATCH('/api/v2/secret-imports/{secretImportId}', {
    params: { path: { secretImportId: id } },
    body: { projectId, environment, path, import: { position } },
  });

/** Creates an import again that was deleted, at the position that it had. */
export const restoreImport = async (folder: FolderRef, imported: ListedImport): Promise<void> => {
  const { importEnv, importPath, position } = imported;
  const isOwn = importEnv.projectId === folder.projectId;
  const source = { environment: importEnv.slug, path: importPath };
  const { secretImport } = await createImport(
    folder,
    isOwn ? source : { ...source, sourceProjectId: importEnv.projectId },
  );
  await moveImport(folder, secretImport, position);
};
