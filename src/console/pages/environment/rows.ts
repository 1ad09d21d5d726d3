import { naturalKey } from '../../../formats/natural-order.ts';
import type { ListedSecret } from '../../secrets/use-secrets.ts';
import type { Draft, Drafts } from './drafts.ts';
import type { Contents, ImportWithSecrets, ListedFolder } from './use-contents.ts';

/** The lines of the table, in their order. */
export type Row =
  | { readonly kind: 'folder'; readonly key: string; readonly folder: ListedFolder }
  | { readonly kind: 'new'; readonly key: string; readonly draft: Draft }
  | { readonly kind: 'secret'; readonly key: string; readonly secret: ListedSecret; readonly isOverridden: boolean }
  | { readonly kind: 'import'; readonly key: string; readonly imported: ImportWithSecrets; readonly isLast: boolean }
  | {
      readonly kind: 'imported';
      readonly key: string;
      readonly secret: ListedSecret;
      readonly imported: ImportWithSecrets;
      readonly source: string;
      /** Whether a secret of the folder, or of a later import, has the same name. */
      readonly isUnused: boolean;
    };

/** By name, or what was changed last first. */
export type Order = 'name' | 'changed';

export interface Filter {
  readonly search: string;
  /** Slugs of tags, of which a secret must have one; none for all. */
  readonly tags: readonly string[];
  /** Only what was changed within a day. */
  readonly isRecent: boolean;
  readonly order: Order;
}

const hasName = (name: string, search: string): boolean => search === '' || name.toLowerCase().includes(search);

const hasTag = (secret: ListedSecret, tags: readonly string[]): boolean =>
  tags.length === 0 || secret.tags.some(({ slug }) => tags.includes(slug));

/** The contents in an order for people: `service-9` before `service-89`, whatever the case. */
export const ordered = (contents: Contents, order: Order): Contents => {
  const keys = new Map<string, string>();
  const keyOf = (name: string): string => keys.get(name) ?? keys.set(name, naturalKey(name)).get(name)!;
  const compareNames = (one: string, other: string): number => (keyOf(one) < keyOf(other) ? -1 : 1);
  const byName = (one: ListedSecret, other: ListedSecret): number => compareNames(one.secretKey, other.secretKey);
  const byChange = (one: ListedSecret, other: ListedSecret): number =>
    one.updatedAt === other.updatedAt ? byName(one, other) : one.updatedAt < other.updatedAt ? 1 : -1;
  return {
    ...contents,
    folders: contents.folders.toSorted((one, other) => compareNames(one.name, other.name)),
    secrets: contents.secrets.toSorted(order === 'name' ? byName : byChange),
  };
};

const day = 86_400_000;

const isRecent = ({ updatedAt }: ListedSecret, now: number): boolean => now - Date.parse(updatedAt) < day;

/** Where an import takes its secrets from, in words. */
export const sourceOf = ({ listed: { importEnv, importPath, sourceProjectName } }: ImportWithSecrets, own: string) => {
  if (importPath === '') return 'a folder of another project that you may not read';
  const place = `${importEnv.name} ${importPath}`;
  return sourceProjectName === own ? place : `${place} of ${sourceProjectName}`;
};

const importRows = (
  { imports, secrets }: Contents,
  search: string,
  tags: readonly string[],
  project: string,
): Row[] => {
  const taken = new Set(secrets.map(({ secretKey }) => secretKey));
  const groups: Row[][] = [];
  // The last import takes precedence.
  for (const imported of imports.toReversed()) {
    const { id } = imported.listed;
    const group: Row[] = [{ kind: 'import', key: id, imported, isLast: groups.length === 0 }];
    for (const secret of imported.secrets) {
      const isUnused = taken.has(secret.secretKey);
      if (hasName(secret.secretKey, search) && hasTag(secret, tags))
        group.push({
          kind: 'imported',
          key: `${id} ${secret.id}`,
          secret,
          imported,
          source: sourceOf(imported, project),
          isUnused,
        });
    }
    for (const { secretKey } of imported.secrets) taken.add(secretKey);
    groups.push(group);
  }
  return groups.toReversed().flat();
};

/** The rows that a filter leaves. Secrets that are being edited stay, whatever they are called now. */
export const rowsOf = (contents: Contents, drafts: Drafts, filter: Filter, project: string): Row[] => {
  const { folders, secrets, overridden } = contents;
  const search = filter.search.trim().toLowerCase();
  const isFiltered = filter.tags.length > 0 || filter.isRecent;
  const now = Date.now();
  const rows: Row[] = [];
  for (const folder of folders)
    if (!isFiltered && hasName(folder.name, search)) rows.push({ kind: 'folder', key: folder.id, folder });
  for (const draft of drafts.values()) if (!draft.original) rows.push({ kind: 'new', key: draft.id, draft });
  const known = new Set<string>();
  const push = (secret: ListedSecret): void => {
    rows.push({ kind: 'secret', key: secret.id, secret, isOverridden: overridden.has(secret.secretKey) });
  };
  for (const secret of secrets) {
    known.add(secret.id);
    const fits =
      hasName(secret.secretKey, search) && hasTag(secret, filter.tags) && (!filter.isRecent || isRecent(secret, now));
    if (drafts.has(secret.id) || fits) push(secret);
  }
  // Somebody else has deleted what is being edited here.
  for (const { original } of drafts.values()) if (original && !known.has(original.id)) push(original);
  if (filter.isRecent) return rows;
  return [...rows, ...importRows(contents, search, filter.tags, project)];
};
