interface Waiter {
  readonly pass: () => void;
  readonly refuse: (error: unknown) => void;
}

/** Makes callers wait until it is opened, in the order of their arrival. */
export class Gate {
  #waiters: Waiter[] = [];

  get isBusy(): boolean {
    return this.#waiters.length > 0;
  }

  pass(): Promise<void> {
    return new Promise((pass, refuse) => this.#waiters.push({ pass, refuse }));
  }

  /** Lets the first `count` callers pass. */
  open(count: number): void {
    for (const { pass } of this.#waiters.splice(0, Math.max(0, count))) pass();
  }

  refuse(error: () => Error): void {
    for (const { refuse } of this.#waiters.splice(0)) refuse(error());
  }
}
