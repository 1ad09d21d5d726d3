import type { ProjectRow } from '../../../access/project.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { eachChunk, inChunks } from '../../../platform/db/knex/chunks.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import { Store } from '../../../platform/db/knex/store.ts';

export interface MetadataEntry {
  readonly key: string;
  /** Sealed, if it is encrypted. */
  readonly value: string;
  readonly isEncrypted: boolean;
}

/** What a value refers to. One in the same folder has neither environment nor path. */
export interface Reference {
  /** The slug of the project, if the value names one. */
  readonly project?: string;
  readonly environment: string | null;
  readonly path: string | null;
  readonly key: string;
}

/** What a version says besides what is sealed. */
export interface VersionContent {
  /** The name that the secret had. */
  key: string;
  actorType: 'user' | 'identity' | 'service';
  /** Whoever it was may be gone. */
  actorId: string;
  actorName: string;
  skipMultilineEncoding: boolean | null;
  reminderRepeatDays: number | null;
  reminderNote: string | null;
  /** Of the tags that it had; they may be gone. */
  tagIds: readonly string[];
  references: readonly Reference[];
  metadata: readonly MetadataEntry[];
  /** When its value was removed; null if it was not. */
  redactedAt: Timestamp | null;
}

/** What of a version is sealed. A comment that there is not is empty, and so is a value that was redacted. */
export interface EncryptedColumns {
  dataKeyId: string;
  sealedComment: string;
  sealedValue: string;
}

export interface SecretVersionRow extends VersionContent, EncryptedColumns {
  id: string;
  secretId: string;
  /** From 1. */
  version: number;
  projectId: string;
  createdAt: Timestamp;
  redactedByActorType: 'user' | 'identity' | null;
  redactedByActorId: string | null;
}

/** What of a version is sealed anew when its key is replaced. */
export type ReencryptedColumns = EncryptedColumns & Pick<SecretVersionRow, 'metadata'>;

/** A version that may have been read without its value. */
export type VersionListItem = Omit<SecretVersionRow, 'sealedValue'> & Partial<Pick<SecretVersionRow, 'sealedValue'>>;

/** Somebody who redacted versions, as the organization knows them. */
export interface RedactorRow {
  actorId: string;
  /** Of a machine identity, its name. */
  username: string;
  email: string | null;
  /** Null for whoever is not in the project by themselves. */
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
const described = [...facts, 'redactedAt', 'redactedByActorType', 'redactedByActorId', 'dataKeyId', 'sealedComment'];

/** `whole` brings the values along. */
const columnsOf = { described, whole: [...described, 'sealedValue'] };

export type VersionExtent = keyof typeof columnsOf;

export class SecretVersionStore extends Store {
  /** The newest first. */
  async list(secretId: string, { offset, limit }: Page, extent: VersionExtent): Promise<VersionListItem[]> {
    const page = this.db('secret_versions')
      .where({ secretId })
      .orderBy('version', 'desc')
      .offset(offset)
      .limit(limit)
      .select(columnsOf[extent]);
    return (await this.db.atLength<VersionListItem>(page)).sort((one, other) => other.version - one.version);
  }

  find(secretId: string, version: number): Promise<SecretVersionRow | undefined> {
    return this.db<SecretVersionRow>('secret_versions').where({ secretId, version }).first();
  }

  /** The names that these secrets had in earlier versions and have no longer. */
  formerNames(secretIds: readonly string[]): Promise<Pick<SecretVersionRow, 'secretId' | 'key'>[]> {
    return inChunks(secretIds, (part) =>
      this.db('secret_versions as v')
        .join('secrets as s', 's.id', 'v.secretId')
        .whereIn('v.secretId', part)
        .where('v.key', '<>', this.db.ref('s.key'))
        .distinct<Pick<SecretVersionRow, 'secretId' | 'key'>[]>('v.secretId', 'v.key'),
    );
  }

  /** Which version of which secret it is, in whichever project of the organization. */
  findInOrganization(
    organizationId: string,
    id: string,
  ): Promise<Pick<SecretVersionRow, 'secretId' | 'version'> | undefined> {
    return this.db('secret_versions as v')
      .join('projects as p', 'p.id', 'v.projectId')
      .where({ 'v.id': id, 'p.organizationId': organizationId })
      .first('v.secretId', 'v.version');
  }

  /** Those of them that are still in the project's organization. */
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

  /** Removes the value for good. */
  async redact({
    id,
    redactedAt,
    redactedByActorType,
    redactedByActorId,
  }: Pick<SecretVersionRow, 'id' | 'redactedAt' | 'redactedByActorType' | 'redactedByActorId'>): Promise<void> {
    await this.db<SecretVersionRow>('secret_versions')
      .where({ id })
      .update({ sealedValue: '', references: [], redactedAt, redactedByActorType, redactedByActorId });
  }

  /**
   * Some of those that are sealed with these keys, which nobody else changes until the transaction ends: at most
   * `count`, and beyond the first one no more than `characters` in all.
   */
  async lockSealedWith(
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
    return this.db<SecretVersionRow>('secret_versions')
      .whereIn('id', ids)
      .whereIn('dataKeyId', dataKeyIds)
      .orderBy('id')
      .forUpdate();
  }

  async reseal(id: string, sealed: ReencryptedColumns): Promise<void> {
    await this.db<SecretVersionRow>('secret_versions').where({ id }).update(sealed);
  }

  async isAnySealedWith(dataKeyIds: readonly string[]): Promise<boolean> {
    return (await this.db('secret_versions').whereIn('dataKeyId', dataKeyIds).first('id')) !== undefined;
  }

  async insert(versions: readonly SecretVersionRow[]): Promise<void> {
    await eachChunk(versions, (part) => this.db.insertRows('secret_versions', part));
  }
}
