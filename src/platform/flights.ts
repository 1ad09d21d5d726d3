/** Work that many ask for at once and one does for all of them. */
export class Flights {
  readonly #underWay = new Map<string, Promise<unknown>>();

  /** What the work under that name gives, which may have begun before. A name stands for one kind of result. */
  join<T>(name: string, work: () => Promise<T>): Promise<T> {
    let flight = this.#underWay.get(name) as Promise<T> | undefined;
    if (!flight) {
      flight = work().finally(() => this.#underWay.delete(name));
      this.#underWay.set(name, flight);
    }
    return flight;
  }
}
