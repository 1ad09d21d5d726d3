import type { ProjectRow } from '../../../src/access/project.ts';

/** All fields of a project without ignored values, as responses show them. */
export const shownProject = (project: ProjectRow) => ({
  id: project.id,
  name: project.name,
  slug: project.slug,
  description: project.description,
  type: project.type,
  defaultProduct: project.defaultProduct,
  autoCapitalization: project.autoCapitalization,
  orgId: project.organizationId,
  createdAt: project.createdAt,
  updatedAt: project.updatedAt,
  version: 3,
  upgradeStatus: null,
  pitVersionLimit: project.pitVersionLimit,
  kmsCertificateKeyId: null,
  auditLogsRetentionDays: project.auditLogsRetentionDays,
  leastAuditLogsRetentionDays: project.leastAuditLogsRetentionDays,
  hasDeleteProtection: project.hasDeleteProtection,
  secretSharing: project.secretSharing,
  showSnapshotsLegacy: project.showSnapshotsLegacy,
  secretDetectionIgnoreValues: [],
  enforceEncryptedSecretManagerSecretMetadata: project.enforceEncryptedSecretManagerSecretMetadata,
});
