import type { Knex } from 'knex';
import type { ProjectRow } from '../../../access/project.ts';
import { eachChunk, inChunks } from '../../../platform/db/knex/chunks.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { bumpData, bumpDataOf } from '../../project/revisions/store.ts';
import { isBelow, type FolderRow, type Subtree } from '../folders/store.ts';
import type { EncryptedColumns, SecretVersionRow } from '../secrets/columns.ts';

/** The columns that are re-encrypted when the key is replaced. */
export type ReencryptedColumns = EncryptedColumns & Pick<SecretVersionRow, 'metadata'>;

/** A version, possibly without its value. */
export type VersionListItem = Omit<SecretVersionRow, 'sealedValue' | 'folderId' | 'changeId'> &
  Partial<Pick<SecretVersionRow, 'sealedValue'>>;

/** An actor who redacted versions, as a member of the organization. */
export interface RedactorRow {
  actorId: string;
  /** The name for a machine identity. */
  username: string;
  email: string | null;
  /** Null without a direct membership of the project. */
  projectMembershipId: string | null;
}

const facts = [
  'id',
  'secretId',
  'version',
  'projectId',
  'key',
  'actorType',
  'actorId',
  'actorName',
  'skipMultilineEncoding',
  'reminderRepeatDays',
  'reminderNote',
  'tagIds',
  'references',
  'metadata',
  'createdAt',
];
const columnsWithoutValues = [
  ...facts,
  'redactedAt',
  'redactedByActorType',
  'redactedByActorId',
  'dataKeyId',
  'sealedComment',
];

const columnsOf = { 'without-values': columnsWithoutValues, all: [...columnsWithoutValues, 'sealedValue'] };

export type VersionExtent = keyof typeof columnsOf;

const deleteOfSql = new Statement<never, { ids: readonly string[] }>((db, _param, isIn) =>
  db('secret_versions')
    .whereIn('secretId', db('secrets').where(isIn('id', 'ids')).orWhere(isIn('sharedId', 'ids')).select('id'))
    .delete(),
);

export class SecretVersionStore extends Store {
  /** Lists the versions, newest first. */
  async list(secretId: string, { offset, limit }: Page, extent: VersionExtent): Promise<VersionListItem[]> {
    const page = this.db('secret_versions')
      .where({ secretId })
      .orderBy('version', 'desc')
      .offset(offset)
      .limit(limit)
      .select(columnsOf[extent]);
    return (await this.db.read<VersionListItem>(page)).sort((one, other) => other.version - one.version);
  }

  find(secretId: string, version: number): Promise<SecretVersionRow | undefined> {
    return this.db<SecretVersionRow>('secret_versions').where({ secretId, version }).first();
  }

  /** Finds these versions, in no particular order. */
  findMany(versions: readonly { readonly secretId: string; readonly version: number }[]): Promise<SecretVersionRow[]> {
    return inChunks(versions, (part) =>
      this.db<SecretVersionRow>('secret_versions').whereIn(
        ['secretId', 'version'],
        part.map(({ secretId, version }) => [secretId, version]),
      ),
    );
  }

  /** Lists the former names of these secrets, which may be in the trash. */
  formerNames(secretIds: readonly string[]): Promise<Pick<SecretVersionRow, 'secretId' | 'key'>[]> {
    return inChunks(secretIds, (part) =>
      this.db('secret_versions as v')
        .leftJoin('secrets as s', 's.id', 'v.secretId')
        .leftJoin('trashed_secrets as t', 't.id', 'v.secretId')
        .whereIn('v.secretId', part)
        .whereRaw('?? <> coalesce(??, ??)', ['v.key', 's.key', 't.key'])
        .distinct<Pick<SecretVersionRow, 'secretId' | 'key'>[]>('v.secretId', 'v.key'),
    );
  }

  /** Finds the secret and the number of a version in any project of the organization. */
  findInOrganization(
    organizationId: string,
    id: string,
  ): Promise<Pick<SecretVersionRow, 'projectId' | 'secretId' | 'version'> | undefined> {
    return this.db('secret_versions as v')
      .join('projects as p', 'p.id', 'v.projectId')
      .where({ 'v.id': id, 'p.organizationId': organizationId })
      .first('v.projectId', 'v.secretId', 'v.version');
  }

  /** Lists the redactors that are still members of the project's organization. */
  redactors(
    { id, organizationId }: Pick<ProjectRow, 'id' | 'organizationId'>,
    actorIds: readonly string[],
  ): Promise<RedactorRow[]> {
    return inChunks(actorIds, (part) =>
      this.db('organization_memberships as m')
        .leftJoin('users as u', 'u.id', 'm.userId')
        .leftJoin('identities as i', 'i.id', 'm.identityId')
        .leftJoin(
          'project_memberships as pm',
          (join) => void join.on('pm.membershipId', 'm.id').andOnVal('pm.projectId', id),
        )
        .where({ 'm.organizationId': organizationId })
        .where((query) => void query.whereIn('m.userId', part).orWhereIn('m.identityId', part))
        .select<RedactorRow[]>(
          this.db.raw('coalesce(u.id, i.id) as ??, coalesce(u.username, i.name) as username', ['actorId']),
          'u.email',
          'pm.id as projectMembershipId',
        ),
    );
  }

  /** Changes the reminder that the current version shows. */
  async setReminder(
    { id, version, projectId }: { readonly id: string; readonly version: number; readonly projectId: string },
    reminder: Pick<SecretVersionRow, 'reminderRepeatDays' | 'reminderNote'>,
  ): Promise<void> {
    bumpData(this.db, projectId);
    this.db.write(this.db('secret_versions').where({ secretId: id, version }).update(reminder));
  }

  /** Removes the value permanently. */
  async redact({
    id,
    projectId,
    redactedAt,
    redactedByActorType,
    redactedByActorId,
  }: Pick<
    SecretVersionRow,
    'id' | 'projectId' | 'redactedAt' | 'redactedByActorType' | 'redactedByActorId'
  >): Promise<void> {
    bumpData(this.db, projectId);
    await this.db<SecretVersionRow>('secret_versions')
      .where({ id })
      .update({ sealedValue: '', references: [], redactedAt, redactedByActorType, redactedByActorId });
  }

  /**
   * Lists a batch of the versions that are encrypted with these keys: at most `count`, and beyond the first one no more
   * than `characters` in total.
   */
  async listSealedWith(
    dataKeyIds: readonly string[],
    { count, characters }: { count: number; characters: number },
  ): Promise<SecretVersionRow[]> {
    const size = this.db.raw('length(??) + length(??)', ['sealedValue', 'sealedComment']);
    const sizes = await this.db('secret_versions')
      .whereIn('dataKeyId', dataKeyIds)
      .orderBy('id')
      .limit(count)
      .select<{ id: string; size: number }[]>('id', { size } as never);
    let total = 0;
    const ids = sizes.filter((row, index) => (total += row.size) <= characters || index === 0).map(({ id }) => id);
    return this.db<SecretVersionRow>('secret_versions').whereIn('id', ids).orderBy('id');
  }

  reseal({ id, projectId }: Pick<SecretVersionRow, 'id' | 'projectId'>, sealed: ReencryptedColumns): void {
    bumpData(this.db, projectId);
    this.db.write(this.db<SecretVersionRow>('secret_versions').where({ id }).update(sealed));
  }

  async isAnySealedWith(dataKeyIds: readonly string[]): Promise<boolean> {
    return (await this.db('secret_versions').whereIn('dataKeyId', dataKeyIds).first('id')) !== undefined;
  }

  /** Inserts the versions in the order of their secrets, which is the fastest one for the index. */
  async insert(versions: readonly SecretVersionRow[]): Promise<void> {
    bumpDataOf(this.db, versions);
    const ordered = [...versions].sort((one, other) => (one.secretId < other.secretId ? -1 : 1));
    await eachChunk(ordered, (part) => this.db.insert('secret_versions', part));
  }

  /** Deletes the versions of these secrets, and of the personal ones that override them, before the secrets. */
  async deleteOf(projectId: string, secretIds: readonly string[]): Promise<void> {
    bumpData(this.db, projectId);
    await eachChunk(secretIds, (part) => this.db.write(deleteOfSql, { ids: part }));
  }

  /** Deletes the versions of these secrets of the trash. */
  async deleteOfTrashed(secrets: readonly Pick<SecretVersionRow, 'id' | 'projectId'>[]): Promise<void> {
    bumpDataOf(this.db, secrets);
    const ids = secrets.map(({ id }) => id);
    await eachChunk(ids, (part) => this.db.write(this.db('secret_versions').whereIn('secretId', part).delete()));
  }

  /** Deletes the versions of all secrets of the folder and of those below it, before the folder. */
  async deleteBelow(folder: Subtree & Pick<FolderRow, 'id' | 'projectId'>): Promise<void> {
    bumpData(this.db, folder.projectId);
    const folders = this.db('secret_folders').where({ id: folder.id }).orWhere(isBelow(folder)).select('id');
    await this.#deleteOfEach(this.db('secrets').whereIn('folderId', folders));
  }

  /** Deletes the versions of all secrets of the environments, those in the trash included, before the environments. */
  async deleteInEnvironments(environmentIds: readonly string[]): Promise<void> {
    const folders = this.db('secret_folders').whereIn('environmentId', environmentIds).select('id');
    await this.#deleteOfEach(this.db('secrets').whereIn('folderId', folders));
    const items = this.db('trash_items').whereIn('environmentId', environmentIds).select('id');
    await this.#deleteOfEach(this.db('trashed_secrets').whereIn('itemId', items));
  }

  /** Deletes the versions of all secrets of the project, before the project. */
  async deleteInProject(projectId: string): Promise<void> {
    this.#deleteSealedWith(this.db('project_data_keys').where({ projectId }));
  }

  /** Deletes the versions of all secrets of the organization, before the organization. */
  async deleteInOrganization(organizationId: string): Promise<void> {
    const projects = this.db('projects').where({ organizationId }).select('id');
    this.#deleteSealedWith(this.db('project_data_keys').whereIn('projectId', projects));
  }

  /** By the keys of the projects, because there is an index for that. */
  #deleteSealedWith(keys: Knex.QueryBuilder): void {
    this.db.write(this.db('secret_versions').whereIn('dataKeyId', keys.select('id')).delete());
  }

  async #deleteOfEach(secrets: Knex.QueryBuilder): Promise<void> {
    this.db.write(this.db('secret_versions').whereIn('secretId', secrets.select('id')).delete());
  }
}
