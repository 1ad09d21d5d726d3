import type { LoginMethodRow } from './store.ts';

/** What all configurations show. */
export const tokenSettingsView = (row: LoginMethodRow) => ({
  id: row.id,
  identityId: row.identityId,
  accessTokenTTL: row.accessTokenTTL,
  accessTokenMaxTTL: row.accessTokenMaxTTL,
  accessTokenNumUsesLimit: row.accessTokenNumUsesLimit,
  accessTokenTrustedIps: [...row.accessTokenTrustedIps],
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});
