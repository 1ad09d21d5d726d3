import { resolve, type Schema } from './contract.ts';

/** The paths of all fields that match; a list is represented by its first item. */
export const fieldsWhere = (
  given: Schema | undefined,
  isWanted: (schema: Schema, name: string) => boolean,
  path: string[] = [],
): string[][] => {
  if (!given) return [];
  const schema = resolve(given);
  const children = [
    ...Object.entries((schema.properties ?? {}) as Schema),
    ...(schema.items ? [['0', schema.items] as const] : []),
  ];
  const below = children.flatMap(([key, child]) => fieldsWhere(child as Schema, isWanted, [...path, key]));
  return isWanted(schema, path.at(-1) ?? '') ? [path, ...below] : below;
};

/** The paths of all fields that the contract marks as secret. */
export const secretFields = (schema: Schema | undefined): string[][] =>
  fieldsWhere(schema, ({ format }) => format === 'password');

/** A copy of the body with this value at the path. */
export const withValueAt = (body: Schema, path: string[], canary: unknown): Schema => {
  const copy = structuredClone(body);
  const last = path.at(-1)!;
  path.slice(0, -1).reduce((node, key) => (node[key] ??= {}), copy)[last] = canary;
  return copy;
};

/** Whether the body has all lists of the path. */
export const hasListsOf = (body: Schema, path: readonly string[]): boolean => {
  let node: unknown = body;
  for (const key of path) {
    if (key === '0' && !Array.isArray(node)) return false;
    node = (node as Schema | undefined)?.[key];
  }
  return true;
};

const secretNames =
  /^(access|signup|mfa|service)?token$|^(current|new)?password$|^(clientSecret|code|link|privateKey|secretValue|jwt|totp|otpUrl|recoveryCode|sessionToken)$/i;

/** The values in a request or response that must never appear elsewhere. */
export const secretsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    // These are names of secrets.
    name === 'secretsMapping' ? [] : typeof child === 'string' && secretNames.test(name) ? [child] : secretsIn(child),
  );
};
