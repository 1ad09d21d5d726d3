import type { SubjectFields } from '../../../access/conditions.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { splitNames } from './alternative-names.ts';
import { statusOf } from './rules.ts';
import type { AuthorizedCertificateColumns } from './store.ts';

/** A new certificate has no serial number yet, so rules with a condition on it do not apply. */
export type Judged = Omit<AuthorizedCertificateColumns, 'serialNumber'> &
  Partial<Pick<AuthorizedCertificateColumns, 'serialNumber'>>;

/**
 * Returns the subject fields of a certificate, once for each alternative name: a rule for some names must not allow a
 * certificate that also has others.
 */
export const thingsOf = (
  { commonName, altNames, serialNumber, friendlyName, metadata, ...times }: Judged,
  now: Date,
): SubjectFields[] => {
  const fields = {
    commonName,
    serialNumber,
    friendlyName,
    status: statusOf(times, now),
    metadata: metadata.map(({ key, value }) => ({ key, value })),
  };
  const names = splitNames(altNames);
  return (names.length > 0 ? names : ['']).map((name) => ({ ...fields, altNames: name }));
};

/** 403 unless the action is allowed for every alternative name of the certificate. */
export const requireCertificate = (project: ProjectAccess, action: string, certificate: Judged, now: Date): void => {
  for (const fields of thingsOf(certificate, now)) project.require(action, 'certificates', fields);
};
