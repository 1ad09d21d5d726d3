import type { Reply, Request } from '../../../contract.ts';
import { ValidationFailure } from '../../../platform/errors.ts';
import type { SigningRequest } from '../../../platform/crypto/pki/orders.ts';
import type { Scope } from '../../../scope.ts';
import { signAuthorityCertificate, recordSigning } from '../certificate-authorities/certify.ts';
import type { AuthorityInProject } from '../certificate-authorities/find.ts';
import { requireIssuing } from '../certificate-authorities/issuer.ts';
import { distinguishedName, readPathLength, readValidity } from '../certificate-authorities/rules.ts';
import { checkRequest, invalidSigningRequest } from '../certificates/rules.ts';
import { extractCertificates } from '../../../platform/crypto/pki/pem.ts';
import { ofProject } from '../../../transaction-keys.ts';

const invalid = (message: string): ValidationFailure =>
  new ValidationFailure([{ code: 'invalid', in: 'body', path: ['csr'], message }]);

const readRequest = async ({ pki }: Scope, csr: string): Promise<SigningRequest> => {
  const request = await pki.run('readRequest', csr);
  if (!request) throw invalidSigningRequest();
  checkRequest(request, { commonName: true, altNames: false, keyUsages: false });
  if (distinguishedName(request.subject) === '') throw invalid('must have a subject');
  return request;
};

/** Signs a certificate for an authority whose key is not stored here. */
export const signAuthority = async (
  scope: Scope,
  { project, authority }: AuthorityInProject,
  input: Request<'signIntermediate'>['body'],
): Promise<Reply<'signIntermediate'>> => {
  const validity = readValidity(input, scope.clock.now());
  const { subject, publicKey } = await readRequest(scope, input.csr);
  requireIssuing(authority, scope.clock.now());
  const { certificate, chain, serialNumber } = await signAuthorityCertificate(scope, authority, publicKey, {
    subject,
    validity,
    maxPathLength: readPathLength(input.maxPathLength),
  });
  const metadata = { caId: authority.id, name: authority.name, dn: distinguishedName(subject), serialNumber };
  await scope.transaction(ofProject(project.row), async (tx) => {
    await recordSigning(tx, authority, serialNumber);
    await tx.audit.record({ type: 'sign-intermediate', metadata, project: project.row });
  });
  return { certificate, issuingCaCertificate: extractCertificates(chain)[0]!, certificateChain: chain, serialNumber };
};
