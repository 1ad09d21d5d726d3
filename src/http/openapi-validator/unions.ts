import { isObject, propertiesOf, resolveIn, type Contract, type Schema } from './contract.ts';

/** The alternatives of a `oneOf`. A value's alternative is found by a property or by its JSON type, never by trying. */
export interface Union {
  /** The property that tells the alternatives apart; undefined if the JSON type does. */
  readonly tag: string | undefined;
  /** The alternatives by the values of that property, or by JSON type. */
  readonly shapes: ReadonlyMap<unknown, Schema>;
  /** The alternative of an object without that property. */
  readonly fallback: Schema | undefined;
  readonly isNullable: boolean;
}

const jsonType = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

const valuesOf = (property: Schema | undefined): readonly unknown[] => (property?.enum as unknown[] | undefined) ?? [];

/** Reads a union; throws if its alternatives cannot be told apart. */
export const unionOf = (contract: Contract, schema: Schema): Union => {
  const shapes = (schema.oneOf as Schema[]).map((part) => ({ part, shape: resolveIn(contract, part) as Schema }));
  const tagIn = (shape: Schema, name: string): Schema | undefined => propertiesOf(shape)[name];
  const tag =
    (schema.discriminator as { propertyName: string } | undefined)?.propertyName ??
    Object.keys(propertiesOf(shapes[0]!.shape)).find((name) =>
      shapes.every(({ shape }) => valuesOf(tagIn(shape, name)).length > 0),
    );
  const entries = shapes.flatMap(({ part, shape }): [unknown, Schema][] => {
    if (tag === undefined) return [[shape.type === 'integer' ? 'number' : shape.type, part]];
    return valuesOf(tagIn(shape, tag)).map((value) => [value, part]);
  });
  const byKey = new Map(entries);
  if (byKey.size !== entries.length)
    throw new Error(`the shapes of a union cannot be told apart by ${entries.map(([key]) => String(key)).join(', ')}`);
  return {
    tag,
    shapes: byKey,
    fallback: shapes.find(({ shape }) => tag !== undefined && tagIn(shape, tag)?.default !== undefined)?.part,
    isNullable: [schema, ...shapes.map(({ shape }) => shape)].some(({ nullable }) => nullable === true),
  };
};

/** Chooses the alternative for a value; undefined if none fits. */
export const shapeFor = ({ tag, shapes, fallback }: Union, value: unknown): Schema | undefined => {
  if (tag === undefined) return shapes.get(jsonType(value));
  if (!isObject(value)) return undefined;
  return Object.hasOwn(value, tag) ? shapes.get(value[tag]) : fallback;
};

/**
 * Writes a union as conditions. For `oneOf`, ajv would try every alternative and report the errors of all of them; so it
 * reports a wrong tag once, or the errors of the alternative that the tag names.
 */
export const conditionsOf = ({ tag, shapes, fallback, isNullable }: Union): Schema => {
  const nullable = isNullable && { nullable: true };
  if (tag === undefined)
    return {
      type: [...shapes.keys()],
      ...nullable,
      allOf: [...shapes].map(([type, shape]) => ({ if: { type }, then: shape })),
    };
  const values = [...shapes.keys()];
  const type = [...new Set(values.map(jsonType))];
  const conditions = [...new Set(shapes.values())].map((shape) => {
    const own = values.filter((value) => shapes.get(value) === shape);
    const properties = { [tag]: { enum: own } };
    return { if: { type: 'object', properties, ...(shape !== fallback && { required: [tag] }) }, then: shape };
  });
  return {
    type: 'object',
    ...nullable,
    properties: { [tag]: { type, allOf: [{ if: { type }, then: { enum: values } }] } },
    ...(!fallback && { required: [tag] }),
    allOf: conditions,
  };
};
