import { resolveIn, type Contract } from './contract-slice.ts';
import type { BoundOperation } from '../exchange.ts';

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly schema: unknown;
}

const decimal = /^-?\d+(\.\d+)?$/;

/** Makes the validator refuse texts that only JavaScript reads as numbers, such as `0x10`, `1e1`, `+1` and ` 10`. */
export class QueryNumbers {
  readonly #contract: Contract;
  readonly #names = new Map<string, readonly string[]>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  check(operation: BoundOperation, query: Record<string, unknown>): void {
    let names = this.#names.get(operation.id);
    if (!names) this.#names.set(operation.id, (names = this.#namesOf(operation)));
    for (const name of names) {
      const value = query[name];
      if (typeof value === 'string' && !decimal.test(value)) query[name] = 'not a number';
    }
  }

  #namesOf({ path, method }: BoundOperation): string[] {
    const item = this.#contract.paths[path]!;
    const operation = item[method.toLowerCase()] as { parameters?: readonly unknown[] };
    const parameters = [
      ...((item.parameters as readonly unknown[] | undefined) ?? []),
      ...(operation.parameters ?? []),
    ];
    return parameters
      .map((parameter) => resolveIn(this.#contract, parameter) as Parameter)
      .filter((parameter) => parameter.in === 'query' && this.#isNumber(parameter))
      .map(({ name }) => name);
  }

  #isNumber({ schema }: Parameter): boolean {
    const { type } = resolveIn(this.#contract, schema) as { type?: string };
    return type === 'integer' || type === 'number';
  }
}
