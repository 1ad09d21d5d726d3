import { boundFields, logInAs } from '../../support/fixtures/oidc-auth.ts';
import type { Prepare } from './attack.ts';
import { changeBindingOf, duration } from './login-binding.ts';

const changeBinding = changeBindingOf({ attach: 'attachOidcAuth', fieldsOf: boundFields, logIn: logInAs });

const elsewhere = 'https://127.0.0.1:1';
const part = {
  claims: { sub: 'repo:others/rockets' },
  harmless: 'Whoever wants to be the provider has to change several of these fields.',
};

/** By the fields of OIDC auth. */
export const bindingFields: Readonly<Record<string, Prepare | string>> = {
  oidcDiscoveryUrl: changeBinding('oidcDiscoveryUrl', { value: elsewhere, ...part }),
  boundIssuer: changeBinding('boundIssuer', { value: elsewhere, ...part }),
  caCert: changeBinding('caCert', { value: '', ...part }),
  boundAudiences: changeBinding('boundAudiences', { value: 'others', claims: { aud: 'others' } }),
  boundSubject: changeBinding('boundSubject', { value: 'repo:others/*', claims: { sub: 'repo:others/rockets' } }),
  boundClaims: changeBinding('boundClaims', {
    value: { team: 'others' },
    before: { boundClaims: { team: 'rockets' } },
    claims: { team: 'others' },
  }),
  accessTokenTrustedIps: changeBinding('accessTokenTrustedIps', {
    value: [{ ipAddress: '0.0.0.0/0' }, { ipAddress: '::/0' }],
    before: { accessTokenTrustedIps: [{ ipAddress: '10.0.0.0/8' }] },
  }),
  claimMetadataMapping: 'Rules name the claims: see identity.auth.oidc.claims.',
  accessTokenTTL: duration,
  accessTokenMaxTTL: duration,
  accessTokenNumUsesLimit: duration,
};
