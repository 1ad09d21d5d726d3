import {
  certificateFields,
  certificateHeader,
  newAuthority,
  newClient,
  type Credential,
} from '../../support/fixtures/client-certificates.ts';
import type { Prepare } from './attack.ts';
import { anywhere, attackLogin } from './login-attack.ts';
import { duration } from './login-binding.ts';

/** An authority with a client of its own, one of another authority, and one through an intermediate. */
const makeClients = () => {
  const [authority, others] = [newAuthority(), newAuthority({ subject: '/CN=Others' })];
  const below = newAuthority({ subject: '/CN=Below', issuer: authority });
  const extensions = ['subjectAltName=DNS:others.example.com'];
  return {
    authority,
    others,
    chains: {
      own: [newClient(authority, { extensions })],
      others: [newClient(others)],
      below: [newClient(below), below],
    },
  };
};

let made: ReturnType<typeof makeClients> | undefined;
const clients = () => (made ??= makeClients());

const attack = attackLogin<keyof ReturnType<typeof makeClients>['chains']>({
  attach: 'attachTlsCertAuth',
  fieldsOf: () => certificateFields(clients().authority),
  logIn: (world, identityId, who = 'own') =>
    world.call('loginWithTlsCertAuth', {
      body: { identityId },
      headers: certificateHeader(clients().chains[who].map(({ cert }: Credential) => cert)),
    }),
});

/** By the fields of TLS certificate auth. */
export const certificateFieldAttacks: Readonly<Record<string, Prepare | string>> = {
  caCertificate: (world, operation) =>
    attack('caCertificate', { value: clients().others.cert, who: 'others' })(world, operation),
  allowedCommonNames: attack('allowedCommonNames', {
    value: 'Client',
    before: { allowedCommonNames: 'somebody else' },
  }),
  allowedSubjectAltNames: attack('allowedSubjectAltNames', {
    value: ['others.example.com'],
    before: { allowedSubjectAltNames: ['DNS:build.example.com'] },
  }),
  verifyClientCertificateChain: attack('verifyClientCertificateChain', { value: true, who: 'below' }),
  accessTokenTrustedIps: attack('accessTokenTrustedIps', anywhere),
  accessTokenTTL: duration,
  accessTokenMaxTTL: duration,
  accessTokenNumUsesLimit: duration,
};
