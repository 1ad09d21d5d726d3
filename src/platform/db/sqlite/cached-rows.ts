import type { Result } from '../knex/queries.ts';

const maxCharacters = 1024 * 1024;
/** About what each takes besides its texts. */
const overhead = 500;

const lengthOf = (value: unknown): number => {
  if (typeof value === 'string') return value.length;
  return typeof value === 'object' && value !== null ? JSON.stringify(value).length : 0;
};

const sizeOf = (question: string, { rows }: Result): number =>
  rows.reduce(
    (sum, row) => Object.values(row).reduce((total: number, value) => total + lengthOf(value), sum + overhead),
    question.length,
  );

/**
 * What was read of content, until some is committed: request after request begins with the same few questions, which
 * project it is and which folder.
 */
export class KeptRows {
  readonly #results = new Map<string, Result>();
  #revision: number | undefined;
  #characters = 0;

  get(revision: number, sql: string, bindings: readonly unknown[], read: () => Result): Result {
    if (revision !== this.#revision) this.#forget();
    this.#revision = revision;
    const question = sql + JSON.stringify(bindings);
    let result = this.#results.get(question);
    if (!result) this.#keep(question, (result = read()));
    return result;
  }

  #keep(question: string, result: Result): void {
    // Shared by everybody who asks.
    for (const row of result.rows) Object.freeze(row);
    Object.freeze(result.rows);
    const size = sizeOf(question, result);
    if (size > maxCharacters) return;
    if (this.#characters + size > maxCharacters) this.#forget();
    this.#characters += size;
    this.#results.set(question, result);
  }

  #forget(): void {
    this.#results.clear();
    this.#characters = 0;
  }
}
