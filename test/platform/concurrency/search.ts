/** One moment of an operation. */
export type Step<S> =
  /** Whether the state agrees with the response; the step never changes anything. */
  | { readonly agrees: (state: S) => boolean }
  /** Returns the state after the step; undefined if the response does not agree with the state before. */
  | { readonly change: (state: S) => S | undefined };

/** An operation that a client has called, with what its response says about the state. */
export interface Recorded<S> {
  /** When it was called and when it was answered; only their order matters. */
  readonly start: number;
  readonly end: number;
  /** Happen in this order, between the call and the answer. */
  readonly steps: readonly Step<S>[];
  /** Says what was called and answered. */
  readonly text: string;
}

export interface Found<S> {
  readonly state: S;
  /** The texts of the operations, in the order in which they were completed. */
  readonly order: readonly string[];
}

export interface Result<S> {
  /** An order in which all operations can have happened; undefined if there is none. */
  readonly found: Found<S> | undefined;
  /** The longest beginning of an order, to explain why there is none. */
  readonly longest: Found<S>;
}

/** The operations of a history, each completed up to some step. */
class Progress<S> {
  readonly #history: readonly Recorded<S>[];
  readonly #done: number[];
  readonly order: string[];

  constructor(history: readonly Recorded<S>[], done: readonly number[], order: readonly string[]) {
    this.#history = history;
    this.#done = [...done];
    this.order = [...order];
  }

  /** Says which steps are done. */
  get key(): string {
    return this.#done.join();
  }

  /** Whether every operation is completed. */
  get isComplete(): boolean {
    return this.order.length === this.#history.length;
  }

  /** The next steps of the operations that can be next: none that is left was answered before they were called. */
  candidates(): { index: number; step: Step<S> }[] {
    const left = this.#history.flatMap((one, index) => {
      const step = one.steps[this.#done[index]!];
      return step ? [{ ...one, index, step }] : [];
    });
    const firstEnd = Math.min(...left.map(({ end }) => end));
    return left.filter(({ start }) => start <= firstEnd);
  }

  complete(index: number): void {
    const { steps, text } = this.#history[index]!;
    this.#done[index]! += 1;
    if (this.#done[index] === steps.length) this.order.push(text);
  }

  with(index: number): Progress<S> {
    const after = new Progress(this.#history, this.#done, this.order);
    after.complete(index);
    return after;
  }
}

/**
 * Looks for an order of the operations in which every response is right, and in which no operation comes before one that
 * was answered before it was called. `keyOf` is equal for equal states. This is the search of Wing and Gong ("Testing and
 * verifying concurrent objects", 1993), which does not visit the same completed steps with the same state twice.
 */
export const findOrder = <S>(history: readonly Recorded<S>[], start: S, keyOf: (state: S) => string): Result<S> => {
  const visited = new Set<string>();
  let longest: Found<S> = { state: start, order: [] };

  const search = (state: S, progress: Progress<S>): Found<S> | undefined => {
    // What changes nothing happens as early as it can: an order with it later stays right if it is moved here.
    const agreeing = () => progress.candidates().find(({ step }) => 'agrees' in step && step.agrees(state));
    for (let one = agreeing(); one; one = agreeing()) progress.complete(one.index);
    const { order } = progress;
    if (order.length > longest.order.length) longest = { state, order };
    if (progress.isComplete) return { state, order };
    const key = `${progress.key} ${keyOf(state)}`;
    if (visited.has(key)) return undefined;
    visited.add(key);
    for (const { index, step } of progress.candidates()) {
      const after = 'change' in step ? step.change(state) : undefined;
      const found = after === undefined ? undefined : search(after, progress.with(index));
      if (found) return found;
    }
    return undefined;
  };

  const nothing = history.map(() => 0);
  return { found: search(start, new Progress(history, nothing, [])), longest };
};
