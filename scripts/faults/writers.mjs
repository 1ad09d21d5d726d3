// Ten writers that change things at random, each over a connection of its own, until they are paused.
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

  /** Every request to any of the nodes that are there. */
  async send(token, method, path, body) {
    const running = this.nodes.filter((node) => node.isRunning());
    const node = pick(running.length > 0 ? running : this.nodes);
    const answer = await this.#connection.send(node.url, token, method, path, body);
    // A server that cannot do anything says so at once: asked without a pause, there would be nothing but doubts.
    if (answer.status === 503) await pause(50);
    return answer;
  }

  own(slot) {
    this.#slots.push(slot);
    return slot;
  }

  /** What is in doubt stays alone until somebody has looked. */
  choose(kind, condition = () => true) {
    const some = this.#slots.filter((slot) => slot.kind === kind && !slot.doubt && condition(slot)).slice(-30);
    return some.length > 0 ? pick(some) : undefined;
  }

  count(kind) {
    return this.#slots.filter((slot) => slot.kind === kind && (slot.doubt || slot.state !== null)).length;
  }

  /** What has come to its end is only looked at from now on. */
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

  /** Resolves when every request that was under way is answered, or never will be. */
  async pause() {
    this.#isPaused = true;
    await Promise.all(this.#working);
    for (const writer of this.#all) writer.forget();
  }

  async #work(writer) {
    while (!this.#isPaused) {
      await randomChange(writer);
      // While no node is there, every request fails at once.
      if (!writer.nodes.some((node) => node.isRunning())) await pause(5);
    }
  }
}
