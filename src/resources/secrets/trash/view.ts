import type { TrashItem, TrashedTagRow } from './store.ts';

/** What was restored, with its present name and folder. */
export interface RestoredItem {
  readonly item: TrashItem;
  readonly name: string;
  readonly environment: string;
  readonly path: string;
}

export const itemView = (item: TrashItem, tags: readonly Pick<TrashedTagRow, 'slug'>[]) => ({
  id: item.id,
  kind: item.kind,
  name: item.name,
  environment: item.environment,
  secretPath: item.path,
  isPersonal: item.ownerId !== '',
  tags: tags.map(({ slug }) => slug),
  numberOfSecrets: item.numberOfSecrets,
  deletedAt: item.deletedAt,
  expiresAt: item.expiresAt,
  deletedBy: { type: item.actorType, id: item.actorId, name: item.actorName },
});

export const restoredView = ({ item, name, environment, path }: RestoredItem) => ({
  id: item.id,
  kind: item.kind,
  name,
  environment,
  secretPath: path,
  numberOfSecrets: item.numberOfSecrets,
});

/** Returns what the audit log records about an item, under its name and in the folder that it has after the change. */
export const auditedItem = ({ item, name, environment, path }: RestoredItem) =>
  item.kind === 'secret'
    ? { environment, secretPath: path, secretId: item.id, secretKey: name }
    : { environment, secretPath: path, folderId: item.id, folderName: name, numberOfSecrets: item.numberOfSecrets };
