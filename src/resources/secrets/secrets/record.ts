import type { AuditEvent } from '../../../audit/audit.ts';
import type { Place } from '../folders/rules.ts';
import type { SecretRow } from './store.ts';
import { folderThing } from './thing.ts';
import type { KnownSecret } from './writing/version.ts';

/** Returns what the audit log records about a secret. */
export const recorded = ({ id, key, version }: SecretRow) => ({ secretId: id, secretKey: key, secretVersion: version });

/** Builds the audit event of a change of secrets. */
export type Entry = (verb: 'create' | 'update' | 'delete', place: Place, secrets: readonly KnownSecret[]) => AuditEvent;

export const asOne: Entry = (verb, place, [secret]) => ({
  type: `${verb}-secret`,
  metadata: Object.assign(folderThing(place), recorded(secret!.row)),
});

/** Records the path of each secret, because one request may change secrets in several folders. */
export const asMany: Entry = (verb, place, secrets) => ({
  type: `${verb}-secrets`,
  metadata: {
    secrets: secrets.map(({ row, place: { path } }) => ({ secretPath: path, ...recorded(row) })),
    ...folderThing(place),
  },
});
