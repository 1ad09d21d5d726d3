import { printable } from '../terminal.ts';

/** How many entries of one kind are printed. */
const maxEntries = 50;

/** Collects what could not come along. */
export class Report {
  readonly #kinds = new Map<string, string[]>();
  #failures = 0;

  /** `kind` is the reason, as a heading. */
  add(kind: string, entry: string): void {
    const entries = this.#kinds.get(kind);
    if (entries) entries.push(entry);
    else this.#kinds.set(kind, [entry]);
  }

  /** Adds something that failed, and that another run may do. */
  fail(what: string, error: unknown): void {
    this.#failures += 1;
    this.add(
      'Failed; another run tries it again',
      `${what}: ${error instanceof Error ? error.message : String(error)}`,
    );
  }

  get hasFailures(): boolean {
    return this.#failures > 0;
  }

  get text(): string {
    const lines = [...this.#kinds].flatMap(([kind, entries]) => [
      `${kind}:`,
      ...entries.slice(0, maxEntries).map((entry) => `  ${entry}`),
      ...(entries.length > maxEntries ? [`  and ${entries.length - maxEntries} more`] : []),
    ]);
    return lines.map(printable).join('\n');
  }
}
