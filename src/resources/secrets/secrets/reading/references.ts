import { isPossible } from '../../folders/rules.ts';
import type { Reference } from '../../secret-versions/store.ts';

/**
 * `${KEY}`, `${environment.KEY}` and `${environment.folder.folder.KEY}`, the last two also of another project:
 * `${@project.environment.KEY}`.
 */
const pattern = /\$\{(@?[A-Za-z0-9_-][A-Za-z0-9_.@-]*)\}/g;

/**
 * As many characters as names of secrets and slugs of environments and projects have at most, and as all have together
 * with a path.
 */
const limits = { key: 255, environment: 64, project: 64, token: '@'.length + 64 + 1 + 64 + 1024 + 1 + 255 };

/** Undefined for what only looks like one: there is nothing that can be called so. */
const readToken = (token: string): Reference | undefined => {
  if (token.length > limits.token) return undefined;
  const isElsewhere = token.startsWith('@');
  const names = (isElsewhere ? token.slice(1) : token).split('.');
  const key = names.at(-1)!;
  if (names.includes('') || key.length > limits.key) return undefined;
  if (names.length === 1) return isElsewhere ? undefined : { environment: null, path: null, key };
  const project = isElsewhere ? names.shift()! : undefined;
  if (names.length === 1 || (project ?? '').length > limits.project) return undefined;
  const [environment, path] = [names[0]!, `/${names.slice(1, -1).join('/')}`];
  return environment.length <= limits.environment && isPossible(path)
    ? { ...(project !== undefined && { project }), environment, path, key }
    : undefined;
};

/** How a value writes it, between the braces. */
export const tokenOf = ({ project, environment, path, key }: Reference): string => {
  if (environment === null) return key;
  return [
    ...(project === undefined ? [] : [`@${project}`]),
    environment,
    ...path!.split('/').filter(Boolean),
    key,
  ].join('.');
};

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
