import { AjvOptions } from 'express-openapi-validator/dist/framework/ajv/options.js';
import { defaultSerDes } from 'express-openapi-validator/dist/framework/base.serdes.js';
import type { OpenAPIV3, OpenApiRequest, ValidateResponseOpts } from 'express-openapi-validator/dist/framework/types.js';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { refuseIssues, ValidationFailure } from '../platform/errors.ts';
import type { BoundOperation } from './exchange.ts';
import { sliceOf, type Contract } from './contract-slice.ts';
import { unstorableIssues, toIssues } from './issues.ts';
import { Unions } from './unions.ts';

type Validate = (req: Request, res: Response, next: (error?: unknown) => void) => void;

const options = new AjvOptions({
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

/**
 * express-openapi-validator's own request validator, one for each operation, over just the part of the contract that it needs.
 * Its middleware would search the paths one by one at each request, and give every compiled schema the whole document:
 * over 150 operations that is seconds of compiling instead of about one.
 */
const createValidator = (contract: Contract, unions: Unions, operation: BoundOperation): Validate => {
  const document = sliceOf(contract, operation, unions.replaceIn) as unknown as OpenAPIV3.DocumentV3;
  new SchemaPreprocessor(document, options.preprocessor, noResponses).preProcess();
  const validator = new RequestValidator(document, { ...options.request, keywords: [unions.keyword] });
  const schema = document.paths[operation.path]![operation.method.toLowerCase() as 'get']!;

  return (req, res, next) => {
    (req as OpenApiRequest).openapi = {
      expressRoute: operation.path,
      openApiRoute: operation.path,
      pathParams: res.locals.params,
      schema,
      serial: 0,
    };
    // It answers by calling or throwing; the promise in its type is never there.
    void validator.validate(req as OpenApiRequest, res, next);
  };
};

const withoutEmpty = (query: Request['query']): Record<string, unknown> =>
  Object.fromEntries(Object.entries(query).filter(([, value]) => value !== ''));

/** Every operation's validator: compiled when first needed, or ahead of that by `warm`. */
export class Validators {
  readonly #contract: Contract;
  readonly #unions: Unions;
  readonly #byId = new Map<string, Validate>();

  constructor(contract: Contract) {
    this.#contract = contract;
    this.#unions = new Unions(contract, options.request);
  }

  readonly middleware: RequestHandler = (req: Request, res: Response, next: NextFunction) => {
    const { operation } = res.locals;
    // An own property: Express would parse the query anew at each look. The body has been read by its type, and is now just data.
    Object.defineProperty(req, 'query', { value: withoutEmpty(req.query), writable: true, configurable: true, enumerable: true });
    req.headers['content-type'] = 'application/json';
    try {
      this.#of(operation)(req, res, () => undefined);
    } catch (error) {
      const issues = toIssues(error);
      if (issues) throw new ValidationFailure(issues);
      throw error;
    }
    refuseIssues(unstorableIssues(req, res.locals.mayBeUnstorable));
    next();
  };

  /** Compiles what the operation needs, by validating a request that cannot be right; a piece at each step. */
  *warm(operation: BoundOperation): Generator<void> {
    const headers = { 'content-type': 'application/json' };
    const req = { method: operation.method, originalUrl: operation.path, path: operation.path, headers, query: {}, params: {}, body: null };
    try {
      this.#of(operation)(req as unknown as Request, { locals: { params: {} } } as unknown as Response, () => undefined);
    } catch (error) {
      if (!toIssues(error)) throw error;
    }
    yield;
    yield* this.#unions.warm();
  }

  #of(operation: BoundOperation): Validate {
    let validate = this.#byId.get(operation.id);
    if (!validate) this.#byId.set(operation.id, (validate = createValidator(this.#contract, this.#unions, operation)));
    return validate;
  }
}
