import type { Request } from '../../../contract.ts';
import { verifyClient, wasSignedBy, type VerifiedClient } from '../../../platform/crypto/pki/client-certificates.ts';
import { Refused } from '../../../platform/refused.ts';
import type { PublicScope } from '../../../scope.ts';
import type { IssuedToken } from '../access-tokens/issue.ts';
import { requireStorable } from '../login-methods/claims.ts';
import { logIn } from '../login-methods/login.ts';
import { tlsCertAuth } from './method.ts';
import { requireAllowedNames } from './names.ts';

/** Refuses certificates that an authority of this server revoked; only those who signed them can. */
const requireNotRevoked = async (
  { stores: { revocationLists } }: PublicScope,
  path: VerifiedClient['path'],
): Promise<void> => {
  const serialNumbers = path.map(({ serialNumber }) => serialNumber);
  for (const { serialNumber, certificate } of await revocationLists.listBySerialNumber(serialNumbers)) {
    const revoked = path.find((each) => each.serialNumber === serialNumber)!;
    if (wasSignedBy(revoked.pem, certificate))
      throw new Refused('certificate_revoked', 'An authority of this server has revoked the certificate.');
  }
};

export const login = (scope: PublicScope, body: Request<'loginWithTlsCertAuth'>['body']): Promise<IssuedToken> =>
  logIn(scope, tlsCertAuth, body, async (auth) => {
    const presented = scope.caller.clientCertificates;
    if (presented.length === 0)
      throw new Refused(
        'no_certificate',
        'There is no client certificate: the connection has none, and no proxy of TRUST_PROXY passed one on.',
      );
    const { caCertificate, verifyClientCertificateChain: allowsChain } = auth;
    const client = verifyClient(presented, caCertificate, { now: scope.clock.now(), allowsChain });
    requireAllowedNames(auth, client);
    await requireNotRevoked(scope, client.path);
    const shown = { commonName: client.commonNames.join(', '), serialNumber: client.serialNumber };
    requireStorable(shown);
    return { metadata: shown };
  });
