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

/** Throws what is wrong; otherwise query, parameters and body have the contract's types, and its defaults. */
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

/** What the validator keeps of each schema that it has compiled. */
interface Compiling {
  readonly ajv: { getSchema(key: string): ValidateFunction | undefined };
  readonly ajvBody: { getSchema(key: string): ValidateFunction | undefined };
}

/**
 * By operation, and one for all validators: an object with one name in it for each of them would be one more kind of
 * object for each.
 */
const middlewareCache = {};

const scalar = new Set(['string', 'integer', 'number', 'boolean']);

const isScalar = (document: OpenAPIV3.DocumentV3, parameter: OpenAPIV3.ParameterObject): boolean => {
  let schema = parameter.schema as { $ref?: string; type?: string } | undefined;
  while (schema?.$ref) schema = document.components!.schemas![schema.$ref.split('/').at(-1)!] as typeof schema;
  return scalar.has(schema?.type ?? '');
};

/**
 * express-openapi-validator's own request validator, one for each operation, over just the part of the contract that it
 * needs. Its middleware would search the paths one by one at each request, and give every compiled schema the whole
 * document: over 150 operations that is seconds of compiling instead of about one.
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
    // The body has been read by its type, and is now just data.
    req.headers['content-type'] = 'application/json';
    // It answers by calling or throwing; the promise in its type is never there.
    void validator.validate(req as OpenApiRequest, res, () => undefined);
    res.locals.query = req.query;
  };

  /** The schemas that it compiles, by the name that it gives them. */
  const name = `${operation.method}-${operation.path}-application/json`;
  const { ajv, ajvBody } = validator as unknown as Compiling;
  let checkParameters: ValidateFunction | undefined;
  let checkBody: ValidateFunction | undefined;

  /**
   * Straight to what it has compiled, where nothing has to be taken apart before: no parameter is a list or an object.
   * The preparations take several times as long as the validation. What turns out to be wrong goes the whole way, which
   * finds the words for it.
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
