import type { AnySchemaObject, FuncKeywordDefinition, ValidateFunction } from 'ajv';
import { createRequestAjv } from 'express-openapi-validator/dist/framework/ajv/index.js';
import { AjvOptions } from 'express-openapi-validator/dist/framework/ajv/options.js';
import { defaultSerDes } from 'express-openapi-validator/dist/framework/base.serdes.js';
import type {
  AjvInstance,
  OpenAPIV3,
  Options,
  ValidateResponseOpts,
} from 'express-openapi-validator/dist/framework/types.js';
import { RequestValidator } from 'express-openapi-validator/dist/middlewares/openapi.request.validator.js';
import { SchemaPreprocessor } from 'express-openapi-validator/dist/middlewares/parsers/schema.preprocessor.js';
import { ContentType } from 'express-openapi-validator/dist/middlewares/util.js';
import { componentsFor, resolveIn, sliceOf, type Contract } from './contract-slice.ts';
import type { CompiledSchemas, OperationKey, OperationSchemas } from './compiled-schemas.ts';
import { isObject, type Schema } from './union-shapes.ts';
import { Unions, type Check } from './unions.ts';

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

/** The private parts of the library's validator that compile the schemas of an operation and store them. */
interface Compiling {
  readonly ajv: AjvInstance;
  readonly ajvBody: AjvInstance;
  buildMiddleware(path: string, operation: unknown, type: ContentType, key: string): unknown;
}

/** Where a keyword stands in a schema for a union or for the items of a list; its value is the number of their schema. */
const keywordOf = { union: 'x-union', items: 'x-items' } as const;

type Kind = keyof typeof keywordOf;

/** A function that ajv compiled, with the instance that did. */
export interface Compiled {
  readonly ajv: AjvInstance;
  readonly validate: ValidateFunction;
}

/**
 * Compiles schemas as express-openapi-validator does, for each operation over the part of the contract that it needs:
 * the library's middleware compiles every schema with the whole document.
 */
export class SchemaCompiler implements CompiledSchemas {
  readonly #contract: Contract;
  readonly #options: Options;
  readonly #unions: Unions;
  readonly #ajv: AjvInstance;
  readonly #numbers = new Map<Schema, number>();
  /** The unions and items found so far, by their number. */
  readonly found: { readonly kind: Kind; readonly schema: Schema }[] = [];
  /** The union or items that a function of a keyword checks. */
  readonly checked = new Map<unknown, { readonly kind: Kind; readonly number: number }>();

  /** With `isStandalone`, the source of all compiled functions is available afterwards. */
  constructor(contract: Contract, isStandalone = false) {
    this.#contract = contract;
    const keyword = (kind: Kind): FuncKeywordDefinition => ({
      keyword: keywordOf[kind],
      schemaType: 'number',
      errors: 'full',
      ...(kind === 'items' && { type: 'array' }),
      compile: (number: number): Check => {
        const check = this.#unions[kind](this.found[number]!.schema);
        this.checked.set(check, { kind, number });
        return check;
      },
    });
    this.#options = {
      ...options.request,
      keywords: [keyword('union'), keyword('items')],
      ...(isStandalone && { code: { source: true } }),
    };
    this.#unions = new Unions(contract, (schema) => this.compile(schema).validate);
    this.#ajv = createRequestAjv({ openapi: contract.openapi } as OpenAPIV3.DocumentV3, this.#options);
  }

  get checks(): number {
    return this.#unions.checks;
  }

  of(operation: OperationKey): OperationSchemas {
    const { parameters, body } = this.compileOperation(operation);
    return { parameters: parameters.validate, body: body.validate };
  }

  compileOperation(operation: OperationKey): Record<keyof OperationSchemas, Compiled> {
    const document = sliceOf(this.#contract, operation, this.#replaceIn) as unknown as OpenAPIV3.DocumentV3;
    new SchemaPreprocessor(document, options.preprocessor, noResponses).preProcess();
    const validator = new RequestValidator(document, this.#options) as unknown as Compiling;
    const schema = document.paths[operation.path]![operation.method.toLowerCase() as 'get']!;
    validator.buildMiddleware(operation.path, schema, ContentType.fromString('application/json'), operation.id);
    const compiledBy = (ajv: AjvInstance): Compiled => ({ ajv, validate: ajv.getSchema(operation.id)! });
    return { parameters: compiledBy(validator.ajv), body: compiledBy(validator.ajvBody) };
  }

  /** Compiles a shape of a union or the schema of items. */
  compile(part: Schema): Compiled {
    const schema = this.#replaceIn(part) as AnySchemaObject;
    const components = componentsFor(this.#contract, schema, this.#replaceIn);
    return { ajv: this.#ajv, validate: this.#ajv.compile({ ...schema, components }) };
  }

  /** The shapes of a union. */
  shapesOf(union: Schema): readonly Schema[] {
    return this.#unions.shapesOf(union);
  }

  /** Copies a part of the contract, with a keyword in place of each union and of the items of each list. */
  readonly #replaceIn = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(this.#replaceIn);
    if (!isObject(part)) return part;
    // The service accepts more than the format does, and reports its own issues.
    if (part['x-service-checks-format'] === true) return { ...part, format: undefined };
    if (Array.isArray(part.oneOf))
      return {
        [keywordOf.union]: this.#numberOf('union', part),
        ...(part.default !== undefined && { default: part.default }),
      };
    if (part.type === 'array' && isObject(part.items)) {
      const { items, ...list } = part;
      return { ...list, [keywordOf.items]: this.#numberOf('items', resolveIn(this.#contract, items) as Schema) };
    }
    return Object.fromEntries(Object.entries(part).map(([key, child]) => [key, this.#replaceIn(child)]));
  };

  #numberOf(kind: Kind, schema: Schema): number {
    let number = this.#numbers.get(schema);
    if (number === undefined || this.found[number]!.kind !== kind)
      this.#numbers.set(schema, (number = this.found.push({ kind, schema }) - 1));
    return number;
  }
}
