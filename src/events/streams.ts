import { secondsAfter, timestamp, type Clock } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { tooManyRequests } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { eventChannel } from '../resources/secrets/events/store.ts';
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
  /** What holds a place, by project. */
  readonly #places = new Map<string, Set<symbol>>();
  /** Projects of which the others do not know yet how many streams there are here. */
  readonly #uncounted = new Set<string>();
  #counting = Promise.resolve();
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
    this.#every(pingMs, () => {
      // Should a message never have come, be it that nobody noticed how the connection was lost.
      this.#catchUpWithAll();
      return this.hub.ping();
    });
    const { channel } = this.#means.database;
    if (!channel) return;
    this.#stopListening = await channel.listen(eventChannel, {
      onMessage: (text) => {
        const [projectId, number] = text.split(' ');
        this.#catchUp(projectId!, Number(number));
      },
      onConnected: () => this.#catchUpWithAll(),
    });
    this.#every(renewMs, () => this.renew());
  }

  /** Every stream is told; what is left of this node among the others goes. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.hub.close();
    await this.#stopListening?.();
    await this.#counting;
    if (this.isShared)
      await this.#change((stores) => stores.events.forgetStreams({ nodeId: this.#means.nodeId })).catch(
        () => undefined,
      );
  }

  /** A place for one more stream of the project, from this moment on; 429 if there are too many already. */
  async reserve(
    projectId: string,
  ): Promise<{ open(stream: { seat: Seat; filters: readonly Filter[]; sink: Sink }): () => void; giveUp(): void }> {
    const place = Symbol(projectId);
    // Wanted from here on: whoever changes something after the number was read sees that.
    this.hub.expect(projectId);
    const giveUp = (): void => {
      this.hub.giveUp(projectId);
      this.#leave(projectId, place);
    };
    try {
      const after = await this.#change((stores) => this.#enter(stores, projectId, place));
      const open = (stream: { seat: Seat; filters: readonly Filter[]; sink: Sink }): (() => void) => {
        const close = this.hub.open(projectId, { ...stream, after });
        this.#catchUp(projectId);
        return () => {
          close();
          this.#leave(projectId, place);
        };
      };
      return { open, giveUp };
    } catch (error) {
      giveUp();
      throw error;
    }
  }

  /** Resolves when everything that was committed is delivered, and every stream that ended is counted no more. */
  async settled(): Promise<void> {
    this.#catchUpWithAll();
    await this.hub.settled();
    await this.#counting;
  }

  /** Says that this node is there, and how many streams it has if that is not what the others know. */
  async renew(): Promise<void> {
    const { nodeId, clock } = this.#means;
    const now = clock.now();
    const known = await this.#change(async ({ events }) => {
      await events.renewStreams(nodeId, timestamp(now));
      await events.forgetStreams({ before: timestamp(secondsAfter(now, -silenceSeconds)) });
      return new Map((await events.listStreams(nodeId)).map(({ projectId, count }) => [projectId, count]));
    });
    for (const projectId of new Set([...known.keys(), ...this.#places.keys()])) {
      if (known.get(projectId) !== this.#places.get(projectId)?.size) this.#uncounted.add(projectId);
    }
    await this.#countAnew();
  }

  /** Nobody commits a change of the project's secrets at this moment, so that the number is exact. */
  async #enter({ events }: Stores, projectId: string, place: symbol): Promise<number> {
    const { clock, limit, nodeId } = this.#means;
    const after = await events.takeNumbers(projectId, 0);
    const elsewhere = this.isShared
      ? await events.countStreams(projectId, {
          since: timestamp(secondsAfter(clock.now(), -silenceSeconds)),
          except: nodeId,
        })
      : 0;
    const here = this.#places.get(projectId) ?? new Set();
    // What is done twice, because the transaction had to be, takes one place.
    if (here.size + elsewhere >= limit && !here.has(place))
      throw tooManyRequests(`This project has ${limit} streams open already. Close one, or try again later.`, {
        'Retry-After': '30',
      });
    this.#places.set(projectId, here.add(place));
    if (this.isShared) await this.#count(events, projectId);
    return after;
  }

  #leave(projectId: string, place: symbol): void {
    const here = this.#places.get(projectId);
    if (!here?.delete(place)) return;
    if (here.size === 0) this.#places.delete(projectId);
    if (!this.isShared) return;
    this.#uncounted.add(projectId);
    void this.#countAnew();
  }

  /** Many that leave at once are counted at once. */
  #countAnew(): Promise<void> {
    return (this.#counting = this.#counting.then(async () => {
      const projectIds = [...this.#uncounted];
      this.#uncounted.clear();
      for (const projectId of projectIds) {
        await this.#change(({ events }) => this.#count(events, projectId)).catch((err: unknown) => {
          this.#uncounted.add(projectId);
          this.#means.log.warn({ err }, 'streams could not be counted yet');
        });
      }
    }));
  }

  /** Looked at only when nobody else can write it, so that the last word is right. */
  async #count(events: Stores['events'], projectId: string): Promise<void> {
    const { clock, nodeId } = this.#means;
    await events.lockStreams(projectId, nodeId);
    await events.setStreams({
      nodeId,
      projectId,
      count: this.#places.get(projectId)?.size ?? 0,
      renewedAt: timestamp(clock.now()),
    });
  }

  #catchUp(projectId: string, number?: number): void {
    const { events } = this.#means.stores;
    const outbox = {
      lastNumber: (id: string) => events.lastNumber(id),
      listAfter: (id: string, after: number) => events.listAfter(id, after, readAtOnce),
    };
    if (this.isShared) this.hub.catchUp(projectId, outbox, number);
  }

  #catchUpWithAll(): void {
    for (const projectId of this.hub.projectIds) this.#catchUp(projectId);
  }

  #change<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    return this.#means.database.transaction(({ db }) => work(createStores(db)));
  }

  #every(ms: number, work: () => Promise<void>): void {
    const timer = setInterval(
      () => void work().catch((err: unknown) => this.#means.log.warn({ err }, 'streams could not be looked after')),
      ms,
    );
    this.#timers.push(timer.unref());
  }
}
