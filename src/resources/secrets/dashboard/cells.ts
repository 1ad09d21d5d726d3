import { eachYielding } from '../../../platform/yielding.ts';
import type { FolderWithId } from '../secrets/reading/readable-secret.ts';
import type { SecretReader } from '../secrets/reading/reader.ts';
import type { NamedSecret, NameReader } from './names.ts';
import type { SecretName } from './store.ts';

/** A secret in the folder of one environment. */
export interface Cell {
  readonly secret: NamedSecret;
  /** The folder that shows it, which imports it if it is not the secret's own. */
  readonly into: FolderWithId;
  /** The reader's personal secret that overrides it. */
  readonly personal: SecretName | undefined;
  readonly overridesImport: boolean;
}

const isShared = ({ row }: NamedSecret): boolean => row.ownerId === '';

/** Lists the secrets that the imports of a folder show, of each name the one that counts. */
const importedInto = async (
  reader: SecretReader,
  into: FolderWithId,
  names: ReadonlyMap<string, readonly NamedSecret[]>,
): Promise<Map<string, NamedSecret>> => {
  const imported = new Map<string, NamedSecret>();
  for (const { id } of (await reader.precedence(into)).slice(1))
    await eachYielding(names.get(id) ?? [], (secret) => {
      if (isShared(secret) && !imported.has(secret.row.key)) imported.set(secret.row.key, secret);
    });
  return imported;
};

/** Lists the folders that these import, directly or through others. */
const sourcesOf = async (reader: SecretReader, folders: readonly FolderWithId[]): Promise<FolderWithId[]> => {
  const sources = new Map<string, FolderWithId>();
  for (const into of folders)
    for (const source of (await reader.precedence(into)).slice(1)) sources.set(source.id, source);
  for (const { id } of folders) sources.delete(id);
  return [...sources.values()];
};

/** Lists the visible secrets of all these folders, with those of their imports if asked for. */
export const cellsOf = async (
  reader: SecretReader,
  nameReader: NameReader,
  folders: readonly FolderWithId[],
  withImported: boolean,
): Promise<Cell[]> => {
  const [own] = await Promise.all([nameReader.read(folders), withImported ? reader.readImports(folders) : undefined]);
  const sources = withImported ? await nameReader.read(await sourcesOf(reader, folders)) : new Map();
  const names = new Map<string, readonly NamedSecret[]>([...own, ...sources]);
  const cells: Cell[] = [];
  for (const into of folders) {
    const secrets = own.get(into.id) ?? [];
    const imported = withImported ? await importedInto(reader, into, names) : new Map<string, NamedSecret>();
    const personal = new Map(
      secrets.flatMap(({ row, isVisible }) => (row.sharedId !== null && isVisible ? [[row.sharedId, row]] : [])),
    );
    await eachYielding(secrets.filter(isShared), (secret) => {
      const overridden = imported.get(secret.row.key);
      // A secret hides the imported one of its name, also from a reader who may not see it.
      imported.delete(secret.row.key);
      cells.push({
        secret,
        into,
        personal: personal.get(secret.row.id),
        overridesImport: overridden?.isVisible ?? false,
      });
    });
    for (const secret of imported.values()) cells.push({ secret, into, personal: undefined, overridesImport: false });
  }
  return cells.filter(({ secret }) => secret.isVisible);
};
