import type { ProjectRow } from '../../../access/project.ts';
import type { Reply } from '../../../contract.ts';
import type { EnvironmentRow } from '../../../access/environment.ts';
import type { DeletedEnvironmentRow } from '../environments/store.ts';
import type { ProjectAndEnvironments } from './service.ts';

type Project = Reply<'updateProject'>['project'];
type ProjectWithEnvironments = Reply<'createProject'>['project'];
type ProjectWithDeletedEnvironments = Reply<'getProjectBySlug'>;
type DeletedEnvironment = ProjectWithDeletedEnvironments['deletedEnvironments'][number];

/** Shows a project; `ignoreValues` are those that the caller may see. */
export const projectView = (row: ProjectRow, ignoreValues: readonly string[]): Project => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  description: row.description,
  type: row.type,
  defaultProduct: row.defaultProduct,
  autoCapitalization: row.autoCapitalization,
  orgId: row.organizationId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  version: 3,
  upgradeStatus: null,
  pitVersionLimit: row.pitVersionLimit,
  kmsCertificateKeyId: null,
  auditLogsRetentionDays: row.auditLogsRetentionDays,
  leastAuditLogsRetentionDays: row.leastAuditLogsRetentionDays,
  hasDeleteProtection: row.hasDeleteProtection,
  secretSharing: row.secretSharing,
  showSnapshotsLegacy: row.showSnapshotsLegacy,
  secretDetectionIgnoreValues: [...ignoreValues],
  enforceEncryptedSecretManagerSecretMetadata: row.enforceEncryptedSecretManagerSecretMetadata,
});

const environmentView = ({ id, name, slug, color, isProtected }: EnvironmentRow) => ({
  id,
  name,
  slug,
  color,
  isProtected,
});

export const projectWithEnvironmentsView = (
  { project, environments }: ProjectAndEnvironments,
  ignoreValues: readonly string[],
): ProjectWithEnvironments => ({
  _id: project.id,
  environments: environments.map(environmentView),
  ...projectView(project, ignoreValues),
});

const deletedByView = ({
  deletedByUserId,
  deletedByIdentityId,
  email,
  username,
  firstName,
  lastName,
  identityName,
}: DeletedEnvironmentRow): DeletedEnvironment['deletedBy'] => {
  if (deletedByUserId !== null) return { type: 'user', id: deletedByUserId, email, username, firstName, lastName };
  if (deletedByIdentityId === null) return null;
  return {
    type: 'identity',
    id: deletedByIdentityId,
    email: null,
    username: null,
    firstName: null,
    lastName: null,
    name: identityName!,
  };
};

const deletedEnvironmentView = (row: DeletedEnvironmentRow): DeletedEnvironment => ({
  id: row.id,
  name: row.name,
  slug: row.slug,
  deleteAfter: row.deleteAfter,
  softDeletedAt: row.softDeletedAt,
  deletedBy: deletedByView(row),
});

export const projectWithDeletedEnvironmentsView = (
  details: ProjectAndEnvironments,
  deleted: readonly DeletedEnvironmentRow[],
  ignoreValues: readonly string[],
): ProjectWithDeletedEnvironments => ({
  deletedEnvironments: deleted.map(deletedEnvironmentView),
  ...projectWithEnvironmentsView(details, ignoreValues),
});
