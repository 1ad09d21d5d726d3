import { resolve, type Schema } from './contract.ts';

/** The paths of all fields that the contract marks as secret. */
export const secretFields = (given: Schema | undefined, path: string[] = []): string[][] => {
  if (!given) return [];
  const schema = resolve(given);
  const below = Object.entries((schema.properties ?? {}) as Schema).flatMap(([key, child]) => secretFields(child, [...path, key]));
  return schema.format === 'password' ? [path, ...below] : below;
};

/** The body with the canary at that path. */
export const plant = (body: Schema, path: string[], canary: unknown): Schema => {
  const copy = structuredClone(body);
  const last = path.at(-1)!;
  path.slice(0, -1).reduce((node, key) => (node[key] ??= {}), copy)[last] = canary;
  return copy;
};
