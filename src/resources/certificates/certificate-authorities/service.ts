import { projectNotFound } from '../../../access/access.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { requireRenaming } from '../../../access/renaming.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { newPrivateKey, publicKeyOf } from '../../../platform/crypto/pki/key-pairs.ts';
import { ForeignKeyViolation, UniqueViolation } from '../../../platform/db/errors.ts';
import { badRequest, refuseIssues } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findEncryptionKey } from '../../project/data-keys/encryption.ts';
import { encryptPrivateKey } from '../../project/data-keys/private-keys.ts';
import {
  signAuthorityCertificate,
  signRootCertificate,
  recordSigning,
  type SignedAuthorityCertificate,
} from './certify.ts';
import { findParent, type AuthorityInProject } from './find.ts';
import { authorityNotFound } from './issuer.ts';
import { readPathLength, readValidity, subjectOf, type Validity } from './rules.ts';
import type { AuthorityChanges, AuthorityRow, AuthorityListItem } from './store.ts';
import { ofProject } from '../../../transaction-keys.ts';

type AuthorityInput = Request<'createCertificateAuthority'>['body'];
type Configuration = AuthorityInput['configuration'];

/** A new authority without its key, and its requested validity. */
interface AuthorityDraft {
  readonly authority: Omit<AuthorityRow, 'dataKeyId' | 'sealedKey'>;
  /** Undefined for an intermediate that gets its certificate later and requests no validity. */
  readonly validity: Validity | undefined;
}

const refuseTakenName = async <T>(name: string | undefined, work: Promise<T>): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UniqueViolation)
      throw badRequest(`There is a certificate authority "${name}" in this project already. Choose another name.`);
    // The project was deleted in the meantime.
    if (error instanceof ForeignKeyViolation) throw projectNotFound();
    throw error;
  }
};

const record = (
  { audit }: Scope,
  type: string,
  { row: project }: ProjectAccess,
  { id, name, kind, status }: AuthorityRow,
): Promise<void> => audit.record({ type, metadata: { caId: id, name, type: kind, status }, project });

/** Builds the row from the request; 422 if the request is not valid by itself. */
const newDraft = (
  { clock, ids }: Scope,
  { row: project }: ProjectAccess,
  { name, status, configuration }: AuthorityInput,
): AuthorityDraft => {
  const { commonName, organization, ou: organizationalUnit, country, province, locality } = configuration;
  const subject = { commonName, organization, organizationalUnit, country, province, locality };
  const isWaiting = configuration.type === 'intermediate' && configuration.notAfter === undefined;
  const validity = isWaiting ? undefined : readValidity(configuration, clock.now(), 'configuration');
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
    ...(configuration.type === 'root' && configuration.parentCaId !== undefined
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
      kind: configuration.type,
      status,
      friendlyName: configuration.friendlyName,
      keyAlgorithm: configuration.keyAlgorithm,
      maxPathLength: readPathLength(configuration.maxPathLength) ?? null,
      notBefore: validity ? timestamp(validity.notBefore) : null,
      notAfter: validity ? timestamp(validity.notAfter) : null,
      parentId: configuration.parentCaId ?? null,
      crlDistributionPointUrls: configuration.crlDistributionPointUrls ?? [],
      activeCertificateId: null,
      revocations: 0,
      createdAt: now,
      updatedAt: now,
    },
  };
};

/** Signs the first certificate, unless the authority gets it later. */
const firstCertificate = async (
  scope: Scope,
  { authority, validity }: AuthorityDraft,
  { maxPathLength }: Configuration,
  privateKey: string,
  parent: AuthorityRow | undefined,
): Promise<SignedAuthorityCertificate | undefined> => {
  if (!validity) return undefined;
  const order = { subject: subjectOf(authority), validity, maxPathLength: readPathLength(maxPathLength) };
  if (authority.kind === 'root')
    return signRootCertificate(scope, { privateKey, keyAlgorithm: authority.keyAlgorithm }, order);
  return parent && signAuthorityCertificate(scope, parent, publicKeyOf(privateKey), order);
};

/** Returns the row with the first certificate, or as one that waits for it. */
const withFirstCertificate = (
  { authority }: AuthorityDraft,
  first: SignedAuthorityCertificate | undefined,
): AuthorityDraft['authority'] => {
  if (first) return { ...authority, maxPathLength: first.maxPathLength, activeCertificateId: first.id };
  return authority.status === 'active' ? { ...authority, status: 'pending-certificate' } : authority;
};

export const addAuthority = async (
  scope: Scope,
  project: ProjectAccess,
  input: AuthorityInput,
): Promise<AuthorityListItem> => {
  const draft = newDraft(scope, project, input);
  const { id, keyAlgorithm, parentId, createdAt } = draft.authority;
  const parent = parentId === null ? undefined : await findParent(scope, project, parentId);
  const privateKey = await newPrivateKey(keyAlgorithm);
  const first = await firstCertificate(scope, draft, input.configuration, privateKey, parent);

  const add = scope.transaction(ofProject(project.row), async (tx) => {
    const { authorities, revocationLists } = tx.stores;
    if (parent && first) await recordSigning(tx, parent, first.serialNumber);
    const authority = {
      ...withFirstCertificate(draft, first),
      ...encryptPrivateKey(await findEncryptionKey(tx, project.row.id), { kind: 'authority', id }, privateKey),
    };
    await authorities.insert(authority);
    await revocationLists.create({ id: tx.ids.uuid(), authorityId: id });
    if (first) await authorities.insertCertificate({ ...first, authorityId: id, version: 1, createdAt });
    await record(tx, 'create-certificate-authority', project, authority);
    return { ...authority, serialNumber: first?.serialNumber ?? null };
  });
  return refuseTakenName(input.name, add);
};

type UpdateInput = Request<'updateCertificateAuthority'>['body'];

/** Returns the columns that change; an authority without a certificate cannot become active, and waits for it. */
const changesOf = (before: AuthorityRow, { name, status, configuration }: UpdateInput): AuthorityChanges => {
  const newStatus = status === 'active' && before.activeCertificateId === null ? 'pending-certificate' : status;
  const urls = configuration?.crlDistributionPointUrls;
  return {
    ...(name !== undefined && name !== before.name && { name }),
    ...(newStatus !== undefined && newStatus !== before.status && { status: newStatus }),
    ...(urls && urls.join(' ') !== before.crlDistributionPointUrls.join(' ') && { crlDistributionPointUrls: urls }),
  };
};

export const changeAuthority = (
  scope: Scope,
  { project, authority: { id, serialNumber } }: AuthorityInProject,
  input: UpdateInput,
): Promise<AuthorityListItem> => {
  const change = scope.transaction(ofProject(project.row), async (tx) => {
    const before = await tx.stores.authorities.findById(id);
    if (!before) throw authorityNotFound();
    const changes = changesOf(before, input);
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
  return refuseTakenName(input.name, change);
};

export const removeAuthority = (
  scope: Scope,
  { project, authority: { id, serialNumber } }: AuthorityInProject,
): Promise<AuthorityListItem> =>
  scope.transaction(ofProject(project.row), async (tx) => {
    const authority = await tx.stores.authorities.findById(id);
    if (!authority) throw authorityNotFound();
    await tx.stores.authorities.delete(id);
    await record(tx, 'delete-certificate-authority', project, authority);
    return { ...authority, serialNumber };
  });
