import { globCharacters } from '../../../access/glob.ts';
import { compileGlob } from '../../../access/glob-matcher.ts';
import type { Claims } from '../../../platform/crypto/provider-keys.ts';
import { Refused } from '../../../platform/openid/refused.ts';
import type { OidcAuthRow } from './store.ts';

/** A longer text matches no pattern, which bounds the time of matching. */
const maxTextLength = 1_024;
/** Bounds the mapped claims, because they are part of the access token, which is sent with every request. */
const maxMappedLength = 4_096;

/** Splits a list at its commas, except those between braces, which are part of a pattern. */
export const splitItems = (list: string): string[] => {
  const items = [''];
  let depth = 0;
  for (const character of list) {
    if (character === '{') depth += 1;
    else if (character === '}' && depth > 0) depth -= 1;
    if (character === ',' && depth === 0) items.push('');
    else items.push(items.pop()! + character);
  }
  return items.map((item) => item.trim()).filter((item) => item !== '');
};

const ownProperty = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

/**
 * Returns the claim of that name or, if there is none, the nested claim that its dots lead to; undefined for lists,
 * objects, and values that are empty, zero or false.
 */
const findClaim = (claims: Claims, name: string): string | number | true | undefined => {
  const value = ownProperty(claims, name) ?? name.split('.').reduce<unknown>(ownProperty, claims);
  const isSimple = typeof value === 'string' || typeof value === 'number' || value === true;
  return isSimple && value !== '' && value !== 0 ? value : undefined;
};

/** The fixed cost of compiling a pattern, in characters of the text. */
const patternCost = 16;

/**
 * Compares claims with patterns, within a budget for one login: an attacker with a provider of their own controls both,
 * and thousands of audiences against hundreds of patterns would block all other requests.
 */
class Comparison {
  #budget = 2_000_000;

  matchesText(text: string, pattern: string): boolean {
    if (text.length > maxTextLength) return false;
    if (text === pattern || !/[*?{]/.test(pattern)) return text === pattern;
    this.#budget -= pattern.length * (text.length + patternCost);
    if (this.#budget < 0)
      throw new Refused(
        'too_much_to_compare',
        'Comparing the claims of the token with the patterns would take too long.',
      );
    return compileGlob(globCharacters(pattern), { starCrosses: true })(text);
  }

  matches(value: string | number | true, pattern: string): boolean {
    if (typeof value === 'number') return /^-?\d{1,16}$/.test(pattern) && Number(pattern) === value;
    return value === true ? pattern === 'true' : this.matchesText(value, pattern);
  }
}

const audiencesOf = ({ aud }: Claims): string[] => [aud].flat().filter((audience) => typeof audience === 'string');

const requireBound = ({ boundSubject, boundAudiences, boundClaims }: OidcAuthRow, claims: Claims): void => {
  const comparison = new Comparison();
  if (boundSubject !== '' && !(typeof claims.sub === 'string' && comparison.matchesText(claims.sub, boundSubject)))
    throw new Refused('subject_mismatch', 'The subject of the token does not match.');
  const patterns = splitItems(boundAudiences);
  if (
    boundAudiences !== '' &&
    !audiencesOf(claims).some((audience) => patterns.some((pattern) => comparison.matchesText(audience, pattern)))
  ) {
    throw new Refused('audience_mismatch', 'The audience of the token does not match.');
  }
  for (const [name, list] of Object.entries(boundClaims)) {
    const value = findClaim(claims, name);
    if (value === undefined) throw new Refused('claim_missing', `The token has no claim ${name}.`);
    if (!splitItems(list).some((pattern) => comparison.matches(value, pattern)))
      throw new Refused('claim_mismatch', `The claim ${name} of the token does not match.`);
  }
};

/** Returns the claims that rules may refer to, or null if none are mapped. */
const mappedClaims = (
  { claimMetadataMapping }: OidcAuthRow,
  claims: Claims,
): Readonly<Record<string, string>> | null => {
  if (!claimMetadataMapping) return null;
  // Sorted, so that equal claims have the same JSON, however they are configured.
  const names = Object.entries(claimMetadataMapping).sort(([one], [other]) => (one < other ? -1 : 1));
  const mapped = Object.fromEntries(
    names.map(([name, claim]) => {
      const value = findClaim(claims, claim);
      if (value === undefined) throw new Refused('mapped_claim_missing', `The token has no claim ${claim}.`);
      return [name, `${value}`];
    }),
  );
  if (JSON.stringify(mapped).length > maxMappedLength)
    throw new Refused('mapped_claims_too_large', 'The claims named in claimMetadataMapping are too long.');
  return mapped;
};

const unstorable = /[\0\p{Surrogate}]/u;

/** Refuses texts that PostgreSQL cannot read from JSON: one such entry would break every search of the audit log. */
const requireStorable = (auth: OidcAuthRow, claims: Claims): void => {
  const texts = Object.values(relevantClaims(auth, claims)).flat();
  if (texts.some((text) => typeof text === 'string' && unstorable.test(text)))
    throw new Refused('claim_unstorable', 'A claim of the token contains a NUL character or an unpaired surrogate.');
};

/** Checks the claims against the configuration, and returns those that are stored with the access token. */
export const checkClaims = (auth: OidcAuthRow, claims: Claims): Readonly<Record<string, string>> | null => {
  requireBound(auth, claims);
  requireStorable(auth, claims);
  return mappedClaims(auth, claims);
};

/** Returns the claims that the configuration names, for the audit log. */
export const relevantClaims = (
  { boundClaims, claimMetadataMapping }: OidcAuthRow,
  claims: Claims,
): Readonly<Record<string, unknown>> => {
  const names = new Set([...Object.keys(boundClaims), ...Object.values(claimMetadataMapping ?? {})]);
  const audiences = audiencesOf(claims);
  const sub = typeof claims.sub === 'string' ? claims.sub : undefined;
  return {
    iss: claims.iss,
    sub,
    aud: Array.isArray(claims.aud) ? audiences : audiences[0],
    ...Object.fromEntries([...names].map((name) => [name, findClaim(claims, name)])),
  };
};
