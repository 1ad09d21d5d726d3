import { claimsNow, keySetFields, logInWithJwt } from '../../support/fixtures/login-methods.ts';
import type { Prepare } from './attack.ts';
import { changeBindingOf, duration } from './login-binding.ts';

const changeBinding = changeBindingOf({
  attach: 'attachJwtAuth',
  fieldsOf: keySetFields,
  logIn: async (world, issuing, machine, claims) =>
    logInWithJwt(world, machine, await issuing.sign(claimsNow(world, { iss: issuing.issuer, ...claims }))),
});

const others = { sub: 'repo:others/rockets' };
const elsewhere = 'https://127.0.0.1:1';
const part = {
  claims: others,
  harmless: 'Whoever wants to be the issuer has to change several of these fields.',
};

/** By the fields of JWT auth. */
export const jwtBindingFields: Readonly<Record<string, Prepare | string>> = {
  configurationType: 'It decides only together with jwksUrl or publicKeys.',
  jwksUrl: changeBinding('jwksUrl', { value: elsewhere, ...part }),
  jwksCaCert: changeBinding('jwksCaCert', { value: '', ...part }),
  publicKeys: 'With a key set it is 400 unless configurationType is sent with it.',
  boundIssuer: changeBinding('boundIssuer', {
    value: 'urn:others',
    claims: { iss: 'urn:others' },
  }),
  boundAudiences: changeBinding('boundAudiences', {
    value: 'others',
    before: { boundAudiences: 'sallyport' },
    claims: { aud: 'others' },
  }),
  boundSubject: changeBinding('boundSubject', { value: 'repo:others/*', claims: others }),
  boundClaims: changeBinding('boundClaims', {
    value: { team: 'others' },
    before: { boundClaims: { team: 'rockets' } },
    claims: { team: 'others' },
  }),
  accessTokenTrustedIps: changeBinding('accessTokenTrustedIps', {
    value: [{ ipAddress: '0.0.0.0/0' }, { ipAddress: '::/0' }],
    before: { accessTokenTrustedIps: [{ ipAddress: '10.0.0.0/8' }] },
  }),
  accessTokenTTL: duration,
  accessTokenMaxTTL: duration,
  accessTokenNumUsesLimit: duration,
};
