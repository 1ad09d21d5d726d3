import { timestamp } from '../../../platform/clock.ts';
import { queueDetailed, toleratedFailures } from '../../../events/webhook-queue.ts';
import type { PublicScope } from '../../../scope.ts';
import { mailAdministrators } from '../../project/project-users/mail.ts';
import { nextAttempt } from './plan.ts';
import { record, type Initiator } from './record.ts';
import type { SecretRotation } from './store.ts';

/** Stores why a rotation failed and when it is tried again, and tells those who have to know. */
export const recordFailure = async (
  tx: PublicScope,
  rotation: SecretRotation,
  message: string,
  initiator: Initiator,
): Promise<void> => {
  const { id, projectId, organizationId, folderId, connectionId, parameters, secretsMapping } = rotation;
  const now = tx.clock.now();
  const failures = rotation.failures + 1;
  await tx.stores.secretRotations.update(id, {
    rotationStatus: 'failed',
    lastRotationMessage: message,
    isLastRotationManual: initiator === 'caller',
    failures,
    dueAt: timestamp(nextAttempt(now, failures)),
    runId: null,
  });
  const project = (await tx.stores.projects.findById(organizationId, projectId))!;
  await record(
    tx,
    'secret-rotation-rotate-secrets',
    rotation,
    project,
    { connectionId, folderId, parameters, secretsMapping, status: 'failed', occurredAt: timestamp(now), message },
    initiator,
  );
  const isTime = initiator === 'server' && failures === toleratedFailures;
  if (isTime || initiator === 'caller') {
    const folder = { id: folderId, environment: rotation.environmentSlug, path: rotation.path };
    queueDetailed(tx, projectId, folder, 'secrets.rotation-failed', {
      rotationName: rotation.name,
      errorMessage: message,
      triggeredManually: initiator === 'caller',
    });
  }
  if (!isTime) return;
  const { name: rotationName, environmentSlug: environment, path } = rotation;
  const content = { projectName: project.name, rotationName, environment, path, message };
  await mailAdministrators(tx, project, 'rotation-failed', content);
};
