import { maxIssues, type ValidationIssue } from '../../platform/errors.ts';
import {
  bodyOf,
  isObject,
  propertiesOf,
  resolveIn,
  type Contract,
  type OperationKey,
  type Schema,
} from './contract.ts';
import { shapeFor, unionOf } from './unions.ts';

/** The maximum number of values in those parts of a body whose shape the contract leaves open. */
export const maxOpenValues = 10_000;

/**
 * A text that exceeds its limit by less is still validated, at little cost, so that all issues are reported together.
 */
const slightlyLonger = 1024;

/** The size limits of a value and of the values inside it; `open` has none, its values are limited in total. */
type Bounds =
  | 'open'
  | {
      readonly maxLength: number;
      readonly maxItems: number;
      readonly maxProperties: number;
      readonly items: () => Bounds;
      readonly properties: ReadonlyMap<string, () => Bounds>;
      readonly others: Bounds | 'refused' | 'ignored';
      /** The bounds of a union's alternative for a value; undefined if none fits. */
      readonly choose: ((value: unknown) => Bounds | undefined) | undefined;
      /** The advice for an unknown property. */
      readonly advice: string | undefined;
    };

type Limits = Exclude<Bounds, string>;

/** The limits of a value, for a union those of the alternative that fits it. */
const limitsFor = (bounds: Bounds | undefined, value: unknown): Limits | undefined => {
  if (bounds === undefined || bounds === 'open') return undefined;
  return bounds.choose ? limitsFor(bounds.choose(value), value) : bounds;
};

/** Counts code points, as JSON Schema does, and reads no more of the text than necessary. */
const isLonger = (text: string, maxLength: number): boolean => {
  if (text.length <= maxLength) return false;
  if (text.length > 2 * maxLength) return true;
  let count = 0;
  for (const _ of text) if ((count += 1) > maxLength) return true;
  return false;
};

/**
 * Checks the sizes of a request body before anything else: lengths of lists and texts, numbers of keys. Values that are
 * too large are not entered, so that the work depends on the limits of the contract and not on the request.
 */
export class Sizes {
  readonly #contract: Contract;
  readonly #bounds = new Map<Schema, Bounds>();
  /** The number of values that were checked. */
  checks = 0;

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /**
   * Returns issues for values that are too large, up to the limit of a response; none for a few texts that are slightly
   * too long, which are reported with all other issues. The body must not be nested deeply.
   */
  issuesIn(operation: OperationKey, body: unknown): ValidationIssue[] {
    if (body === undefined) return [];
    const bounds = this.#boundsOf(operation);
    return bounds === undefined ? [] : new Walk(this).issuesIn(bounds, body);
  }

  /** Returns the `x-unknown-property` of the object that lacks the property; `path` leads to the property. */
  adviceAt(operation: OperationKey, body: unknown, path: readonly string[]): string | undefined {
    return this.#objectAt(operation, body, path)?.limits.advice;
  }

  /** Returns the keys of the object that `path` leads into, and those that it may have. */
  keysAt(
    operation: OperationKey,
    body: unknown,
    path: readonly string[],
  ): { readonly given: readonly string[]; readonly known: ReadonlySet<string> } | undefined {
    const found = this.#objectAt(operation, body, path);
    if (!found || !isObject(found.value)) return undefined;
    return { given: Object.keys(found.value), known: new Set(found.limits.properties.keys()) };
  }

  /** Finds the object that a path to one of its properties leads into, and its limits. */
  #objectAt(
    operation: OperationKey,
    body: unknown,
    path: readonly string[],
  ): { readonly value: unknown; readonly limits: Limits } | undefined {
    let value = body;
    let limits = limitsFor(this.#boundsOf(operation), value);
    for (const key of path.slice(0, -1)) {
      if (limits === undefined) return undefined;
      value = typeof value === 'object' && value !== null ? (value as Schema)[key] : undefined;
      limits = limitsFor((limits.properties.get(key) ?? limits.items)(), value);
    }
    return limits && { value, limits };
  }

  #boundsOf(operation: OperationKey): Bounds | undefined {
    const body = bodyOf(this.#contract, operation);
    return body && this.#of(body.schema);
  }

  #of(part: unknown): Bounds {
    const schema = resolveIn(this.#contract, part) as Schema;
    let bounds = this.#bounds.get(schema);
    if (bounds === undefined) this.#bounds.set(schema, (bounds = this.#read(schema)));
    return bounds;
  }

  #read(schema: Schema): Bounds {
    if (schema.type === undefined && schema.oneOf === undefined && schema.enum === undefined) return 'open';
    const numberOf = (name: string): number => (schema[name] as number | undefined) ?? Infinity;
    return {
      maxLength: numberOf('maxLength'),
      maxItems: numberOf('maxItems'),
      maxProperties: numberOf('maxProperties'),
      items: () => this.#of(schema.items ?? {}),
      properties: new Map(
        Object.entries(propertiesOf(schema)).map(([name, property]) => [name, () => this.#of(property)]),
      ),
      others: this.#others(schema),
      choose: schema.oneOf === undefined ? undefined : this.#chooser(schema),
      advice: schema['x-unknown-property'] as string | undefined,
    };
  }

  #others({ additionalProperties, properties }: Schema): Limits['others'] {
    if (additionalProperties === false) return 'refused';
    if (isObject(additionalProperties)) return this.#of(additionalProperties);
    return additionalProperties === true || properties === undefined ? 'open' : 'ignored';
  }

  #chooser(schema: Schema): Limits['choose'] {
    const union = unionOf(this.#contract, schema);
    return (value) => {
      const shape = shapeFor(union, value);
      return shape && this.#of(shape);
    };
  }
}

/** Walks through one body. */
class Walk {
  readonly #counter: { checks: number };
  readonly #issues: ValidationIssue[] = [];
  readonly #path: string[] = [];
  #openValues = 0;
  #isRefused = false;

  constructor(counter: { checks: number }) {
    this.#counter = counter;
  }

  issuesIn(bounds: Bounds, body: unknown): ValidationIssue[] {
    this.#look(bounds, body);
    return this.#isRefused || this.#isOver ? this.#issues : [];
  }

  get #isOver(): boolean {
    return this.#issues.length >= maxIssues || this.#openValues > maxOpenValues;
  }

  #tooBig(message: string, path = this.#path): void {
    this.#isRefused = true;
    this.#issues.push({ code: 'too_big', in: 'body', path: [...path], message });
  }

  #look(bounds: Bounds, value: unknown): void {
    if (bounds === 'open') return this.#lookOpen(value, this.#path.length);
    this.#counter.checks += 1;
    if (bounds.choose) {
      const chosen = bounds.choose(value);
      return chosen && this.#look(chosen, value);
    }
    if (typeof value === 'string') this.#lookAtText(bounds, value);
    else if (Array.isArray(value)) this.#lookInList(bounds, value);
    else if (isObject(value)) this.#lookInObject(bounds, value);
  }

  #lookInside(key: string, bounds: Bounds, value: unknown): void {
    this.#path.push(key);
    this.#look(bounds, value);
    this.#path.pop();
  }

  #lookAtText({ maxLength }: Limits, text: string): void {
    if (!isLonger(text, maxLength)) return;
    const isRefused = this.#isRefused || text.length > maxLength + slightlyLonger;
    this.#tooBig(`must NOT have more than ${maxLength} characters`);
    this.#isRefused = isRefused;
  }

  #lookInList({ maxItems, items }: Limits, list: readonly unknown[]): void {
    if (list.length > maxItems) return this.#tooBig(`must NOT have more than ${maxItems} items`);
    const bounds = items();
    for (let index = 0; index < list.length && !this.#isOver; index += 1)
      this.#lookInside(String(index), bounds, list[index]);
  }

  #lookInObject({ maxProperties, others, properties }: Limits, object: Schema): void {
    if (maxProperties !== Infinity && Object.keys(object).length > maxProperties)
      return this.#tooBig(`must NOT have more than ${maxProperties} properties`);
    for (const [name, bounds] of properties)
      if (Object.hasOwn(object, name)) this.#lookInside(name, bounds(), object[name]);
    if (others === 'ignored') return;
    if (others === 'refused') return this.#refuseUnknown(object, properties);
    for (const name in object) {
      if (this.#isOver) return;
      if (!properties.has(name)) this.#lookInside(name, others, object[name]);
    }
  }

  /** Reports unknown keys only if there are more than a response lists; a few are reported with all other issues. */
  #refuseUnknown(object: Schema, properties: Limits['properties']): void {
    const unknown: string[] = [];
    for (const name in object) {
      if (!properties.has(name) && unknown.push(name) > maxIssues) break;
    }
    if (unknown.length <= maxIssues) return;
    this.#isRefused = true;
    const message = 'must NOT have additional properties';
    for (const name of unknown)
      this.#issues.push({ code: 'unknown', in: 'body', path: [...this.#path, name], message });
  }

  /** Counts the values inside one whose shape is open; an issue names the outer value. */
  #lookOpen(value: unknown, depth: number): void {
    this.#counter.checks += 1;
    this.#openValues += 1;
    if (this.#openValues === maxOpenValues + 1)
      this.#tooBig(`must NOT have more than ${maxOpenValues} values inside`, this.#path.slice(0, depth));
    if (typeof value !== 'object' || value === null) return;
    for (const key in value) {
      if (this.#isOver) return;
      this.#path.push(key);
      this.#lookOpen((value as Schema)[key], depth);
      this.#path.pop();
    }
  }
}
