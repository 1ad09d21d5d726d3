import { isPossible } from '../folders/rules.ts';
import type { Reference } from '../secret-versions/store.ts';

/** `${KEY}`, `${environment.KEY}` and `${environment.folder.folder.KEY}`; what begins with an @ would be in another project, and stays as it is. */
const pattern = /\$\{([A-Za-z0-9_-][A-Za-z0-9_.@-]*)\}/g;

/** As many characters as names of secrets and slugs of environments have at most, and as both have together with a path. */
const limits = { key: 255, environment: 64, token: 64 + 1024 + 1 + 255 };

/** Undefined for what only looks like one: there is nothing that can be called so. */
const readToken = (token: string): Reference | undefined => {
  if (token.length > limits.token) return undefined;
  const names = token.split('.');
  const key = names.at(-1)!;
  if (names.includes('') || key.length > limits.key) return undefined;
  if (names.length === 1) return { environment: null, path: null, key };
  const [environment, path] = [names[0]!, `/${names.slice(1, -1).join('/')}`];
  return environment.length <= limits.environment && isPossible(path) ? { environment, path, key } : undefined;
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
