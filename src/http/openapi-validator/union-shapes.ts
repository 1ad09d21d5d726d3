import type { ErrorObject } from 'ajv';

export type Schema = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, Schema | undefined>>;
type Problem = Pick<ErrorObject, 'keyword' | 'instancePath' | 'params' | 'message'>;

export const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const jsonType = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

export const propertiesOf = (shape: Schema): Properties => (shape.properties ?? {}) as Properties;

const valuesOf = (property: Schema | undefined): readonly unknown[] => (property?.enum as unknown[] | undefined) ?? [];

/** Finds the property that distinguishes the shapes: the contract's discriminator, or one with other values in each. */
const tagOf = (union: Schema, shapes: readonly Schema[]): string | undefined => {
  const named = (union.discriminator as { propertyName: string } | undefined)?.propertyName;
  return (
    named ??
    Object.keys(propertiesOf(shapes[0]!)).find((name) =>
      shapes.every((shape) => valuesOf(propertiesOf(shape)[name]).length > 0),
    )
  );
};

/** Indexes the shapes; throws for a repeated key, because the contract must make shapes distinguishable. */
const indexed = (entries: readonly (readonly [unknown, Schema])[]): ReadonlyMap<unknown, Schema> => {
  const map = new Map(entries);
  if (map.size !== entries.length)
    throw new Error(`the shapes of a union cannot be told apart by ${entries.map(([key]) => String(key)).join(', ')}`);
  return map;
};

/** Chooses the shape for a value, or returns why none fits. */
export type Choose = (value: unknown, path: string) => { readonly shape: Schema } | { readonly problem: Problem };

const problem = (broken: string, instancePath: string, message: string, params: object = {}) => ({
  problem: { keyword: broken, instancePath, params, message },
});

const chooseByTag = (tag: string, shapes: readonly Schema[]): Choose => {
  const byValue = indexed(
    shapes.flatMap((shape) => valuesOf(propertiesOf(shape)[tag]).map((value) => [value, shape] as const)),
  );
  const types = new Set([...byValue.keys()].map(jsonType));
  const fallback = shapes.find((shape) => propertiesOf(shape)[tag]?.default !== undefined);
  return (value, path) => {
    if (!isObject(value)) return problem('type', path, 'must be object');
    const tagValue = Object.hasOwn(value, tag) ? value[tag] : undefined;
    if (tagValue === undefined)
      return fallback
        ? { shape: fallback }
        : problem('required', path, `must have required property '${tag}'`, { missingProperty: tag });
    if (!types.has(jsonType(tagValue))) return problem('type', `${path}/${tag}`, `must be ${[...types].join(' or ')}`);
    const shape = byValue.get(tagValue);
    return shape
      ? { shape }
      : problem('enum', `${path}/${tag}`, 'must be equal to one of the allowed values', {
          allowedValues: [...byValue.keys()],
        });
  };
};

const chooseByType = (shapes: readonly Schema[]): Choose => {
  const byType = indexed(shapes.map((shape) => [shape.type === 'integer' ? 'number' : shape.type, shape] as const));
  return (value, path) => {
    const shape = byType.get(jsonType(value));
    return shape ? { shape } : problem('type', path, `must be ${[...byType.keys()].join(' or ')}`);
  };
};

/** Returns a function that chooses among the shapes of a union. */
export const chooserOf = (union: Schema, shapes: readonly Schema[]): Choose => {
  const tag = tagOf(union, shapes);
  return tag === undefined ? chooseByType(shapes) : chooseByTag(tag, shapes);
};
