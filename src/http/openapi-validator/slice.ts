import {
  bodyOf,
  isObject,
  parametersOf,
  resolveIn,
  type Contract,
  type OperationKey,
  type Parameter,
  type Schema,
} from './contract.ts';
import { conditionsOf, unionOf } from './unions.ts';

/** What is validated of the requests of one operation, and the schemas that it refers to. */
export interface Slice {
  readonly parameters: readonly Parameter[];
  readonly body: { readonly schema: Schema; readonly required: boolean } | undefined;
  readonly schemas: Readonly<Record<string, Schema>>;
}

const validating = new Set(
  '$ref type nullable enum default format pattern required minLength maxLength minimum maximum minItems maxItems minProperties maxProperties'.split(
    ' ',
  ),
);
const describing = new Set(['description', 'example', 'title', 'deprecated']);

/**
 * Rewrites a schema of the contract for ajv: only what validates, with unions as conditions. Throws for an unknown
 * keyword, which would be ignored.
 */
const rewrite = (contract: Contract, schema: Schema): Schema => {
  const inside = (part: unknown): unknown => (isObject(part) ? rewrite(contract, part) : part);
  const rewriteUnion = (): Schema => {
    const union = unionOf(contract, schema);
    const shapes = new Map([...new Set(union.shapes.values())].map((shape) => [shape, rewrite(contract, shape)]));
    return conditionsOf({
      ...union,
      shapes: new Map([...union.shapes].map(([key, shape]) => [key, shapes.get(shape)!])),
      fallback: union.fallback && shapes.get(union.fallback),
    });
  };
  const rewriteKeyword = (key: string, value: unknown): Schema => {
    if (key === 'items' || key === 'additionalProperties') return { [key]: inside(value) };
    if (key === 'properties')
      return { [key]: Object.fromEntries(Object.entries(value as Schema).map(([name, each]) => [name, inside(each)])) };
    if (key === 'oneOf') return rewriteUnion();
    // The service accepts more than the format does, and reports its own issues.
    if (key === 'format' && schema['x-service-checks-format'] === true) return {};
    // The middleware gives strings with a date another keyword, which it would report as an unknown kind of issue.
    if (key === 'type' && value === 'string' && 'format' in schema) return { type: ['string'] };
    if (validating.has(key)) return { [key]: value };
    if (describing.has(key) || key.startsWith('x-') || (key === 'discriminator' && 'oneOf' in schema)) return {};
    throw new Error(`the validator does not know the keyword ${key}`);
  };
  return Object.assign({}, ...Object.entries(schema).map(([key, value]) => rewriteKeyword(key, value))) as Schema;
};

/** Finds what an operation needs of the contract. */
export const sliceOf = (contract: Contract, operation: OperationKey): Slice => {
  const parameters = parametersOf(contract, operation).map(({ in: part, name, required, schema }) => ({
    ...{ in: part, name, schema: rewrite(contract, schema) },
    ...(required !== undefined && { required }),
  }));
  const body = bodyOf(contract, operation);
  const slice = { parameters, body: body && { ...body, schema: rewrite(contract, body.schema) } };
  const schemas: Record<string, Schema> = {};
  const addFrom = (part: unknown): void => {
    for (const [, name] of JSON.stringify(part).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)) {
      if (schemas[name!]) continue;
      schemas[name!] = rewrite(contract, resolveIn(contract, contract.components.schemas![name!]) as Schema);
      addFrom(schemas[name!]);
    }
  };
  addFrom(slice);
  return { ...slice, schemas };
};
