import type { AnySchemaObject, ErrorObject, FuncKeywordDefinition, ValidateFunction } from 'ajv';
import { createRequestAjv } from 'express-openapi-validator/dist/framework/ajv/index.js';
import type { AjvInstance, OpenAPIV3, Options } from 'express-openapi-validator/dist/framework/types.js';
import { componentsFor, type Contract } from './contract-slice.ts';

type Schema = Readonly<Record<string, unknown>>;
type Properties = Readonly<Record<string, Schema | undefined>>;
type Check = ReturnType<NonNullable<FuncKeywordDefinition['compile']>>;
type Problem = Pick<ErrorObject, 'keyword' | 'instancePath' | 'params' | 'message'>;

/** Stands in a schema where the contract has a union, with the union's number. */
const keyword = 'x-union';

const isObject = (value: unknown): value is Schema => typeof value === 'object' && value !== null && !Array.isArray(value);

const jsonType = (value: unknown): string => {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
};

const propertiesOf = (shape: Schema): Properties => (shape.properties ?? {}) as Properties;

const valuesOf = (property: Schema | undefined): readonly unknown[] => (property?.enum as unknown[] | undefined) ?? [];

/** The property whose value tells the shapes apart: the one that the contract names, or one for which each shape lists its own values. */
const tagOf = (union: Schema, shapes: readonly Schema[]): string | undefined => {
  const named = (union.discriminator as { propertyName: string } | undefined)?.propertyName;
  return named ?? Object.keys(propertiesOf(shapes[0]!)).find((name) => shapes.every((shape) => valuesOf(propertiesOf(shape)[name]).length > 0));
};

/** Each key once: shapes that cannot be told apart are a fault of the contract. */
const indexed = (entries: readonly (readonly [unknown, Schema])[]): ReadonlyMap<unknown, Schema> => {
  const map = new Map(entries);
  if (map.size !== entries.length) throw new Error(`the shapes of a union cannot be told apart by ${entries.map(([key]) => String(key)).join(', ')}`);
  return map;
};

/** Finds the shape that a value is meant to have, or says why there is none. */
type Choose = (value: unknown, path: string) => { readonly shape: Schema } | { readonly problem: Problem };

const problem = (broken: string, instancePath: string, message: string, params: object = {}) => ({ problem: { keyword: broken, instancePath, params, message } });

const chooseByTag = (tag: string, shapes: readonly Schema[]): Choose => {
  const byValue = indexed(shapes.flatMap((shape) => valuesOf(propertiesOf(shape)[tag]).map((value) => [value, shape] as const)));
  const types = new Set([...byValue.keys()].map(jsonType));
  const fallback = shapes.find((shape) => propertiesOf(shape)[tag]?.default !== undefined);
  return (value, path) => {
    if (!isObject(value)) return problem('type', path, 'must be object');
    const given = Object.hasOwn(value, tag) ? value[tag] : undefined;
    if (given === undefined) return fallback ? { shape: fallback } : problem('required', path, `must have required property '${tag}'`, { missingProperty: tag });
    if (!types.has(jsonType(given))) return problem('type', `${path}/${tag}`, `must be ${[...types].join(' or ')}`);
    const shape = byValue.get(given);
    return shape ? { shape } : problem('enum', `${path}/${tag}`, 'must be equal to one of the allowed values', { allowedValues: [...byValue.keys()] });
  };
};

const chooseByType = (shapes: readonly Schema[]): Choose => {
  const byType = indexed(shapes.map((shape) => [shape.type === 'integer' ? 'number' : shape.type, shape] as const));
  return (value, path) => {
    const shape = byType.get(jsonType(value));
    return shape ? { shape } : problem('type', path, `must be ${[...byType.keys()].join(' or ')}`);
  };
};

/**
 * The unions (`oneOf`) of request bodies. ajv would try every shape and report what is wrong with each of them, and would compile them all
 * anew for every operation. Here the shape is chosen first, by its tag or by the JSON type of the value, so that only what is wrong
 * with that one is reported; and each shape is compiled once, whoever uses it.
 */
export class Unions {
  readonly #contract: Contract;
  readonly #ajv: AjvInstance;
  readonly #numbers = new Map<Schema, number>();
  readonly #unions: Schema[] = [];
  readonly #choices = new Map<number, { readonly choose: Choose; readonly shapes: readonly Schema[] }>();
  readonly #compiled = new Map<Schema, ValidateFunction>();
  /** For the options of every ajv that is given schemas without unions. */
  readonly keyword: FuncKeywordDefinition = { keyword, schemaType: 'number', errors: 'full', compile: (number: number) => this.#check(number) };

  constructor(contract: Contract, options: Options) {
    this.#contract = contract;
    this.#ajv = createRequestAjv({ openapi: contract.openapi } as OpenAPIV3.DocumentV3, { ...options, keywords: [this.keyword] });
  }

  /** A copy of a part of the contract, with the keyword in place of each union. */
  readonly replaceIn = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(this.replaceIn);
    if (!isObject(part)) return part;
    if (Array.isArray(part.oneOf)) return { [keyword]: this.#numberOf(part), ...(part.default !== undefined && { default: part.default }) };
    return Object.fromEntries(Object.entries(part).map(([key, child]) => [key, this.replaceIn(child)]));
  };

  /** Compiles all shapes of the unions met so far, and of those inside them: one at each step, so that others get their turn in between. */
  *warm(): Generator<void> {
    // The list grows while shapes are compiled.
    for (let number = 0; number < this.#unions.length; number += 1) {
      for (const shape of this.#choice(number).shapes.filter((given) => !this.#compiled.has(given))) {
        this.#validator(shape);
        yield;
      }
    }
  }

  #numberOf(union: Schema): number {
    let number = this.#numbers.get(union);
    if (number === undefined) this.#numbers.set(union, (number = this.#unions.push(union) - 1));
    return number;
  }

  #choice(number: number) {
    let choice = this.#choices.get(number);
    if (!choice) {
      const union = this.#unions[number]!;
      const shapes = (union.oneOf as Schema[]).map((shape) => this.#resolve(shape));
      const tag = tagOf(union, shapes);
      this.#choices.set(number, (choice = { shapes, choose: tag === undefined ? chooseByType(shapes) : chooseByTag(tag, shapes) }));
    }
    return choice;
  }

  #check(number: number): Check {
    const isNullable = [this.#unions[number]!, ...this.#choice(number).shapes].some(({ nullable }) => nullable === true);
    const check: Check = (value: unknown, context) => {
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

  #validator(shape: Schema): ValidateFunction {
    let validate = this.#compiled.get(shape);
    if (!validate) {
      const schema = this.replaceIn(shape) as AnySchemaObject;
      this.#compiled.set(shape, (validate = this.#ajv.compile({ ...schema, components: componentsFor(this.#contract, schema, this.replaceIn) })));
    }
    return validate;
  }

  #resolve(shape: Schema): Schema {
    if (typeof shape.$ref !== 'string') return shape;
    const [, , kind, name] = shape.$ref.split('/') as [string, string, string, string];
    return this.#resolve(this.#contract.components[kind]![name] as Schema);
  }
}
