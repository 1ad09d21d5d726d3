import type { Request } from '../../../contract.ts';
import { publicKeyOf } from '../../../platform/crypto/pki/key-pairs.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import {
  signAuthorityCertificate,
  signRootCertificate,
  requireStillIssuing,
  type SignedAuthorityCertificate,
  type AuthorityCertificateOrder,
} from '../certificate-authorities/certify.ts';
import { findParent, type FoundAuthority } from '../certificate-authorities/find.ts';
import { privateKeyOf } from '../certificate-authorities/issuer.ts';
import { readPathLength, readValidity, subjectOf } from '../certificate-authorities/rules.ts';
import type { AuthorityCertificateRow, AuthorityRow } from '../certificate-authorities/store.ts';
import { replaceCertificate, requireEnabled } from './replace.ts';

/** 400 for a parent that the authority is above of, or is itself: nobody could follow such a chain. */
const requireAbove = async ({ stores }: Scope, parent: AuthorityRow, { id, name }: AuthorityRow): Promise<void> => {
  const above = new Set<string>();
  let next: AuthorityRow | undefined = parent;
  while (next && !above.has(next.id)) {
    above.add(next.id);
    next = next.parentId === null ? undefined : await stores.authorities.findById(next.parentId);
  }
  if (above.has(id)) throw badRequest(`"${parent.name}" is not above the certificate authority "${name}".`);
};

/** Who signs it: undefined for a root, which does so itself. */
const signingParent = async (
  scope: Scope,
  { project, authority }: FoundAuthority,
  wantedId: string | undefined,
): Promise<AuthorityRow | undefined> => {
  const parentId = wantedId ?? authority.parentId;
  if (authority.kind === 'root') {
    if (wantedId !== undefined)
      throw badRequest(`The certificate authority "${authority.name}" is a root, and has no parent.`);
    return undefined;
  }
  if (parentId === null)
    throw badRequest(
      `The certificate authority "${authority.name}" has no parent here. Import a certificate, or generate one and name a parent.`,
    );
  const parent = await findParent(scope, project, parentId);
  await requireAbove(scope, parent, authority);
  return parent;
};

const certify = async (
  scope: Scope,
  authority: AuthorityRow,
  parent: AuthorityRow | undefined,
  wanted: Omit<AuthorityCertificateOrder, 'subject'>,
): Promise<SignedAuthorityCertificate> => {
  requireEnabled(authority);
  const privateKey = await privateKeyOf(scope, authority);
  const whole = { ...wanted, subject: subjectOf(authority) };
  return parent
    ? signAuthorityCertificate(scope, parent, publicKeyOf(privateKey), whole)
    : signRootCertificate(scope, { privateKey, keyAlgorithm: authority.keyAlgorithm }, whole);
};

const keep = (
  scope: Scope,
  found: FoundAuthority,
  certified: SignedAuthorityCertificate,
  parent: AuthorityRow | undefined,
  type: string,
): Promise<AuthorityCertificateRow> =>
  scope.transaction(async (tx) => {
    const certificate = await replaceCertificate(tx, found, certified, parent?.id ?? null, type);
    if (parent) await requireStillIssuing(tx, parent);
    return certificate;
  });

export const generateCertificate = async (
  scope: Scope,
  found: FoundAuthority,
  order: Request<'generateAuthorityCertificate'>['body'],
): Promise<AuthorityCertificateRow> => {
  const { authority } = found;
  const validity = readValidity(order, scope.clock.now());
  const parent = await signingParent(scope, found, order.parentCaId);
  const maxPathLength =
    order.maxPathLength === undefined ? (authority.maxPathLength ?? undefined) : readPathLength(order.maxPathLength);
  return keep(
    scope,
    found,
    await certify(scope, authority, parent, { validity, maxPathLength }),
    parent,
    'generate-ca-certificate',
  );
};

export const renewCertificate = async (
  scope: Scope,
  found: FoundAuthority,
  { notAfter }: Request<'renewAuthorityCertificate'>['body'],
): Promise<AuthorityCertificateRow> => {
  const { authority } = found;
  const validity = readValidity({ notAfter }, scope.clock.now());
  if (authority.activeCertificateId === null)
    throw badRequest(`The certificate authority "${authority.name}" has no certificate yet.`);
  const parent = await signingParent(scope, found, undefined);
  return keep(
    scope,
    found,
    await certify(scope, authority, parent, { validity, maxPathLength: authority.maxPathLength }),
    parent,
    'renew-certificate-authority',
  );
};
