import type { ErrorObject, ValidateFunction } from 'ajv';
import type { CheckOf, RequestError } from './checks.ts';
import { parametersOf } from './contract.ts';

type Functions = Readonly<Record<string, ValidateFunction>>;

/** The code that `scripts/standalone-validators.ts` writes. */
export interface CompiledSchemas {
  readonly parameters: Functions;
  readonly bodies: Functions;
  /** Counts the wrong items of lists in a request: at the fiftieth, the rest of the list is not checked. */
  readonly wrong: { items: number };
}

const none: readonly RequestError[] = [];

/** Describes an error as express-openapi-validator does. */
const toRequestError = ({ keyword, instancePath, message = '', params }: ErrorObject): RequestError => {
  const { missingProperty, additionalProperty, allowedValues } = params as {
    missingProperty?: string;
    additionalProperty?: string;
    allowedValues?: readonly unknown[];
  };
  const name = missingProperty ?? additionalProperty;
  return {
    path: name === undefined ? instancePath : name && `${instancePath}/${name}`,
    message: keyword === 'enum' && allowedValues ? `${message}: ${allowedValues.join(', ')}` : message,
    errorCode: `${keyword}.openapi.validation`,
  };
};

/**
 * Checks requests with schemas that the build compiled. They are loaded at once, so that the build stores what V8 makes
 * of them, and no request waits for it (`npm run test:faults -- --only 'wait for an API server'`).
 */
export const compiledCheckOf = (load: () => CompiledSchemas): CheckOf => {
  const { parameters, bodies, wrong } = load();
  return (contract, operation) => {
    const checkParameters = parameters[operation.id]!;
    const checkBody = bodies[operation.id]!;
    const lists = parametersOf(contract, operation).flatMap(({ in: part, name, schema }) =>
      part === 'query' && schema.type === 'array' ? [name] : [],
    );
    return (parts) => {
      const { query } = parts;
      for (const name of lists) if (query[name] && !Array.isArray(query[name])) query[name] = [query[name]];
      wrong.items = 0;
      const areValid = checkParameters(parts);
      return checkBody(parts) && areValid
        ? none
        : [...(checkParameters.errors ?? []), ...(checkBody.errors ?? [])].map(toRequestError);
    };
  };
};
