import { maxIssues, type ValidationIssue } from '../platform/errors.ts';
import type { BoundOperation } from './exchange.ts';
import { isPlainName, nearestName } from './nearest-name.ts';
import { parametersOf, type Contract } from './openapi-validator/contract.ts';

/** How many unknown parameters of a request are examined, which bounds the work. */
const maxExamined = 5;

/** Whether a `Prefer` header (RFC 7240) asks to refuse what would be ignored. */
export const prefersStrict = (prefer: string | string[] | undefined): boolean =>
  prefer !== undefined && /(?:^|,)\s*handling\s*=\s*"?strict"?\s*(?:[;,]|$)/i.test(String(prefer));

/** Finds query parameters that are unknown to an operation. */
export class QueryWarnings {
  readonly #contract: Contract;
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor(contract: Contract) {
    this.#contract = contract;
  }

  /**
   * Returns the value of a `Warning` header (RFC 7234) for unknown parameters that resemble a known one, or undefined if
   * there is nothing to warn of.
   */
  find(operation: BoundOperation, query: Readonly<Record<string, unknown>>): string | undefined {
    const warnings = this.#unknownIn(operation, query)
      .filter(isPlainName)
      .slice(0, maxExamined)
      .flatMap((name) => {
        const meant = nearestName(name, this.namesOf(operation));
        return meant === undefined
          ? []
          : [`299 - "The query parameter ${name} is not known and was ignored. Did you mean ${meant}?"`];
      });
    return warnings.length === 0 ? undefined : warnings.join(', ');
  }

  /** Returns an issue for every unknown parameter, for requests that prefer strict handling. */
  issuesIn(operation: BoundOperation, query: Readonly<Record<string, unknown>>): ValidationIssue[] {
    const known = this.namesOf(operation);
    return this.#unknownIn(operation, query)
      .slice(0, maxIssues)
      .map((name, index) => {
        const meant = index < maxExamined && isPlainName(name) ? nearestName(name, known) : undefined;
        const advice = meant === undefined ? '' : `; did you mean ${meant}?`;
        return { code: 'unknown', in: 'query', path: [name], message: `is not a parameter of this operation${advice}` };
      });
  }

  /** The names of the query parameters of the operation. */
  namesOf(operation: BoundOperation): readonly string[] {
    return [...this.#setOf(operation)];
  }

  #unknownIn(operation: BoundOperation, query: Readonly<Record<string, unknown>>): string[] {
    const known = this.#setOf(operation);
    return Object.keys(query).filter((name) => !known.has(name));
  }

  #setOf(operation: BoundOperation): ReadonlySet<string> {
    let names = this.#known.get(operation.id);
    if (!names) {
      const parameters = parametersOf(this.#contract, operation).filter(({ in: part }) => part === 'query');
      this.#known.set(operation.id, (names = new Set(parameters.map(({ name }) => name))));
    }
    return names;
  }
}
