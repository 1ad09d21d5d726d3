import { splitItems } from './claims.ts';
import type { BoundClaims } from './store.ts';

export type Binding = Pick<BoundClaims, 'boundSubject' | 'boundClaims'>;

/** Claims that bind nobody: users of a public provider choose the audience, and all of them share the issuer. */
const bindsNobody = /^(aud|iss)(\.|$)/;

const hasName = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Whether the pattern contains a letter or digit outside of wildcards; of alternatives, each one has to. */
export const isMoreThanWildcards = (pattern: string): boolean => {
  if (!/[*?{]/.test(pattern)) return pattern !== '';
  let [previous, rest] = ['', pattern];
  while (rest !== previous) {
    previous = rest;
    // From the innermost braces outwards: replaces a group by a letter if each alternative has one, else by nothing.
    rest = rest.replace(/\{([^{}]*)\}/g, (_, alternatives: string) =>
      alternatives.split(',').every(hasName) ? 'x' : '',
    );
  }
  return hasName(rest);
};

/** Whether the claim restricts who can log in; since any item of its list may match, each has to restrict it. */
const isBinding = ([name, list]: [string, string]): boolean => {
  const items = splitItems(list);
  return !bindsNobody.test(name) && items.length > 0 && items.every(isMoreThanWildcards);
};

/** Whether the configuration restricts whose tokens are accepted; if not, every user of the provider could log in. */
export const isBound = ({ boundSubject, boundClaims }: Binding): boolean =>
  isMoreThanWildcards(boundSubject) || Object.entries(boundClaims).some(isBinding);

/** Says how to restrict a configuration. */
export const bindingAdvice =
  'set boundSubject, or a claim in boundClaims, to a value that is more than wildcards, such as repo:acme/rockets:*. An audience alone is not enough, because whoever requests a token from the provider chooses it';
