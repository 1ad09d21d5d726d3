import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { publicKeyOf } from '../../../platform/crypto/pki/key-pairs.ts';
import type { CertificateFacts } from '../../../platform/crypto/pki/orders.ts';
import { badRequest, ValidationFailure } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { SignedAuthorityCertificate } from '../certificate-authorities/certify.ts';
import type { FoundAuthority } from '../certificate-authorities/find.ts';
import { privateKeyOf } from '../certificate-authorities/issuer.ts';
import { distinguishedName } from '../certificate-authorities/rules.ts';
import type { AuthorityRow } from '../certificate-authorities/store.ts';
import { pemsIn } from './pem.ts';
import { replaceCertificate, requireEnabled } from './replace.ts';

type Given = Request<'importAuthorityCertificate'>['body'];
type Field = keyof Given;

/** A parsed certificate of a chain. */
interface Link {
  readonly pem: string;
  readonly facts: CertificateFacts;
}

const longestChain = 10;

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
const readChain = async (scope: Scope, { certificate, certificateChain }: Given): Promise<[Link, ...Link[]]> => {
  const pems = pemsIn(certificate);
  const above = pemsIn(certificateChain);
  if (pems.length !== 1) throw invalid('certificate', 'must be one certificate in PEM');
  if (above.length === 0 || above.length > longestChain)
    throw invalid('certificateChain', `must be 1 to ${longestChain} certificates in PEM`);
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
const requireOwn = (authority: AuthorityRow, privateKey: string, { subject, publicKey }: CertificateFacts): void => {
  if (publicKey !== publicKeyOf(privateKey))
    throw badRequest(`The key of the certificate is not that of the certificate authority "${authority.name}".`);
  const names = [distinguishedName(authority), distinguishedName(subject)];
  if (names[0] !== names[1])
    throw badRequest(
      `The subject of the certificate is "${names[1]}", but that of this certificate authority is "${names[0]}".`,
    );
};

/** Returns the current parent's id if that parent signed the certificate, else null. */
const signedParent = async (
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

export const importCertificate = async (scope: Scope, found: FoundAuthority, given: Given): Promise<void> => {
  const { authority } = found;
  if (authority.kind === 'root')
    throw badRequest(
      `The certificate authority "${authority.name}" is a root, which signs its own certificate. Renew it instead.`,
    );
  requireEnabled(authority);
  const links = await readChain(scope, given);
  const [{ pem, facts }, ...above] = links;
  const maxPathLength = pathLengthOf(links);
  requireOwn(authority, await privateKeyOf(scope, authority), facts);
  const parentId = await signedParent(scope, authority, pem);
  const certified: SignedAuthorityCertificate = {
    id: scope.ids.uuid(),
    serialNumber: facts.serialNumber,
    notBefore: timestamp(facts.notBefore),
    notAfter: timestamp(facts.notAfter),
    certificate: pem,
    chain: above.map((link) => link.pem).join(''),
    maxPathLength,
  };
  await scope.transaction((tx) =>
    replaceCertificate(tx, found, certified, parentId, 'import-certificate-authority-cert'),
  );
};
