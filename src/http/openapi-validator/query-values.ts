import type { RequestParts } from './checks.ts';
import { parametersOf, type Contract, type OperationKey } from './contract.ts';

const decimal = /^-?\d+(\.\d+)?$/;

/** Prepares a query for validation: what JavaScript or other services read as something else has to be refused. */
export class QueryValues {
  readonly #contract: Contract;
  readonly #numbers = new Map<string, readonly string[]>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  prepare(operation: OperationKey, query: RequestParts['query']): void {
    for (const name of this.#numbersOf(operation)) {
      const value = query[name];
      // Such as `0x10`, `1e1`, `+1` and ` 10`.
      if (typeof value === 'string' && !decimal.test(value)) query[name] = 'not a number';
    }
    for (const key in query) {
      const start = key.indexOf('[');
      if (start === -1) continue;
      // `name[]` is a list, and `name[key]` an object, which no parameter is.
      query[key.slice(0, start)] = key.slice(start) === '[]' ? [query[key]].flat() : {};
      Reflect.deleteProperty(query, key);
    }
  }

  #numbersOf(operation: OperationKey): readonly string[] {
    let names = this.#numbers.get(operation.id);
    if (!names) {
      const parameters = parametersOf(this.#contract, operation);
      names = parameters.flatMap(({ in: part, name, schema: { type } }) =>
        part === 'query' && (type === 'integer' || type === 'number') ? [name] : [],
      );
      this.#numbers.set(operation.id, names);
    }
    return names;
  }
}
