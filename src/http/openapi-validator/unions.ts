import type { AnySchemaObject, FuncKeywordDefinition, ValidateFunction } from 'ajv';
import { createRequestAjv } from 'express-openapi-validator/dist/framework/ajv/index.js';
import type { AjvInstance, OpenAPIV3, Options } from 'express-openapi-validator/dist/framework/types.js';
import { maxIssues } from '../../platform/errors.ts';
import { componentsFor, resolveIn, type Contract } from './contract-slice.ts';
import { chooserOf, isObject, type Choose, type Schema } from './union-shapes.ts';

type Check = ReturnType<NonNullable<FuncKeywordDefinition['compile']>>;

/** Replaces a union in a schema; its value is the union's number. */
const keyword = 'x-union';

/** Replaces the `items` of a list in a schema; its value is the number of the items' schema. */
const itemsKeyword = 'x-items';

const numberIn = (schemas: Schema[], numbers: Map<Schema, number>, schema: Schema): number => {
  let number = numbers.get(schema);
  if (number === undefined) numbers.set(schema, (number = schemas.push(schema) - 1));
  return number;
};

/**
 * Validates the unions (`oneOf`) of request bodies and the items of their lists. ajv tries every shape, reports the
 * errors of all, and compiles them again for every operation; here the shape is chosen first, by its tag or JSON type,
 * and compiled once for all operations. ajv also checks every item of a list, and copies all earlier errors for each
 * invalid one; here a list is checked until a response has no room for more issues.
 */
export class Unions {
  readonly #contract: Contract;
  readonly #ajv: AjvInstance;
  readonly #numbers = new Map<Schema, number>();
  readonly #unions: Schema[] = [];
  readonly #choices = new Map<number, { readonly choose: Choose; readonly shapes: readonly Schema[] }>();
  readonly #itemNumbers = new Map<Schema, number>();
  readonly #itemSchemas: Schema[] = [];
  readonly #compiled = new Map<Schema, ValidateFunction>();
  /** The keywords for the options of every ajv that compiles the replaced schemas. */
  readonly keywords: FuncKeywordDefinition[] = [
    { keyword, schemaType: 'number', errors: 'full', compile: (number: number) => this.#check(number) },
    {
      keyword: itemsKeyword,
      type: 'array',
      schemaType: 'number',
      errors: 'full',
      compile: (number: number) => this.#checkItems(number),
    },
  ];
  /** The number of values that were checked against a shape or an item's schema. */
  checks = 0;

  constructor(contract: Contract, options: Options) {
    this.#contract = contract;
    this.#ajv = createRequestAjv({ openapi: contract.openapi } as OpenAPIV3.DocumentV3, {
      ...options,
      keywords: this.keywords,
    });
  }

  /** Copies a part of the contract, with a keyword in place of each union and of the items of each list. */
  readonly replaceIn = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(this.replaceIn);
    if (!isObject(part)) return part;
    // The service accepts more than the format does, and reports its own issues.
    if (part['x-service-checks-format'] === true) return { ...part, format: undefined };
    if (Array.isArray(part.oneOf))
      return {
        [keyword]: numberIn(this.#unions, this.#numbers, part),
        ...(part.default !== undefined && { default: part.default }),
      };
    if (part.type === 'array' && isObject(part.items)) {
      const { items, ...list } = part;
      return {
        ...list,
        [itemsKeyword]: numberIn(this.#itemSchemas, this.#itemNumbers, resolveIn(this.#contract, items) as Schema),
      };
    }
    return Object.fromEntries(Object.entries(part).map(([key, child]) => [key, this.replaceIn(child)]));
  };

  /**
   * Compiles all shapes and items found so far, and those inside them; yields after each one, so that requests can run.
   */
  *warm(): Generator<void> {
    // The lists grow while schemas are compiled.
    for (let unions = 0, items = 0; unions < this.#unions.length || items < this.#itemSchemas.length;) {
      const schemas = unions < this.#unions.length ? this.#choice(unions++).shapes : [this.#itemSchemas[items++]!];
      for (const schema of schemas.filter((one) => !this.#compiled.has(one))) {
        this.#validator(schema);
        yield;
      }
    }
  }

  #choice(number: number) {
    let choice = this.#choices.get(number);
    if (!choice) {
      const union = this.#unions[number]!;
      const shapes = (union.oneOf as Schema[]).map((shape) => resolveIn(this.#contract, shape) as Schema);
      this.#choices.set(number, (choice = { shapes, choose: chooserOf(union, shapes) }));
    }
    return choice;
  }

  #check(number: number): Check {
    const isNullable = [this.#unions[number]!, ...this.#choice(number).shapes].some(
      ({ nullable }) => nullable === true,
    );
    const check: Check = (value: unknown, context) => {
      this.checks += 1;
      if (value === null && isNullable) return true;
      const chosen = this.#choice(number).choose(value, context?.instancePath ?? '');
      if ('problem' in chosen) {
        check.errors = [chosen.problem];
        return false;
      }
      const validate = this.#validator(chosen.shape);
      const isValid = validate(value, context);
      check.errors = validate.errors ?? [];
      return isValid;
    };
    return check;
  }

  #checkItems(number: number): Check {
    const check: Check = (list: unknown[], context) => {
      const validate = this.#validator(this.#itemSchemas[number]!);
      const errors: NonNullable<ValidateFunction['errors']> = [];
      const { instancePath, rootData, dynamicAnchors } = context!;
      for (let index = 0; index < list.length && errors.length < maxIssues; index += 1) {
        this.checks += 1;
        const at = {
          instancePath: `${instancePath}/${index}`,
          parentData: list,
          parentDataProperty: index,
          rootData,
          dynamicAnchors,
        };
        if (!validate(list[index], at)) errors.push(...validate.errors!);
      }
      check.errors = errors;
      return errors.length === 0;
    };
    return check;
  }

  #validator(shape: Schema): ValidateFunction {
    let validate = this.#compiled.get(shape);
    if (!validate) {
      const schema = this.replaceIn(shape) as AnySchemaObject;
      this.#compiled.set(
        shape,
        (validate = this.#ajv.compile({
          ...schema,
          components: componentsFor(this.#contract, schema, this.replaceIn),
        })),
      );
    }
    return validate;
  }
}
