import type { ProjectAccess } from '../../../access/project-access.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { MetadataEntry } from './columns.ts';
import type { SecretTagRow, SecretWithVersion } from './store.ts';
import { secretSubjectFields } from '../../../access/secret-fields.ts';
import type { SecretWithState } from './writing/write.ts';

/** Replaces a value that is not shown; the official clients recognize it. */
export const hiddenValue = '<hidden-by-infisical>';

/** A secret, decrypted as far as the caller may see it. */
export interface DecryptedSecret {
  readonly row: SecretWithVersion;
  readonly folderRef: FolderRef;
  readonly tags: readonly SecretTagRow[];
  /** Undefined if it is not shown. */
  readonly value: string | undefined;
  readonly comment: string;
  readonly metadata: readonly MetadataEntry[];
}

const metadataView = ({ metadata, value }: DecryptedSecret): MetadataEntry[] =>
  metadata.map((entry) => (entry.isEncrypted && value === undefined ? { ...entry, value: hiddenValue } : entry));

/** Returns the secret with its value and encrypted metadata. */
export const withValue = ({ row, state, folderRef }: SecretWithState): DecryptedSecret => {
  const { value, comment, metadata, tags } = state;
  return { row, folderRef, tags: tags.map((tag) => ({ secretId: row.id, ...tag })), value, comment, metadata };
};

/** Returns the secret, with its value if the caller may read it; a personal secret is always shown to its owner. */
export const withReadableValue = (project: ProjectAccess, secret: SecretWithState): DecryptedSecret => {
  const { row, folderRef, state } = secret;
  const mayRead =
    row.ownerId !== '' || project.allows('readValue', 'secrets', secretSubjectFields(folderRef, row.key, state.tags));
  return mayRead ? withValue(secret) : { ...withValue(secret), value: undefined };
};

/** Shows a secret in the shape of every operation; the Python SDK requires `_id` and `workspace`. */
export const secretView = (secret: DecryptedSecret) => {
  const { row, folderRef, tags, value, comment } = secret;
  return {
    id: row.id,
    _id: row.id,
    workspace: row.projectId,
    environment: folderRef.environment,
    version: row.version,
    type: row.ownerId === '' ? ('shared' as const) : ('personal' as const),
    secretKey: row.key,
    secretValue: value ?? hiddenValue,
    secretValueHidden: value === undefined,
    secretComment: comment,
    secretPath: folderRef.path,
    secretReminderNote: row.reminderNote,
    secretReminderRepeatDays: row.reminderRepeatDays,
    secretMetadata: metadataView(secret),
    skipMultilineEncoding: row.skipMultilineEncoding ?? false,
    tags: tags.map(({ id, slug, color }) => ({ id, slug, name: slug, color })),
    actor: { actorId: row.actorId, actorType: row.actorType, name: row.actorName, membershipId: null, groupId: null },
    isRotatedSecret: row.rotationId !== null,
    rotationId: row.rotationId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
  };
};

/** The response of an operation on one secret. */
export const oneSecretView = ([secret]: readonly DecryptedSecret[]) => ({ secret: secretView(secret!) });

/** The response of an operation on several secrets. */
export const manySecretsView = (secrets: readonly DecryptedSecret[]) => ({ secrets: secrets.map(secretView) });

/** Shows a secret in the folder that imports it. */
export const importedSecretView = (secret: DecryptedSecret, importingPath: string) => {
  const { createdAt: _created, updatedAt: _updated, ...view } = secretView(secret);
  return { ...view, secretPath: importingPath };
};
