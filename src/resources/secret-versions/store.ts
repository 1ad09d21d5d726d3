import type { Timestamp } from '../../platform/clock.ts';
import { Store } from '../../platform/db/store.ts';

export interface MetadataEntry {
  readonly key: string;
  /** Sealed, if it is encrypted. */
  readonly value: string;
  readonly isEncrypted: boolean;
}

/** What a value refers to. One in the same folder has neither environment nor path. */
export interface Reference {
  readonly environment: string | null;
  readonly path: string | null;
  readonly key: string;
}

/** What a version says besides what is sealed. */
export interface VersionContent {
  /** The name that the secret had. */
  key: string;
  actorType: 'user' | 'identity';
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
}

/** What of a version is sealed. A comment that there is not is empty, and so is a value that was redacted. */
export interface Sealed {
  dataKeyId: string;
  sealedComment: string;
  sealedValue: string;
}

export interface SecretVersionRow extends VersionContent, Sealed {
  id: string;
  secretId: string;
  /** From 1. */
  version: number;
  projectId: string;
  createdAt: Timestamp;
  redactedAt: Timestamp | null;
  redactedByActorType: 'user' | 'identity' | null;
  redactedByActorId: string | null;
}

/** What of a version is sealed anew when its key is replaced. */
export type Resealed = Sealed & Pick<SecretVersionRow, 'metadata'>;

const chunk = 500;

export class SecretVersionStore extends Store {
  /**
   * Some of those that are sealed with these keys, which nobody else changes until the transaction ends: at most `count`, and beyond
   * the first one no more than `characters` in all.
   */
  async lockSealedWith(dataKeyIds: readonly string[], { count, characters }: { count: number; characters: number }): Promise<SecretVersionRow[]> {
    const size = this.db.raw('length(??) + length(??)', ['sealedValue', 'sealedComment']);
    const sizes = await this.db('secret_versions').whereIn('dataKeyId', dataKeyIds).orderBy('id').limit(count).select<{ id: string; size: number }[]>('id', { size } as never);
    let total = 0;
    const ids = sizes.filter((row, index) => (total += row.size) <= characters || index === 0).map(({ id }) => id);
    return this.db<SecretVersionRow>('secret_versions').whereIn('id', ids).whereIn('dataKeyId', dataKeyIds).orderBy('id').forUpdate();
  }

  async reseal(id: string, sealed: Resealed): Promise<void> {
    await this.db<SecretVersionRow>('secret_versions').where({ id }).update(sealed);
  }

  async isAnySealedWith(dataKeyIds: readonly string[]): Promise<boolean> {
    return (await this.db('secret_versions').whereIn('dataKeyId', dataKeyIds).first('id')) !== undefined;
  }

  async insert(versions: readonly SecretVersionRow[]): Promise<void> {
    for (let i = 0; i < versions.length; i += chunk) await this.db<SecretVersionRow>('secret_versions').insert(versions.slice(i, i + chunk));
  }
}
