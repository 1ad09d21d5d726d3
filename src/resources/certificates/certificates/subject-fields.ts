import type { SubjectFields } from '../../../access/conditions.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { splitNames } from './alternative-names.ts';
import { certificateStatus } from './rules.ts';
import type { CertificateSubjectColumns } from './store.ts';

/** A new certificate has no serial number yet, so rules with a condition on it do not apply. */
export type CertificateToAuthorize = Omit<CertificateSubjectColumns, 'serialNumber'> &
  Partial<Pick<CertificateSubjectColumns, 'serialNumber'>>;

/**
 * Returns the subject fields of a certificate, once for each alternative name: a rule for some names must not allow a
 * certificate that also has others.
 */
export const certificateSubjectFields = (
  { commonName, altNames, serialNumber, friendlyName, metadata, ...times }: CertificateToAuthorize,
  now: Date,
): SubjectFields[] => {
  const fields = {
    commonName,
    serialNumber,
    friendlyName,
    status: certificateStatus(times, now),
    metadata: metadata.map(({ key, value }) => ({ key, value })),
  };
  const names = splitNames(altNames);
  return (names.length > 0 ? names : ['']).map((name) => ({ ...fields, altNames: name }));
};

/** 403 unless the action is allowed for every alternative name of the certificate. */
export const requireCertificate = (
  project: ProjectAccess,
  action: string,
  certificate: CertificateToAuthorize,
  now: Date,
): void => {
  for (const fields of certificateSubjectFields(certificate, now)) project.require(action, 'certificates', fields);
};
