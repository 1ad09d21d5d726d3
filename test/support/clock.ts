import type { Clock } from '../../src/platform/clock.ts';

/** A clock that stands still until a test moves it. */
export class TestClock implements Clock {
  #now = new Date('2030-01-01T00:00:00.000Z');

  now(): Date {
    return new Date(this.#now);
  }

  /** Runs the work that much later, then turns the clock back for everybody else. */
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
