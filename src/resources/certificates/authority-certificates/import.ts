import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { publicKeyOf } from '../../../platform/crypto/pki/key-pairs.ts';
import type { CertificateFacts } from '../../../platform/crypto/pki/orders.ts';
import { badRequest, ValidationFailure } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { SignedAuthorityCertificate } from '../certificate-authorities/certify.ts';
import type { AuthorityInProject } from '../certificate-authorities/find.ts';
import { decryptAuthorityKey } from '../certificate-authorities/issuer.ts';
import { distinguishedName } from '../certificate-authorities/rules.ts';
import type { AuthorityRow } from '../certificate-authorities/store.ts';
import { extractCertificates } from '../../../platform/crypto/pki/pem.ts';
import { replaceCertificate, requireEnabled } from './replace.ts';
import { ofProject } from '../../../transaction-keys.ts';

type ImportInput = Request<'importAuthorityCertificate'>['body'];
type Field = keyof ImportInput;

/** A parsed certificate of a chain. */
interface Link {
  readonly pem: string;
  readonly facts: CertificateFacts;
}

const maxChainLength = 10;

const invalid = (field: Field, message: string): ValidationFailure =>
  new ValidationFailure([{ code: 'invalid', in: 'body', path: [field], message }]);

/** Parses a certificate; 422 unless it is that of an authority and has not expired. */
const readLink = async ({ pki, clock }: Scope, field: Field, pem: string): Promise<Link> => {
  const facts = await pki.run('readCertificate', pem);
  if (!facts) throw invalid(field, 'must be a certificate in PEM');
  if (!facts.isAuthority) throw invalid(field, 'must be the certificate of an authority');
  if (facts.notAfter <= clock.now()) throw invalid(field, 'must not have expired');
  return { pem, facts };
};

/** Parses the certificate and those above it; 422 unless each belongs to an authority and is signed by the next. */
const readChain = async (scope: Scope, { certificate, certificateChain }: ImportInput): Promise<[Link, ...Link[]]> => {
  const pems = extractCertificates(certificate);
  const above = extractCertificates(certificateChain);
  if (pems.length !== 1) throw invalid('certificate', 'must be one certificate in PEM');
  if (above.length === 0 || above.length > maxChainLength)
    throw invalid('certificateChain', `must be 1 to ${maxChainLength} certificates in PEM`);
  const links: [Link, ...Link[]] = [await readLink(scope, 'certificate', pems[0]!)];
  for (const pem of above) links.push(await readLink(scope, 'certificateChain', pem));
  const isChain = await scope.pki.run(
    'isChain',
    links.map(({ pem }) => pem),
  );
  if (!isChain)
    throw invalid('certificateChain', 'must begin with the certificate of the issuer, each signed by the next');
  return links;
};

/** Returns how many authorities the chain allows below the first certificate; 422 if it does not allow that one. */
const pathLengthOf = (links: readonly Link[]): number | null => {
  const lengths = links.flatMap(({ facts: { maxPathLength } }, index) =>
    maxPathLength === undefined ? [] : [maxPathLength - index],
  );
  const least = Math.min(...lengths);
  if (least < 0)
    throw invalid('certificateChain', 'must allow a chain of this length: a path length in it is exceeded');
  return least === Infinity ? null : least;
};

/** 400 unless the certificate has the key and the name of this authority. */
const requireMatching = (
  authority: AuthorityRow,
  privateKey: string,
  { subject, publicKey }: CertificateFacts,
): void => {
  if (publicKey !== publicKeyOf(privateKey))
    throw badRequest(`The key of the certificate is not that of the certificate authority "${authority.name}".`);
  const names = [distinguishedName(authority), distinguishedName(subject)];
  if (names[0] !== names[1])
    throw badRequest(
      `The subject of the certificate is "${names[1]}", but that of this certificate authority is "${names[0]}".`,
    );
};

/** Returns the current parent's id if that parent signed the certificate, else null. */
const findSignedParent = async (
  { stores, pki }: Scope,
  { parentId }: AuthorityRow,
  pem: string,
): Promise<string | null> => {
  const parent = parentId === null ? undefined : await stores.authorities.findById(parentId);
  const certificate = parent?.activeCertificateId
    ? await stores.authorities.findCertificate(parent.activeCertificateId)
    : undefined;
  return certificate && (await pki.run('isChain', [pem, certificate.certificate])) ? parentId : null;
};

export const importCertificate = async (
  scope: Scope,
  target: AuthorityInProject,
  input: ImportInput,
): Promise<void> => {
  const { authority } = target;
  if (authority.kind === 'root')
    throw badRequest(
      `The certificate authority "${authority.name}" is a root, which signs its own certificate. Renew it instead.`,
    );
  requireEnabled(authority);
  const links = await readChain(scope, input);
  const [{ pem, facts }, ...above] = links;
  const maxPathLength = pathLengthOf(links);
  requireMatching(authority, await decryptAuthorityKey(scope, authority), facts);
  const signed: SignedAuthorityCertificate = {
    id: scope.ids.uuid(),
    serialNumber: facts.serialNumber,
    notBefore: timestamp(facts.notBefore),
    notAfter: timestamp(facts.notAfter),
    certificate: pem,
    chain: above.map((link) => link.pem).join(''),
    parentId: await findSignedParent(scope, authority, pem),
    maxPathLength,
  };
  await scope.transaction(ofProject(target.project.row), (tx) =>
    replaceCertificate(tx, target, signed, 'import-certificate-authority-cert'),
  );
};
