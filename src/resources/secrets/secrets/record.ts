import type { AuditEvent } from '../../../audit/audit.ts';
import type { FolderRef } from '../folders/rules.ts';
import type { SecretRow } from './store.ts';
import { folderSubjectFields } from './subject-fields.ts';
import type { SecretWithState } from './writing/version.ts';

/** Returns what the audit log records about a secret. */
export const recorded = ({ id, key, version }: SecretRow) => ({ secretId: id, secretKey: key, secretVersion: version });

/** Builds the audit event of a change of secrets. */
export type AuditEntryBuilder = (
  verb: 'create' | 'update' | 'delete',
  place: FolderRef,
  secrets: readonly SecretWithState[],
) => AuditEvent;

export const auditOne: AuditEntryBuilder = (verb, place, [secret]) => ({
  type: `${verb}-secret`,
  metadata: Object.assign(folderSubjectFields(place), recorded(secret!.row)),
});

/** Records the path of each secret, because one request may change secrets in several folders. */
export const auditMany: AuditEntryBuilder = (verb, place, secrets) => ({
  type: `${verb}-secrets`,
  metadata: {
    secrets: secrets.map(({ row, place: { path } }) => ({ secretPath: path, ...recorded(row) })),
    ...folderSubjectFields(place),
  },
});
