import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import { filterInSlices } from '../../../platform/slices.ts';
import type { Scope } from '../../../scope.ts';
import { requireOn } from '../certificate-authorities/find.ts';
import { authorityNotFound } from '../certificate-authorities/issuer.ts';
import type { CertificateFacts, CertificateRow } from './store.ts';
import { requireCertificate, thingsOf } from './subject-fields.ts';
import { bodyView } from './view.ts';

export type CertificateAction = 'read' | 'delete' | 'read-private-key';

/** A certificate that the caller may do something with. */
export interface FoundCertificate {
  readonly project: ProjectAccess;
  readonly certificate: CertificateRow;
}

export const certificateNotFound = () => notFound('There is no such certificate.');

/** Authorized by its own project, and with its own values. */
const requireOnRow = async (
  { access, clock }: Scope,
  action: CertificateAction,
  certificate: CertificateRow | undefined,
): Promise<FoundCertificate> => {
  if (!certificate) throw certificateNotFound();
  const project = await access.inProject(certificate.projectId);
  requireCertificate(project, action, certificate, clock.now());
  return { project, certificate };
};

export const findCertificate = async (scope: Scope, action: CertificateAction, id: string): Promise<FoundCertificate> =>
  requireOnRow(scope, action, await scope.stores.certificates.findInOrganization(scope.access.organization.id, id));

/** The same, as older clients name it. */
export const findCertificateBySerialNumber = async (
  scope: Scope,
  action: CertificateAction,
  serialNumber: string,
): Promise<FoundCertificate> =>
  requireOnRow(
    scope,
    action,
    await scope.stores.certificates.findBySerialNumber(scope.access.organization.id, serialNumber),
  );

/** The certificate itself, with what was above it when it was signed. */
export const readBody = async ({ stores }: Scope, { certificate }: FoundCertificate) =>
  bodyView(certificate, (await stores.authorities.findCertificate(certificate.authorityCertificateId))!);

type Query = Request<'listCertificates'>['query'];

interface Page {
  readonly certificates: CertificateFacts[];
  readonly totalCount: number;
}

/** 404 unless it is one of the project, 403 unless the caller may read it. */
const requireAuthority = async ({ access, stores }: Scope, project: ProjectAccess, id: string): Promise<void> => {
  const authority = await stores.authorities.findInOrganization(access.organization.id, id);
  if (authority?.projectId !== project.project.id) throw authorityNotFound();
  requireOn(project, 'read', authority);
};

/** A page of those that the caller may read, and how many of them there are. */
export const listCertificatePage = async (
  scope: Scope,
  project: ProjectAccess,
  { offset, limit, caId, ...wanted }: Query,
): Promise<Page> => {
  const { stores, clock } = scope;
  project.requireSome('read', 'certificates');
  if (caId !== undefined) await requireAuthority(scope, project, caId);
  const filter = { ...wanted, projectId: project.project.id, authorityId: caId, now: timestamp(clock.now()) };
  const question = project.narrow('read', 'certificates', {});
  // Most callers may read all of them, and there may be very many.
  if (question.allowsAll)
    return {
      certificates: await stores.certificates.page(filter, { offset, limit }),
      totalCount: await stores.certificates.count(filter),
    };

  const all = await stores.certificates.listJudged(filter);
  const readable = await filterInSlices(all, (certificate) =>
    thingsOf(certificate, clock.now()).every((thing) => question.allows(thing)),
  );
  const ids = readable.slice(offset, offset + limit).map(({ id }) => id);
  return { certificates: await stores.certificates.findAll(ids), totalCount: readable.length };
};
