import type { Timestamp } from '../../platform/clock.ts';
import { eachChunk } from '../../platform/db/chunks.ts';
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

export class SecretVersionStore extends Store {
  async insert(versions: readonly SecretVersionRow[]): Promise<void> {
    await eachChunk(versions, (part) => this.db<SecretVersionRow>('secret_versions').insert(part));
  }
}
