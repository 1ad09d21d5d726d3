import { itemsOf } from './claims.ts';
import type { OidcAuthRow } from './store.ts';

export type Bound = Pick<OidcAuthRow, 'boundSubject' | 'boundClaims'>;

/** Whoever asks a public provider for a token chooses its audience, and the issuer is the same for all of its users. */
const bindsNobody = /^(aud|iss)(\.|$)/;

const hasName = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/**
 * Whether whatever matches the pattern has a letter or digit that the pattern names; of alternatives, each one has to
 * name some.
 */
const isMoreThanWildcards = (pattern: string): boolean => {
  if (!/[*?{]/.test(pattern)) return pattern !== '';
  let [previous, rest] = ['', pattern];
  while (rest !== previous) {
    previous = rest;
    // From the innermost braces outwards: what stands for a group is one name, or nothing.
    rest = rest.replace(/\{([^{}]*)\}/g, (_, alternatives: string) =>
      alternatives.split(',').every(hasName) ? 'x' : '',
    );
  }
  return hasName(rest);
};

/** A claim may match any item of its list, so that one item of wildcards opens it to everybody. */
const isBinding = ([name, list]: [string, string]): boolean => {
  const items = itemsOf(list);
  return !bindsNobody.test(name) && items.length > 0 && items.every(isMoreThanWildcards);
};

/** Whether it says whose tokens are accepted; without that, everybody with an account at the provider could log in. */
export const isBound = ({ boundSubject, boundClaims }: Bound): boolean =>
  isMoreThanWildcards(boundSubject) || Object.entries(boundClaims).some(isBinding);

/** What to do about a configuration that is not bound. */
export const bindingAdvice =
  'set boundSubject, or a claim in boundClaims, to a value that is more than wildcards, such as repo:acme/rockets:*. An audience alone does not do: whoever asks the provider for a token chooses it';
