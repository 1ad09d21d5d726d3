import type { ProjectAccess } from '../../../../access/project-access.ts';
import { timestamp } from '../../../../platform/clock.ts';
import type { DataKey } from '../../../../platform/crypto/sealing.ts';
import { ascending } from '../../../../platform/ids.ts';
import { mapInSlices } from '../../../../platform/slices.ts';
import type { Scope } from '../../../../scope.ts';
import { findEncryptionKey } from '../../../project/data-keys/encryption.ts';
import { changeIdOf } from '../../folder-changes/change-ids.ts';
import { actorColumns } from '../../folder-changes/record.ts';
import type { FolderRef } from '../../folders/rules.ts';
import type { SecretVersionRow } from '../../secret-versions/store.ts';
import { notifiedReferences } from '../reading/links.ts';
import { encryptContent } from '../encryption.ts';
import { bindReferences } from './bind-references.ts';
import type { SecretState } from '../state.ts';
import type { SecretRow, SecretWithVersion } from '../store.ts';
import { secretSubjectFields } from '../subject-fields.ts';
import type { DecryptedSecret } from '../view.ts';

/** The encrypted content of a version; used if it was encrypted before the transaction, with the current key. */
export type SealedContent = ReturnType<typeof encryptContent>;

/** A secret with the content of its next version. */
export interface VersionDraft {
  /** Has the number of the new version. */
  readonly row: SecretRow;
  /** The version before, if it is known. */
  readonly before?: Pick<SecretVersionRow, 'tagIds' | 'references'>;
  readonly state: SecretState;
  readonly sealed?: SealedContent | undefined;
}

/** A secret with its content in plain text. */
export interface SecretWithState {
  readonly row: SecretWithVersion;
  readonly state: SecretState;
  readonly folderRef: FolderRef;
}

/** Returns the ids of new versions of these secrets, by secret and in the same order. */
export const newVersionIds = (
  { ids, clock }: Pick<Scope, 'ids' | 'clock'>,
  secretIds: readonly string[],
): Map<string, string> => {
  const now = clock.now();
  const versionIds = ascending(secretIds.length, () => ids.orderedUuid(now));
  return new Map([...secretIds].sort().map((secretId, index) => [secretId, versionIds[index]!]));
};

const encryptVersion = (
  tx: Scope,
  key: DataKey,
  { row, state, sealed }: VersionDraft,
  { id, createdAt }: Pick<SecretVersionRow, 'id' | 'createdAt'>,
): SecretVersionRow => ({
  id,
  secretId: row.id,
  version: row.version,
  projectId: row.projectId,
  key: row.key,
  ...(row.ownerId === ''
    ? { folderId: row.folderId, changeId: changeIdOf(tx, row.folderId) }
    : { folderId: null, changeId: null }),
  ...actorColumns(tx.actor),
  skipMultilineEncoding: state.skipMultilineEncoding,
  reminderRepeatDays: state.reminderRepeatDays,
  reminderNote: state.reminderNote,
  tagIds: state.tags.map(({ id }) => id),
  references: state.references,
  ...(sealed?.dataKeyId === key.id ? sealed : encryptContent(key, { secretId: row.id, version: row.version }, state)),
  createdAt,
  redactedAt: null,
  redactedByActorType: null,
  redactedByActorId: null,
});

/** Whether tags or references of the version before may be stored. */
const mayHaveRelations = ({ row, before }: VersionDraft): boolean =>
  row.version > 1 && (before === undefined || before.tagIds.length + before.references.length > 0);

/**
 * Inserts the new version of each secret with its tags and references; the rows of the secrets are already stored. Reads
 * the project's encryption key unless the caller has done so.
 */
export const addVersions = async (
  tx: Scope,
  projectId: string,
  folderRef: FolderRef,
  newDrafts: readonly VersionDraft[],
  key?: DataKey,
): Promise<SecretWithState[]> => {
  if (newDrafts.length === 0) return [];
  const drafts = await bindReferences(tx, newDrafts);
  const encryptionKey = key ?? (await findEncryptionKey(tx, projectId));
  const ids = newVersionIds(
    tx,
    drafts.map(({ row }) => row.id),
  );
  const createdAt = timestamp(tx.clock.now());
  const versions = await mapInSlices(drafts, (draft) =>
    encryptVersion(tx, encryptionKey, draft, { id: ids.get(draft.row.id)!, createdAt }),
  );
  await tx.stores.secretVersions.insert(versions);
  await tx.stores.secrets.deleteRelations(
    projectId,
    drafts.filter(mayHaveRelations).map(({ row }) => row.id),
  );
  await tx.stores.secrets.insertTags(
    projectId,
    drafts.map(({ row: { id }, state }) => ({ id, tagIds: state.tags.map((tag) => tag.id) })),
  );
  await tx.stores.secrets.insertReferences(
    await notifiedReferences(
      tx,
      drafts.map(({ row: { id }, state: { references } }) => ({ id, projectId, references })),
    ),
  );
  const states = new Map(drafts.map(({ row, state }) => [row.id, { row, state }]));
  return mapInSlices(versions, (version) => {
    const { row, state } = states.get(version.secretId)!;
    return { row: { ...version, ...row, versionId: version.id }, state, folderRef };
  });
};

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
