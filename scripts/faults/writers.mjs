// Ten writers that make random changes, each over its own connection, until they are paused.
import { randomChange } from './changes.mjs';
import { Connection } from './connection.mjs';
import { writerCount } from './organization.mjs';
import { pause, pick } from './processes.mjs';

class Writer {
  #connection = new Connection();
  #slots = [];

  constructor({ number, organization, model, shared, problems, nodes }) {
    Object.assign(this, {
      number,
      organization,
      machine: organization.machines[number],
      model,
      shared,
      problems,
      nodes,
    });
  }

  /** Sends each request to a random running node. */
  async send(token, method, path, body) {
    const running = this.nodes.filter((node) => node.isRunning());
    const node = pick(running.length > 0 ? running : this.nodes);
    const answer = await this.#connection.send(node.url, token, method, path, body);
    // A failing server responds at once: without a pause, all objects would soon have an unknown outcome.
    if (answer.status === 503) await pause(50);
    return answer;
  }

  own(slot) {
    this.#slots.push(slot);
    return slot;
  }

  /** Objects with an unknown outcome are not changed until the next check. */
  choose(kind, condition = () => true) {
    const some = this.#slots.filter((slot) => slot.kind === kind && !slot.doubt && condition(slot)).slice(-30);
    return some.length > 0 ? pick(some) : undefined;
  }

  count(kind) {
    return this.#slots.filter((slot) => slot.kind === kind && (slot.doubt || slot.state !== null)).length;
  }

  /** Objects that are used up are only checked from now on. */
  forget() {
    const isOver = ({ state }) =>
      state === null || state.isRevoked === true || state.works === false || state.status === 'revoked';
    this.#slots = this.#slots.filter((slot) => slot.doubt || !isOver(slot)).slice(-100);
  }
}

export class Writers {
  #all;
  #working = [];
  #isPaused = true;

  constructor({ organization, model, shared, problems, nodes }) {
    this.#all = Array.from(
      { length: writerCount },
      (_, number) => new Writer({ number, organization, model, shared, problems, nodes }),
    );
  }

  resume() {
    this.#isPaused = false;
    this.#working = this.#all.map((writer) => this.#work(writer));
  }

  /** Resolves when every pending request has a response or has failed. */
  async pause() {
    this.#isPaused = true;
    await Promise.all(this.#working);
    for (const writer of this.#all) writer.forget();
  }

  async #work(writer) {
    while (!this.#isPaused) {
      await randomChange(writer);
      // While no node is running, every request fails at once.
      if (!writer.nodes.some((node) => node.isRunning())) await pause(5);
    }
  }
}
