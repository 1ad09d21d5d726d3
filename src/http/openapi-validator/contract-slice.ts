import type { BoundOperation } from '../exchange.ts';

/** The bundled contract, as far as it has to be taken apart. */
export interface Contract {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Parameter {
  in: string;
  allowReserved?: boolean;
}

interface Reference {
  $ref: string;
}

const references = (value: unknown, found: Set<string>): Set<string> => {
  if (typeof value !== 'object' || value === null) return found;
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref === 'string') found.add($ref);
  for (const child of Object.values(value)) references(child, found);
  return found;
};

/**
 * An object whose keys are names of ours. V8 remembers a limited number of first keys that objects begin with; if each
 * of these added one, none would be left for the objects of requests, and every one of those would get a hidden class
 * of its own.
 */
const byName = (): Record<string, unknown> => Object.create(null) as Record<string, unknown>;

/** Makes a copy of a part of the contract, in which something is replaced. */
type Copy = (part: unknown) => unknown;

/** What is behind a reference, if it is one. */
export const resolveIn = (contract: Contract, part: unknown): unknown => {
  const { $ref } = (part ?? {}) as Partial<Reference>;
  if (typeof $ref !== 'string') return part;
  const [, , kind, name] = $ref.split('/') as [string, string, string, string];
  return resolveIn(contract, contract.components[kind]![name]);
};

/** Copies of the components that a part of the contract refers to, and of those that they refer to. */
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

/** Times and paths in a query are accepted as people type them, not only percent-encoded. */
const asTyped = (parameter: Parameter): Parameter =>
  parameter.in === 'query' ? { ...parameter, allowReserved: true } : parameter;

/**
 * A document with one operation's request side, and nothing else; a copy, for the validator rewrites what it is given.
 */
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
  const operation = {
    // Lists of a query keep their schemas as they are: the validator reads them to take the query apart and to give
    // items their types.
    parameters: structuredClone(
      [...((item.parameters as (Parameter | Reference)[] | undefined) ?? []), ...parameters].map((parameter) =>
        asTyped(resolveIn(contract, parameter) as Parameter),
      ),
    ),
    ...(requestBody && {
      requestBody: copy({ ...requestBody, content: { 'application/json': requestBody.content['application/json'] } }),
    }),
    responses: {},
  };
  return {
    openapi: contract.openapi,
    info: { ...contract.info },
    paths: Object.assign(byName(), { [path]: { [method.toLowerCase()]: operation } }),
    components: componentsFor(contract, operation, copy),
  };
};
