import { Refused } from '../../../platform/refused.ts';
import type { VerifiedClient } from '../../../platform/crypto/pki/client-certificates.ts';
import type { TlsCertAuthRow } from './store.ts';

type AlternativeName = VerifiedClient['alternativeNames'][number];

const types: Readonly<Record<string, AlternativeName['type']>> = {
  dns: 'dns',
  ip: 'ip',
  email: 'email',
  uri: 'url',
  url: 'url',
};

/** Parses `URI:spiffe://acme/build`, or a host name alone; undefined for anything else. */
export const parseAllowedName = (text: string): AlternativeName | undefined => {
  const name = text.trim();
  const colon = name.indexOf(':');
  if (colon < 0) return /^[\w*.-]+$/.test(name) ? { type: 'dns', value: name } : undefined;
  const [type, value] = [types[name.slice(0, colon).trim().toLowerCase()], name.slice(colon + 1).trim()];
  return type === undefined || value === '' ? undefined : { type, value };
};

/** Host names are the same in any case; of an address, its host only. */
const normalized = ({ type, value }: AlternativeName): string => {
  const host = type === 'dns' ? 0 : type === 'email' ? value.lastIndexOf('@') : value.length;
  return `${type} ${value.slice(0, host)}${value.slice(host).toLowerCase()}`;
};

/** Refuses a certificate without a name that the configuration allows. */
export const requireAllowedNames = (
  { allowedCommonNames, allowedSubjectAltNames }: TlsCertAuthRow,
  { commonNames, alternativeNames }: Pick<VerifiedClient, 'commonNames' | 'alternativeNames'>,
): void => {
  // Of several common names, nobody knows which one is meant.
  const [commonName] = commonNames.length === 1 ? commonNames : [];
  if (allowedCommonNames !== null && (commonName === undefined || !allowedCommonNames.split(',').includes(commonName)))
    throw new Refused('common_name_not_allowed', 'The common name of the certificate is not allowed.');
  if (allowedSubjectAltNames === null) return;
  const allowed = new Set(allowedSubjectAltNames.map((name) => normalized(parseAllowedName(name)!)));
  if (!alternativeNames.some((name) => allowed.has(normalized(name))))
    throw new Refused('subject_alt_name_not_allowed', 'No alternative name of the certificate is allowed.');
};
