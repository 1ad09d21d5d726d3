import type { Reply } from '../../../contract.ts';
import { joinPems, withoutRoots } from '../../../platform/crypto/pki/pem.ts';
import type { AuthorityCertificateRow } from '../certificate-authorities/store.ts';
import { reasonCodes } from './reasons.ts';
import { certificateStatus } from './rules.ts';
import type { CertificateListItem, CertificateRow } from './store.ts';

type View = Reply<'getCertificate'>['certificate'];

export const certificateView = (certificate: CertificateListItem, now: Date): View => ({
  id: certificate.id,
  projectId: certificate.projectId,
  caId: certificate.authorityId,
  caCertId: certificate.authorityCertificateId,
  status: certificateStatus(certificate, now),
  serialNumber: certificate.serialNumber,
  friendlyName: certificate.friendlyName,
  commonName: certificate.commonName,
  altNames: certificate.altNames,
  keyAlgorithm: certificate.keyAlgorithm,
  keyUsages: [...certificate.keyUsages],
  extendedKeyUsages: [...certificate.extendedKeyUsages],
  notBefore: certificate.notBefore,
  notAfter: certificate.notAfter,
  revokedAt: certificate.revokedAt,
  revocationReason: certificate.revocationReason && reasonCodes[certificate.revocationReason],
  hasPrivateKey: certificate.dataKeyId !== null,
  metadata: certificate.metadata.map(({ key, value }) => ({ key, value })),
  renewedFromCertificateId: certificate.renewedFromCertificateId,
  renewedByCertificateId: certificate.renewedByCertificateId,
  createdAt: certificate.createdAt,
  updatedAt: certificate.updatedAt,
});

export const bodyView = (
  { certificate, serialNumber }: Pick<CertificateRow, 'certificate' | 'serialNumber'>,
  authority: AuthorityCertificateRow,
) => ({
  certificate,
  certificateChain: joinPems(authority.certificate, authority.chain),
  serialNumber,
});

export const issuedView = (certificate: CertificateRow, authority: AuthorityCertificateRow) => ({
  issuingCaCertificate: joinPems(authority.certificate),
  certificateId: certificate.id,
  ...bodyView(certificate, authority),
});

export const renewedView = (
  certificate: CertificateRow,
  authority: AuthorityCertificateRow,
  { removeRootsFromChain }: { removeRootsFromChain: boolean },
) => {
  const view = issuedView(certificate, authority);
  return {
    ...view,
    certificateChain: removeRootsFromChain ? withoutRoots(view.certificateChain) : view.certificateChain,
    certificateRequestId: certificate.id,
  };
};
