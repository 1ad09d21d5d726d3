import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { SignedAuthorityCertificate } from '../certificate-authorities/certify.ts';
import type { AuthorityInProject } from '../certificate-authorities/find.ts';
import { authorityNotFound } from '../certificate-authorities/issuer.ts';
import type { AuthorityCertificateRow, AuthorityRow } from '../certificate-authorities/store.ts';

/** 400 for a disabled authority. */
export const requireEnabled = ({ name, status }: AuthorityRow): void => {
  if (status === 'disabled') throw badRequest(`The certificate authority "${name}" is disabled. Enable it first.`);
};

/** Makes this the active certificate of the authority; the first one activates the authority. Runs in `tx`. */
export const replaceCertificate = async (
  tx: Scope,
  { project, authority: { id } }: AuthorityInProject,
  signed: SignedAuthorityCertificate,
  type: string,
): Promise<AuthorityCertificateRow> => {
  const { authorities, revocationLists } = tx.stores;
  const authority = await authorities.findById(id);
  if (!authority) throw authorityNotFound();
  requireEnabled(authority);
  const now = timestamp(tx.clock.now());
  const certificate = { ...signed, authorityId: id, version: (await authorities.lastVersion(id)) + 1, createdAt: now };
  await authorities.insertCertificate(certificate);
  const { maxPathLength, notBefore, notAfter, parentId } = signed;
  await authorities.update(id, {
    status: 'active',
    maxPathLength,
    notBefore,
    notAfter,
    parentId,
    activeCertificateId: signed.id,
    updatedAt: now,
  });
  await revocationLists.markOutdated(id);
  const metadata = {
    caId: id,
    name: authority.name,
    caCertId: signed.id,
    serialNumber: signed.serialNumber,
    version: certificate.version,
  };
  await tx.audit.record({ type, metadata, project: project.row });
  return certificate;
};
