import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import type { Scope } from '../../../scope.ts';
import { recordRemoval } from '../folder-changes/record.ts';
import { listFolders, requireDeletionOfContents } from '../folders/contents.ts';
import { requireEnvironment, requireOnEach } from '../folders/guard.ts';
import { requireSecretAction } from '../secrets/guard.ts';
import { secretSubjectFields } from '../../../access/secret-fields.ts';
import { groupTags, findItem, readContents, treeOf, type TrashContents } from './contents.ts';
import { restoreFolder } from './restore-folder.ts';
import { restoreSecret } from './restore.ts';
import { formerFolder } from './rules.ts';
import type { TrashItem, TrashedTagRow } from './store.ts';
import { auditedItem, type RestoredItem } from './view.ts';
import { ofProject } from '../../../transaction-keys.ts';

/** An item with the tags that the secret had. */
export interface TaggedItem {
  readonly item: TrashItem;
  readonly tags: readonly TrashedTagRow[];
}

/** Lists a page of the trash, without the secrets that the caller may not describe. */
export const listItems = async (
  { stores, actor, clock }: Pick<Scope, 'stores' | 'actor' | 'clock'>,
  project: ProjectAccess,
  { environment, path }: { environment?: string | undefined; path?: string | undefined },
  page: Page,
): Promise<TaggedItem[]> => {
  const projectId = project.row.id;
  const fields = {
    ...(environment !== undefined && { environment }),
    ...(path !== undefined && { secretPath: path }),
  };
  project.requireSome('describeSecret', 'secrets', fields);
  if (environment !== undefined) await requireEnvironment(stores, projectId, { environment, path: path ?? '/' });
  const folder =
    environment === undefined || path === undefined
      ? undefined
      : await stores.folders.findAt(projectId, { environment, path });
  const filter = { environment, path, folderId: folder?.id };
  const items = await stores.trash.list(projectId, filter, { owner: actor.id, now: timestamp(clock.now()) }, page);
  const secretIds = items.filter(({ kind }) => kind === 'secret').map(({ id }) => id);
  const tags = groupTags(await stores.trash.tagsOf(secretIds));
  return items
    .map((item) => ({ item, tags: tags.get(item.id) ?? [] }))
    .filter(
      ({ item, tags: ofItem }) =>
        item.kind === 'folder' ||
        project.allows('describeSecret', 'secrets', secretSubjectFields(formerFolder(item), item.name, ofItem)),
    );
};

/** Restores a secret or a folder. */
export const restoreItem = (
  scope: Scope,
  project: ProjectAccess,
  id: string,
  newName: string | undefined,
): Promise<RestoredItem> =>
  scope.transaction(ofProject(project.row), async (tx) => {
    const item = await findItem(tx, project.row.id, id);
    const restored = await (item.kind === 'folder' ? restoreFolder : restoreSecret)(tx, project, item, newName);
    await tx.stores.trash.delete([item]);
    await tx.audit.record({ type: 'restore-from-trash', metadata: auditedItem(restored), project: project.row });
    return restored;
  });

/** 403 unless the caller may delete everything in the folder as it was. */
const requireFolderRemoval = async (
  { stores: { trash } }: Scope,
  project: ProjectAccess,
  { id, environment }: TrashItem,
  { secrets, tags }: TrashContents,
): Promise<void> => {
  const importing = new Set(await trash.foldersWithImports(id));
  const tree = treeOf(id, await trash.foldersOf(id), importing, secrets, tags);
  requireOnEach(
    project,
    'delete',
    environment,
    listFolders(tree).map(({ path }) => path),
  );
  requireDeletionOfContents(project, environment, tree);
};

/** Removes a secret with all its versions, or a folder with everything in it, permanently. */
export const removeItem = (scope: Scope, project: ProjectAccess, id: string): Promise<TaggedItem> =>
  scope.transaction(ofProject(project.row), async (tx) => {
    const item = await findItem(tx, project.row.id, id);
    const contents = await readContents(tx, item);
    const tags = contents.tags.get(item.id) ?? [];
    if (item.kind === 'folder') await requireFolderRemoval(tx, project, item, contents);
    else requireSecretAction(project, 'delete', formerFolder(item), item.name, tags);
    recordRemoval(tx, item);
    await tx.stores.secretVersions.deleteOfTrashed(contents.secrets);
    await tx.stores.trash.delete([item]);
    await tx.audit.record({
      type: 'remove-from-trash',
      metadata: auditedItem({ ...item, item }),
      project: project.row,
    });
    return { item, tags };
  });
