import type { Reply } from '../../../contract.ts';
import type { OidcAuthRow } from './store.ts';

type OidcAuth = Reply<'getOidcAuth'>['identityOidcAuth'];

/** Shows a removed configuration, without its CA certificate. */
export const revokedOidcAuthView = (row: OidcAuthRow): Reply<'revokeOidcAuth'>['identityOidcAuth'] => ({
  id: row.id,
  identityId: row.identityId,
  oidcDiscoveryUrl: row.oidcDiscoveryUrl,
  boundIssuer: row.boundIssuer,
  boundAudiences: row.boundAudiences,
  boundSubject: row.boundSubject,
  boundClaims: { ...row.boundClaims },
  claimMetadataMapping: row.claimMetadataMapping && { ...row.claimMetadataMapping },
  accessTokenTTL: row.accessTokenTTL,
  accessTokenMaxTTL: row.accessTokenMaxTTL,
  accessTokenNumUsesLimit: row.accessTokenNumUsesLimit,
  accessTokenTrustedIps: [...row.accessTokenTrustedIps],
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
});

export const oidcAuthView = (row: OidcAuthRow): OidcAuth => ({ ...revokedOidcAuthView(row), caCert: row.caCert });
