import type { Reply } from '../../../contract.ts';
import type { UniversalAuthRow } from './store.ts';

type UniversalAuth = Reply<'getUniversalAuth'>;

export const universalAuthView = (row: UniversalAuthRow): UniversalAuth => ({
  identityUniversalAuth: {
    id: row.id,
    clientId: row.clientId,
    identityId: row.identityId,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    accessTokenTTL: row.accessTokenTTL,
    accessTokenMaxTTL: row.accessTokenMaxTTL,
    accessTokenNumUsesLimit: row.accessTokenNumUsesLimit,
    accessTokenPeriod: row.accessTokenPeriod,
    clientSecretTrustedIps: [...row.clientSecretTrustedIps],
    accessTokenTrustedIps: [...row.accessTokenTrustedIps],
    lockoutEnabled: row.lockoutEnabled,
    lockoutThreshold: row.lockoutThreshold,
    lockoutDurationSeconds: row.lockoutDurationSeconds,
    lockoutCounterResetSeconds: row.lockoutCounterResetSeconds,
  },
});
