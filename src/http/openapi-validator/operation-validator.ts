import type { ValidateFunction } from 'ajv';
import { AjvOptions } from 'express-openapi-validator/dist/framework/ajv/options.js';
import { defaultSerDes } from 'express-openapi-validator/dist/framework/base.serdes.js';
import type {
  OpenAPIV3,
  OpenApiRequest,
  ValidateResponseOpts,
} from 'express-openapi-validator/dist/framework/types.js';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js';
import type { Request, Response } from 'express';
import type { BoundOperation } from '../exchange.ts';
import { sliceOf, type Contract } from './contract-slice.ts';
import type { Unions } from './unions.ts';

/** Throws the validation error; otherwise query, parameters and body have the contract's types and defaults. */
export type Validate = (req: Request, res: Response) => void;

export const options = new AjvOptions({
  apiSpec: '',
  validateApiSpec: false,
  validateResponses: false,
  validateSecurity: false,
  fileUploader: false,
  operationHandlers: false,
  $refParser: { mode: 'bundle' },
  validateRequests: { allErrors: true, allowUnknownQueryParameters: true },
  validateFormats: true,
  ajvFormats: { mode: 'full' },
  formats: {},
  serDes: defaultSerDes,
});

const noResponses = undefined as unknown as ValidateResponseOpts;

/** The validator's private cache of compiled schemas. */
interface Compiling {
  readonly ajv: { getSchema(key: string): ValidateFunction | undefined };
  readonly ajvBody: { getSchema(key: string): ValidateFunction | undefined };
}

/** Shared by all validators, because one object with a single key for each would be another hidden class for each. */
const middlewareCache = {};

const scalar = new Set(['string', 'integer', 'number', 'boolean']);

const isScalar = (document: OpenAPIV3.DocumentV3, parameter: OpenAPIV3.ParameterObject): boolean => {
  let schema = parameter.schema as { $ref?: string; type?: string } | undefined;
  while (schema?.$ref) schema = document.components!.schemas![schema.$ref.split('/').at(-1)!] as typeof schema;
  return scalar.has(schema?.type ?? '');
};

/**
 * Creates express-openapi-validator's request validator for one operation, over the part of the contract that it needs.
 * The library's middleware searches the paths one by one at each request, and compiles every schema with the whole
 * document, which takes seconds for 150 operations instead of about one.
 */
export const createValidator = (contract: Contract, unions: Unions, operation: BoundOperation): Validate => {
  const document = sliceOf(contract, operation, unions.replaceIn) as unknown as OpenAPIV3.DocumentV3;
  new SchemaPreprocessor(document, options.preprocessor, noResponses).preProcess();
  const validator = new RequestValidator(document, { ...options.request, keywords: unions.keywords });
  Object.assign(validator, { middlewareCache });
  const schema = document.paths[operation.path]![operation.method.toLowerCase() as 'get']!;
  const isPlain = (schema.parameters ?? []).every((parameter) =>
    isScalar(document, parameter as OpenAPIV3.ParameterObject),
  );

  const validateWhole: Validate = (req, res) => {
    (req as OpenApiRequest).openapi = {
      expressRoute: operation.path,
      openApiRoute: operation.path,
      pathParams: res.locals.params,
      schema,
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

  /** The key of the compiled schemas in the validator's cache. */
  const name = `${operation.method}-${operation.path}-application/json`;
  const { ajv, ajvBody } = validator as unknown as Compiling;
  let checkParameters: ValidateFunction | undefined;
  let checkBody: ValidateFunction | undefined;

  /**
   * Calls the compiled schemas directly if no parameter is a list or an object: the library's preparation takes several
   * times as long as the validation. An invalid request then takes the full path, which builds the messages.
   */
  return (req, res) => {
    checkParameters ??= ajv.getSchema(name);
    checkBody ??= ajvBody.getSchema(name);
    if (isPlain && checkParameters && checkBody && !/\[|%5b/i.test(req.url)) {
      const data = {
        query: res.locals.query,
        headers: req.headers,
        params: res.locals.params,
        cookies: undefined,
        body: req.body as unknown,
      };
      if (checkParameters(data) && checkBody(data)) return;
    }
    validateWhole(req, res);
  };
};
