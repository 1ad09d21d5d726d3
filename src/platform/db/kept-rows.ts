import type { Result } from './queries.ts';

const limit = 1000;

/** What was read of content, until some is committed: request after request begins with the same few questions, which project it is and which folder. */
export class KeptRows {
  readonly #results = new Map<string, Result>();
  #revision: number | undefined;

  get(revision: number, sql: string, bindings: readonly unknown[], read: () => Result): Result {
    if (revision !== this.#revision || this.#results.size === limit) this.#results.clear();
    this.#revision = revision;
    const question = sql + JSON.stringify(bindings);
    let result = this.#results.get(question);
    if (!result) {
      result = read();
      // Shared by everybody who asks.
      for (const row of result.rows) Object.freeze(row);
      Object.freeze(result.rows);
      this.#results.set(question, result);
    }
    return result;
  }
}
