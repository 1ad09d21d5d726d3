import { badRequest } from '../../../platform/errors.ts';
import { eachYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import { groupYielding } from '../../../platform/group-by.ts';
import type { FolderWithId } from '../secrets/reading/readable-secret.ts';
import type { SecretReader } from '../secrets/reading/reader.ts';
import { secretSubjectFields } from '../../../access/secret-fields.ts';
import type { SecretName } from './store.ts';

/** A secret by its name, authorized, without its content. */
export interface NamedSecret {
  readonly row: SecretName;
  readonly folder: FolderWithId;
  /** Slugs; empty if they were not read. */
  readonly tags: readonly string[];
  /** Whether the reader may know that it exists. */
  readonly isVisible: boolean;
}

const maxNames = 100_000;

/**
 * Authorizes a secret by its name and tags. Undefined for a secret of another project that the reader may not read: it
 * looks as if it did not exist.
 */
export const authorizeName = (
  reader: SecretReader,
  row: SecretName,
  folder: FolderWithId,
  tags: readonly string[],
): NamedSecret | undefined => {
  const { describe, readValue } = reader.decisionsIn(folder);
  const fields = secretSubjectFields(
    folder.folderRef,
    row.key,
    tags.map((slug) => ({ slug })),
  );
  const isVisible = describe.allowsAll || describe.allows(fields);
  if (reader.isInOtherProject(folder) && !(isVisible && readValue.allows(fields))) return undefined;
  return { row, folder, tags, isVisible };
};

/** Reads the names of the secrets of folders with two statements, and authorizes each. */
export class NameReader {
  readonly #stores: Scope['stores'];
  readonly #owner: string;
  readonly #reader: SecretReader;
  readonly #isFilteredByTag: boolean;
  #count = 0;

  constructor({ stores, actor }: Pick<Scope, 'stores' | 'actor'>, reader: SecretReader, isFilteredByTag: boolean) {
    this.#stores = stores;
    this.#owner = actor.type === 'user' ? actor.id : '';
    this.#reader = reader;
    this.#isFilteredByTag = isFilteredByTag;
  }

  /** Lists the secrets of each folder: the shared ones and the reader's personal ones, by the id of the folder. */
  async read(folders: readonly FolderWithId[]): Promise<ReadonlyMap<string, readonly NamedSecret[]>> {
    if (folders.length === 0) return new Map();
    const ids = folders.map(({ id }) => id);
    const needsTags = this.#isFilteredByTag || folders.some((folder) => !this.#isFree(folder));
    const [rows, tagRows] = await Promise.all([
      this.#stores.dashboard.names(ids, this.#owner),
      needsTags ? this.#stores.dashboard.tagsIn(ids) : [],
    ]);
    this.#count += rows.length;
    if (this.#count > maxNames)
      throw badRequest(`There are more than ${maxNames} secrets to look at. Ask for fewer environments at once.`);
    const tags = await groupYielding(tagRows, ({ secretId }) => secretId);
    const byId = new Map(folders.map((folder) => [folder.id, folder]));
    const secrets: NamedSecret[] = [];
    await eachYielding(rows, (row) => {
      const slugs = (tags.get(row.id) ?? []).map(({ slug }) => slug);
      const secret = authorizeName(this.#reader, row, byId.get(row.folderId)!, slugs);
      if (secret) secrets.push(secret);
    });
    return groupYielding(secrets, ({ folder }) => folder.id);
  }

  /** Whether the reader may see all secrets of the folder, whatever their names and tags. */
  #isFree(folder: FolderWithId): boolean {
    const { describe, readValue } = this.#reader.decisionsIn(folder);
    return describe.allowsAll && (readValue.allowsAll || !this.#reader.isInOtherProject(folder));
  }
}
