// One or more nodes on one database, the writers that use them, and the model of what they have acknowledged.
import { callerOf } from './connection.mjs';
import { compare, Model, settle } from './model.mjs';
import { observe } from './observe.mjs';
import { seed } from './organization.mjs';
import { pick, spawnServer } from './processes.mjs';
import { damageOf, execute, untilNobodyWrites } from './storage.mjs';
import { Writers } from './writers.mjs';

/** A node of a site, whose process can be killed and restarted. */
export class Node {
  #server;

  constructor(environment, options) {
    Object.assign(this, { environment, options });
  }

  isRunning() {
    return this.isListening && this.#server.isRunning();
  }

  /** Starts the process without waiting for it. */
  begin() {
    this.#server = spawnServer(this.environment, this.options);
    return this.#server;
  }

  async start() {
    const started = performance.now();
    this.url = await this.begin().listening;
    this.isListening = true;
    this.startMs ??= performance.now() - started;
  }

  get pid() {
    return this.#server.child.pid;
  }

  logged() {
    return this.#server.logged();
  }

  async kill() {
    this.isListening = false;
    await this.#server.kill();
  }

  async stop() {
    this.isListening = false;
    return this.#server.stop();
  }
}

const onlyKnown = (entries, { changes }) => {
  const known = new Set(changes.map(({ requestId }) => requestId));
  return entries.filter(({ requestId }) => known.has(requestId));
};

export class Site {
  model = new Model();
  problems = [];
  shared = { counters: new Set(), histories: new Set() };

  constructor(storage, nodeCount = 1, settings = {}, options = {}) {
    this.storage = storage;
    this.nodes = Array.from({ length: nodeCount }, () => new Node({ ...storage, ...settings }, options));
  }

  async open() {
    for (const node of this.nodes) await node.start();
    this.organization = await seed(this.nodes[0].url);
    this.writers = new Writers({
      organization: this.organization,
      model: this.model,
      shared: this.shared,
      problems: this.problems,
      nodes: this.nodes,
    });
    await this.#beginPeriod();
  }

  caller(node = this.nodes.find((one) => one.isRunning())) {
    return callerOf(node.url, this.organization.token);
  }

  /** Secrets that all writers change; new ones every time, so that their version lists stay short. */
  async #renewShared() {
    const call = this.caller();
    this.shared.histories.clear();
    for (let index = 0; index < 3; index += 1) {
      const name = `SHARED_${this.model.histories.size}`;
      const { secret } = await call('POST', `/api/v4/secrets/${name}`, {
        projectId: this.organization.projectId,
        environment: 'dev',
        secretValue: 'first',
      });
      this.shared.histories.add(this.model.addHistory(name, 'first', { id: secret.id, name, event: 'update-secret' }));
    }
    call.close();
  }

  /** Renews the shared secrets, whose entries in the audit log do not belong to what is checked next. */
  async #beginPeriod() {
    await this.#renewShared();
    // Entries have millisecond times: later entries must have a later time.
    this.since = Date.now() + 1;
    while (Date.now() <= this.since);
  }

  /**
   * Checks the stored state through any node, and records what is missing. All writers must be paused. `since` includes
   * audit log entries from before the last check, of which only those of known requests count.
   */
  async check({ isAll = false, readsUntil, since } = {}) {
    await untilNobodyWrites(this.storage);
    const { url } = pick(this.nodes.filter((node) => node.isRunning()));
    const observed = await observe({
      url,
      organization: this.organization,
      model: this.model,
      since: since ?? this.since,
      isAll,
      readsUntil,
    });
    if (since !== undefined) observed.entries = onlyKnown(observed.entries, this.model);
    const found = [...compare(this.model, observed), ...(await damageOf(this.storage))];
    this.problems.push(...found);
    settle(this.model, observed);
    await this.#beginPeriod();
    return found;
  }

  execute(sql) {
    return execute(this.storage, sql);
  }

  async close() {
    for (const node of this.nodes) await node.kill().catch(() => undefined);
  }
}
