import type { OperationKey } from './openapi-validator/contract.ts';
import { bodyOf, isObject, parametersOf, resolveIn, type Contract } from './openapi-validator/contract.ts';

/** How many values of a request are looked at. */
const maxValues = 2000;

/** The names under which requests send the fields of subjects; other fields have the same name. */
const namesOfFields: Readonly<Record<string, RegExp>> = {
  environment: /environment/i,
  secretPath: /path/i,
  secretName: /^(secret)?(name|key)$/i,
};

/** Paths are compared without the slashes around them, and addresses without case. */
const folded = (text: string): string => text.replace(/^\/+|\/+$/g, '').toLowerCase();

/** The parts of a request. */
export interface RequestParts {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

/** Adds the names of all properties in a schema. */
const addNames = (contract: Contract, part: unknown, names: Set<string>, seen: Set<unknown>): void => {
  const schema = resolveIn(contract, part);
  if (!isObject(schema) || seen.has(schema)) return;
  seen.add(schema);
  const { properties, items, oneOf, allOf } = schema;
  for (const [name, property] of Object.entries(properties ?? {})) {
    names.add(name);
    addNames(contract, property, names, seen);
  }
  for (const each of [items, ...((oneOf ?? []) as unknown[]), ...((allOf ?? []) as unknown[])])
    addNames(contract, each, names, seen);
};

/** Finds out which fields of an object a request has named itself. */
export class SentFields {
  readonly #contract: Contract;
  readonly #names = new Map<string, ReadonlySet<string>>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /**
   * Returns whether a field has texts that the request has sent for it, in a parameter or a property that its operation
   * has. Anything else in the request may be a guess, which must not be confirmed.
   */
  in(
    operation: OperationKey,
    { params, query, body }: RequestParts,
  ): (field: string, texts: readonly string[]) => boolean {
    const names = this.#namesOf(operation);
    const sent: [string, string][] = [];
    const rest: [string, unknown][] = [params, query, body].map((part) => ['', part]);
    // The list grows while it is read.
    for (const [name, value] of rest) {
      const room = maxValues - rest.length;
      if (typeof value === 'string') sent.push([name, folded(value)]);
      else if (Array.isArray(value)) for (const each of value.slice(0, Math.max(0, room))) rest.push([name, each]);
      else if (isObject(value))
        for (const key of [...names].slice(0, Math.max(0, room)))
          if (Object.hasOwn(value, key)) rest.push([key, value[key]]);
    }
    return (field, texts) => {
      const isNameOf = (name: string): boolean => namesOfFields[field]?.test(name) ?? name === field;
      // An operation that takes a folder means the root folder without one.
      if (field === 'secretPath' && !sent.some(([name]) => isNameOf(name)) && [...names].some(isNameOf))
        return texts.every((text) => text === '/');
      return texts.every((text) => sent.some(([name, each]) => isNameOf(name) && each === folded(text)));
    };
  }

  #namesOf(operation: OperationKey): ReadonlySet<string> {
    let names = this.#names.get(operation.id);
    if (!names) {
      const all = new Set(parametersOf(this.#contract, operation).map(({ name }) => name));
      addNames(this.#contract, bodyOf(this.#contract, operation)?.schema, all, new Set());
      this.#names.set(operation.id, (names = all));
    }
    return names;
  }
}
