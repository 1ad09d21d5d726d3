import type { LeaseRow } from './store.ts';

export const leaseView = ({ state, lastError, ...row }: LeaseRow) => ({
  id: row.id,
  version: 1,
  externalEntityId: row.externalEntityId,
  expireAt: row.expireAt,
  status: state === 'failed' ? ('Failed to delete' as const) : null,
  statusDetails: state === 'failed' ? lastError : null,
  dynamicSecretId: row.dynamicSecretId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  config: row.config,
});
