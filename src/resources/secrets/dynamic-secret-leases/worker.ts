import { timestamp } from '../../../platform/clock.ts';
import { createStores } from '../../../stores.ts';
import { ofTask } from '../../../transaction-keys.ts';
import { ofLease, revokeDue, type RevokeDeps } from './revoke.ts';
import type { LeaseRow, LeaseState } from './store.ts';

const pollMs = 1_000;
/** How often leases are looked for whose dynamic secret or creator is gone. */
const checkMs = 30_000;
const batch = 100;
const atOnce = 16;

const allStates: readonly LeaseState[] = ['creating', 'active', 'revoking', 'failed'];
/** While the server waits for a person after a restore, it does only what somebody asked for since. */
const askedFor: readonly LeaseState[] = ['revoking'];

/** Revokes the leases that are due, on whichever node comes first. */
export class LeaseWorker {
  /** The attempts since the start, by provider and outcome. */
  readonly counts = new Map<string, { revoked: number; failed: number }>();
  readonly #deps: RevokeDeps;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #running = new Map<string, Promise<void>>();
  #polling: Promise<void> | undefined;
  #mustPollAgain = false;
  #isClosed = false;

  constructor(deps: RevokeDeps) {
    this.#deps = deps;
  }

  async start(): Promise<void> {
    const { database } = this.#deps;
    // With SQLite there is no other node: what is claimed belongs to a process that was killed.
    if (!database.channel)
      await database.transaction(ofTask('leases'), ({ db }) =>
        Promise.resolve(createStores(db).dynamicSecretLeases.endClaims()),
      );
    await this.endAbandoned();
    this.#timers.push(
      setInterval(() => void this.endAbandoned().catch(this.#warn), checkMs).unref(),
      setInterval(() => this.wake(), pollMs).unref(),
    );
  }

  /** Looks for leases that are due. */
  wake(): void {
    void this.poll();
  }

  /** Looks for leases that are due; a call while another one runs makes that one look again. */
  poll(): Promise<void> {
    this.#mustPollAgain = true;
    return (this.#polling ??= this.#pollOnce()
      .catch(this.#warn)
      .finally(() => (this.#polling = undefined)));
  }

  /** Resolves when nothing is due. */
  async settled(): Promise<void> {
    await this.endAbandoned();
    do {
      await this.poll();
      await Promise.all(this.#running.values());
    } while (this.#running.size > 0);
    await this.poll();
    await Promise.all(this.#running.values());
  }

  /** Makes leases due whose dynamic secret is gone or whose creator is no member any more. */
  async endAbandoned(): Promise<void> {
    const { stores, database, clock } = this.#deps;
    if ((await stores.instance.leasesHeldSince()) !== null) return;
    for (let count = batch; count === batch;) {
      const abandoned = await stores.dynamicSecretLeases.listAbandoned(batch);
      count = abandoned.length;
      for (const lease of abandoned) {
        const now = timestamp(clock.now());
        await database.transaction(ofLease(lease), ({ db }) =>
          Promise.resolve(
            createStores(db).dynamicSecretLeases.update(lease.id, { state: 'revoking', dueAt: now, updatedAt: now }),
          ),
        );
      }
    }
  }

  /** Waits for the attempts that are running; each has a time limit of its own. */
  async stop(): Promise<void> {
    this.#isClosed = true;
    for (const timer of this.#timers) clearInterval(timer);
    await this.#polling;
    await Promise.all(this.#running.values());
  }

  readonly #warn = (err: unknown): void => this.#deps.log.warn({ err }, 'leases not read; retrying');

  async #pollOnce(): Promise<void> {
    const { stores, clock } = this.#deps;
    while (this.#mustPollAgain && !this.#isClosed) {
      this.#mustPollAgain = false;
      const states = (await stores.instance.leasesHeldSince()) === null ? allStates : askedFor;
      const room = atOnce - this.#running.size;
      const due = await stores.dynamicSecretLeases.listDue(timestamp(clock.now()), batch, states);
      for (const lease of due.filter(({ id }) => !this.#running.has(id)).slice(0, room)) this.#begin(lease);
    }
  }

  #count(type: string, outcome: 'revoked' | 'failed'): void {
    const counts = this.counts.get(type) ?? { revoked: 0, failed: 0 };
    counts[outcome] += 1;
    this.counts.set(type, counts);
  }

  #begin(lease: LeaseRow): void {
    this.#running.set(
      lease.id,
      revokeDue(this.#deps, lease)
        .then(
          (isGone) => {
            if (isGone !== undefined) this.#count(lease.type, isGone ? 'revoked' : 'failed');
            this.#mustPollAgain = true;
          },
          // The next poll tries it again: at once would be too often while the database fails.
          (err: unknown) => this.#deps.log.warn({ err, leaseId: lease.id }, 'lease not revoked; retrying'),
        )
        .finally(() => this.#running.delete(lease.id))
        .then(() => (this.#mustPollAgain && !this.#isClosed ? this.wake() : undefined)),
    );
  }
}
