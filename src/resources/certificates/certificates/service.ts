import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { refuseDisclosure } from './disclosure.ts';
import { certificateNotFound, type CertificateInProject } from './find.ts';
import { revocationReasons } from './reasons.ts';
import type { CertificateRow } from './store.ts';
import { requireCertificate } from './subject-fields.ts';
import { ofProject } from '../../../transaction-keys.ts';

/** Reads the certificate in the transaction, and authorizes again, because it may have changed since. */
const requireRemovable = async (
  tx: Scope,
  { project, certificate: { id } }: CertificateInProject,
): Promise<CertificateRow> => {
  const certificate = await tx.stores.certificates.findById(id);
  if (!certificate) throw certificateNotFound();
  requireCertificate(project, 'delete', certificate, tx.clock.now());
  return certificate;
};

const record = (
  { audit }: Scope,
  type: string,
  { project }: CertificateInProject,
  { id, commonName, serialNumber }: CertificateRow,
): Promise<void> =>
  audit.record({ type, metadata: { certId: id, cn: commonName, serialNumber }, project: project.row });

export const applyRevocation = (
  scope: Scope,
  target: CertificateInProject,
  { revocationReason }: Request<'revokeCertificate'>['body'],
) =>
  scope.transaction(ofProject(target.project.row), async (tx) => {
    const certificate = await requireRemovable(tx, target);
    if (certificate.revokedAt !== null) throw badRequest('This certificate is revoked already.');
    await refuseDisclosure(tx, target.project, certificate);
    const { id, authorityId, serialNumber, notAfter } = certificate;
    const revokedAt = timestamp(tx.clock.now());
    const reason = revocationReasons[revocationReason];
    tx.stores.revocationLists.revoke({ authorityId, serialNumber, revokedAt, reason, notAfter });
    await tx.stores.certificates.revoke(id, { revokedAt, revocationReason: reason });
    await record(tx, 'revoke-cert', target, certificate);
    return { message: 'The certificate was revoked.', serialNumber, revokedAt };
  });

/** Deletes the certificate; a revoked one stays on the revocation list of its authority. */
export const removeCertificate = (scope: Scope, target: CertificateInProject): Promise<CertificateRow> =>
  scope.transaction(ofProject(target.project.row), async (tx) => {
    const certificate = await requireRemovable(tx, target);
    await tx.stores.certificates.delete(certificate);
    await record(tx, 'delete-cert', target, certificate);
    return certificate;
  });
