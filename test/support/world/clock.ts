import type { Clock } from '../../../src/platform/clock.ts';

/** A clock that only moves when a test moves it. */
export class TestClock implements Clock {
  #now: Date;

  constructor(days = 0) {
    this.#now = new Date(Date.UTC(2030, 0, 1 + days));
  }

  now(): Date {
    return new Date(this.#now);
  }

  /** Runs the work at a later time, then sets the clock back. */
  async later<T>(seconds: number, work: () => Promise<T>): Promise<T> {
    const before = this.#now;
    this.#now = new Date(before.getTime() + seconds * 1000);
    try {
      return await work();
    } finally {
      this.#now = before;
    }
  }
}
