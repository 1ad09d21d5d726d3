import { parametersOf, type Contract } from './contract-slice.ts';
import type { BoundOperation } from '../exchange.ts';

const decimal = /^-?\d+(\.\d+)?$/;

const numbersIn = (contract: Contract, operation: BoundOperation): string[] =>
  parametersOf(contract, operation)
    .filter(({ in: part, schema: { type } }) => part === 'query' && (type === 'integer' || type === 'number'))
    .map(({ name }) => name);

/** Makes the validator refuse texts that only JavaScript reads as numbers, such as `0x10`, `1e1`, `+1` and ` 10`. */
export class QueryNumbers {
  readonly #contract: Contract;
  readonly #names = new Map<string, readonly string[]>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  check(operation: BoundOperation, query: Record<string, unknown>): void {
    let names = this.#names.get(operation.id);
    if (!names) this.#names.set(operation.id, (names = numbersIn(this.#contract, operation)));
    for (const name of names) {
      const value = query[name];
      if (typeof value === 'string' && !decimal.test(value)) query[name] = 'not a number';
    }
  }
}
