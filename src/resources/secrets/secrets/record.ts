import type { AuditEvent } from '../../../audit/audit.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { SecretRow } from './store.ts';
import { folderSubjectFields } from '../../../access/secret-fields.ts';
import type { SecretWithState } from './writing/write.ts';

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
