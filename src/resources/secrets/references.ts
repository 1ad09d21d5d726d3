import type { Reference } from '../secret-versions/store.ts';

/** `${KEY}`, `${environment.KEY}` and `${environment.folder.folder.KEY}`; what begins with an @ would be in another project, and stays as it is. */
const pattern = /\$\{([A-Za-z0-9_-][A-Za-z0-9_.@-]*)\}/g;

/** Undefined for what only looks like one. */
const readToken = (token: string): Reference | undefined => {
  const names = token.split('.');
  if (names.includes('')) return undefined;
  const key = names.at(-1)!;
  return names.length === 1 ? { environment: null, path: null, key } : { environment: names[0]!, path: `/${names.slice(1, -1).join('/')}`, key };
};

/** How a value writes it, between the braces. */
export const tokenOf = ({ environment, path, key }: Reference): string => (environment === null ? key : [environment, ...path!.split('/').filter(Boolean), key].join('.'));

/** What a value refers to, each once. */
export const referencesIn = (value: string): Reference[] => {
  // Most values have none.
  if (!value.includes('${')) return [];
  const tokens = new Set([...value.matchAll(pattern)].map(([, token]) => token!));
  return [...tokens].flatMap((token) => readToken(token) ?? []);
};

/** The value with each reference replaced; one for which there is nothing stays as it is. */
export const replaceReferences = (value: string, replacement: (token: string) => string | undefined): string =>
  value.replace(pattern, (whole, token: string) => replacement(token) ?? whole);
