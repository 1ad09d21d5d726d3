import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { refuseDisclosure } from './disclosure.ts';
import { certificateNotFound, type FoundCertificate } from './find.ts';
import { reasons } from './reasons.ts';
import type { CertificateRow } from './store.ts';
import { requireCertificate } from './subject-fields.ts';

/**
 * The certificate as it is now, which nobody else changes until the transaction ends; judged again, for it may have
 * become another.
 */
const lock = async (
  tx: Scope,
  { project, certificate: { id, authorityId } }: FoundCertificate,
): Promise<CertificateRow> => {
  // The authority first, like whoever deletes it.
  await tx.stores.authorities.lock(authorityId);
  const certificate = await tx.stores.certificates.lock(id);
  if (!certificate) throw certificateNotFound();
  requireCertificate(project, 'delete', certificate, tx.clock.now());
  return certificate;
};

const record = (
  { audit }: Scope,
  type: string,
  { project }: FoundCertificate,
  { id, commonName, serialNumber }: CertificateRow,
): Promise<void> =>
  audit.record({ type, metadata: { certId: id, cn: commonName, serialNumber }, project: project.project });

const alreadyRevoked = () => badRequest('This certificate is revoked already.');

export const revoke = (
  scope: Scope,
  open: FoundCertificate,
  { revocationReason }: Request<'revokeCertificate'>['body'],
) =>
  scope.transaction(async (tx) => {
    const certificate = await lock(tx, open);
    if (certificate.revokedAt !== null) throw alreadyRevoked();
    await refuseDisclosure(tx, open.project, certificate);
    const { id, authorityId, serialNumber, notAfter } = certificate;
    const revokedAt = timestamp(tx.clock.now());
    const reason = reasons[revocationReason];
    if (!(await tx.stores.revocationLists.revoke({ authorityId, serialNumber, revokedAt, reason, notAfter })))
      throw alreadyRevoked();
    await tx.stores.certificates.revoke(id, { revokedAt, revocationReason: reason });
    await record(tx, 'revoke-cert', open, certificate);
    return { message: 'The certificate was revoked.', serialNumber, revokedAt };
  });

/** Whatever is on the authority's revocation list stays there. */
export const remove = (scope: Scope, open: FoundCertificate): Promise<CertificateRow> =>
  scope.transaction(async (tx) => {
    const certificate = await lock(tx, open);
    await tx.stores.certificates.delete(certificate.id);
    await record(tx, 'delete-cert', open, certificate);
    return certificate;
  });
