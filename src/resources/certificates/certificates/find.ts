import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Request } from '../../../contract.ts';
import { secondsAfter, timestamp } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { filterYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import { requireAuthorityAction } from '../certificate-authorities/find.ts';
import { authorityNotFound } from '../certificate-authorities/issuer.ts';
import type { CertificateListItem, CertificateRow } from './store.ts';
import { requireCertificate, certificateSubjectFields } from './subject-fields.ts';
import { bodyView } from './view.ts';

export type CertificateAction = 'read' | 'create' | 'delete' | 'read-private-key';

/** A certificate, and the access to its project. */
export interface CertificateInProject {
  readonly project: ProjectAccess;
  readonly certificate: CertificateRow;
}

export const certificateNotFound = () => notFound('Certificate not found.');

/** 404 unless the certificate exists; 403 unless the caller may do the action on it. */
const authorizeCertificate = async (
  { access, clock }: Scope,
  action: CertificateAction,
  certificate: CertificateRow | undefined,
): Promise<CertificateInProject> => {
  if (!certificate) throw certificateNotFound();
  const project = await access.inProject(certificate.projectId);
  requireCertificate(project, action, certificate, clock.now());
  return { project, certificate };
};

export const findCertificate = async (
  scope: Scope,
  action: CertificateAction,
  id: string,
): Promise<CertificateInProject> =>
  authorizeCertificate(
    scope,
    action,
    await scope.stores.certificates.findInOrganization(scope.access.organization.id, id),
  );

/** Finds a certificate by serial number, as older clients do. */
export const findCertificateBySerialNumber = async (
  scope: Scope,
  action: CertificateAction,
  serialNumber: string,
): Promise<CertificateInProject> =>
  authorizeCertificate(
    scope,
    action,
    await scope.stores.certificates.findBySerialNumber(scope.access.organization.id, serialNumber),
  );

/** Returns the certificate with the chain that it was signed with. */
export const findCertificateBody = async ({ stores }: Scope, { certificate }: CertificateInProject) =>
  bodyView(certificate, (await stores.authorities.findCertificate(certificate.authorityCertificateId))!);

type Query = Request<'listCertificates'>['query'];

interface Page {
  readonly certificates: CertificateListItem[];
  readonly totalCount: number;
}

/** 404 unless the authority belongs to the project; 403 unless the caller may read it. */
const requireAuthority = async ({ access, stores }: Scope, project: ProjectAccess, id: string): Promise<void> => {
  const authority = await stores.authorities.findInOrganization(access.organization.id, id);
  if (authority?.projectId !== project.row.id) throw authorityNotFound();
  requireAuthorityAction(project, 'read', authority);
};

/** Returns a page of the certificates that the caller may read, and their total number. */
export const listCertificatePage = async (
  scope: Scope,
  project: ProjectAccess,
  { offset, limit, caId, expiresWithinDays, ...filters }: Query,
): Promise<Page> => {
  const { stores, clock } = scope;
  project.requireSome('read', 'certificates');
  if (caId !== undefined) await requireAuthority(scope, project, caId);
  const now = clock.now();
  const activeUntil =
    expiresWithinDays === undefined ? undefined : timestamp(secondsAfter(now, expiresWithinDays * 24 * 60 * 60));
  const filter = {
    ...filters,
    projectId: project.row.id,
    authorityId: caId,
    activeUntil,
    now: timestamp(now),
  };
  const readRules = project.narrow('read', 'certificates', {});
  // Most callers may read every certificate: then the database pages, and nothing is filtered here.
  if (readRules.allowsAll)
    return {
      certificates: await stores.certificates.listPage(filter, { offset, limit }),
      totalCount: await stores.certificates.count(filter),
    };

  const all = await stores.certificates.listSubjectColumns(filter);
  const readable = await filterYielding(all, (certificate) =>
    certificateSubjectFields(certificate, clock.now()).every((fields) => readRules.allows(fields)),
  );
  const ids = readable.slice(offset, offset + limit).map(({ id }) => id);
  return { certificates: await stores.certificates.listByIds(ids, filter.orderBy), totalCount: readable.length };
};
