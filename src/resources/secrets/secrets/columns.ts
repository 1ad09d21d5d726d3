import type { Timestamp } from '../../../platform/clock.ts';

export interface MetadataEntry {
  readonly key: string;
  /** The ciphertext, if the entry is encrypted. */
  readonly value: string;
  readonly isEncrypted: boolean;
}

/** A reference in a value; one to the same folder has neither environment nor path. */
export interface Reference {
  /** The slug of the project; undefined for the same project. */
  readonly project?: string;
  /**
   * The project that had this slug when the value was written, null if none had; undefined until it is stored. The
   * reference leads nowhere else, so that nobody can take it over with a slug that has become free.
   */
  readonly projectId?: string | null;
  readonly environment: string | null;
  readonly path: string | null;
  readonly key: string;
}

/** The unencrypted content of a version. */
export interface VersionContent {
  /** The name of the secret at that version. */
  key: string;
  /** The platform for a value that a rotation has set. */
  actorType: 'user' | 'identity' | 'service' | 'platform';
  /** The actor may be deleted. */
  actorId: string;
  actorName: string;
  skipMultilineEncoding: boolean | null;
  reminderRepeatDays: number | null;
  reminderNote: string | null;
  /** The tags at that version; they may be deleted. */
  tagIds: readonly string[];
  references: readonly Reference[];
  metadata: readonly MetadataEntry[];
  /** When the value was redacted; null if it was not. */
  redactedAt: Timestamp | null;
}

/** The encrypted columns of a version; empty for a missing comment and for a redacted value. */
export interface EncryptedColumns {
  dataKeyId: string;
  sealedComment: string;
  sealedValue: string;
}

export interface SecretVersionRow extends VersionContent, EncryptedColumns {
  id: string;
  secretId: string;
  /** Counts from 1. */
  version: number;
  projectId: string;
  /** The folder that the secret was in; null for personal secrets, and for versions from before it was stored. */
  folderId: string | null;
  /** The change of the folder that the version is part of; null in the same cases. */
  changeId: string | null;
  createdAt: Timestamp;
  redactedByActorType: 'user' | 'identity' | null;
  redactedByActorId: string | null;
}

const secretColumns = [
  's.id',
  's.projectId',
  's.folderId',
  's.ownerId',
  's.sharedId',
  's.rotationId',
  's.createdAt',
  's.updatedAt',
];
const versionColumns = [
  'version',
  'actorType',
  'actorId',
  'actorName',
  'skipMultilineEncoding',
  'reminderRepeatDays',
  'reminderNote',
  'tagIds',
  'references',
  'metadata',
  'redactedAt',
];
export const namelessColumns = [...secretColumns, 'v.id as versionId', ...versionColumns.map((name) => `v.${name}`)];
/** Includes the current name: a personal secret is renamed with its shared one, without a new version. */
const unencryptedColumns = [...namelessColumns, 's.key'];
export const encryptedColumns = ['dataKeyId', 'sealedComment', 'sealedValue'].map((name) => `v.${name}`);

/** The columns that permissions and ETags depend on. */
const etagColumns = [
  's.id',
  's.folderId',
  's.key',
  's.ownerId',
  's.sharedId',
  's.updatedAt',
  'v.id as versionId',
  ...['version', 'tagIds', 'references', 'metadata', 'redactedAt'].map((name) => `v.${name}`),
];

export const columnsOf = {
  'etag-inputs': etagColumns,
  unencrypted: unencryptedColumns,
  all: [...unencryptedColumns, ...encryptedColumns],
};

/** Which columns are read; `etag-inputs` are those that permissions and ETags depend on. */
export type Extent = keyof typeof columnsOf;

/** Builds a statement for each extent. */
export const byExtent = <T>(build: (columns: string[]) => T): Record<Extent, T> => ({
  'etag-inputs': build(columnsOf['etag-inputs']),
  unencrypted: build(columnsOf.unencrypted),
  all: build(columnsOf.all),
});
