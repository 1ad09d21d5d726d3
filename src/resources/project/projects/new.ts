import type { ProjectRow } from '../../../access/project.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import { newEnvironment } from '../environments/new.ts';
import type { EnvironmentRow } from '../../../access/environment.ts';

export type ProjectInput = Request<'createProject'>['body'];

/** Builds the row of a new project in the caller's organization; does not store it. */
export const newProject = (
  { access, clock, ids }: Pick<Scope, 'access' | 'clock' | 'ids'>,
  input: ProjectInput,
  slug: string,
): ProjectRow => {
  const now = timestamp(clock.now());
  const name = input.projectName.trim();
  return {
    id: ids.uuid(),
    organizationId: access.organization.id,
    name,
    slug,
    description: input.projectDescription?.trim() ?? null,
    type: input.type,
    defaultProduct: null,
    autoCapitalization: false,
    hasDeleteProtection: input.hasDeleteProtection,
    secretSharing: true,
    showSnapshotsLegacy: false,
    enforceEncryptedSecretManagerSecretMetadata: false,
    pitVersionLimit: 10,
    auditLogsRetentionDays: null,
    leastAuditLogsRetentionDays: null,
    ignoreValuesKeyId: null,
    sealedIgnoreValues: null,
    createdAt: now,
    updatedAt: now,
  };
};

/** Builds the rows of the environments of a new project for secrets; other types of projects have none. */
export const defaultEnvironments = (scope: Pick<Scope, 'clock' | 'ids'>, { id, type }: ProjectRow): EnvironmentRow[] =>
  type !== 'secret-manager'
    ? []
    : [
        newEnvironment(scope, id, { name: 'Development', slug: 'dev', position: 1 }),
        newEnvironment(scope, id, { name: 'Staging', slug: 'staging', position: 2 }),
        newEnvironment(scope, id, { name: 'Production', slug: 'prod', position: 3 }),
      ];
