import type { Scope } from '../../../scope.ts';
import { groupBy } from '../../../platform/group-by.ts';
import type { SecretToShow } from '../secrets/reading/graph.ts';
import type { ReadExtent, SecretReader } from '../secrets/reading/reader.ts';
import { secretSubjectFields } from '../../../access/secret-fields.ts';
import type { Cell } from './cells.ts';

/** A cell with the content of its secret, which is not decrypted yet. */
export interface CellToShow<T> extends SecretToShow {
  readonly cell: T;
}

/**
 * Reads the content of the secrets with two statements. They are authorized once more by the names and tags that were
 * read with it: what was renamed, moved or deleted in between is left out.
 */
export const contentOf = async <T extends Pick<Cell, 'secret' | 'into'>>(
  { stores }: Pick<Scope, 'stores'>,
  reader: SecretReader,
  cells: readonly T[],
  extent: ReadExtent,
): Promise<CellToShow<T>[]> => {
  if (cells.length === 0) return [];
  const ids = [...new Set(cells.map(({ secret }) => secret.row.id))];
  const [rows, tagRows] = await Promise.all([stores.dashboard.secrets(ids, extent), stores.secrets.tagsOf(ids)]);
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  const tagsOf = groupBy(tagRows, ({ secretId }) => secretId);
  return cells.flatMap((cell) => {
    const { folder, row: named } = cell.secret;
    const row = rowOf.get(named.id);
    if (row?.key !== named.key || row.folderId !== folder.id) return [];
    const tags = tagsOf.get(row.id) ?? [];
    const { describe, readValue } = reader.decisionsIn(folder);
    const fields = secretSubjectFields(folder.folderRef, row.key, tags);
    if (!describe.allows(fields)) return [];
    const secret = { row, folder, tags, isVisible: true, isReadable: readValue.allows(fields) };
    return [{ secret, context: cell.into, cell }];
  });
};
