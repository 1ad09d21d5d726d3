import { ServiceError } from '../platform/errors.ts';
import type { GlobPattern } from './glob-pattern.ts';

/**
 * Operations of some nanoseconds: about a second for a request, and about 20 ms for what cannot give way to others
 * meanwhile.
 */
const perRequest = 200_000_000;
const perQuestion = 8_000_000;

/** A match that costs more than looking it up. */
const worthRemembering = 500;
const maxRemembered = 20_000;

/**
 * What comparing rules may cost one request: thousands of texts against thousands of patterns would keep everybody else
 * waiting.
 */
export class Effort {
  #left: number;
  #until: number;
  #verdicts: Map<GlobPattern, Map<string, boolean>> | undefined;
  #remembered = 0;

  constructor(allowed = perRequest) {
    this.#left = allowed;
    this.#until = Math.max(0, allowed - perQuestion);
  }

  /** Begins the next question: other requests may have had their turn since the last one. */
  begin(): void {
    this.#until = Math.max(0, this.#left - perQuestion);
  }

  /** 400 when this is more than the request may cause. */
  spend(operations: number): void {
    this.#left -= operations;
    if (this.#left < this.#until) {
      throw new ServiceError(
        400,
        'TooManyComparisons',
        'Comparing permission rules takes longer for this request than is allowed. Ask for fewer items at once, or use fewer rules or shorter patterns in them.',
      );
    }
  }

  /** Whether the pattern matches the text; the same question of one request is answered once. */
  matches(pattern: GlobPattern, text: string): boolean {
    const cost = pattern.costOf(text);
    if (cost < worthRemembering) {
      this.spend(cost);
      return pattern.matches(text);
    }
    this.spend(10);
    const known = this.#verdicts?.get(pattern)?.get(text);
    if (known !== undefined) return known;
    this.spend(cost);
    const verdict = pattern.matches(text);
    if (this.#remembered < maxRemembered) this.#remember(pattern, text, verdict);
    return verdict;
  }

  #remember(pattern: GlobPattern, text: string, verdict: boolean): void {
    this.#verdicts ??= new Map<GlobPattern, Map<string, boolean>>();
    const verdicts = this.#verdicts.get(pattern) ?? new Map<string, boolean>();
    this.#verdicts.set(pattern, verdicts.set(text, verdict));
    this.#remembered += 1;
  }
}
