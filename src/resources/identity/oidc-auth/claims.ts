import { globCharacters } from '../../../access/glob.ts';
import { compileGlob } from '../../../access/glob-matcher.ts';
import type { Claims } from '../../../platform/crypto/provider-keys.ts';
import { Refused } from '../../../platform/openid/refused.ts';
import type { OidcAuthRow } from './store.ts';

/** A longer text matches nothing, so that matching is quick. */
const maxText = 1_024;
/** What is kept goes into the token, which is sent with every request. */
const maxKept = 4_096;

/** The items of a list with commas; those between braces are part of a pattern. */
export const itemsOf = (list: string): string[] => {
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

const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

/**
 * The claim of that name, or else the one that its dots lead to. Lists, objects and what is empty, zero or false are no
 * claims.
 */
const claimOf = (claims: Claims, name: string): string | number | true | undefined => {
  const value = own(claims, name) ?? name.split('.').reduce<unknown>(own, claims);
  const isSimple = typeof value === 'string' || typeof value === 'number' || value === true;
  return isSimple && value !== '' && value !== 0 ? value : undefined;
};

/** What a pattern costs before it has looked at anything, in characters of the text. */
const perPattern = 16;

/**
 * Compares for one login. Whoever has a provider of their own chooses both the patterns and the claims: thousands of
 * audiences against hundreds of patterns would keep everybody else waiting.
 */
class Comparison {
  #left = 2_000_000;

  matchesText(text: string, pattern: string): boolean {
    if (text.length > maxText) return false;
    if (text === pattern || !/[*?{]/.test(pattern)) return text === pattern;
    this.#left -= pattern.length * (text.length + perPattern);
    if (this.#left < 0)
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
  const wanted = itemsOf(boundAudiences);
  if (
    boundAudiences !== '' &&
    !audiencesOf(claims).some((audience) => wanted.some((pattern) => comparison.matchesText(audience, pattern)))
  ) {
    throw new Refused('audience_mismatch', 'The audience of the token does not match.');
  }
  for (const [name, list] of Object.entries(boundClaims)) {
    const value = claimOf(claims, name);
    if (value === undefined) throw new Refused('claim_missing', `The token has no claim ${name}.`);
    if (!itemsOf(list).some((pattern) => comparison.matches(value, pattern)))
      throw new Refused('claim_mismatch', `The claim ${name} of the token does not match.`);
  }
};

/** What of the claims rules may refer to; null if nothing was asked for. */
const keptOf = ({ claimMetadataMapping }: OidcAuthRow, claims: Claims): Readonly<Record<string, string>> | null => {
  if (!claimMetadataMapping) return null;
  // In one order, however they are configured, so that equal ones look alike.
  const names = Object.entries(claimMetadataMapping).sort(([one], [other]) => (one < other ? -1 : 1));
  const kept = Object.fromEntries(
    names.map(([name, claim]) => {
      const value = claimOf(claims, claim);
      if (value === undefined) throw new Refused('mapped_claim_missing', `The token has no claim ${claim}.`);
      return [name, `${value}`];
    }),
  );
  if (JSON.stringify(kept).length > maxKept)
    throw new Refused('mapped_claims_too_large', 'The claims that are to be kept are too long.');
  return kept;
};

const unstorable = /[\0\p{Surrogate}]/u;

/**
 * PostgreSQL cannot look into JSON with a NUL in it: one such entry, and nobody could search the audit log any more.
 */
const requireStorable = (auth: OidcAuthRow, claims: Claims): void => {
  const texts = Object.values(relevantClaims(auth, claims)).flat();
  if (texts.some((text) => typeof text === 'string' && unstorable.test(text)))
    throw new Refused('claim_unstorable', 'A claim of the token has a NUL in it, or half of a character.');
};

/** Judges the claims by what is configured, and gives those that are kept with the access token. */
export const judgeClaims = (auth: OidcAuthRow, claims: Claims): Readonly<Record<string, string>> | null => {
  requireBound(auth, claims);
  requireStorable(auth, claims);
  return keptOf(auth, claims);
};

/** What of the claims the configuration speaks of, for the audit log. */
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
    ...Object.fromEntries([...names].map((name) => [name, claimOf(claims, name)])),
  };
};
