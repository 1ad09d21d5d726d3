import type { Reply } from '../../../contract.ts';
import type { ClientSecretRow } from './store.ts';

export const clientSecretView = (row: ClientSecretRow): Reply<'getClientSecret'>['clientSecretData'] => ({
  id: row.id,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  description: row.description,
  clientSecretPrefix: row.prefix,
  clientSecretNumUses: row.numUses,
  clientSecretNumUsesLimit: row.numUsesLimit,
  clientSecretTTL: row.ttl,
  identityUAId: row.universalAuthId,
  isClientSecretRevoked: row.isRevoked,
});
