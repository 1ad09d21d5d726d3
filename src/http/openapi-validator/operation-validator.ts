import type { OpenApiRequest } from 'express-openapi-validator/dist/framework/types.js';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import type { Request, Response } from 'express';
import { parametersOf, type Contract } from './contract-slice.ts';
import type { OperationKey, OperationSchemas } from './compiled-schemas.ts';

/** Throws the validation error; otherwise query, parameters and body have the contract's types and defaults. */
export type Validate = (req: Request, res: Response) => void;

const scalar = new Set(['string', 'integer', 'number', 'boolean']);

/**
 * Creates express-openapi-validator's request validator for one operation, with compiled schemas in place of the
 * instances of ajv that its constructor creates. It needs only the parameters of the operation to convert a request.
 */
const createLibraryValidator = (
  { path }: OperationKey,
  parameters: readonly object[],
  schemas: OperationSchemas,
): Validate => {
  const schema = { parameters, responses: {} };
  const compiled = (validate: OperationSchemas['body']) => ({
    getSchema: () => validate,
    errorsText: () => 'invalid request',
  });
  const validator = Object.create(RequestValidator.prototype) as RequestValidator;
  Object.assign(validator, {
    middlewareCache: {},
    apiDoc: { paths: {}, components: {} },
    requestOpts: { allowUnknownQueryParameters: true },
    ajv: compiled(schemas.parameters),
    ajvBody: compiled(schemas.body),
  });
  return (req, res) => {
    (req as OpenApiRequest).openapi = {
      expressRoute: path,
      openApiRoute: path,
      pathParams: res.locals.params,
      schema: schema as never,
      serial: 0,
    };
    Object.defineProperty(req, 'query', {
      value: res.locals.query,
      writable: true,
      configurable: true,
      enumerable: true,
    });
    // The body is parsed already, whatever its original type was.
    req.headers['content-type'] = 'application/json';
    // It calls back or throws synchronously; the promise in its type is never returned.
    void validator.validate(req as OpenApiRequest, res, () => undefined);
    res.locals.query = req.query;
  };
};

/** Creates the validator of one operation. */
export const createValidator = (contract: Contract, operation: OperationKey, schemas: OperationSchemas): Validate => {
  const parameters = parametersOf(contract, operation);
  const isPlain = parameters.every(({ schema: { type } }) => scalar.has(type));
  const { parameters: checkParameters, body: checkBody } = schemas;
  let validateWhole: Validate | undefined;

  /**
   * Calls the compiled schemas directly if no parameter is a list or an object: the library's preparation takes several
   * times as long as the validation. An invalid request then takes the full path, which builds the messages.
   */
  return (req, res) => {
    if (isPlain && !/\[|%5b/i.test(req.url)) {
      const data = {
        query: res.locals.query,
        headers: req.headers,
        params: res.locals.params,
        cookies: undefined,
        body: req.body as unknown,
      };
      if (checkParameters(data) && checkBody(data)) return;
    }
    validateWhole ??= createLibraryValidator(operation, parameters, schemas);
    validateWhole(req, res);
  };
};
