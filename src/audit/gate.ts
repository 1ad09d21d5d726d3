interface Waiter {
  readonly pass: () => void;
  readonly refuse: (error: unknown) => void;
}

/** Holds callers back until it is opened, the first one first. */
export class Gate {
  #waiters: Waiter[] = [];

  get isBusy(): boolean {
    return this.#waiters.length > 0;
  }

  pass(): Promise<void> {
    return new Promise((pass, refuse) => this.#waiters.push({ pass, refuse }));
  }

  /** Lets as many pass as said. */
  open(count: number): void {
    for (const { pass } of this.#waiters.splice(0, Math.max(0, count))) pass();
  }

  refuse(error: () => Error): void {
    for (const { refuse } of this.#waiters.splice(0)) refuse(error());
  }
}
