import type { Reply } from '../../../contract.ts';
import type { AccessTokenRow, TokenSettings } from '../access-tokens/store.ts';

export const tokenAuthView = (settings: TokenSettings): Reply<'getTokenAuth'>['identityTokenAuth'] => ({
  id: settings.id,
  accessTokenTTL: settings.accessTokenTTL,
  accessTokenMaxTTL: settings.accessTokenMaxTTL,
  accessTokenNumUsesLimit: settings.accessTokenNumUsesLimit,
  accessTokenTrustedIps: [...settings.accessTokenTrustedIps],
  createdAt: settings.createdAt,
  updatedAt: settings.updatedAt,
  identityId: settings.identityId,
  accessTokenPeriod: settings.accessTokenPeriod,
});

export const tokenView = (row: AccessTokenRow): Reply<'getTokenAuthToken'>['token'] => ({
  id: row.id,
  accessTokenTTL: row.ttl,
  accessTokenMaxTTL: row.maxTtl,
  accessTokenNumUses: row.numUses,
  accessTokenNumUsesLimit: row.numUsesLimit,
  accessTokenLastUsedAt: row.lastUsedAt,
  accessTokenLastRenewedAt: row.lastRenewedAt,
  isAccessTokenRevoked: row.isRevoked,
  identityUAClientSecretId: null,
  identityId: row.identityId,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  name: row.name,
  authMethod: 'token-auth',
  accessTokenPeriod: row.period,
  subOrganizationId: null,
});
