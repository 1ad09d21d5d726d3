import { secondsAfter, timestamp, type Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { tooManyRequests } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { eventChannel } from '../resources/events/store.ts';
import { createStores, type Stores } from '../stores.ts';
import type { Filter } from './filter.ts';
import { EventHub, type Judge, type Seat, type Sink } from './hub.ts';

const pingMs = 15_000;
/** A node that has said nothing for so long has no streams any more. */
const silenceSeconds = 60;
const renewMs = 20_000;
const readAtOnce = 500;

interface Means {
  readonly database: Database;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly log: Log;
  readonly judge: Judge;
  /** Names this process among the nodes. */
  readonly nodeId: string;
  /** How many streams a project may have, on all nodes together. */
  readonly limit: number;
}

/** The streams of this node among those of all nodes. */
export class EventStreams {
  readonly hub: EventHub;
  readonly #means: Means;
  readonly #timers: NodeJS.Timeout[] = [];
  #stopListening: (() => Promise<void>) | undefined;

  constructor(means: Means) {
    this.#means = means;
    this.hub = new EventHub(means);
  }

  /** Whether there may be other nodes. */
  get isShared(): boolean {
    return this.#means.database.channel !== undefined;
  }

  async start(): Promise<void> {
    this.#every(pingMs, () => this.hub.ping());
    const { channel } = this.#means.database;
    if (!channel) return;
    this.#stopListening = await channel.listen(eventChannel, {
      onMessage: (text) => this.#catchUp(text.split(' ')[0]!),
      onConnected: () => this.hub.projectIds.forEach((projectId) => this.#catchUp(projectId)),
    });
    this.#every(renewMs, () => this.#renew());
  }

  /** Every stream is told; what is left of this node among the others goes. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.hub.close();
    await this.#stopListening?.();
    if (this.isShared) await this.#change((stores) => stores.events.forgetStreams({ nodeId: this.#means.nodeId })).catch(() => undefined);
  }

  /** A place for one more stream of the project, from this moment on; 429 if there are too many already. */
  async reserve(projectId: string): Promise<{ open(stream: { seat: Seat; filters: readonly Filter[]; sink: Sink }): () => void; giveUp(): void }> {
    // Wanted from here on: whoever changes something after the number was read sees that.
    this.hub.expect(projectId);
    try {
      const after = await this.#change((stores) => this.#enter(stores, projectId));
      return {
        open: (stream) => {
          const close = this.hub.open(projectId, { ...stream, after });
          this.#catchUp(projectId);
          return () => {
            close();
            this.#leave(projectId);
          };
        },
        giveUp: () => {
          this.hub.giveUp(projectId);
          this.#leave(projectId);
        },
      };
    } catch (error) {
      this.hub.giveUp(projectId);
      throw error;
    }
  }

  /** Nobody commits a change of the project's secrets at this moment, so that the number is exact. */
  async #enter({ events }: Stores, projectId: string): Promise<number> {
    const { clock, limit, nodeId } = this.#means;
    const after = await events.takeNumbers(projectId, 0);
    const now = clock.now();
    const here = this.hub.countOf(projectId);
    const elsewhere = this.isShared ? await events.countStreams(projectId, { since: timestamp(secondsAfter(now, -silenceSeconds)), except: nodeId }) : 0;
    if (here + elsewhere > limit) throw tooManyRequests(`This project has ${limit} streams open already. Close one, or try again later.`, { 'Retry-After': '30' });
    if (this.isShared) await events.setStreams({ nodeId, projectId, count: here, renewedAt: timestamp(now) });
    return after;
  }

  #leave(projectId: string): void {
    if (!this.isShared) return;
    const { nodeId, clock, log } = this.#means;
    this.#change(({ events }) => events.setStreams({ nodeId, projectId, count: this.hub.countOf(projectId), renewedAt: timestamp(clock.now()) })).catch((err: unknown) =>
      log.warn({ err }, 'the end of a stream could not be counted yet'),
    );
  }

  #renew(): Promise<void> {
    const { nodeId, clock } = this.#means;
    const now = clock.now();
    return this.#change(async ({ events }) => {
      await events.renewStreams(nodeId, timestamp(now));
      await events.forgetStreams({ before: timestamp(secondsAfter(now, -silenceSeconds)) });
    });
  }

  #catchUp(projectId: string): void {
    const { stores } = this.#means;
    if (this.isShared) this.hub.catchUp(projectId, (id, number) => stores.events.listAfter(id, number, readAtOnce));
  }

  #change<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    return this.#means.database.transaction(({ db }) => work(createStores(db)));
  }

  #every(ms: number, work: () => Promise<void>): void {
    const timer = setInterval(() => void work().catch((err: unknown) => this.#means.log.warn({ err }, 'streams could not be looked after')), ms);
    this.#timers.push(timer.unref());
  }
}
