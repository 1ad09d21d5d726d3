import type { Reply } from '../../../contract.ts';
import { tokenSettingsView } from '../login-methods/view.ts';
import type { KubernetesAuthRow } from './store.ts';

/** Shows a removed configuration, without certificates and keys. */
export const revokedKubernetesAuthView = (
  row: KubernetesAuthRow,
): Reply<'revokeKubernetesAuth'>['identityKubernetesAuth'] => ({
  ...tokenSettingsView(row),
  tokenReviewMode: row.tokenReviewMode,
  kubernetesHost: row.kubernetesHost,
  verifyTlsCertificate: row.verifyTlsCertificate,
  allowedNamespaces: row.allowedNamespaces,
  allowedNames: row.allowedNames,
  allowedAudience: row.allowedAudience,
  gatewayId: null,
  gatewayPoolId: null,
  issuer: row.issuer,
  jwksUrl: row.jwksUrl,
});

/** The token of the reviewer is never shown; clients expect the field. */
export const kubernetesAuthView = (row: KubernetesAuthRow): Reply<'getKubernetesAuth'>['identityKubernetesAuth'] => ({
  ...revokedKubernetesAuthView(row),
  caCert: row.caCert,
  tokenReviewerJwt: '',
  hasTokenReviewerJwt: row.sealedSecret !== null,
  jwks: row.jwks,
});
