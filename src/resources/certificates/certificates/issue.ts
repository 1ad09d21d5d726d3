import type { Request } from '../../../contract.ts';
import { newPrivateKey, publicKeyOf } from '../../../platform/crypto/pki/key-pairs.ts';
import type { SigningRequest, Subject } from '../../../platform/crypto/pki/orders.ts';
import type { Scope } from '../../../scope.ts';
import { allowsOn } from '../certificate-authorities/find.ts';
import { certify, findIssuer, findSigner, type Certified, type Place, type Wanted } from './certify.ts';
import {
  checkRequest,
  defaultKeyUsages,
  readAlternativeNames,
  readValidity,
  requestedNames,
  requireAnyName,
  unreadableRequest,
} from './rules.ts';

type Described = Pick<Request<'issueCertificate'>['body'], 'friendlyName' | 'metadata'>;

const nobody: Subject = {
  commonName: '',
  organization: '',
  organizationalUnit: '',
  country: '',
  province: '',
  locality: '',
};

const distinct = <T>(list: readonly T[]): T[] => [...new Set(list)];

/** People look for it by some name. */
const described = ({ friendlyName = '', metadata = [] }: Described, commonName: string) => ({
  friendlyName: friendlyName === '' ? commonName : friendlyName,
  metadata: metadata.map(({ key, value }) => ({ key, value })),
});

export const issueWithNewKey = async (
  scope: Scope,
  body: Request<'issueCertificate'>['body'],
): Promise<Certified & { privateKey: string }> => {
  const { commonName, altNames = '', extendedKeyUsages = [] } = body;
  const validity = readValidity(body, scope.clock.now());
  const alternativeNames = readAlternativeNames(altNames);
  const place = await findIssuer(scope, body.caId);
  const { keyAlgorithm = place.authority.keyAlgorithm } = body;
  const wanted: Wanted = {
    subject: { ...nobody, commonName },
    alternativeNames,
    validity,
    keyUsages: distinct(body.keyUsages ?? defaultKeyUsages(keyAlgorithm)),
    extendedKeyUsages: distinct(extendedKeyUsages),
    keyAlgorithm,
    ...described(body, commonName),
  };
  const signer = await findSigner(scope, place, wanted);
  const privateKey = await newPrivateKey(keyAlgorithm);
  return {
    ...(await certify(scope, place, wanted, signer, { privateKey, publicKey: publicKeyOf(privateKey) })),
    privateKey,
  };
};

/**
 * What is taken of the request: of its subject the common name alone, unless the caller may edit the authority.
 * Programs grant rights by the rest.
 */
const takenFrom = (request: SigningRequest, { project, authority }: Place): SigningRequest =>
  allowsOn(project, 'edit', authority)
    ? request
    : { ...request, subject: { ...nobody, commonName: request.subject.commonName } };

export const certifyRequest = async (scope: Scope, body: Request<'signCertificate'>['body']): Promise<Certified> => {
  const validity = readValidity(body, scope.clock.now());
  const names = readAlternativeNames(body.altNames ?? '');
  const place = await findIssuer(scope, body.caId);
  const request = await scope.pki.run('readRequest', body.csr);
  if (!request) throw unreadableRequest();
  const asked = takenFrom(request, place);
  checkRequest(asked, {
    commonName: body.commonName === undefined,
    altNames: names.length === 0,
    keyUsages: body.keyUsages === undefined,
  });
  const { commonName = asked.subject.commonName } = body;
  const alternativeNames = names.length > 0 ? names : requestedNames(asked);
  requireAnyName(commonName, alternativeNames);
  const usages = asked.keyUsages.length > 0 ? asked.keyUsages : defaultKeyUsages(asked.keyAlgorithm);
  const wanted: Wanted = {
    subject: { ...asked.subject, commonName },
    alternativeNames,
    validity,
    keyUsages: distinct(body.keyUsages ?? usages),
    extendedKeyUsages: distinct(body.extendedKeyUsages ?? asked.extendedKeyUsages),
    keyAlgorithm: asked.keyAlgorithm,
    ...described(body, commonName),
  };
  return certify(scope, place, wanted, await findSigner(scope, place, wanted), asked);
};
