import { projectNotFound } from '../../../access/access.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { requireRenaming } from '../../../access/renaming.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { newPrivateKey, publicKeyOf } from '../../../platform/crypto/pki/key-pairs.ts';
import { ForeignKeyViolation, UniqueViolation } from '../../../platform/db/errors.ts';
import { badRequest, refuseIssues } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { encryptionKey } from '../../project/data-keys/encryption.ts';
import {
  signAuthorityCertificate,
  signRootCertificate,
  requireStillIssuing,
  type SignedAuthorityCertificate,
} from './certify.ts';
import { findParent, type FoundAuthority } from './find.ts';
import { authorityNotFound } from './issuer.ts';
import { readPathLength, readValidity, subjectOf, type Validity } from './rules.ts';
import { encryptAuthorityKey } from './sealing.ts';
import type { AuthorityChanges, AuthorityRow, AuthorityListItem } from './store.ts';

type Order = Request<'createCertificateAuthority'>['body'];
type Configuration = Order['configuration'];

/** A new authority but for its key, and the time that it is wanted for. */
interface Draft {
  readonly authority: Omit<AuthorityRow, 'dataKeyId' | 'sealedKey'>;
  /** Undefined for one that waits for its certificate and says nothing of it. */
  readonly validity: Validity | undefined;
}

const orTaken = async <T>(name: string | undefined, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UniqueViolation)
      throw badRequest(`There is a certificate authority "${name}" in this project already. Choose another name.`);
    // The project has gone since it was looked at.
    if (error instanceof ForeignKeyViolation) throw projectNotFound();
    throw error;
  }
};

const record = (
  { audit }: Scope,
  type: string,
  { project }: ProjectAccess,
  { id, name, kind, status }: AuthorityRow,
): Promise<void> => audit.record({ type, metadata: { caId: id, name, type: kind, status }, project });

/** 422 for what the request alone shows to be wrong. */
const draftOf = (
  { clock, ids }: Scope,
  { project }: ProjectAccess,
  { name, status, configuration: given }: Order,
): Draft => {
  const { commonName, organization, ou: organizationalUnit, country, province, locality } = given;
  const subject = { commonName, organization, organizationalUnit, country, province, locality };
  const isWaiting = given.type === 'intermediate' && given.notAfter === undefined;
  const validity = isWaiting ? undefined : readValidity(given, clock.now(), 'configuration');
  const issue = (path: string[], message: string) => ({
    code: 'invalid' as const,
    in: 'body' as const,
    path: ['configuration', ...path],
    message,
  });
  refuseIssues([
    ...(Object.values(subject).join('') === ''
      ? [issue([], 'must name somebody: at least one of commonName, organization, ou, country, province and locality')]
      : []),
    ...(given.type === 'root' && given.parentCaId !== undefined
      ? [issue(['parentCaId'], 'must be absent: a root has no parent')]
      : []),
  ]);
  const now = timestamp(clock.now());
  return {
    validity,
    authority: {
      ...subject,
      id: ids.uuid(),
      projectId: project.id,
      name,
      kind: given.type,
      status,
      friendlyName: given.friendlyName,
      keyAlgorithm: given.keyAlgorithm,
      maxPathLength: readPathLength(given.maxPathLength) ?? null,
      notBefore: validity ? timestamp(validity.notBefore) : null,
      notAfter: validity ? timestamp(validity.notAfter) : null,
      parentId: given.parentCaId ?? null,
      crlDistributionPointUrls: given.crlDistributionPointUrls ?? [],
      activeCertificateId: null,
      revocations: 0,
      createdAt: now,
      updatedAt: now,
    },
  };
};

/** Its first certificate, if it gets one at once. */
const firstCertificate = async (
  scope: Scope,
  { authority, validity }: Draft,
  { maxPathLength }: Configuration,
  privateKey: string,
  parent: AuthorityRow | undefined,
): Promise<SignedAuthorityCertificate | undefined> => {
  if (!validity) return undefined;
  const wanted = { subject: subjectOf(authority), validity, maxPathLength: readPathLength(maxPathLength) };
  if (authority.kind === 'root')
    return signRootCertificate(scope, { privateKey, keyAlgorithm: authority.keyAlgorithm }, wanted);
  return parent && signAuthorityCertificate(scope, parent, publicKeyOf(privateKey), wanted);
};

/** With its certificate, if it has one. */
const completed = ({ authority }: Draft, first: SignedAuthorityCertificate | undefined): Draft['authority'] => {
  if (first) return { ...authority, maxPathLength: first.maxPathLength, activeCertificateId: first.id };
  return authority.status === 'active' ? { ...authority, status: 'pending-certificate' } : authority;
};

export const addAuthority = async (scope: Scope, project: ProjectAccess, order: Order): Promise<AuthorityListItem> => {
  const draft = draftOf(scope, project, order);
  const { id, keyAlgorithm, parentId, createdAt } = draft.authority;
  const parent = parentId === null ? undefined : await findParent(scope, project, parentId);
  const privateKey = await newPrivateKey(keyAlgorithm);
  const first = await firstCertificate(scope, draft, order.configuration, privateKey, parent);

  const add = scope.transaction(async (tx) => {
    const { authorities, revocationLists } = tx.stores;
    if (parent && first) await requireStillIssuing(tx, parent);
    const authority = {
      ...completed(draft, first),
      ...encryptAuthorityKey(await encryptionKey(tx, project.project.id), id, privateKey),
    };
    await authorities.insert(authority);
    await revocationLists.create({ id: tx.ids.uuid(), authorityId: id });
    if (first) {
      const { maxPathLength: _, ...certificate } = first;
      await authorities.insertCertificate({ ...certificate, authorityId: id, version: 1, createdAt });
    }
    await record(tx, 'create-certificate-authority', project, authority);
    return { ...authority, serialNumber: first?.serialNumber ?? null };
  });
  return orTaken(order.name, add);
};

type Wish = Request<'updateCertificateAuthority'>['body'];

/** What is different; one without a certificate waits for it instead of being active. */
const changesOf = (before: AuthorityRow, { name, status, configuration }: Wish): AuthorityChanges => {
  const wanted = status === 'active' && before.activeCertificateId === null ? 'pending-certificate' : status;
  const urls = configuration?.crlDistributionPointUrls;
  return {
    ...(name !== undefined && name !== before.name && { name }),
    ...(wanted !== undefined && wanted !== before.status && { status: wanted }),
    ...(urls && urls.join(' ') !== before.crlDistributionPointUrls.join(' ') && { crlDistributionPointUrls: urls }),
  };
};

export const changeAuthority = (
  scope: Scope,
  { project, authority: { id, serialNumber } }: FoundAuthority,
  wish: Wish,
): Promise<AuthorityListItem> => {
  const change = scope.transaction(async (tx) => {
    const before = await tx.stores.authorities.lock(id);
    if (!before) throw authorityNotFound();
    const changes = changesOf(before, wish);
    if (Object.keys(changes).length === 0) return { ...before, serialNumber };
    if (changes.name !== undefined)
      await requireRenaming(tx, project, {
        field: 'name',
        subjects: ['certificate-authorities'],
        before: before.name,
        after: changes.name,
      });
    const after = { ...changes, updatedAt: timestamp(tx.clock.now()) };
    await tx.stores.authorities.update(id, after);
    await record(tx, 'update-certificate-authority', project, { ...before, ...after });
    return { ...before, ...after, serialNumber };
  });
  return orTaken(wish.name, change);
};

export const removeAuthority = (
  scope: Scope,
  { project, authority: { id, serialNumber } }: FoundAuthority,
): Promise<AuthorityListItem> =>
  scope.transaction(async (tx) => {
    const authority = await tx.stores.authorities.lock(id);
    if (!authority) throw authorityNotFound();
    await tx.stores.authorities.delete(id);
    await record(tx, 'delete-certificate-authority', project, authority);
    return { ...authority, serialNumber };
  });
