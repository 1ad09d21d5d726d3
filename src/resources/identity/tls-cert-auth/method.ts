import type { LoginMethod } from '../login-methods/method.ts';
import type { TlsCertAuthRow } from './store.ts';

/** Logins with client certificates. */
export const tlsCertAuth: LoginMethod<TlsCertAuthRow> = {
  name: 'tls-cert-auth',
  title: 'TLS certificate auth',
  storeOf: ({ tlsCertAuths }) => tlsCertAuths,
  // The authority binds: whoever configures it trusts all of its certificates, or names some.
  requireSound: () => undefined,
  // Certificates are long.
  audited: ({ caCertificate, sealedSecret: _secret, ...columns }) => ({
    ...columns,
    ...(caCertificate !== undefined && { isCaCertificateChanged: true }),
  }),
};
