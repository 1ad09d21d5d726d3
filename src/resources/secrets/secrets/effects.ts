import type { AuditEvent } from '../../../audit/audit.ts';
import type { ProjectRow } from '../../../access/project.ts';
import type { Audience, FolderChange } from '../../../events/recorder.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { PublicScope } from '../../../scope.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { SecretRow } from './store.ts';
import type { SecretWithState } from './writing/write.ts';

/**
 * Records a change of secrets, with everything that follows from it: the time of the last change of each folder, which is
 * part of the data revision, the audit entries, and events for subscribers and webhooks. Nobody else sees a change of
 * personal secrets, so that `changes` of shared ones may be empty.
 */
export const recordEffects = async (
  tx: Pick<PublicScope, 'stores' | 'clock' | 'audit' | 'events'>,
  project: ProjectRow,
  changes: readonly FolderChange[],
  {
    entries = [],
    audience,
  }: { readonly entries?: readonly AuditEvent[]; readonly audience?: Audience | undefined } = {},
): Promise<void> => {
  const changed = changes.filter(({ keys }) => keys.length > 0);
  const folderIds = [...new Set(changed.map(({ folder }) => folder.id))];
  if (folderIds.length > 0) await tx.stores.folders.touch(project.id, folderIds, timestamp(tx.clock.now()));
  for (const entry of entries) await tx.audit.record({ project, ...entry });
  if (changed.length > 0) await tx.events.record(project.id, changed, { audience });
};

/** Returns what the audit log records about a secret. */
export const auditedSecret = ({ id, key, version }: SecretRow) => ({
  secretId: id,
  secretKey: key,
  secretVersion: version,
});

/** Builds the audit event of a change of secrets, or of a read of those that a change left as they were. */
export type AuditEntryBuilder = (
  verb: 'create' | 'update' | 'delete' | 'get',
  folderRef: FolderRef,
  secrets: readonly SecretWithState[],
) => AuditEvent;

export const auditOne: AuditEntryBuilder = (verb, folderRef, [secret]) => ({
  type: `${verb}-secret`,
  metadata: Object.assign(folderSubjectFields(folderRef), auditedSecret(secret!.row)),
});

/** Records the path of each secret, because one request may change secrets in several folders. */
export const auditMany: AuditEntryBuilder = (verb, folderRef, secrets) => ({
  type: `${verb}-secrets`,
  metadata: {
    secrets: secrets.map(({ row, folderRef: { path } }) => ({ secretPath: path, ...auditedSecret(row) })),
    ...folderSubjectFields(folderRef),
    ...(verb === 'get' && { numberOfSecrets: secrets.length }),
  },
});
