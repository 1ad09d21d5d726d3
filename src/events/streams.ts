import { secondsAfter, timestamp, type Clock } from '../platform/clock.ts';
import type { Database, Key, Unit } from '../platform/db/database.ts';
import { tooManyRequests } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { eventChannel } from '../resources/secrets/events/store.ts';
import { createStores, type Stores } from '../stores.ts';
import type { Filter } from './filter.ts';
import { EventHub } from './hub.ts';
import { Reservations } from './reservations.ts';
import type { AuthorizeSubscribers, Subscriber, Sink } from './subscriber.ts';
import { ofProject, ofTask } from '../transaction-keys.ts';

const pingMs = 15_000;
/** A node that has not reported for this long counts as gone. */
const expirySeconds = 60;
const renewMs = 20_000;
const readAtOnce = 500;

const tooManyStreams = (who: string, limit: number) =>
  tooManyRequests(
    `${who} ${limit} open ${limit === 1 ? 'stream' : 'streams'} in this project. Close one, or try again later.`,
    { 'Retry-After': '30' },
  );

/** A project with its organization. */
type ProjectRef = Parameters<typeof ofProject>[0];

interface Deps {
  readonly database: Database;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly log: Log;
  readonly authorize: AuthorizeSubscribers;
  /** Identifies this process among the nodes. */
  readonly nodeId: string;
  /** The most streams of a project on all nodes together. */
  readonly limit: number;
}

/** Manages the event streams of this node, and the limit on the streams of all nodes. */
export class EventStreams {
  readonly hub: EventHub;
  readonly #deps: Deps;
  readonly #timers: NodeJS.Timeout[] = [];
  /** By project. */
  readonly #reserved = new Map<string, Reservations>();
  /** The members whose numbers of streams are not stored yet, by project. */
  readonly #changed = new Map<string, Set<string>>();
  /** Projects whose count was stored by this node. */
  readonly #counted = new Set<string>();
  #counting = Promise.resolve();
  #stopListening: (() => Promise<void>) | undefined;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.hub = new EventHub(deps);
  }

  /** Whether there may be other nodes. */
  get isShared(): boolean {
    return this.#deps.database.channel !== undefined;
  }

  async start(): Promise<void> {
    this.#schedule(pingMs, () => {
      // In case a notification was lost, for example with an unnoticed broken connection.
      this.#catchUpWithAll();
      return this.hub.ping();
    });
    const { channel } = this.#deps.database;
    if (!channel) return;
    this.#stopListening = await channel.listen(eventChannel, {
      onMessage: (text) => {
        const [projectId, number] = text.split(' ');
        this.#catchUp(projectId!, Number(number));
      },
      onConnected: () => this.#catchUpWithAll(),
    });
    this.#schedule(renewMs, () => this.renew());
  }

  /** Ends all streams, and removes the counts of this node. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.hub.close();
    await this.#stopListening?.();
    await this.#counting;
    if (this.isShared)
      await this.#change((stores) => stores.events.deleteStreams({ nodeId: this.#deps.nodeId })).catch(() => undefined);
  }

  /**
   * Reserves a stream of the project, which receives events from now on; 429 if the project or the member, a user or an
   * identity, has too many.
   */
  async reserve(
    project: ProjectRef,
    memberId: string,
  ): Promise<{
    open(stream: { subscriber: Subscriber; filters: readonly Filter[]; sink: Sink }): () => void;
    cancel(): void;
  }> {
    const projectId = project.id;
    const reservation = Symbol(projectId);
    // Before the number is read, so that later changes are recorded.
    this.hub.expect(projectId);
    const cancel = (): void => {
      this.hub.cancel(projectId);
      this.#release(projectId, memberId, reservation);
    };
    try {
      const keys = [ofProject(project), this.#counts];
      const after = await this.#deps.database.transaction(keys, async (unit) => {
        if (this.isShared) await this.#addSources(unit, project);
        return this.#take(createStores(unit.db), projectId, memberId, reservation);
      });
      const open = (stream: { subscriber: Subscriber; filters: readonly Filter[]; sink: Sink }): (() => void) => {
        const close = this.hub.open(projectId, { ...stream, after });
        this.#catchUp(projectId);
        return () => {
          close();
          this.#release(projectId, memberId, reservation);
        };
      };
      return { open, cancel };
    } catch (error) {
      cancel();
      throw error;
    }
  }

  /** Resolves when all committed events are delivered, and the stored counts are current. */
  async settled(): Promise<void> {
    this.#catchUpWithAll();
    await this.hub.settled();
    await this.#counting;
  }

  /** Reports that this node is alive, and corrects its stored counts. */
  async renew(): Promise<void> {
    const { nodeId, clock } = this.#deps;
    const now = clock.now();
    const stored = await this.#change(async ({ events }) => {
      await events.renewStreams(nodeId, timestamp(now));
      await events.deleteStreams({ before: timestamp(secondsAfter(now, -expirySeconds)) });
      return new Map((await events.listStreams(nodeId)).map(({ projectId, count }) => [projectId, count]));
    });
    for (const projectId of new Set([...stored.keys(), ...this.#reserved.keys()])) {
      const here = this.#reserved.get(projectId);
      if (stored.get(projectId) !== here?.size) this.#noteChange(projectId, here?.memberIds ?? []);
    }
    await this.#storeCounts();
  }

  /** The key of this node's counts. */
  get #counts(): Key {
    return ofTask(`event streams ${this.#deps.nodeId}`);
  }

  /** The most streams of a project that one member may have: a tenth, so that nobody takes them all. */
  get #share(): number {
    return Math.max(1, Math.floor(this.#deps.limit / 10));
  }

  /** Returns the last event number. */
  async #take({ events }: Stores, projectId: string, memberId: string, reservation: symbol): Promise<number> {
    const { clock, limit, nodeId } = this.#deps;
    const after = await events.lastNumber(projectId);
    const elsewhere = this.isShared
      ? await events.countStreams(projectId, memberId, {
          since: timestamp(secondsAfter(clock.now(), -expirySeconds)),
          except: nodeId,
        })
      : { inAll: 0, ofMember: 0 };
    const here = this.#reserved.get(projectId) ?? new Reservations();
    // A transaction that runs twice must not count the stream twice.
    if (!here.has(memberId, reservation)) {
      if (here.countOf(memberId) + elsewhere.ofMember >= this.#share) throw tooManyStreams('You have', this.#share);
      if (here.size + elsewhere.inAll >= limit) throw tooManyStreams('There are already', limit);
    }
    here.add(memberId, reservation);
    this.#reserved.set(projectId, here);
    if (this.isShared) await this.#count(events, projectId, [memberId]);
    return after;
  }

  /** Changes of the project, and of those whose secrets it shows, look for streams: none of them runs meanwhile. */
  async #addSources({ db, addKeys }: Unit, { id, organizationId }: ProjectRef): Promise<void> {
    const sourceIds = await createStores(db).events.listSourceProjects(id);
    addKeys(...sourceIds.map((sourceId) => ofProject({ id: sourceId, organizationId })));
  }

  #release(projectId: string, memberId: string, reservation: symbol): void {
    const here = this.#reserved.get(projectId);
    if (!here?.delete(memberId, reservation)) return;
    if (here.size === 0) this.#reserved.delete(projectId);
    if (!this.isShared) return;
    this.#noteChange(projectId, [memberId]);
    void this.#storeCounts();
  }

  #noteChange(projectId: string, memberIds: readonly string[]): void {
    this.#changed.set(projectId, new Set([...(this.#changed.get(projectId) ?? []), ...memberIds]));
  }

  /** Stores the changed counts; streams that end at the same time are stored together. */
  #storeCounts(): Promise<void> {
    return (this.#counting = this.#counting.then(async () => {
      const changes = [...this.#changed];
      this.#changed.clear();
      for (const [projectId, members] of changes) {
        await this.#change(({ events }) => this.#count(events, projectId, [...members])).catch((err: unknown) => {
          this.#noteChange(projectId, [...members]);
          this.#deps.log.warn({ err }, 'event stream count not stored; retrying');
        });
      }
    }));
  }

  /**
   * Stores the present count, so that the last write is right. If other nodes have removed it, no events were recorded
   * for the streams since.
   */
  async #count(events: Stores['events'], projectId: string, changed: readonly string[]): Promise<void> {
    const { clock, nodeId } = this.#deps;
    const isStored = await events.hasCount(projectId, nodeId);
    if (!isStored && this.#counted.has(projectId)) this.hub.endMissed(projectId);
    const here = this.#reserved.get(projectId) ?? new Reservations();
    const memberIds = isStored ? changed : here.memberIds;
    await events.setStreams(
      { nodeId, projectId, count: here.size, renewedAt: timestamp(clock.now()) },
      memberIds.map((memberId) => ({ memberId, count: here.countOf(memberId) })),
    );
    if (here.size === 0) this.#counted.delete(projectId);
    else this.#counted.add(projectId);
  }

  #catchUp(projectId: string, number?: number): void {
    const { events } = this.#deps.stores;
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
    return this.#deps.database.transaction(this.#counts, ({ db }) => work(createStores(db)));
  }

  #schedule(ms: number, work: () => Promise<void>): void {
    const timer = setInterval(
      () => void work().catch((err: unknown) => this.#deps.log.warn({ err }, 'event stream maintenance failed')),
      ms,
    );
    this.#timers.push(timer.unref());
  }
}
