import type { Request } from '../../../contract.ts';
import { newPrivateKey, publicKeyOf } from '../../../platform/crypto/pki/key-pairs.ts';
import type { SigningRequest, Subject } from '../../../platform/crypto/pki/orders.ts';
import type { Scope } from '../../../scope.ts';
import { allowsAuthorityAction, type AuthorityInProject } from '../certificate-authorities/find.ts';
import {
  certify,
  findIssuingAuthority,
  authorizeSigning,
  type SignedCertificate,
  type CertificateOrder,
} from './certify.ts';
import {
  checkRequest,
  defaultKeyUsages,
  readAlternativeNames,
  readValidity,
  requestedNames,
  requireAnyName,
  invalidSigningRequest,
} from './rules.ts';

type DescriptionInput = Pick<Request<'issueCertificate'>['body'], 'friendlyName' | 'metadata'>;

const emptySubject: Subject = {
  commonName: '',
  organization: '',
  organizationalUnit: '',
  country: '',
  province: '',
  locality: '',
};

const distinct = <T>(list: readonly T[]): T[] => [...new Set(list)];

/** Returns the metadata and the friendly name, which defaults to the common name. */
const descriptionOf = ({ friendlyName = '', metadata = [] }: DescriptionInput, commonName: string) => ({
  friendlyName: friendlyName === '' ? commonName : friendlyName,
  metadata: metadata.map(({ key, value }) => ({ key, value })),
});

export const issueWithNewKey = async (
  scope: Scope,
  body: Request<'issueCertificate'>['body'],
): Promise<SignedCertificate & { privateKey: string }> => {
  const { commonName, altNames = '', extendedKeyUsages = [] } = body;
  const validity = readValidity(body, scope.clock.now());
  const alternativeNames = readAlternativeNames(altNames);
  const issuingAuthority = await findIssuingAuthority(scope, body.caId);
  const { keyAlgorithm = issuingAuthority.authority.keyAlgorithm } = body;
  const order: CertificateOrder = {
    subject: { ...emptySubject, commonName },
    alternativeNames,
    validity,
    keyUsages: distinct(body.keyUsages ?? defaultKeyUsages(keyAlgorithm)),
    extendedKeyUsages: distinct(extendedKeyUsages),
    keyAlgorithm,
    ...descriptionOf(body, commonName),
  };
  const signer = await authorizeSigning(scope, issuingAuthority, order);
  const privateKey = await newPrivateKey(keyAlgorithm);
  return {
    ...(await certify(scope, issuingAuthority, order, signer, { privateKey, publicKey: publicKeyOf(privateKey) })),
    privateKey,
  };
};

/**
 * Reduces the subject of the request to its common name, unless the caller may edit the authority: programs grant
 * rights by the other fields.
 */
const withAllowedSubject = (request: SigningRequest, { project, authority }: AuthorityInProject): SigningRequest =>
  allowsAuthorityAction(project, 'edit', authority)
    ? request
    : { ...request, subject: { ...emptySubject, commonName: request.subject.commonName } };

export const issueForRequest = async (
  scope: Scope,
  body: Request<'signCertificate'>['body'],
): Promise<SignedCertificate> => {
  const validity = readValidity(body, scope.clock.now());
  const names = readAlternativeNames(body.altNames ?? '');
  const issuingAuthority = await findIssuingAuthority(scope, body.caId);
  const request = await scope.pki.run('readRequest', body.csr);
  if (!request) throw invalidSigningRequest();
  const allowed = withAllowedSubject(request, issuingAuthority);
  checkRequest(allowed, {
    commonName: body.commonName === undefined,
    altNames: names.length === 0,
    keyUsages: body.keyUsages === undefined,
  });
  const { commonName = allowed.subject.commonName } = body;
  const alternativeNames = names.length > 0 ? names : requestedNames(allowed);
  requireAnyName(commonName, alternativeNames);
  const usages = allowed.keyUsages.length > 0 ? allowed.keyUsages : defaultKeyUsages(allowed.keyAlgorithm);
  const order: CertificateOrder = {
    subject: { ...allowed.subject, commonName },
    alternativeNames,
    validity,
    keyUsages: distinct(body.keyUsages ?? usages),
    extendedKeyUsages: distinct(body.extendedKeyUsages ?? allowed.extendedKeyUsages),
    keyAlgorithm: allowed.keyAlgorithm,
    ...descriptionOf(body, commonName),
  };
  return certify(scope, issuingAuthority, order, await authorizeSigning(scope, issuingAuthority, order), allowed);
};
