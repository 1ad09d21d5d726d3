import type { Timestamp } from '../platform/clock.ts';

export type ProjectType = 'secret-manager' | 'cert-manager' | 'kms' | 'secret-scanning' | 'pam';

export interface ProjectRow {
  id: string;
  organizationId: string;
  name: string;
  slug: string;
  description: string | null;
  type: ProjectType;
  defaultProduct: string | null;
  autoCapitalization: boolean;
  hasDeleteProtection: boolean;
  secretSharing: boolean;
  showSnapshotsLegacy: boolean;
  enforceEncryptedSecretManagerSecretMetadata: boolean;
  pitVersionLimit: number;
  /** Null and 0 mean the default of the server. */
  auditLogsRetentionDays: number | null;
  /** What the organization demands of its projects; null if it demands nothing. */
  leastAuditLogsRetentionDays: number | null;
  /** The values that secret detection ignores, encrypted with this key; null if there are none. */
  ignoreValuesKeyId: string | null;
  sealedIgnoreValues: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** What decides how long the audit log entries of a project are kept. */
export type ProjectRetention = Pick<ProjectRow, 'auditLogsRetentionDays' | 'leastAuditLogsRetentionDays'>;

/** The revisions under which what was read of a project is cached. */
export interface ProjectRevisions {
  /** Another random number after every change of permissions in the project. */
  accessRevision: number;
  /** The latest changes that led to this revision and concern one member each, newest first; see `access-changes`. */
  accessChanges: string;
  /** Another random number after every change that responses about its secrets can show. */
  dataRevision: number;
}

export type ProjectWithRevisions = ProjectRow & ProjectRevisions;
