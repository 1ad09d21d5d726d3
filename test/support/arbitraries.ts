import fc, { type Arbitrary } from 'fast-check';
import type { OperationId } from '../../generated/operations.ts';
import { operationOf, resolve, type Schema } from './contract.ts';
import { parametersOf } from './requests.ts';
import type { CallOptions } from './world.ts';

/** Longer ones have tests of their own. */
const longest = 40;

const withFormat: Readonly<Record<string, Arbitrary<string>>> = {
  'date-time': fc
    .date({ min: new Date('1970-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString()),
  uuid: fc.uuid(),
  email: fc.emailAddress(),
  uri: fc.webUrl(),
};

const textOf = ({ minLength = 0, maxLength = longest, pattern, format, example }: Schema): Arbitrary<string> => {
  if (pattern)
    return example === undefined
      ? fc.stringMatching(new RegExp(pattern, 'u'))
      : fc.oneof(fc.constant(example as string), fc.stringMatching(new RegExp(pattern, 'u')));
  const known = withFormat[format as string];
  return (
    known ??
    fc.string({
      unit: 'binary',
      minLength,
      maxLength: Math.max(minLength as number, Math.min(longest, maxLength as number)),
    })
  );
};

const recordOf = (
  { properties = {}, required = [], additionalProperties }: Schema,
  depth: number,
): Arbitrary<object> => {
  const model = Object.fromEntries(
    Object.entries(properties as Schema).map(([name, field]) => [name, valueOf(field, depth + 1)]),
  );
  const known = fc.record(model, { requiredKeys: (required as string[]).filter((name) => name in model) });
  if (!additionalProperties) return known;
  const more = fc.dictionary(
    fc.string({ minLength: 1, maxLength: 10 }),
    additionalProperties === true ? fc.jsonValue() : valueOf(additionalProperties, depth + 1),
    { maxKeys: 3 },
  );
  return fc.tuple(more, known).map(([others, fields]) => ({ ...others, ...fields }));
};

const plainOf = (schema: Schema, depth: number): Arbitrary<unknown> => {
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  const forms = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  if (forms) return fc.oneof(...forms.map((form) => valueOf(form, depth + 1)));
  if (schema.allOf)
    return fc
      .tuple(...(schema.allOf as Schema[]).map((part) => valueOf(part, depth)))
      .map((parts) => Object.assign({}, ...parts) as object);
  if (schema.type === 'string') return textOf(schema);
  if (schema.type === 'boolean') return fc.boolean();
  if (schema.type === 'integer')
    return fc.integer({ min: schema.minimum ?? -1000, max: Math.min(schema.maximum ?? 1000, 2 ** 31 - 1) });
  if (schema.type === 'number')
    return fc.double({ min: schema.minimum ?? -1000, max: schema.maximum ?? 1000, noNaN: true });
  if (schema.type === 'array')
    return fc.array(valueOf(schema.items, depth + 1), {
      minLength: schema.minItems ?? 0,
      maxLength: Math.max(schema.minItems ?? 0, 3),
    });
  if (schema.type === 'object' || schema.properties) return depth > 8 ? fc.constant({}) : recordOf(schema, depth);
  return fc.jsonValue();
};

/** Something that the schema allows, as far as it can say so. */
export const valueOf = (given: Schema, depth = 0): Arbitrary<unknown> => {
  const schema = resolve(given);
  const plain = plainOf(schema, depth);
  return schema.nullable
    ? fc.oneof({ arbitrary: plain, weight: 4 }, { arbitrary: fc.constant(null), weight: 1 })
    : plain;
};

const parametersIn = (id: OperationId, part: 'path' | 'query'): Arbitrary<Record<string, string>> => {
  const found = parametersOf(id).filter((parameter) => parameter.in === part);
  const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));
  const model = Object.fromEntries(
    found.map(({ name, schema }) => [
      name,
      valueOf(schema)
        .map(text)
        .filter((value) => part === 'query' || !['', '.', '..'].includes(value)),
    ]),
  );
  return fc.record(model, { requiredKeys: found.filter(({ required }) => required).map(({ name }) => name as string) });
};

/** A request with nothing in it that the contract forbids. */
export const soundRequest = (id: OperationId): Arbitrary<CallOptions> => {
  const content = operationOf(id).requestBody?.content['application/json'];
  return fc.record({
    params: parametersIn(id, 'path'),
    query: parametersIn(id, 'query'),
    body: content ? valueOf(content.schema) : fc.constant(undefined),
  });
};

type Fields = Record<string, unknown>;

/** The same with a few fields left out, put in, or filled with anything. */
const spoiled = (fields: Fields): Arbitrary<Fields> => {
  const name = fc.oneof(fc.constantFrom(...Object.keys(fields), 'other'), fc.string({ maxLength: 5 }));
  const edit = fc.tuple(
    name,
    fc.oneof(
      fc.constant(undefined),
      fc.jsonValue({ maxDepth: 2 }),
      fc.string({ unit: 'binary', maxLength: longest }),
      fc.maxSafeInteger(),
    ),
  );
  return fc.array(edit, { minLength: 1, maxLength: 3 }).map((edits) => ({ ...fields, ...Object.fromEntries(edits) }));
};

/** A good request with a few things wrong, in its body and in its query. */
export const spoiledRequest = (good: CallOptions): Arbitrary<CallOptions> =>
  fc.record({
    params: fc.constant(good.params ?? {}),
    query: spoiled(good.query ?? {}).map((query) =>
      Object.fromEntries(
        Object.entries(query).map(([name, value]) => [name, typeof value === 'string' ? value : JSON.stringify(value)]),
      ),
    ),
    body:
      good.body === undefined
        ? fc.constant(undefined)
        : fc.oneof(
            { arbitrary: spoiled(good.body as Fields), weight: 9 },
            { arbitrary: fc.jsonValue({ maxDepth: 1 }), weight: 1 },
          ),
  });
