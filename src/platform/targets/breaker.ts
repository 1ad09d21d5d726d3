import type { Clock } from '../clock.ts';

const tolerated = 3;
const firstPauseMs = 5_000;
const longestPauseMs = 60_000;

/**
 * Stops attempts to reach a system that was not reached three times in a row. After each pause one attempt shows whether
 * it is back; the pauses grow up to a minute.
 */
export class Breaker {
  readonly #clock: Pick<Clock, 'elapsed'>;
  #failures = 0;
  #pausedUntil = 0;

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** Milliseconds until the next attempt may be made; 0 if one may be made now. */
  get pauseMs(): number {
    return Math.max(0, Math.ceil(this.#pausedUntil - this.#clock.elapsed()));
  }

  /** Whether there is nothing to remember. */
  get isIdle(): boolean {
    return this.#failures === 0;
  }

  /** Before an attempt; those that come before it has ended are paused, if it is the one that shows whether the system is back. */
  begin(): void {
    if (this.#failures >= tolerated) this.#pause();
  }

  succeed(): void {
    this.#failures = 0;
    this.#pausedUntil = 0;
  }

  fail(): void {
    this.#failures += 1;
    if (this.#failures >= tolerated) this.#pause();
  }

  #pause(): void {
    const pause = Math.min(firstPauseMs * 2 ** (this.#failures - tolerated), longestPauseMs);
    this.#pausedUntil = this.#clock.elapsed() + pause;
  }
}
