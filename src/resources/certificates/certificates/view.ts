import type { Reply } from '../../../contract.ts';
import type { AuthorityCertificateRow } from '../certificate-authorities/store.ts';
import { reasonCodes } from './reasons.ts';
import { statusOf } from './rules.ts';
import type { CertificateFacts, CertificateRow } from './store.ts';

type View = Reply<'getCertificate'>['certificate'];

export const certificateView = (facts: CertificateFacts, now: Date): View => ({
  id: facts.id,
  projectId: facts.projectId,
  caId: facts.authorityId,
  caCertId: facts.authorityCertificateId,
  status: statusOf(facts, now),
  serialNumber: facts.serialNumber,
  friendlyName: facts.friendlyName,
  commonName: facts.commonName,
  altNames: facts.altNames,
  keyAlgorithm: facts.keyAlgorithm,
  keyUsages: [...facts.keyUsages],
  extendedKeyUsages: [...facts.extendedKeyUsages],
  notBefore: facts.notBefore,
  notAfter: facts.notAfter,
  revokedAt: facts.revokedAt,
  revocationReason: facts.revocationReason && reasonCodes[facts.revocationReason],
  hasPrivateKey: facts.dataKeyId !== null,
  metadata: facts.metadata.map(({ key, value }) => ({ key, value })),
  createdAt: facts.createdAt,
  updatedAt: facts.updatedAt,
});

/** Concatenates certificates in PEM. */
const joinPems = (...pems: string[]): string =>
  pems
    .map((pem) => pem.trim())
    .filter(Boolean)
    .join('\n')
    .concat('\n');

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
