import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { KeyAlgorithm } from '../../../platform/crypto/pki/key-algorithms.ts';
import type { AlternativeName, ExtendedKeyUsage, KeyUsage, Subject } from '../../../platform/crypto/pki/orders.ts';
import { newSerialNumber } from '../../../platform/crypto/pki/serial-number.ts';
import type { Scope } from '../../../scope.ts';
import { requireOn } from '../certificate-authorities/find.ts';
import { issuerOf, authorityNotFound, requireIssuing, type Signer } from '../certificate-authorities/issuer.ts';
import { requireWithin, type Validity } from '../certificate-authorities/rules.ts';
import type { AuthorityCertificateRow, AuthorityRow } from '../certificate-authorities/store.ts';
import { encryptionKey } from '../../project/data-keys/encryption.ts';
import { joinedNames } from './alternative-names.ts';
import { needsEditing } from './rules.ts';
import { encryptCertificateKey } from './sealing.ts';
import type { CertificateMetadata, CertificateRow } from './store.ts';
import { requireCertificate } from './subject-fields.ts';

/** An authority that the caller may use, in a project where the caller may create certificates. */
export interface AuthorityInProject {
  readonly project: ProjectAccess;
  readonly authority: AuthorityRow;
}

/** The requested properties of a certificate, without its key. */
export interface CertificateOrder {
  readonly subject: Subject;
  readonly alternativeNames: readonly AlternativeName[];
  readonly validity: Validity;
  readonly keyUsages: readonly KeyUsage[];
  readonly extendedKeyUsages: readonly ExtendedKeyUsage[];
  readonly keyAlgorithm: KeyAlgorithm;
  readonly friendlyName: string;
  readonly metadata: readonly CertificateMetadata[];
}

export interface Key {
  /** SPKI in PEM. */
  readonly publicKey: string;
  /** Only if the server generated it. */
  readonly privateKey?: string;
}

export interface SignedCertificate {
  readonly certificate: CertificateRow;
  readonly authorityCertificate: AuthorityCertificateRow;
}

/** The authority that shall sign, for whoever may have certificates of some kind from it. */
export const findIssuer = async ({ access, stores }: Scope, authorityId: string): Promise<AuthorityInProject> => {
  const authority = await stores.authorities.findInOrganization(access.organization.id, authorityId);
  if (!authority) throw authorityNotFound();
  const project = await access.inProject(authority.projectId);
  project.requireSome('create', 'certificates');
  requireOn(project, 'read', authority);
  return { project, authority };
};

/** 403 unless the caller may use the authority to sign this certificate. */
const requireUse = (
  project: ProjectAccess,
  authority: Pick<AuthorityRow, 'name'>,
  { extendedKeyUsages }: CertificateOrder,
): void => {
  requireOn(project, 'read', authority);
  if (extendedKeyUsages.some(needsEditing)) requireOn(project, 'edit', authority);
};

/** Loads the signer; 403 or 400 if the certificate may not be signed, before the cost of generating a key. */
export const findSigner = async (
  scope: Scope,
  { project, authority }: AuthorityInProject,
  wanted: CertificateOrder,
): Promise<Signer> => {
  const { subject, alternativeNames, friendlyName, metadata, validity } = wanted;
  const requested = {
    commonName: subject.commonName,
    altNames: joinedNames(alternativeNames),
    friendlyName,
    metadata,
    notAfter: timestamp(validity.notAfter),
    revokedAt: null,
  };
  requireCertificate(project, 'create', requested, scope.clock.now());
  requireUse(project, authority, wanted);
  const signer = await issuerOf(scope, authority);
  requireWithin(validity, signer.certificate);
  return signer;
};

const newRow = (
  { clock, ids }: Scope,
  { project, authority }: AuthorityInProject,
  wanted: CertificateOrder,
  made: Pick<CertificateRow, 'certificate' | 'serialNumber' | 'authorityCertificateId'>,
): CertificateRow => {
  const { subject, alternativeNames, validity, keyUsages, extendedKeyUsages, keyAlgorithm, friendlyName, metadata } =
    wanted;
  const now = timestamp(clock.now());
  return {
    id: ids.uuid(),
    projectId: project.project.id,
    authorityId: authority.id,
    ...made,
    friendlyName,
    commonName: subject.commonName,
    altNames: joinedNames(alternativeNames),
    keyAlgorithm,
    keyUsages,
    extendedKeyUsages,
    metadata,
    notBefore: timestamp(validity.notBefore),
    notAfter: timestamp(validity.notAfter),
    revokedAt: null,
    revocationReason: null,
    createdAt: now,
    updatedAt: now,
    dataKeyId: null,
    sealedKey: null,
  };
};

/** Stores the certificate, after checking again that the authority may sign and be used, because signing took time. */
const storeCertificate = (
  scope: Scope,
  { project, authority }: AuthorityInProject,
  wanted: CertificateOrder,
  row: CertificateRow,
  { privateKey }: Key,
): Promise<CertificateRow> =>
  scope.transaction(async (tx) => {
    const current = await tx.stores.authorities.keep(authority.id);
    if (!current) throw authorityNotFound();
    requireUse(project, current, wanted);
    requireIssuing(current, tx.clock.now());
    const certificate =
      privateKey === undefined
        ? row
        : { ...row, ...encryptCertificateKey(await encryptionKey(tx, row.projectId), row.id, privateKey) };
    await tx.stores.certificates.insert(certificate);
    const metadata = { certId: row.id, cn: row.commonName, serialNumber: row.serialNumber, caId: authority.id };
    await tx.audit.record({
      type: privateKey === undefined ? 'sign-cert' : 'issue-cert',
      metadata,
      project: project.project,
    });
    return certificate;
  });

export const certify = async (
  scope: Scope,
  place: AuthorityInProject,
  wanted: CertificateOrder,
  { issuer, pointers, certificate: authorityCertificate }: Signer,
  key: Key,
): Promise<SignedCertificate> => {
  const { validity, subject, alternativeNames, keyUsages, extendedKeyUsages } = wanted;
  const serialNumber = newSerialNumber();
  const order = {
    ...validity,
    subject,
    alternativeNames,
    keyUsages,
    extendedKeyUsages,
    serialNumber,
    publicKey: key.publicKey,
    issuer,
    pointers,
  };
  const certificate = await scope.pki.run('certifyLeaf', order);
  const row = newRow(scope, place, wanted, {
    certificate,
    serialNumber,
    authorityCertificateId: authorityCertificate.id,
  });
  return { certificate: await storeCertificate(scope, place, wanted, row, key), authorityCertificate };
};
