import { resolve, type Schema } from './contract.ts';

/** A list or an object in a request body, and functions that build a body with a value in its position. */
export interface BodyField {
  readonly path: string;
  readonly schema: Schema;
  readonly bodyWith: (value: unknown) => unknown;
  /** A body in which the list that contains this field has many items; undefined if no list contains it. */
  readonly manyWith: ((value: unknown, count: number) => unknown) | undefined;
}

type Around = Pick<BodyField, 'bodyWith' | 'manyWith'>;

const inside = ({ bodyWith, manyWith }: Around, wrap: (value: unknown) => unknown): Around => ({
  bodyWith: (value) => bodyWith(wrap(value)),
  manyWith: manyWith && ((value, count) => manyWith(wrap(value), count)),
});

const inList = (list: Around): Around => ({
  bodyWith: (value) => list.bodyWith([value]),
  manyWith: (value, count) => list.bodyWith(Array.from({ length: count }, () => value)),
});

/** The first value of each enum property: without these discriminators an object would not match its variant. */
const tagsOf = (schema: Schema): object =>
  Object.fromEntries(
    Object.entries<Schema>(schema.properties ?? {}).flatMap(([name, property]) =>
      resolve(property).enum ? [[name, resolve(property).enum[0]]] : [],
    ),
  );

/** Every list and object of a schema at any depth. */
export const fieldsIn = (given: Schema, path: string, around: Around): BodyField[] => {
  const schema = resolve(given);
  if (schema.oneOf)
    return (schema.oneOf as Schema[]).flatMap((shape, index) => fieldsIn(shape, `${path}<${index}>`, around));
  if (schema.type === 'array')
    return [{ path, schema, ...around }, ...fieldsIn(schema.items as Schema, `${path}[]`, inList(around))];
  if (schema.type !== 'object') return [];
  const tags = tagsOf(schema);
  const tagged = inside(around, (value) => (typeof value === 'object' ? { ...tags, ...value } : value));
  const fields = Object.entries<Schema>(schema.properties ?? {}).flatMap(([name, property]) =>
    fieldsIn(
      property,
      `${path}.${name}`,
      inside(tagged, (value) => ({ [name]: value })),
    ),
  );
  const others =
    typeof schema.additionalProperties === 'object'
      ? fieldsIn(
          schema.additionalProperties as Schema,
          `${path}.*`,
          inside(tagged, (value) => ({ key: value })),
        )
      : [];
  return [{ path, schema, ...tagged }, ...fields, ...others];
};
