import type { Reply } from '../../../contract.ts';
import { tokenSettingsView } from '../login-methods/view.ts';
import type { JwtAuthRow } from './store.ts';

/** Shows a removed configuration, without certificates and keys. */
export const revokedJwtAuthView = (row: JwtAuthRow): Reply<'revokeJwtAuth'>['identityJwtAuth'] => ({
  ...tokenSettingsView(row),
  accessTokenPeriod: 0,
  configurationType: row.configurationType,
  jwksUrl: row.jwksUrl,
  boundIssuer: row.boundIssuer,
  boundAudiences: row.boundAudiences,
  boundSubject: row.boundSubject,
  boundClaims: { ...row.boundClaims },
});

export const jwtAuthView = (row: JwtAuthRow): Reply<'getJwtAuth'>['identityJwtAuth'] => ({
  ...revokedJwtAuthView(row),
  jwksCaCert: row.jwksCaCert,
  publicKeys: [...row.publicKeys],
});
