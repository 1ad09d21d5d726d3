import type { Reply } from '../../../contract.ts';
import type { SecretRotation } from './store.ts';
import { rotationTypes } from './types/index.ts';

export const rotationView = (row: SecretRotation): Reply<'getSecretRotation'>['secretRotation'] => ({
  id: row.id,
  name: row.name,
  description: row.description,
  type: row.type,
  isAutoRotationEnabled: row.isAutoRotationEnabled,
  activeIndex: row.activeIndex,
  folderId: row.folderId,
  connectionId: row.connectionId,
  projectId: row.projectId,
  rotationInterval: row.rotationInterval,
  rotateAtUtc: { hours: row.rotateAtHours, minutes: row.rotateAtMinutes },
  rotationStatus: row.rotationStatus,
  lastRotationAttemptedAt: row.lastRotationAttemptedAt!,
  lastRotatedAt: row.lastRotatedAt!,
  lastRotationJobId: null,
  nextRotationAt: row.nextRotationAt,
  nextAttemptAt: row.failures > 0 ? row.dueAt : row.nextRotationAt,
  isLastRotationManual: row.isLastRotationManual,
  lastRotationMessage: row.lastRotationMessage,
  connection: { id: row.connectionId, name: row.connectionName, app: row.app },
  environment: { id: row.environmentId, name: row.environmentName, slug: row.environmentSlug },
  folder: { id: row.folderId, path: row.path },
  parameters: rotationTypes[row.type].showParameters(row.parameters),
  secretsMapping: rotationTypes[row.type].showMapping(row.secretsMapping),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
