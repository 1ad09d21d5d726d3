import type { ProjectRetention, ProjectRow } from '../../../access/project.ts';
import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { eachChunk, inChunks } from '../../../platform/db/knex/chunks.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { ChangeActor } from '../folder-changes/store.ts';
import type { FolderRow } from '../folders/store.ts';
import type { Reference } from '../secrets/columns.ts';
import { currentVersion, type SecretRow } from '../secrets/store.ts';

/** A deleted secret, or a deleted folder with everything in it. */
export interface TrashItemRow extends ChangeActor {
  /** The server deletes nothing by itself that could be restored. */
  actorType: Exclude<ChangeActor['actorType'], 'platform'>;
  /** The id of the secret or folder. */
  id: string;
  projectId: string;
  environmentId: string;
  kind: 'secret' | 'folder';
  /** The folder that it was in; it may have been deleted as well. */
  folderId: string;
  /** The path of that folder at the time. */
  path: string;
  name: string;
  /** The owner of a personal secret; empty for everything else. */
  ownerId: string;
  /** The number of shared secrets; 1 for a secret. */
  numberOfSecrets: number;
  deletedAt: Timestamp;
  expiresAt: Timestamp;
}

/** Who deleted something, when, and until when it can be restored. */
export type Deletion = Pick<TrashItemRow, 'actorType' | 'actorId' | 'actorName' | 'deletedAt' | 'expiresAt'>;

/** An item with the environment that it was in. */
export interface TrashItem extends TrashItemRow {
  environment: string;
  /** Set if the environment is deleted and can be restored. */
  environmentDeletedAt: Timestamp | null;
}

/** An item whose time has ended, with the fields of its audit entry. */
export interface ExpiredItem extends TrashItem, ProjectRetention {
  organizationId: string;
  projectName: string;
}

/** Which items to list; undefined for all. */
export interface TrashFilter {
  readonly environment: string | undefined;
  readonly path: string | undefined;
  /** The id of the folder that has the path now. */
  readonly folderId: string | undefined;
}

/** A secret in the trash, with the references in its current value. */
export interface TrashedSecret extends SecretRow {
  itemId: string;
  references: readonly Reference[];
}

/** A folder in the trash. */
export interface TrashedFolder extends FolderRow {
  itemId: string;
  parentId: string;
}

/** A secret in the trash, with the folder that it was in. */
export interface TrashedSecretWithFolder extends SecretRow {
  environment: string;
  path: string;
}

export interface TrashedTagRow {
  secretId: string;
  tagId: string;
  /** The slug of the tag when the secret was deleted. */
  slug: string;
}

/** A folder that a deleted one imported, and that still exists. */
export interface ImportSource {
  sourceProjectId: string;
  sourceEnvironment: string;
  sourcePath: string;
}

/** Deleted secrets and folders that can be restored. */
export class TrashStore extends Store {
  /** Lists what can still be restored, the latest first, except from deleted environments and others' personal secrets. */
  list(
    projectId: string,
    { environment, path, folderId = '' }: TrashFilter,
    { owner, now }: { owner: string; now: Timestamp },
    { offset, limit }: Page,
  ): Promise<TrashItem[]> {
    const items = this.#items(projectId)
      .where('i.expiresAt', '>', now)
      .whereNull('e.softDeletedAt')
      .whereIn('i.ownerId', ['', owner]);
    if (path !== undefined)
      void items.where((query) => {
        void query.where({ 'e.slug': environment, 'i.path': path }).orWhere({ 'i.folderId': folderId });
      });
    else if (environment !== undefined) void items.where({ 'e.slug': environment });
    return items
      .orderBy([
        { column: 'i.deletedAt', order: 'desc' },
        { column: 'i.id', order: 'desc' },
      ])
      .offset(offset)
      .limit(limit);
  }

  /** Finds the item that can still be restored, also if its environment is deleted. */
  find(projectId: string, id: string, now: Timestamp): Promise<TrashItem | undefined> {
    return this.#items(projectId).where({ 'i.id': id }).where('i.expiresAt', '>', now).first();
  }

  /** Finds the secret in any project of the organization; not in a deleted environment. */
  findSecret(organizationId: string, id: string, now: Timestamp): Promise<TrashedSecretWithFolder | undefined> {
    return this.#secrets()
      .join('projects as p', 'p.id', 'i.projectId')
      .where({ 's.id': id, 'p.organizationId': organizationId })
      .where('i.expiresAt', '>', now)
      .whereNull('e.softDeletedAt')
      .first();
  }

  /** Lists the shared secrets in the trash of the environment. */
  sharedIn(environmentId: string): Promise<TrashedSecretWithFolder[]> {
    return this.db.read(this.#secrets().where({ 'i.environmentId': environmentId, 's.ownerId': '' }));
  }

  /** Lists the secrets of the item; personal ones after those that they override. */
  async secretsOf(itemId: string): Promise<TrashedSecret[]> {
    const secrets = await this.db.read<TrashedSecret>(
      this.db('trashed_secrets as s')
        .join('secret_versions as v', currentVersion)
        .where({ 's.itemId': itemId })
        .select('s.*', 'v.references'),
    );
    return [...secrets.filter(({ sharedId }) => sharedId === null), ...secrets.filter(({ sharedId }) => sharedId)];
  }

  /** Lists the tags that these secrets had. */
  tagsOf(secretIds: readonly string[]): Promise<TrashedTagRow[]> {
    return inChunks(secretIds, (part) =>
      this.db<TrashedTagRow>('trashed_secret_tags').whereIn('secretId', part).orderBy('slug'),
    );
  }

  /** Lists the folders of the item, which include the deleted folder itself. */
  foldersOf(itemId: string): Promise<TrashedFolder[]> {
    return this.db<TrashedFolder>('trashed_folders').where({ itemId }).orderBy('path');
  }

  /** Lists the ids of those folders of the item that had imports. */
  foldersWithImports(itemId: string): Promise<string[]> {
    return this.db('trashed_imports').where({ itemId }).distinct('folderId').pluck('folderId');
  }

  /** Lists the folders that those of the item imported, and that still exist. */
  sourcesOf(itemId: string): Promise<ImportSource[]> {
    return this.db('trashed_imports as m')
      .join('secret_folders as f', 'f.id', 'm.sourceFolderId')
      .join('project_environments as e', 'e.id', 'f.environmentId')
      .where({ 'm.itemId': itemId })
      .select('f.projectId as sourceProjectId', 'e.slug as sourceEnvironment', 'f.path as sourcePath');
  }

  /** Deletes the items, but not the versions of their secrets. */
  async delete(items: readonly Pick<TrashItemRow, 'id'>[]): Promise<void> {
    await eachChunk(items, (part) =>
      this.db.write(
        this.db('trash_items')
          .whereIn(
            'id',
            part.map(({ id }) => id),
          )
          .delete(),
      ),
    );
  }

  /** Lists up to `limit` projects with items whose time has ended. */
  projectsOfExpired(before: Timestamp, limit: number): Promise<Pick<ProjectRow, 'id' | 'organizationId'>[]> {
    return this.db('projects')
      .whereIn('id', this.db('trash_items').where('expiresAt', '<=', before).select('projectId'))
      .limit(limit)
      .select('id', 'organizationId');
  }

  /** Lists up to `limit` secrets of the project whose time has ended. */
  listExpiredSecrets(
    projectId: string,
    before: Timestamp,
    limit: number,
  ): Promise<Pick<SecretRow, 'id' | 'projectId'>[]> {
    return this.db('trash_items as i')
      .join('trashed_secrets as s', 's.itemId', 'i.id')
      .where({ 'i.projectId': projectId })
      .where('i.expiresAt', '<=', before)
      .orderBy(['i.expiresAt', 'i.id'])
      .limit(limit)
      .select('s.id', 's.projectId');
  }

  async deleteSecrets(ids: readonly string[]): Promise<void> {
    await eachChunk(ids, (part) => this.db.write(this.db('trashed_secrets').whereIn('id', part).delete()));
  }

  /** Lists up to `limit` items of the project whose time has ended and that have no secrets any more. */
  listExpired(projectId: string, before: Timestamp, limit: number): Promise<ExpiredItem[]> {
    return this.db('trash_items as i')
      .join('project_environments as e', 'e.id', 'i.environmentId')
      .join('projects as p', 'p.id', 'i.projectId')
      .where({ 'i.projectId': projectId })
      .where('i.expiresAt', '<=', before)
      .whereNotExists(
        this.db('trashed_secrets as s')
          .where({ 's.itemId': this.db.ref('i.id') })
          .select('s.id'),
      )
      .orderBy(['i.expiresAt', 'i.id'])
      .limit(limit)
      .select('i.*', 'e.slug as environment', 'p.organizationId', 'p.name as projectName')
      .select('p.auditLogsRetentionDays', 'p.leastAuditLogsRetentionDays');
  }

  #items(projectId: string): Knex.QueryBuilder {
    return this.db('trash_items as i')
      .join('project_environments as e', 'e.id', 'i.environmentId')
      .where({ 'i.projectId': projectId })
      .select('i.*', 'e.slug as environment', 'e.softDeletedAt as environmentDeletedAt');
  }

  /** All secrets in the trash, with their folders at the time. */
  #secrets(): Knex.QueryBuilder {
    return this.db('trashed_secrets as s')
      .join('trash_items as i', 'i.id', 's.itemId')
      .join('project_environments as e', 'e.id', 'i.environmentId')
      .leftJoin('trashed_folders as f', (join) => void join.on('f.id', 's.folderId').andOn('f.itemId', 's.itemId'))
      .select('s.*', 'e.slug as environment', this.db.raw('coalesce(??, ??) as path', ['f.path', 'i.path']));
  }
}
