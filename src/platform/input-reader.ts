import { ValidationFailure, type ValidationIssue } from './errors.ts';

/** Reads fields that depend on the kind of a system; the contract has checked their types. */
export class InputReader {
  readonly #inputs: Readonly<Record<string, unknown>>;
  readonly #path: readonly string[];
  readonly #issues: ValidationIssue[] = [];

  constructor(inputs: Readonly<Record<string, unknown>>, path: readonly string[]) {
    this.#inputs = inputs;
    this.#path = path;
  }

  refuse(name: string, code: ValidationIssue['code'], message: string): void {
    this.#issues.push({ code, in: 'body', path: [...this.#path, name], message });
  }

  /** A trimmed text; without a default, it has to be sent. */
  text(name: string, fallback?: string): string {
    const value = this.#inputs[name];
    if (typeof value === 'string') return value.trim();
    if (fallback === undefined) this.refuse(name, 'required', 'is required for this kind');
    return fallback ?? '';
  }

  /** A text as it was sent, because Terraform compares files with what it gets back; empty if it is absent or blank. */
  exactText(name: string): string {
    const value = this.#inputs[name];
    return typeof value === 'string' && value.trim() !== '' ? value : '';
  }

  filledText(name: string): string {
    const text = this.text(name);
    if (text === '' && typeof this.#inputs[name] === 'string') this.refuse(name, 'too_small', 'must not be empty');
    return text;
  }

  oneOf<T extends string>(name: string, choices: readonly T[], fallback?: T): T {
    const text = this.text(name, fallback);
    const found = choices.find((choice) => choice.toLowerCase() === text.toLowerCase());
    if (found === undefined) this.refuse(name, 'enum', `must be one of ${choices.join(', ')}`);
    return found ?? choices[0]!;
  }

  number(name: string, fallback?: number): number {
    const value = this.#inputs[name];
    if (typeof value === 'number') return value;
    if (fallback === undefined) this.refuse(name, 'required', 'is required for this kind');
    return fallback ?? 0;
  }

  flag(name: string, fallback?: boolean): boolean {
    const value = this.#inputs[name];
    if (typeof value === 'boolean') return value;
    if (fallback === undefined) this.refuse(name, 'required', 'is required for this kind');
    return fallback ?? false;
  }

  /** A value of any type; undefined if it is absent or null. */
  value(name: string): unknown {
    return this.#inputs[name] ?? undefined;
  }

  /** Throws a 422 if anything was refused. */
  end(): void {
    if (this.#issues.length > 0) throw new ValidationFailure(this.#issues);
  }
}
