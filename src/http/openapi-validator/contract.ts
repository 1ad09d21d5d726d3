import type { Operation, OperationId } from '../../../generated/operations.ts';

export type Schema = Readonly<Record<string, unknown>>;

/** The parts of the bundled contract that are read here. */
export interface Contract {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

/** What has to be known about an operation to find it in the contract. */
export type OperationKey = Pick<Operation, 'path' | 'method'> & { readonly id: OperationId };

/** A parameter whose schema is no reference. */
export interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

export const isObject = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Resolves the part if it is a reference. */
export const resolveIn = (contract: Contract, part: unknown): unknown => {
  const { $ref } = (part ?? {}) as { $ref?: unknown };
  if (typeof $ref !== 'string') return part;
  const [, , kind, name] = $ref.split('/') as [string, string, string, string];
  return resolveIn(contract, contract.components[kind]![name]);
};

export const propertiesOf = (schema: Schema): Readonly<Record<string, Schema | undefined>> =>
  (schema.properties ?? {}) as Readonly<Record<string, Schema | undefined>>;

const operationIn = ({ paths }: Contract, { path, method }: Pick<OperationKey, 'path' | 'method'>): Schema =>
  paths[path]![method.toLowerCase()] as Schema;

/** The parameters of an operation and of its path. */
export const parametersOf = (contract: Contract, operation: Pick<OperationKey, 'path' | 'method'>): Parameter[] => {
  const ofPath = contract.paths[operation.path]!.parameters as readonly unknown[] | undefined;
  const { parameters } = operationIn(contract, operation) as { parameters?: readonly unknown[] };
  return [...(ofPath ?? []), ...(parameters ?? [])].map((part) => {
    const parameter = resolveIn(contract, part) as Parameter;
    return { ...parameter, schema: resolveIn(contract, parameter.schema) as Schema };
  });
};

/** The JSON body of an operation; undefined if it has none, or other bodies, which their module parses. */
export const bodyOf = (
  contract: Contract,
  operation: Pick<OperationKey, 'path' | 'method'>,
): { readonly schema: Schema; readonly required: boolean } | undefined => {
  const { requestBody } = operationIn(contract, operation) as {
    requestBody?: { content: Record<string, { schema: Schema }>; required?: boolean };
  };
  const json = requestBody?.content['application/json'];
  return json && { schema: json.schema, required: requestBody.required === true };
};
