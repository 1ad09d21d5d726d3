import type { BoundOperation } from '../exchange.ts';
import type { Schema } from './union-shapes.ts';

/** The parts of the bundled contract that are read here. */
export interface Contract {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly allowReserved?: boolean;
  readonly schema: unknown;
}

/** A parameter whose schema is no reference. */
interface ResolvedParameter extends Parameter {
  readonly schema: { readonly type: string };
}

interface Reference {
  $ref: string;
}

const references = (value: unknown, names: Set<string>): Set<string> => {
  if (typeof value !== 'object' || value === null) return names;
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref === 'string') names.add($ref);
  for (const child of Object.values(value)) references(child, names);
  return names;
};

/**
 * Creates an object with names of the contract as keys, without a prototype. V8 limits the transitions from the empty
 * object; if these names used them up, every object of a request would get its own hidden class.
 */
const byName = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

/** Copies a part of the contract with replacements. */
type Copy = (part: unknown) => unknown;

/** Resolves the part if it is a reference. */
export const resolveIn = (contract: Contract, part: unknown): unknown => {
  const { $ref } = (part ?? {}) as Partial<Reference>;
  if (typeof $ref !== 'string') return part;
  const [, , kind, name] = $ref.split('/') as [string, string, string, string];
  return resolveIn(contract, contract.components[kind]![name]);
};

/** Copies the components that a part of the contract refers to, directly or indirectly. */
export const componentsFor = (
  contract: Contract,
  part: unknown,
  copy: Copy,
): Record<string, Record<string, unknown>> => {
  const components: Record<string, Record<string, unknown>> = {};
  const open = references(part, new Set());
  for (const reference of open) {
    const [, , kind, name] = reference.split('/') as [string, string, string, string];
    const component = copy(contract.components[kind]![name]);
    (components[kind] ??= byName())[name] = component;
    references(component, open);
  }
  return components;
};

/** Accepts times and paths in a query without percent-encoding. */
const asTyped = (parameter: Parameter): Parameter =>
  parameter.in === 'query' ? { ...parameter, allowReserved: true } : parameter;

/** The parameters of an operation and of its path; copies, because the validator completes them. */
export const parametersOf = (
  contract: Contract,
  { path, method }: Pick<BoundOperation, 'path' | 'method'>,
): ResolvedParameter[] => {
  const item = contract.paths[path]!;
  const { parameters } = item[method.toLowerCase()] as { parameters?: readonly unknown[] };
  return [...((item.parameters as readonly unknown[] | undefined) ?? []), ...(parameters ?? [])].map((part) => {
    const parameter = resolveIn(contract, part) as Parameter;
    return { ...asTyped(parameter), schema: resolveIn(contract, parameter.schema) as ResolvedParameter['schema'] };
  });
};

/** Builds a document with only the request side of one operation; a copy, because the validator rewrites its input. */
export const sliceOf = (
  contract: Contract,
  { path, method }: Pick<BoundOperation, 'path' | 'method'>,
  copy: Copy,
): Contract => {
  const item = contract.paths[path]!;
  const { requestBody, parameters = [] } = item[method.toLowerCase()] as {
    requestBody?: { content: Record<string, unknown> };
    parameters?: (Parameter | Reference)[];
  };
  const json = requestBody?.content['application/json'];
  const operation = {
    // Lists in a query keep their schemas, because the validator reads them to split the query and convert the items.
    parameters: structuredClone(
      [...((item.parameters as (Parameter | Reference)[] | undefined) ?? []), ...parameters].map((parameter) =>
        asTyped(resolveIn(contract, parameter) as Parameter),
      ),
    ),
    // Other bodies are bytes, which their module parses.
    ...(json !== undefined && { requestBody: copy({ ...requestBody, content: { 'application/json': json } }) }),
    responses: {},
  };
  return {
    openapi: contract.openapi,
    info: { ...contract.info },
    paths: Object.assign(byName(), { [path]: { [method.toLowerCase()]: operation } }),
    components: componentsFor(contract, operation, copy),
  };
};

/** The parts of the contract, each with its place as a JSON pointer. */
export function* placesIn(part: unknown, place = ''): Generator<readonly [object, string]> {
  if (typeof part !== 'object' || part === null) return;
  yield [part, place];
  for (const [key, child] of Object.entries(part))
    yield* placesIn(child, `${place}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
}

/** The schema at a place of the contract. */
export const schemaAt = (contract: Contract, place: string): Schema =>
  place
    .split('/')
    .slice(1)
    .reduce<unknown>(
      (part, key) => (part as Schema)[key.replaceAll('~1', '/').replaceAll('~0', '~')],
      contract,
    ) as Schema;
