import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireFolderAt, folderNotFound } from '../folders/guard.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { FolderWithPath } from '../folders/store.ts';
import { found as foundTag } from '../../project/tags/find.ts';
import type { ContentChange } from './writing/change-input.ts';
import type { Tag } from './state.ts';
import type { Owner, SecretWithContent } from './store.ts';
import { folderSubjectFields, secretSubjectFields } from './subject-fields.ts';

export type SecretKind = 'shared' | 'personal';

/** A folder whose secrets nobody else changes until the transaction ends. */
export interface LockedFolder {
  readonly id: string;
  readonly place: FolderRef;
}

/** As others know of it. */
export const placed = ({ id, place }: LockedFolder): FolderWithPath => ({ id, ...place });

/** A secret with its tags. */
export interface StoredSecret {
  readonly row: SecretWithContent;
  readonly tags: readonly Tag[];
}

/** 403 for whoever may do this to no secret of these names in that place. Before anything is looked up. */
export const requireSomeOfEach = (
  project: ProjectAccess,
  action: string,
  place: FolderRef,
  keys: readonly string[],
): void => {
  for (const secretName of keys) project.requireSome(action, 'secrets', { secretName, ...folderSubjectFields(place) });
};

/** 403 unless the caller may do this to the secret of that name and with these tags. */
export const requireOn = (
  project: ProjectAccess,
  action: string,
  place: FolderRef,
  key: string,
  tags: readonly Tag[],
): void => project.require(action, 'secrets', secretSubjectFields(place, key, tags));

/** Whose secrets are meant; 400 for a machine identity that asks for personal ones. */
export const ownerOf = ({ actor }: Pick<Scope, 'actor'>, kind: SecretKind): Owner => {
  if (kind === 'shared') return '';
  if (actor.type !== 'user') throw badRequest('Only users have personal secrets. Use the type shared.');
  return actor.id;
};

/** The folders of these places, each of which has to be there; in the order of the places. */
export const lockFolders = async (
  { stores }: Scope,
  projectId: string,
  places: readonly FolderRef[],
): Promise<LockedFolder[]> => {
  const wanted = [];
  for (const place of places) wanted.push({ place, folder: await requireFolderAt(stores, projectId, place) });
  const locked = new Map(
    (await stores.folders.lock(wanted.map(({ folder }) => folder.id))).map((row) => [row.id, row]),
  );
  return wanted.map(({ place, folder: { id, environmentId } }) => {
    const row = locked.get(id);
    // It may have gone, or to another place, until the lock was there.
    if (row?.environmentId !== environmentId || row.path !== place.path) throw folderNotFound(projectId, place);
    return { id, place };
  });
};

/** The tags that are asked for, by id; 404 for one that the project does not have. */
export const lockTags = async (
  { stores }: Scope,
  projectId: string,
  changes: readonly Pick<ContentChange, 'tagIds' | 'retagging'>[],
): Promise<Map<string, Tag>> => {
  const ids = [...new Set(changes.flatMap(({ tagIds, retagging }) => tagIds ?? retagging?.tagIds ?? []))];
  if (ids.length === 0) return new Map();
  const tags = new Map((await stores.tags.keepMany(projectId, ids)).map((tag) => [tag.id, tag]));
  for (const id of ids) foundTag(tags.get(id));
  return tags;
};

/** With the tags, which stay there: a new version may bring them along. */
const withTags = async ({ stores }: Scope, rows: readonly SecretWithContent[]): Promise<StoredSecret[]> => {
  const tags = new Map<string, Tag[]>(rows.map(({ id }) => [id, []]));
  const tagged = rows.filter(({ tagIds }) => tagIds.length > 0).map(({ id }) => id);
  for (const { secretId, id, slug, color } of await stores.secrets.keepTagsOf(tagged))
    tags.get(secretId)!.push({ id, slug, color });
  return rows.map((row) => ({ row, tags: tags.get(row.id)! }));
};

/** Those of these names that there are, by name. */
export const findByNames = async (
  tx: Scope,
  { id }: LockedFolder,
  owner: Owner,
  keys: readonly string[],
): Promise<Map<string, StoredSecret>> => {
  const found = await withTags(tx, await tx.stores.secrets.findByKeys(id, keys, 'whole', owner));
  return new Map(found.map((secret) => [secret.row.key, secret]));
};

/** Those shared ones of these ids that are in the folder, by id. */
export const findByIdsInFolder = async (
  tx: Scope,
  { id }: LockedFolder,
  ids: readonly string[],
): Promise<Map<string, StoredSecret>> => {
  const found = await withTags(tx, await tx.stores.secrets.findByIds(id, ids));
  return new Map(found.map((secret) => [secret.row.id, secret]));
};

/** The names, each in quotes; of many only some, for nobody reads a thousand. */
const listed = (keys: readonly string[]): string => {
  const shown = keys.slice(0, 20).map((key) => `'${key}'`);
  return keys.length > shown.length ? `${shown.join(', ')} and ${keys.length - shown.length} more` : shown.join(', ');
};

const inPlace = ({ environment, path }: FolderRef): string =>
  `in the path '${path}' of the environment '${environment}'`;

/** 400 if there are any. */
export const refuseTaken = (keys: readonly string[], place: FolderRef): void => {
  if (keys.length > 0) throw badRequest(`Secret already exists ${inPlace(place)}: ${listed(keys)}.`);
};

/** 404 if there are any. */
export const refuseMissing = (keys: readonly string[], place: FolderRef): void => {
  if (keys.length > 0) throw notFound(`Secret not found ${inPlace(place)}: ${listed(keys)}.`);
};

/** 400 if there are any. */
export const requireSharedSecrets = (keys: readonly string[], place: FolderRef): void => {
  if (keys.length > 0)
    throw badRequest(
      `There is no shared secret ${inPlace(place)} for which a personal one could stand in: ${listed(keys)}.`,
    );
};
