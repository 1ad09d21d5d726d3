import type { Reply, Request } from '../../contract.ts';
import { refuseIssues, ValidationFailure, type ValidationIssue } from '../../platform/errors.ts';
import type { SigningRequest } from '../../platform/crypto/pki/orders.ts';
import type { Scope } from '../../scope.ts';
import { certifyBelow, keepSigning } from '../certificate-authorities/certify.ts';
import type { FoundAuthority } from '../certificate-authorities/find.ts';
import { requireIssuing } from '../certificate-authorities/issuer.ts';
import { distinguishedName, readPathLength, readValidity, subjectIssues } from '../certificate-authorities/rules.ts';
import { pemsIn } from './pem.ts';

const issue = (message: string): ValidationIssue => ({ code: 'invalid', in: 'body', path: ['csr'], message });

const wrong = (message: string): ValidationFailure => new ValidationFailure([issue(message)]);

const readRequest = async ({ pki }: Scope, csr: string): Promise<SigningRequest> => {
  const request = await pki.run('readRequest', csr);
  if (!request) throw wrong('must be a signing request in PEM, with a good signature, for an RSA key of 2048, 3072 or 4096 bits or one on P-256, P-384 or P-521');
  if (distinguishedName(request.subject) === '') throw wrong('must say whom the certificate is for');
  refuseIssues(subjectIssues(request.subject).map(issue));
  return request;
};

/** A certificate for an authority whose key is elsewhere. */
export const signAuthority = async (scope: Scope, { project, authority }: FoundAuthority, order: Request<'signIntermediate'>['body']): Promise<Reply<'signIntermediate'>> => {
  const validity = readValidity(order, scope.clock.now());
  const { subject, publicKey } = await readRequest(scope, order.csr);
  requireIssuing(authority, scope.clock.now());
  const { certificate, chain, serialNumber } = await certifyBelow(scope, authority, publicKey, { subject, validity, maxPathLength: readPathLength(order.maxPathLength) });
  const metadata = { caId: authority.id, name: authority.name, dn: distinguishedName(subject), serialNumber };
  await scope.transaction(async (tx) => {
    await keepSigning(tx, authority);
    await tx.audit.record({ type: 'sign-intermediate', metadata, project: project.project });
  });
  return { certificate, issuingCaCertificate: pemsIn(chain)[0]!, certificateChain: chain, serialNumber };
};
