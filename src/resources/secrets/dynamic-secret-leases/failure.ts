import { queueDetailed, toleratedFailures } from '../../../events/webhook-queue.ts';
import { mailAdministrators, type TellingTransaction } from '../../project/project-users/mail.ts';
import type { LeaseRow } from './store.ts';

/**
 * Tells webhooks and administrators of a lease that has failed too often, unless another lease of the dynamic secret
 * has, too: a system that is away makes many fail. The project may be gone.
 */
export const tellOfFailure = async (tx: TellingTransaction, lease: LeaseRow): Promise<void> => {
  const { id, projectId, organizationId, dynamicSecretId, externalEntityId, attempts, lastError } = lease;
  if (attempts !== toleratedFailures) return;
  const { dynamicSecretLeases, dynamicSecrets, projects } = tx.stores;
  if (await dynamicSecretLeases.hasOtherFailing(lease, toleratedFailures)) return;
  const project = await projects.findById(organizationId, projectId);
  const placed = await dynamicSecretLeases.findPlaced(projectId, id);
  if (!project || !placed) return;
  const { name: dynamicSecretName, environment, secretPath: path } = placed;
  const folderId = (await dynamicSecrets.findById(projectId, dynamicSecretId))?.folderId ?? dynamicSecretId;
  const message = lastError!;
  queueDetailed(tx, projectId, { id: folderId, environment, path }, 'dynamic-secrets.revocation-failed', {
    dynamicSecretName,
    leaseId: id,
    errorMessage: message,
  });
  const content = { projectName: project.name, dynamicSecretName, environment, path, username: externalEntityId };
  await mailAdministrators(tx, project, 'revocation-failed', { ...content, message });
};
