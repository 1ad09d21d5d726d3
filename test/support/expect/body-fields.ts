import { resolve, type Schema } from './contract.ts';

/** A list or an object somewhere in a body, and a body around a value in its place. */
export interface BodyField {
  readonly path: string;
  readonly schema: Schema;
  readonly bodyWith: (value: unknown) => unknown;
  /** A body in which the list around this field has many items; the field itself if it is in no list. */
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

/** What every object of a shape has, so that it is taken for one: the first of the values that tell it from others. */
const tagsOf = (schema: Schema): object =>
  Object.fromEntries(
    Object.entries<Schema>(schema.properties ?? {}).flatMap(([name, property]) =>
      resolve(property).enum ? [[name, resolve(property).enum[0]]] : [],
    ),
  );

/** Every list and object that a schema has, however deep. */
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
