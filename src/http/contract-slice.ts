import type { BoundOperation } from './exchange.ts';

/** The bundled contract, as far as it has to be taken apart. */
export interface Contract {
  readonly openapi: string;
  readonly info: object;
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

interface Parameter {
  in: string;
  allowReserved?: boolean;
}

const references = (value: unknown, found: Set<string>): Set<string> => {
  if (typeof value !== 'object' || value === null) return found;
  const { $ref } = value as { $ref?: unknown };
  if (typeof $ref === 'string') found.add($ref);
  for (const child of Object.values(value)) references(child, found);
  return found;
};

/** The components that a part of the contract refers to, and those that they refer to. */
const componentsFor = (contract: Contract, part: unknown): Record<string, Record<string, unknown>> => {
  const components: Record<string, Record<string, unknown>> = {};
  const open = references(part, new Set());
  for (const reference of open) {
    const [, , kind, name] = reference.split('/') as [string, string, string, string];
    const component = contract.components[kind]![name];
    (components[kind] ??= {})[name] = component;
    references(component, open);
  }
  return components;
};

/** A document with one operation's request side, and nothing else. */
export const sliceOf = (contract: Contract, { path, method }: Pick<BoundOperation, 'path' | 'method'>): Contract => {
  const item = contract.paths[path]!;
  const { requestBody, parameters = [] } = item[method.toLowerCase()] as { requestBody?: { content: Record<string, unknown> }; parameters?: Parameter[] };
  const operation = {
    parameters: [...((item.parameters as Parameter[] | undefined) ?? []), ...parameters].map((parameter) =>
      // Times and paths in a query are accepted as people type them, not only percent-encoded.
      parameter.in === 'query' ? { ...parameter, allowReserved: true } : parameter,
    ),
    ...(requestBody && { requestBody: { ...requestBody, content: { 'application/json': requestBody.content['application/json'] } } }),
    responses: {},
  };
  // The validator rewrites what it is given.
  return structuredClone({
    openapi: contract.openapi,
    info: contract.info,
    paths: { [path]: { [method.toLowerCase()]: operation } },
    components: componentsFor(contract, operation),
  });
};
