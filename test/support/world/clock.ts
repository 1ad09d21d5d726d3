import type { Clock } from '../../../src/platform/clock.ts';

/** A clock that only moves when a test moves it. */
export class TestClock implements Clock {
  #now: Date;
  #setBackMs = 0;

  constructor(days = 0) {
    this.#now = new Date(Date.UTC(2030, 0, 1 + days));
  }

  now(): Date {
    return new Date(this.#now);
  }

  elapsed(): number {
    return this.#now.getTime() + this.#setBackMs;
  }

  /** Sets the time of day back, for good. */
  setBack(seconds: number): void {
    this.#setBackMs += seconds * 1000;
    this.#now = new Date(this.#now.getTime() - seconds * 1000);
  }

  /** Runs the work at a later time, then sets the clock back. */
  async later<T>(seconds: number, work: () => Promise<T>): Promise<T> {
    const [before, setBackMs] = [this.#now, this.#setBackMs];
    this.#now = new Date(before.getTime() + seconds * 1000);
    try {
      return await work();
    } finally {
      this.#now = new Date(before.getTime() - (this.#setBackMs - setBackMs));
    }
  }
}
