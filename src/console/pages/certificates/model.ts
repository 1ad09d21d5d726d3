import type { components } from '../../../../generated/api.d.ts';
import type { Ability } from '../../access/ability.ts';

export type Authority = components['schemas']['CertificateAuthority'];
export type Certificate = components['schemas']['Certificate'];
export type KeyAlgorithm = components['schemas']['KeyAlgorithm'];

/** Whether the user may do something with a certificate: with all its alternative names, as the server requires. */
export const mayUse = (ability: Ability, action: string, certificate: Certificate): boolean => {
  const { commonName, serialNumber, friendlyName, status, metadata } = certificate;
  const fields = { commonName, serialNumber, friendlyName, status, metadata: metadata.map((entry) => ({ ...entry })) };
  const names = certificate.altNames.split(',');
  return names.every((altNames) => ability.can(action, 'certificates', { ...fields, altNames }));
};

/** An authority with those that it signed. */
export interface Branch {
  readonly authority: Authority;
  readonly below: readonly Branch[];
}

/** Arranges authorities as a tree; one whose parent the user may not see is a root of it. */
export const treeOf = (authorities: readonly Authority[]): readonly Branch[] => {
  const ids = new Set(authorities.map(({ id }) => id));
  const branch = (authority: Authority): Branch => ({
    authority,
    below: authorities.filter(({ configuration }) => configuration.parentCaId === authority.id).map(branch),
  });
  return authorities
    .filter(({ configuration: { parentCaId } }) => parentCaId === null || !ids.has(parentCaId))
    .map(branch);
};

/** Whether an authority can issue certificates now. */
export const canIssue = ({ status, configuration: { notAfter } }: Authority): boolean =>
  status === 'active' && notAfter !== null && new Date(notAfter) > new Date();

export const algorithms: readonly { value: KeyAlgorithm; label: string }[] = [
  { value: 'EC_prime256v1', label: 'ECDSA P-256' },
  { value: 'EC_secp384r1', label: 'ECDSA P-384' },
  { value: 'EC_secp521r1', label: 'ECDSA P-521' },
  { value: 'RSA_2048', label: 'RSA 2048' },
  { value: 'RSA_3072', label: 'RSA 3072' },
  { value: 'RSA_4096', label: 'RSA 4096' },
];

export const algorithmLabel = (algorithm: string): string =>
  algorithms.find(({ value }) => value === algorithm)?.label ?? algorithm;

/** A name for files: letters, digits, dots and hyphens. */
export const fileNameOf = (name: string): string =>
  name.replaceAll(/[^A-Za-z0-9.-]+/g, '_').replace(/^[_.]+/, '') || 'certificate';

const day = 24 * 60 * 60 * 1000;

/** How long it is until a time, in days. */
export const daysUntil = (time: string): number => Math.floor((new Date(time).getTime() - Date.now()) / day);

/** The end of a validity of this many years. */
export const yearsFromNow = (years: number): string => {
  const end = new Date();
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end.toISOString();
};

/** A text while it is typed. */
export const yearsError = (years: number | string): string | null =>
  Number(years) >= 1 ? null : 'Enter a number of years.';
