import { expect } from 'chai';
import { ajv, contract, validatorFor, type Schema } from '../support/expect/contract.ts';

interface Example {
  readonly at: string;
  readonly value: unknown;
  readonly schema: Schema;
}

const each = (part: Schema | undefined): [string, Schema][] => Object.entries(part ?? {});

/**
 * The examples and the default of a schema and of all schemas nested in it; referenced schemas are checked where they
 * are defined.
 */
const inSchema = (at: string, schema: Schema): Example[] => [
  ...['example', 'default']
    .filter((key) => key in schema)
    .map((key) => ({ at: `${at} ${key}`, value: schema[key], schema })),
  ...each(schema.properties).flatMap(([name, property]) => inSchema(`${at}.${name}`, property)),
  ...(schema.items ? inSchema(`${at}[]`, schema.items) : []),
  ...(typeof schema.additionalProperties === 'object' ? inSchema(`${at}.*`, schema.additionalProperties) : []),
  ...[...(schema.allOf ?? []), ...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap((form: Schema, index) =>
    inSchema(`${at}(${index})`, form),
  ),
];

/** A parameter, a header or a media type: anything with a schema and possibly examples beside it. */
const inHolder = (at: string, { schema, example, examples, content, headers }: Schema): Example[] => [
  ...(schema ? inSchema(at, schema) : []),
  ...(example === undefined ? [] : [{ at: `${at} example`, value: example, schema }]),
  ...each(examples).map(([name, { value }]) => ({ at: `${at} example ${name}`, value, schema })),
  ...[...each(content), ...each(headers)].flatMap(([name, holder]) => inHolder(`${at} ${name}`, holder)),
];

const inOperation = (at: string, { parameters = [], requestBody = {}, responses }: Schema): Example[] => [
  ...parameters.flatMap((parameter: Schema) => inHolder(`${at} ${parameter.name}`, parameter)),
  ...inHolder(`${at} body`, requestBody),
  ...each(responses).flatMap(([status, response]) => inHolder(`${at} ${status}`, response)),
];

const { schemas, securitySchemes: _, ...holders } = contract.components as Schema;
const examples: Example[] = [
  ...each(schemas).flatMap(([name, schema]) => inSchema(name, schema)),
  ...Object.values(holders).flatMap((kind) => each(kind).flatMap(([name, holder]) => inHolder(name, holder))),
  ...each(contract.paths).flatMap(([path, { parameters = [], ...operations }]) => [
    ...parameters.flatMap((parameter: Schema) => inHolder(`${path} ${parameter.name}`, parameter)),
    ...each(operations).flatMap(([method, operation]) => inOperation(`${method.toUpperCase()} ${path}`, operation)),
  ]),
];

const wrong = ({ at, value, schema }: Example): string[] => {
  const validate = validatorFor(schema);
  return validate(value) ? [] : [`${at}: ${JSON.stringify(value)} ${ajv.errorsText(validate.errors)}`];
};

/** How often the key occurs anywhere in the contract. */
const count = (part: unknown, key: string): number =>
  typeof part === 'object' && part !== null
    ? Object.entries(part).reduce((sum, [name, child]) => sum + (name === key ? 1 : 0) + count(child, key), 0)
    : 0;

describe('the examples of the contract', () => {
  it('are all checked', () => {
    expect(examples.filter(({ at }) => at.endsWith(' example'))).to.have.length(count(contract, 'example'));
    expect(count(contract, 'examples')).to.equal(0);
  });

  it('match their schemas, as do the defaults', () => {
    expect(examples.flatMap(wrong)).to.deep.equal([]);
  });
});
