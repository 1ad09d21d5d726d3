import type { EnvironmentRow } from '../../../access/environment.ts';
import type { FolderRow } from '../folders/store.ts';
import { folderView, folderWithPathView } from '../folders/view.ts';
import { importView, type VisibleImport } from '../secret-imports/view.ts';
import { isEmptyFor } from '../secrets/reading/readable-secret.ts';
import { secretView, type DecryptedSecret } from '../secrets/view.ts';
import type { Cell } from './cells.ts';
import type { CellToShow } from './content.ts';
import type { SecretName } from './store.ts';

/** Shows a secret without its value. */
export const foundSecretView = (decrypted: DecryptedSecret, { secret }: CellToShow<unknown>) => {
  const { secretValue: _, ...view } = secretView(decrypted);
  return { ...view, secretValueHidden: !secret.isReadable, isEmpty: isEmptyFor(secret) };
};

const overrideView = ({ id, version, createdAt, updatedAt }: SecretName) => ({ id, version, createdAt, updatedAt });

export const overviewSecretView = (decrypted: DecryptedSecret, toShow: CellToShow<Cell>) => {
  const { cell, secret } = toShow;
  const { environment, path } = secret.folder.folderRef;
  const isImported = cell.into.id !== secret.folder.id;
  return {
    ...foundSecretView(decrypted, toShow),
    environment: cell.into.folderRef.environment,
    secretPath: cell.into.folderRef.path,
    personalOverride: cell.personal ? overrideView(cell.personal) : null,
    overridesImport: cell.overridesImport,
    importedFrom: isImported ? { projectId: secret.row.projectId, environment, secretPath: path } : null,
  };
};

export interface FolderOfEnvironment {
  readonly folder: FolderRow;
  readonly environment: EnvironmentRow;
}

export const overviewFolderView = ({ folder, environment }: FolderOfEnvironment) => ({
  ...folderView(folder),
  environment: environment.slug,
});

export const foundFolderView = ({ folder, environment }: FolderOfEnvironment) => ({
  ...folderWithPathView(folder),
  environment: environment.slug,
});

export interface ImportOfEnvironment {
  readonly row: VisibleImport;
  readonly environment: EnvironmentRow;
}

/** An import whose source the caller may not see has no name of an environment. */
export const overviewImportView = ({ row, environment }: ImportOfEnvironment) => ({
  ...importView(row),
  environment: environment.slug,
  isAccessRevoked: row.sourceEnvironmentSlug === '',
});
