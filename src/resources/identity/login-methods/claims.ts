import { globCharacters } from '../../../access/glob.ts';
import { compileGlob } from '../../../access/glob-matcher.ts';
import type { Claims } from '../../../platform/crypto/provider-keys.ts';
import { Refused } from '../../../platform/refused.ts';
import type { BoundClaims } from './store.ts';

/** A longer text matches no pattern, which bounds the time of matching. */
const maxTextLength = 1_024;

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
export const findClaim = (claims: Claims, name: string): string | number | true | undefined => {
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

/** Whether the text matches a pattern of the list. */
export const matchesList = (text: string, list: string): boolean => {
  const comparison = new Comparison();
  return splitItems(list).some((pattern) => comparison.matchesText(text, pattern));
};

export const audiencesOf = ({ aud }: Claims): string[] =>
  [aud].flat().filter((audience) => typeof audience === 'string');

const requireMatch = ({ boundSubject, boundAudiences, boundClaims }: BoundClaims, claims: Claims): void => {
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

const unstorable = /[\0\p{Surrogate}]/u;

/** The claims that the audit log shows: the usual ones, and those with these names. */
const relevantClaims = (names: readonly string[], claims: Claims): Readonly<Record<string, unknown>> => {
  const audiences = audiencesOf(claims);
  const sub = typeof claims.sub === 'string' ? claims.sub : undefined;
  return {
    iss: claims.iss,
    sub,
    aud: Array.isArray(claims.aud) ? audiences : audiences[0],
    ...Object.fromEntries([...new Set(names)].map((name) => [name, findClaim(claims, name)])),
  };
};

/** Refuses texts that PostgreSQL cannot read from JSON: one such entry would break every search of the audit log. */
export const requireStorable = (values: Readonly<Record<string, unknown>>): void => {
  const texts = Object.values(values).flat();
  if (texts.some((text) => typeof text === 'string' && unstorable.test(text)))
    throw new Refused('claim_unstorable', 'A claim of the token contains a NUL character or an unpaired surrogate.');
};

/**
 * Checks the claims against the configuration, and returns those that the audit log shows, also those that `more`
 * names.
 */
export const checkClaims = (
  bound: BoundClaims,
  claims: Claims,
  more: readonly string[] = [],
): Readonly<Record<string, unknown>> => {
  requireMatch(bound, claims);
  const relevant = relevantClaims([...Object.keys(bound.boundClaims), ...more], claims);
  requireStorable(relevant);
  return relevant;
};
