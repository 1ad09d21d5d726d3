import type { Thing } from '../../../access/conditions.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { splitNames } from './alternative-names.ts';
import { statusOf } from './rules.ts';
import type { JudgedCertificate } from './store.ts';

/** One that is not there yet has no serial number, so that no rule with a condition on it speaks of it. */
export type Judged = Omit<JudgedCertificate, 'serialNumber'> & Partial<Pick<JudgedCertificate, 'serialNumber'>>;

/**
 * What conditions ask of a certificate, once for each of its alternative names: a rule for some names must not open
 * certificates that have others besides.
 */
export const thingsOf = (
  { commonName, altNames, serialNumber, friendlyName, metadata, ...times }: Judged,
  now: Date,
): Thing[] => {
  const thing = {
    commonName,
    serialNumber,
    friendlyName,
    status: statusOf(times, now),
    metadata: metadata.map(({ key, value }) => ({ key, value })),
  };
  const names = splitNames(altNames);
  return (names.length > 0 ? names : ['']).map((name) => ({ ...thing, altNames: name }));
};

/** 403 unless the action is allowed on the certificate, whichever of its alternative names is looked at. */
export const requireCertificate = (project: ProjectAccess, action: string, certificate: Judged, now: Date): void => {
  for (const thing of thingsOf(certificate, now)) project.require(action, 'certificates', thing);
};
