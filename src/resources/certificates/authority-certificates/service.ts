import type { Request } from '../../../contract.ts';
import { publicKeyOf } from '../../../platform/crypto/pki/key-pairs.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import {
  signAuthorityCertificate,
  signRootCertificate,
  recordSigning,
  type SignedAuthorityCertificate,
  type AuthorityCertificateOrder,
} from '../certificate-authorities/certify.ts';
import { findParent, type AuthorityInProject } from '../certificate-authorities/find.ts';
import { decryptAuthorityKey } from '../certificate-authorities/issuer.ts';
import { readPathLength, readValidity, subjectOf } from '../certificate-authorities/rules.ts';
import type { AuthorityCertificateRow, AuthorityRow } from '../certificate-authorities/store.ts';
import { replaceCertificate, requireEnabled } from './replace.ts';
import { ofProject } from '../../../transaction-keys.ts';

/** 400 if the parent is the authority itself or below it, because the chain would be a cycle. */
const requireAbove = async ({ stores }: Scope, parent: AuthorityRow, { id, name }: AuthorityRow): Promise<void> => {
  const above = new Set<string>();
  let next: AuthorityRow | undefined = parent;
  while (next && !above.has(next.id)) {
    above.add(next.id);
    next = next.parentId === null ? undefined : await stores.authorities.findById(next.parentId);
  }
  if (above.has(id)) throw badRequest(`"${parent.name}" is not above the certificate authority "${name}".`);
};

/** Finds the authority that signs the certificate; undefined for a root, which signs its own. */
const findSigningParent = async (
  scope: Scope,
  { project, authority }: AuthorityInProject,
  requestedId: string | undefined,
): Promise<AuthorityRow | undefined> => {
  const parentId = requestedId ?? authority.parentId;
  if (authority.kind === 'root') {
    if (requestedId !== undefined)
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
  order: Omit<AuthorityCertificateOrder, 'subject'>,
): Promise<SignedAuthorityCertificate> => {
  requireEnabled(authority);
  const privateKey = await decryptAuthorityKey(scope, authority);
  const fullOrder = { ...order, subject: subjectOf(authority) };
  return parent
    ? signAuthorityCertificate(scope, parent, publicKeyOf(privateKey), fullOrder)
    : signRootCertificate(scope, { privateKey, keyAlgorithm: authority.keyAlgorithm }, fullOrder);
};

const storeCertificate = (
  scope: Scope,
  target: AuthorityInProject,
  signed: SignedAuthorityCertificate,
  parent: AuthorityRow | undefined,
  type: string,
): Promise<AuthorityCertificateRow> =>
  scope.transaction(ofProject(target.project.row), async (tx) => {
    const certificate = await replaceCertificate(tx, target, signed, type);
    if (parent) await recordSigning(tx, parent, signed.serialNumber);
    return certificate;
  });

export const generateCertificate = async (
  scope: Scope,
  target: AuthorityInProject,
  input: Request<'generateAuthorityCertificate'>['body'],
): Promise<AuthorityCertificateRow> => {
  const { authority } = target;
  const validity = readValidity(input, scope.clock.now());
  const parent = await findSigningParent(scope, target, input.parentCaId);
  const maxPathLength =
    input.maxPathLength === undefined ? (authority.maxPathLength ?? undefined) : readPathLength(input.maxPathLength);
  return storeCertificate(
    scope,
    target,
    await certify(scope, authority, parent, { validity, maxPathLength }),
    parent,
    'generate-ca-certificate',
  );
};

export const renewCertificate = async (
  scope: Scope,
  target: AuthorityInProject,
  { notAfter }: Request<'renewAuthorityCertificate'>['body'],
): Promise<AuthorityCertificateRow> => {
  const { authority } = target;
  const validity = readValidity({ notAfter }, scope.clock.now());
  if (authority.activeCertificateId === null)
    throw badRequest(`The certificate authority "${authority.name}" has no certificate yet.`);
  const parent = await findSigningParent(scope, target, undefined);
  return storeCertificate(
    scope,
    target,
    await certify(scope, authority, parent, { validity, maxPathLength: authority.maxPathLength }),
    parent,
    'renew-certificate-authority',
  );
};
