import type { FuncKeywordDefinition, ValidateFunction } from 'ajv';
import { maxIssues } from '../../platform/errors.ts';
import { resolveIn, type Contract } from './contract-slice.ts';
import { chooserOf, type Choose, type Schema } from './union-shapes.ts';

/** The function of a keyword, which leaves its errors in a property of its own. */
export type Check = ReturnType<NonNullable<FuncKeywordDefinition['compile']>>;

/**
 * Validates the unions (`oneOf`) of request bodies and the items of their lists. ajv tries every shape, reports the
 * errors of all, and compiles them again for every operation; here the shape is chosen first, by its tag or JSON type,
 * and compiled once for all operations. ajv also checks every item of a list, and copies all earlier errors for each
 * invalid one; here a list is checked until a response has no room for more issues.
 */
export class Unions {
  readonly #contract: Contract;
  readonly #compile: (schema: Schema) => ValidateFunction;
  readonly #compiled = new Map<Schema, ValidateFunction>();
  /** The number of values that were checked against a shape or an item's schema. */
  checks = 0;

  /** `compile` returns the function for a shape or for items, which are parts of the contract. */
  constructor(contract: Contract, compile: (schema: Schema) => ValidateFunction) {
    this.#contract = contract;
    this.#compile = compile;
  }

  /** The shapes of a union, with references resolved. */
  shapesOf(union: Schema): readonly Schema[] {
    return (union.oneOf as Schema[]).map((shape) => resolveIn(this.#contract, shape) as Schema);
  }

  /** Returns the check of a value against a union; throws if its shapes cannot be told apart. */
  union(union: Schema): Check {
    const shapes = this.shapesOf(union);
    const isNullable = [union, ...shapes].some(({ nullable }) => nullable === true);
    const choose: Choose = chooserOf(union, shapes);
    const check: Check = (value: unknown, context) => {
      this.checks += 1;
      if (value === null && isNullable) return true;
      const chosen = choose(value, context?.instancePath ?? '');
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

  /** Returns the check of a list whose items have this schema. */
  items(schema: Schema): Check {
    const check: Check = (list: unknown[], context) => {
      const validate = this.#validator(schema);
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

  #validator(schema: Schema): ValidateFunction {
    let validate = this.#compiled.get(schema);
    if (!validate) this.#compiled.set(schema, (validate = this.#compile(schema)));
    return validate;
  }
}
