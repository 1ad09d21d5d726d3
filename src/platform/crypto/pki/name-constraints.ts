import { AsnConvert } from '@peculiar/asn1-schema';
import { id_ce_nameConstraints, NameConstraints, type GeneralName } from '@peculiar/asn1-x509';
import type * as x509 from '@peculiar/x509';
import { isWithin, parseAddressRange } from '../../addresses.ts';
import { Refused } from '../../refused.ts';
import type { AlternativeName } from './orders.ts';

const unsupported = (): Refused =>
  new Refused('unsupported_name_constraint', 'An authority limits kinds of names that are not supported here.');

type Kind = 'dns' | 'email' | 'url' | 'ip';

interface Constraint {
  readonly kind: Kind;
  readonly base: string;
}

const constraintOf = ({ dNSName, rfc822Name, uniformResourceIdentifier, iPAddress }: GeneralName): Constraint => {
  if (dNSName !== undefined) return { kind: 'dns', base: dNSName.toLowerCase() };
  if (rfc822Name !== undefined) return { kind: 'email', base: rfc822Name };
  if (uniformResourceIdentifier !== undefined && !/[:/]/.test(uniformResourceIdentifier))
    return { kind: 'url', base: uniformResourceIdentifier.toLowerCase() };
  if (iPAddress !== undefined && parseAddressRange(iPAddress)) return { kind: 'ip', base: iPAddress };
  throw unsupported();
};

/** The names below which an authority may, and may not, issue certificates. */
export interface NameLimits {
  readonly permitted: readonly Constraint[];
  readonly excluded: readonly Constraint[];
}

/** Reads the constraints of an authority; throws `Refused` if they cannot be applied. */
export const nameLimitsOf = (authority: x509.X509Certificate): NameLimits => {
  const extension = authority.getExtension(id_ce_nameConstraints);
  if (!extension) return { permitted: [], excluded: [] };
  try {
    const { permittedSubtrees, excludedSubtrees } = AsnConvert.parse(extension.value, NameConstraints);
    const all = [...(permittedSubtrees ?? []), ...(excludedSubtrees ?? [])];
    if (all.some(({ minimum, maximum }) => minimum !== 0 || maximum !== undefined)) throw unsupported();
    return {
      permitted: [...(permittedSubtrees ?? [])].map(({ base }) => constraintOf(base)),
      excluded: [...(excludedSubtrees ?? [])].map(({ base }) => constraintOf(base)),
    };
  } catch {
    throw unsupported();
  }
};

const isBelow = (host: string, base: string): boolean =>
  base === '' || host === base || host.endsWith(base.startsWith('.') ? base : `.${base}`);

/** As for hosts, but without a dot at its beginning a base is one host only. */
const isHostOf = (host: string, base: string): boolean => (base.startsWith('.') ? host.endsWith(base) : host === base);

const matchesEmail = (address: string, base: string): boolean => {
  const at = address.lastIndexOf('@');
  const host = address.slice(at + 1).toLowerCase();
  const [, mailbox, domain = base] = /^(?:(.*)@)?([^@]*)$/.exec(base) ?? [];
  if (mailbox !== undefined && mailbox !== address.slice(0, Math.max(at, 0))) return false;
  return at > 0 && isHostOf(host, domain.toLowerCase());
};

const hostOfUrl = (text: string): string => (URL.canParse(text) ? new URL(text).hostname.toLowerCase() : '');

const matches: Readonly<Record<Kind, (name: string, base: string) => boolean>> = {
  dns: (name, base) => isBelow(name.toLowerCase(), base),
  email: matchesEmail,
  url: (name, base) => isHostOf(hostOfUrl(name), base),
  ip: (name, base) => isWithin([parseAddressRange(base)!], name),
};

/** What a name stands for at an unknown host cannot be compared. */
const isIndefinite = ({ type, value }: AlternativeName): boolean =>
  (type === 'dns' && value.includes('*')) || (type === 'url' && hostOfUrl(value) === '');

const violates = (name: AlternativeName, { permitted, excluded }: NameLimits): boolean => {
  const about = (constraints: readonly Constraint[]) => constraints.filter(({ kind }) => kind === name.type);
  const [allowed, forbidden] = [about(permitted), about(excluded)];
  if (allowed.length + forbidden.length === 0) return false;
  const matchesName = ({ kind, base }: Constraint): boolean => matches[kind](name.value, base);
  return isIndefinite(name) || forbidden.some(matchesName) || (allowed.length > 0 && !allowed.some(matchesName));
};

/** Refuses names that an authority may not certify. */
export const requireWithinLimits = (names: readonly AlternativeName[], limits: NameLimits): void => {
  if (names.some((name) => violates(name, limits)))
    throw new Refused('name_constraint_violation', 'An authority may not issue certificates with such a name.');
};
