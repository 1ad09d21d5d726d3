import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { KeyAlgorithm } from '../../../platform/crypto/pki/key-algorithms.ts';
import type { AlternativeName, ExtendedKeyUsage, KeyUsage, Subject } from '../../../platform/crypto/pki/orders.ts';
import { newSerialNumber } from '../../../platform/crypto/pki/serial-number.ts';
import type { Scope } from '../../../scope.ts';
import { requireAuthorityAction, type AuthorityInProject } from '../certificate-authorities/find.ts';
import { requireSigner, authorityNotFound, requireIssuing, type Signer } from '../certificate-authorities/issuer.ts';
import { requireWithin, type Validity } from '../certificate-authorities/rules.ts';
import type { AuthorityCertificateRow, AuthorityRow } from '../certificate-authorities/store.ts';
import { findEncryptionKey } from '../../project/data-keys/encryption.ts';
import { encryptPrivateKey } from '../../project/data-keys/private-keys.ts';
import { joinNames } from './alternative-names.ts';
import { certificateNotFound } from './find.ts';
import { requireRenewable, requiresAuthorityEditing } from './rules.ts';
import type { CertificateMetadata, CertificateRow } from './store.ts';
import { requireCertificate } from './subject-fields.ts';
import { ofProject } from '../../../transaction-keys.ts';

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
  /** The certificate that the new one renews. */
  readonly renewal?: Renewal;
}

export interface Renewal {
  readonly certificateId: string;
  readonly keySource: 'new' | 'reuse' | 'csr';
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

/** Finds the authority that shall sign; 403 unless the caller may create some certificates and read the authority. */
export const findIssuingAuthority = async (
  { access, stores }: Scope,
  authorityId: string,
): Promise<AuthorityInProject> => {
  const authority = await stores.authorities.findInOrganization(access.organization.id, authorityId);
  if (!authority) throw authorityNotFound();
  const project = await access.inProject(authority.projectId);
  project.requireSome('create', 'certificates');
  requireAuthorityAction(project, 'read', authority);
  return { project, authority };
};

/** Programs grant rights by the other fields of the subject, and trust some usages for more than servers and clients. */
const requiresEditing = ({ subject, extendedKeyUsages }: CertificateOrder): boolean =>
  Object.entries(subject).some(([field, value]) => field !== 'commonName' && value !== '') ||
  extendedKeyUsages.some(requiresAuthorityEditing);

/** 403 unless the caller may use the authority to sign this certificate. */
const requireUse = (project: ProjectAccess, authority: Pick<AuthorityRow, 'name'>, order: CertificateOrder): void => {
  requireAuthorityAction(project, 'read', authority);
  if (requiresEditing(order)) requireAuthorityAction(project, 'edit', authority);
};

/** Loads the signer; 403 or 400 if the certificate may not be signed, before the cost of generating a key. */
export const authorizeSigning = async (
  scope: Scope,
  { project, authority }: AuthorityInProject,
  order: CertificateOrder,
): Promise<Signer> => {
  const { subject, alternativeNames, friendlyName, metadata, validity } = order;
  const requested = {
    commonName: subject.commonName,
    altNames: joinNames(alternativeNames),
    friendlyName,
    metadata,
    notAfter: timestamp(validity.notAfter),
    revokedAt: null,
  };
  requireCertificate(project, 'create', requested, scope.clock.now());
  requireUse(project, authority, order);
  const signer = await requireSigner(scope, authority);
  requireWithin(validity, signer.certificate);
  return signer;
};

const newRow = (
  { clock, ids }: Scope,
  { project, authority }: AuthorityInProject,
  order: CertificateOrder,
  signed: Pick<CertificateRow, 'certificate' | 'serialNumber' | 'authorityCertificateId'>,
): CertificateRow => {
  const { subject, alternativeNames, validity, keyUsages, extendedKeyUsages, keyAlgorithm, friendlyName, metadata } =
    order;
  const now = timestamp(clock.now());
  return {
    id: ids.uuid(),
    projectId: project.row.id,
    authorityId: authority.id,
    ...signed,
    friendlyName,
    commonName: subject.commonName,
    altNames: joinNames(alternativeNames),
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
    renewedFromCertificateId: order.renewal?.certificateId ?? null,
    renewedByCertificateId: null,
  };
};

/** Links the old certificate to the new one, after checking again that it may be renewed, because signing took time. */
const linkRenewal = async (tx: Scope, { certificateId }: Renewal, newId: string): Promise<void> => {
  const renewed = await tx.stores.certificates.findById(certificateId);
  if (!renewed) throw certificateNotFound();
  requireRenewable(renewed, tx.clock.now());
  await tx.stores.certificates.linkRenewal(certificateId, newId, timestamp(tx.clock.now()));
};

/** The audit event of a new certificate. */
const signingEvent = ({ renewal }: CertificateOrder, { privateKey }: Key) =>
  renewal
    ? {
        type: 'renew-certificate',
        details: { originalCertificateId: renewal.certificateId, renewalKeySource: renewal.keySource },
      }
    : { type: privateKey === undefined ? 'sign-cert' : 'issue-cert', details: {} };

/** Stores the certificate, after checking again that the authority may sign and be used, because signing took time. */
const storeCertificate = (
  scope: Scope,
  { project, authority }: AuthorityInProject,
  order: CertificateOrder,
  row: CertificateRow,
  key: Key,
): Promise<CertificateRow> =>
  scope.transaction(ofProject(project.row), async (tx) => {
    const { privateKey } = key;
    const current = await tx.stores.authorities.findById(authority.id);
    if (!current) throw authorityNotFound();
    requireUse(project, current, order);
    requireIssuing(current, tx.clock.now());
    if (order.renewal) await linkRenewal(tx, order.renewal, row.id);
    const certificate =
      privateKey === undefined
        ? row
        : {
            ...row,
            ...encryptPrivateKey(
              await findEncryptionKey(tx, row.projectId),
              { kind: 'certificate', id: row.id },
              privateKey,
            ),
          };
    await tx.stores.certificates.insert(certificate);
    const { type, details } = signingEvent(order, key);
    const { id: certId, commonName: cn, serialNumber } = row;
    await tx.audit.record({
      type,
      metadata: { certId, cn, serialNumber, caId: authority.id, ...details },
      project: project.row,
    });
    return certificate;
  });

/** Signs and stores a certificate. */
export const certify = async (
  scope: Scope,
  issuingAuthority: AuthorityInProject,
  order: CertificateOrder,
  { issuer, pointers, certificate: authorityCertificate }: Signer,
  key: Key,
): Promise<SignedCertificate> => {
  const { validity, subject, alternativeNames, keyUsages, extendedKeyUsages } = order;
  const serialNumber = newSerialNumber();
  const leafOrder = {
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
  const certificate = await scope.pki.run('certifyLeaf', leafOrder);
  const row = newRow(scope, issuingAuthority, order, {
    certificate,
    serialNumber,
    authorityCertificateId: authorityCertificate.id,
  });
  return { certificate: await storeCertificate(scope, issuingAuthority, order, row, key), authorityCertificate };
};
