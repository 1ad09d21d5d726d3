import type { Reply } from '../../../contract.ts';
import { tokenSettingsView } from '../login-methods/view.ts';
import type { TlsCertAuthRow } from './store.ts';

export const revokedTlsCertAuthView = (row: TlsCertAuthRow): Reply<'revokeTlsCertAuth'>['identityTlsCertAuth'] => ({
  ...tokenSettingsView(row),
  allowedCommonNames: row.allowedCommonNames,
  allowedSubjectAltNames: row.allowedSubjectAltNames && [...row.allowedSubjectAltNames],
  verifyClientCertificateChain: row.verifyClientCertificateChain,
});

export const tlsCertAuthView = (row: TlsCertAuthRow): Reply<'getTlsCertAuth'>['identityTlsCertAuth'] => ({
  ...revokedTlsCertAuthView(row),
  caCertificate: row.caCertificate,
});
