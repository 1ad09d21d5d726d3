import type { PlacedLease } from '../dynamic-secret-leases/store.ts';

export const projectLeaseView = (row: PlacedLease) => ({
  id: row.id,
  dynamicSecretId: row.dynamicSecretId,
  dynamicSecretName: row.name,
  type: row.type,
  environment: row.environment,
  secretPath: row.secretPath,
  externalEntityId: row.externalEntityId,
  status: row.state as 'active' | 'revoking' | 'failed',
  createdBy: row.createdBy,
  createdByActorType: row.createdByType,
  createdByName: row.createdByName,
  createdAt: row.createdAt,
  expireAt: row.expireAt,
  attempts: row.attempts,
  lastError: row.lastError,
  nextAttemptAt: row.state === 'failed' ? row.dueAt : null,
});
