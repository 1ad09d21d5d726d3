import { badRequest } from '../../../../platform/errors.ts';
import { eachInSlices, mapInSlices, sortInSlices } from '../../../../platform/slices.ts';
import { fitsFilter, type Filter } from './filter.ts';
import type { FolderWithId, FoundSecret } from './readable-secret.ts';
import { isPersonal, type ImportedFolder, type SecretReader } from './reader.ts';
import { importedSecretView, type DecryptedSecret } from '../view.ts';

/** What one import shows. */
export interface ImportedGroup extends ImportedFolder {
  /** The folder that imports. */
  readonly into: FolderWithId;
  readonly secrets: readonly FoundSecret[];
}

export interface ShownImport {
  readonly secretPath: string;
  readonly environment: string;
  readonly folderId: string;
  readonly secrets: ReturnType<typeof importedSecretView>[];
}

/** Folders that import each other show the same secrets again and again, so that few stored ones can make very many. */
const maxImported = 100_000;

const tooMany = () =>
  badRequest(`There are more than ${maxImported} imported secrets to show. Ask for less at once, or without imports.`);

export const compare = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** What an import shows: what its folder has, and what that imports, each name once. */
const secretsOf = async (reader: SecretReader, source: FolderWithId): Promise<FoundSecret[]> => {
  const byKey = new Map<string, FoundSecret>();
  for (const one of await reader.precedence(source)) {
    await eachInSlices(await reader.contents([one]), (found) => {
      if (!isPersonal(found) && !byKey.has(found.row.key)) byKey.set(found.row.key, found);
    });
  }
  return sortInSlices(
    [...byKey.values()].filter(({ isVisible }) => isVisible),
    (one, other) => compare(one.row.key, other.row.key),
  );
};

/** Of each of these folders, in their order. */
export const importedGroups = async (
  reader: SecretReader,
  folders: readonly FolderWithId[],
  filter: Filter,
): Promise<ImportedGroup[]> => {
  const groups: ImportedGroup[] = [];
  const bySource = new Map<string, readonly FoundSecret[]>();
  let total = 0;
  for (const into of folders) {
    for (const imported of await reader.imports(into)) {
      const { folder } = imported;
      const secrets =
        bySource.get(folder.id) ?? (await secretsOf(reader, folder)).filter((found) => fitsFilter(found, filter));
      bySource.set(folder.id, secrets);
      // The same as one of which the reader may read nothing.
      if (secrets.length === 0 && reader.isElsewhere(folder)) continue;
      total += secrets.length;
      if (total > maxImported) throw tooMany();
      groups.push({ ...imported, into, secrets });
    }
  }
  return groups;
};

/** `opened` are all of their secrets, one after the other. */
export const showGroups = async (
  groups: readonly ImportedGroup[],
  opened: readonly DecryptedSecret[],
): Promise<ShownImport[]> => {
  const shown: ShownImport[] = [];
  let at = 0;
  for (const { folder, into, secrets } of groups) {
    const views = await mapInSlices(opened.slice(at, (at += secrets.length)), (one) =>
      importedSecretView(one, into.place.path),
    );
    shown.push({
      secretPath: folder.place.path,
      environment: folder.place.environment,
      folderId: folder.id,
      secrets: views,
    });
  }
  return shown;
};
