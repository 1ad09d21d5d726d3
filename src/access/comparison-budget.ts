import { ServiceError } from '../platform/errors.ts';
import type { GlobPattern } from './glob-pattern.ts';

/** Operations of a few nanoseconds: about a second per request, and about 20 ms per question, which cannot yield. */
const perRequest = 200_000_000;
const perQuestion = 8_000_000;

/** The cost from which a match is worth caching. */
const minCachedCost = 500;
const maxCached = 20_000;

/**
 * The budget of one request for comparing rules: thousands of texts against thousands of patterns would block all
 * other requests.
 */
export class ComparisonBudget {
  #left: number;
  #until: number;
  #results: Map<GlobPattern, Map<string, boolean>> | undefined;
  #cachedCount = 0;

  constructor(allowed = perRequest) {
    this.#left = allowed;
    this.#until = Math.max(0, allowed - perQuestion);
  }

  /** Starts the budget of the next question; the event loop may have run since the last one. */
  begin(): void {
    this.#until = Math.max(0, this.#left - perQuestion);
  }

  /** Whether the budget of the request allows another question of any cost. */
  get allowsQuestion(): boolean {
    return this.#left >= perQuestion;
  }

  /** Throws a 400 if the budget is exceeded. */
  spend(operations: number): void {
    this.#left -= operations;
    if (this.#left < this.#until) {
      throw new ServiceError(
        400,
        'TooManyComparisons',
        'This request needs too many comparisons of permission rules. Ask for fewer items at once, or use fewer rules or shorter patterns.',
      );
    }
  }

  /** Whether the pattern matches the text; costly results are cached for the request. */
  matches(pattern: GlobPattern, text: string): boolean {
    const cost = pattern.costOf(text);
    if (cost < minCachedCost) {
      this.spend(cost);
      return pattern.matches(text);
    }
    this.spend(10);
    const cached = this.#results?.get(pattern)?.get(text);
    if (cached !== undefined) return cached;
    this.spend(cost);
    const result = pattern.matches(text);
    if (this.#cachedCount < maxCached) this.#cache(pattern, text, result);
    return result;
  }

  #cache(pattern: GlobPattern, text: string, result: boolean): void {
    this.#results ??= new Map<GlobPattern, Map<string, boolean>>();
    const results = this.#results.get(pattern) ?? new Map<string, boolean>();
    this.#results.set(pattern, results.set(text, result));
    this.#cachedCount += 1;
  }
}
