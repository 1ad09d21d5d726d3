import { isValidPath } from '../../folders/rules.ts';
import type { Reference } from '../columns.ts';

/**
 * Matches `${KEY}`, `${environment.KEY}` and `${environment.folder.folder.KEY}`, the last two also in another project:
 * `${@project.environment.KEY}`.
 */
const pattern = /\$\{(@?[A-Za-z0-9_-][A-Za-z0-9_.@-]*)\}/g;

/**
 * The most characters of secret names, of environment and project slugs, and of a token with all of them and a path.
 */
const limits = { key: 255, environment: 64, project: 64, token: '@'.length + 64 + 1 + 64 + 1024 + 1 + 255 };

/** Returns undefined for a token that cannot name any secret. */
const readToken = (token: string): Reference | undefined => {
  if (token.length > limits.token) return undefined;
  const isInOtherProject = token.startsWith('@');
  const names = (isInOtherProject ? token.slice(1) : token).split('.');
  const key = names.at(-1)!;
  if (names.includes('') || key.length > limits.key) return undefined;
  if (names.length === 1) return isInOtherProject ? undefined : { environment: null, path: null, key };
  const project = isInOtherProject ? names.shift()! : undefined;
  if (names.length === 1 || (project ?? '').length > limits.project) return undefined;
  const [environment, path] = [names[0]!, `/${names.slice(1, -1).join('/')}`];
  return environment.length <= limits.environment && isValidPath(path)
    ? { ...(project !== undefined && { project }), environment, path, key }
    : undefined;
};

/** Returns the token of a reference: the text between the braces. */
export const tokenOf = ({ project, environment, path, key }: Reference): string => {
  if (environment === null) return key;
  return [
    ...(project === undefined ? [] : [`@${project}`]),
    environment,
    ...path!.split('/').filter(Boolean),
    key,
  ].join('.');
};

/** Lists the references in a value, each once. */
export const referencesIn = (value: string): Reference[] => {
  // Most values have no references.
  if (!value.includes('${')) return [];
  const tokens = new Set([...value.matchAll(pattern)].map(([, token]) => token!));
  return [...tokens].flatMap((token) => readToken(token) ?? []);
};

/** Replaces the references in a value; one without a replacement stays as it is. */
export const replaceReferences = (value: string, replacement: (token: string) => string | undefined): string =>
  value.replace(pattern, (whole, token: string) => replacement(token) ?? whole);
