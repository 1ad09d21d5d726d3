/** Single-flight: concurrent callers of the same work share one execution. */
export class SingleFlight {
  readonly #running = new Map<string, Promise<unknown>>();

  /** Starts the work, or joins the execution that is running under this name. A name implies one result type. */
  join<T>(name: string, work: () => Promise<T>): Promise<T> {
    let running = this.#running.get(name) as Promise<T> | undefined;
    if (!running) {
      running = work().finally(() => this.#running.delete(name));
      this.#running.set(name, running);
    }
    return running;
  }
}
