import { badRequest } from '../../../../platform/errors.ts';
import { eachYielding, mapYielding, sortYielding } from '../../../../platform/yielding.ts';
import { fitsFilter, type Filter } from './filter.ts';
import type { FolderWithId, FoundSecret } from './readable-secret.ts';
import { isPersonal, type ImportedFolder, type SecretReader } from './reader.ts';
import type { DecryptedSecret } from '../view.ts';

/** The secrets that one import shows. */
export interface ImportedGroup extends ImportedFolder {
  /** The folder that imports. */
  readonly into: FolderWithId;
  readonly secrets: readonly FoundSecret[];
}

export interface ShownImport<T> {
  readonly secretPath: string;
  readonly environment: string;
  readonly folderId: string;
  readonly secrets: T[];
}

/** How a secret is shown in the folder that imports it. */
export type ImportedView<T> = (decrypted: DecryptedSecret, found: FoundSecret, into: FolderWithId) => T;

/** Folders that import each other repeat the same secrets, so that a few stored ones can make a very long response. */
const maxImported = 100_000;

const tooMany = () =>
  badRequest(`There are more than ${maxImported} imported secrets to show. Ask for less at once, or without imports.`);

export const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** Lists the secrets of the imported folder and of those that it imports, each name once. */
const secretsOf = async (reader: SecretReader, source: FolderWithId): Promise<FoundSecret[]> => {
  const byKey = new Map<string, FoundSecret>();
  for (const one of await reader.precedence(source)) {
    await eachYielding(await reader.contents([one]), (secret) => {
      if (!isPersonal(secret) && !byKey.has(secret.row.key)) byKey.set(secret.row.key, secret);
    });
  }
  return sortYielding(
    [...byKey.values()].filter(({ isVisible }) => isVisible),
    (one, other) => compare(one.row.key, other.row.key),
  );
};

/** Lists the imports of each of the folders, by path: PostgreSQL returns folders in any order. */
export const importedGroups = async (
  reader: SecretReader,
  folders: readonly FolderWithId[],
  filter: Filter,
): Promise<ImportedGroup[]> => {
  const groups: ImportedGroup[] = [];
  const bySource = new Map<string, readonly FoundSecret[]>();
  let total = 0;
  const byPath = await sortYielding(folders, (one, other) => compare(one.folderRef.path, other.folderRef.path));
  for (const into of byPath) {
    for (const imported of await reader.imports(into)) {
      const { folder } = imported;
      const secrets =
        bySource.get(folder.id) ?? (await secretsOf(reader, folder)).filter((secret) => fitsFilter(secret, filter));
      bySource.set(folder.id, secrets);
      // Looks like a folder in which the reader may read nothing.
      if (secrets.length === 0 && reader.isInOtherProject(folder)) continue;
      total += secrets.length;
      if (total > maxImported) throw tooMany();
      groups.push({ ...imported, into, secrets });
    }
  }
  return groups;
};

/** Shows the groups; `decryptedSecrets` are the secrets of all groups, in order. */
export const showGroups = async <T>(
  groups: readonly ImportedGroup[],
  decryptedSecrets: readonly DecryptedSecret[],
  view: ImportedView<T>,
): Promise<ShownImport<T>[]> => {
  const shown: ShownImport<T>[] = [];
  let at = 0;
  for (const { folder, into, secrets } of groups) {
    const views = await mapYielding(decryptedSecrets.slice(at, (at += secrets.length)), (decrypted, index) =>
      view(decrypted, secrets[index]!, into),
    );
    shown.push({
      secretPath: folder.folderRef.path,
      environment: folder.folderRef.environment,
      folderId: folder.id,
      secrets: views,
    });
  }
  return shown;
};
