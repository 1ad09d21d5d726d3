import { resolve, type Schema } from './contract.ts';

/** The specified properties of a value; whatever is left out is not specified. */
export interface Shape {
  /** Any JSON value if absent. */
  readonly type?: 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object';
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly deprecated?: boolean;
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  /** No other properties are documented. */
  readonly isWhole?: boolean;
  /** Additional properties are refused. */
  readonly isClosed?: boolean;
  /** Properties that must not exist. */
  readonly absent?: readonly string[];
  /** The schema has to allow each of these. */
  readonly oneOf?: readonly Shape[];
}

const bounds = ['format', 'minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'deprecated'] as const;

/** Resolves references and merges `allOf`. */
const flat = (given: Schema): Schema => {
  const { allOf = [], ...schema } = resolve(given);
  const parts = [schema, ...(allOf as Schema[]).map(flat)];
  const properties = Object.assign({}, ...parts.map((part) => part.properties ?? {})) as Schema;
  const required = parts.flatMap((part) => (part.required ?? []) as string[]);
  return { ...Object.assign({}, ...parts), properties, required };
};

const text = (value: unknown): string => (value === undefined ? 'nothing' : JSON.stringify(value));
const isSame = (one: unknown, other: unknown): boolean => text(one) === text(other);
const isSameSet = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  isSame([...one].map(text).sort(), [...other].map(text).sort());

const isOfType = (wanted: string, actual: unknown): boolean =>
  actual === wanted || (wanted === 'number' && actual === 'integer');

const valueDifferences = (shape: Shape, schema: Schema, at: string): string[] => {
  const found: string[] = [];
  if (shape.type !== undefined && !isOfType(shape.type, schema.type))
    found.push(`${at}: type ${text(schema.type)} instead of ${text(shape.type)}`);
  for (const bound of bounds)
    if (shape[bound] !== undefined && shape[bound] !== schema[bound])
      found.push(`${at}: ${bound} ${text(schema[bound])} instead of ${text(shape[bound])}`);
  if ('default' in shape && !isSame(shape.default, schema.default))
    found.push(`${at}: default ${text(schema.default)} instead of ${text(shape.default)}`);
  if (shape.enum && !isSameSet(shape.enum, (schema.enum ?? []) as unknown[]))
    found.push(`${at}: values ${text(schema.enum)} instead of ${text(shape.enum)}`);
  return found;
};

const objectDifferences = (shape: Shape, schema: Schema, at: string): string[] => {
  const actual = schema.properties as Readonly<Record<string, Schema>>;
  const wanted = shape.properties ?? {};
  const found = Object.entries(wanted).flatMap(([name, property]) =>
    actual[name] ? differences(property, actual[name], `${at}.${name}`) : [`${at}.${name}: missing`],
  );
  for (const name of shape.required ?? [])
    if (!(schema.required as string[]).includes(name)) found.push(`${at}.${name}: not required`);
  for (const name of shape.absent ?? []) if (name in actual) found.push(`${at}.${name}: too much`);
  if (shape.isWhole)
    for (const name of Object.keys(actual)) if (!(name in wanted)) found.push(`${at}.${name}: too much`);
  if (shape.isClosed && schema.additionalProperties !== false) found.push(`${at}: not closed`);
  return found;
};

/** The differences between a schema of the contract and its specification; the schema may specify more. */
export const differences = (shape: Shape, given: Schema, at: string): string[] => {
  if (shape.oneOf)
    return shape.oneOf.flatMap((option, index) => differences(option, given, `${at}[option ${index + 1}]`));
  const schema = flat(given);
  const options = (schema.oneOf ?? schema.anyOf) as Schema[] | undefined;
  if (options) {
    // Reports the differences to the closest alternative.
    return options
      .map((option) => differences(shape, option, at))
      .reduce((closest, other) => (other.length < closest.length ? other : closest));
  }
  const items = shape.items
    ? schema.items
      ? differences(shape.items, schema.items as Schema, `${at}[]`)
      : [`${at}[]: missing`]
    : [];
  return [...valueDifferences(shape, schema, at), ...objectDifferences(shape, schema, at), ...items];
};

export interface SpecifiedOperation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly parameters?: readonly ({
    readonly in: 'path' | 'query';
    readonly name: string;
    readonly isRequired?: boolean;
  } & Shape)[];
  readonly body?: Shape & {
    /** All required fields, if no others may be required. */ readonly onlyRequired?: readonly string[];
  };
  readonly answer: Shape;
  /** The media type of the response, if it is not JSON. */
  readonly responseType?: string;
}

const parameterDifferences = (
  { in: part, name, isRequired, ...shape }: NonNullable<SpecifiedOperation['parameters']>[number],
  actual: readonly Schema[],
  at: string,
): string[] => {
  const found = actual.find((one) => one.in === part && one.name === name);
  if (!found) return [`${at} ${part} ${name}: missing`];
  const isOptional =
    (part === 'path' || isRequired) && found.required !== true ? [`${at} ${part} ${name}: not required`] : [];
  return [...isOptional, ...differences(shape, found.schema as Schema, `${at} ${part} ${name}`)];
};

const bodyDifferences = (
  { onlyRequired, ...shape }: NonNullable<SpecifiedOperation['body']>,
  actual: Schema | undefined,
  at: string,
): string[] => {
  const schema = actual?.content?.['application/json']?.schema as Schema | undefined;
  if (!schema) return [`${at} body: missing`];
  const tooMuch = onlyRequired
    ? (flat(schema).required as string[]).filter((name) => !onlyRequired.includes(name))
    : [];
  return [...differences(shape, schema, `${at} body`), ...tooMuch.map((name) => `${at} body.${name}: required`)];
};

/** The differences between an operation of the contract and its specification. */
export const operationDifferences = (specified: SpecifiedOperation, contract: Schema): string[] => {
  const at = `${specified.method} ${specified.path}`;
  const path = contract.paths[specified.path] as Schema | undefined;
  const operation = path?.[specified.method.toLowerCase()] as Schema | undefined;
  if (!operation) return [`${at}: missing`];
  const parameters = [...((path!.parameters ?? []) as Schema[]), ...((operation.parameters ?? []) as Schema[])].map(
    resolve,
  );
  const answer = operation.responses?.['200']?.content?.[specified.responseType ?? 'application/json']?.schema as
    Schema | undefined;
  return [
    ...(specified.parameters ?? []).flatMap((parameter) => parameterDifferences(parameter, parameters, at)),
    ...(specified.body ? bodyDifferences(specified.body, operation.requestBody as Schema | undefined, at) : []),
    ...(answer ? differences(specified.answer, answer, `${at} answer`) : [`${at} answer: missing`]),
  ];
};
