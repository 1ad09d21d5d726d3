import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Ability } from '../access/ability.ts';
import { timestamp, type Clock } from '../platform/clock.ts';
import { isTimeUp, yieldToEventLoop } from '../platform/event-loop.ts';
import type { Log } from '../platform/log.ts';
import type { EventRow } from '../resources/secrets/events/store.ts';
import { mayDeliverEvent, type Filter } from './filter.ts';
import { errorFrame, eventFrame, pingFrame, type Frame } from './frame.ts';
import { distinctSubscribers, findRefusal, newGroup, type Group, type Stream } from './group.ts';
import { readersOf } from './origins.ts';
import type { AuthorizeSubscribers, Outbox, Sink, Subscriber } from './subscriber.ts';

interface Watched {
  readonly groups: Map<string, Group>;
  /** The number of streams that are being opened. */
  opening: number;
  /** The last delivered number. */
  position: number;
  /** The queue of work for the project, which runs in sequence. */
  work: Promise<void>;
}

const fastWrites = { atOnce: 500, pause: (): Promise<void> => setImmediate() };
const retryMs = 500;
const missedReason =
  'Events were missed while the database was unreachable. Read the secrets again, and subscribe again.';

/** Delivers events to the streams of this process. */
export class EventHub {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #authorizeSubscribers: AuthorizeSubscribers;
  readonly #projects = new Map<string, Watched>();
  #isClosed = false;

  constructor({ clock, log, authorize }: { clock: Clock; log: Log; authorize: AuthorizeSubscribers }) {
    this.#clock = clock;
    this.#log = log;
    this.#authorizeSubscribers = authorize;
  }

  /** The projects with streams on this node. */
  get projectIds(): readonly string[] {
    return [...this.#projects.keys()];
  }

  get hasSubscribers(): boolean {
    return this.#projects.size > 0;
  }

  isWatched(projectId: string): boolean {
    return this.#projects.has(projectId);
  }

  /** The number of streams that are open or being opened. */
  get count(): number {
    return this.projectIds.reduce((sum, projectId) => sum + this.countOf(projectId), 0);
  }

  /** The number of streams of the project that are open or being opened. */
  countOf(projectId: string): number {
    const watched = this.#projects.get(projectId);
    return watched ? [...watched.groups.values()].reduce((sum, { streams }) => sum + streams.size, watched.opening) : 0;
  }

  /** Announces a stream, so that events of the project are recorded from now on. */
  expect(projectId: string): void {
    let watched = this.#projects.get(projectId);
    if (!watched)
      this.#projects.set(
        projectId,
        (watched = { groups: new Map(), opening: 0, position: -1, work: Promise.resolve() }),
      );
    watched.opening += 1;
  }

  /** Cancels the announcement of a stream. */
  cancel(projectId: string): void {
    const watched = this.#projects.get(projectId);
    if (watched) watched.opening -= 1;
    this.#removeIfIdle(projectId);
  }

  /** Opens an announced stream; returns a function to call when the client disconnects. */
  open(
    projectId: string,
    {
      subscriber,
      filters,
      after,
      sink,
    }: { subscriber: Subscriber; filters: readonly Filter[]; after: number; sink: Sink },
  ): () => void {
    const watched = this.#projects.get(projectId)!;
    watched.opening -= 1;
    if (watched.position < 0) watched.position = after;
    const key = JSON.stringify([subscriber.key, filters]);
    let group = watched.groups.get(key);
    if (!group) {
      group = newGroup(key, subscriber, filters);
      watched.groups.set(key, group);
    }
    const stream = { sink, after };
    group.streams.add(stream);
    if (this.#isClosed) this.#end(projectId, group, stream, 'The server is stopping.');
    return () => this.#remove(projectId, group, stream);
  }

  /** Delivers events that were just committed, in the order of their numbers. */
  receive(projectId: string, events: readonly EventRow[]): void {
    const watched = this.#projects.get(projectId);
    if (watched) void this.#enqueue(watched, () => this.#deliver(projectId, watched, events));
  }

  /** Reads and delivers the stored events after the last delivered one, up to `number` or to the last one. */
  catchUp(projectId: string, outbox: Outbox, number?: number): void {
    const watched = this.#projects.get(projectId);
    if (watched && watched.position >= 0)
      void this.#enqueue(watched, () => this.#readAll(projectId, watched, outbox, number));
  }

  /** Ends streams that are no longer allowed, and sends a keep-alive to the others. */
  async ping(): Promise<void> {
    const all = [...this.#projects].map(async ([projectId, watched]) => {
      await this.#enqueue(watched, async () => {
        await this.#authorize(projectId, watched);
      });
      // Outside of the queue, and slowly, so that no event waits for it.
      const targets = [...watched.groups.values()].flatMap((group) =>
        [...group.streams].map((stream) => ({ group, stream })),
      );
      await this.#write(projectId, targets, pingFrame, { atOnce: 100, pause: () => setTimeout(10) });
    });
    await Promise.all(all);
  }

  /** Ends the streams of the project that missed events, by default all that are open. */
  endMissed(projectId: string, number = Infinity): void {
    for (const group of this.#projects.get(projectId)?.groups.values() ?? [])
      for (const stream of [...group.streams])
        if (stream.after < number) this.#end(projectId, group, stream, missedReason);
  }

  /** Ends all streams; streams opened later end at once. */
  close(): void {
    this.#isClosed = true;
    for (const [id, { groups }] of this.#projects)
      for (const group of groups.values())
        for (const stream of [...group.streams]) this.#end(id, group, stream, 'The server is stopping.');
  }

  /** Resolves when all received events are delivered. */
  async settled(): Promise<void> {
    await Promise.all([...this.#projects.values()].map(({ work }) => work));
  }

  #enqueue(watched: Watched, work: () => Promise<void>): Promise<void> {
    return (watched.work = watched.work
      .then(work)
      .catch((err: unknown) => this.#log.error({ err }, 'event delivery failed')));
  }

  async #readAll(projectId: string, watched: Watched, outbox: Outbox, number: number | undefined): Promise<void> {
    const last = number ?? (await this.#retry(() => outbox.lastNumber(projectId))) ?? 0;
    while (watched.position < last) {
      const events = await this.#retry(() => outbox.listAfter(projectId, watched.position));
      if (!events) return;
      const gap = events.findIndex(({ sequence }, index) => sequence !== watched.position + 1 + index);
      const next = gap < 0 ? events : events.slice(0, gap);
      if (next.length > 0) await this.#deliver(projectId, watched, next);
      else await this.#endMissed(projectId, watched, events[0] ? events[0].sequence - 1 : last);
    }
  }

  /** Ends the streams that missed events up to this number, which were removed before they could be delivered. */
  async #endMissed(projectId: string, watched: Watched, number: number): Promise<void> {
    await this.#authorize(projectId, watched);
    watched.position = number;
    this.endMissed(projectId, number);
  }

  async #deliver(projectId: string, watched: Watched, events: readonly EventRow[]): Promise<void> {
    const abilities = await this.#authorize(projectId, watched);
    for (const event of events) {
      watched.position = event.sequence;
      const now = timestamp(this.#clock.now());
      const decisions = new Map<Ability, boolean>();
      const targets = [];
      const readers = event.origins ? await this.#findReaders(event, abilities.keys()) : undefined;
      for (const group of watched.groups.values()) {
        const ability = abilities.get(group);
        if (!ability || !group.matches(event) || readers?.has(group.subscriber.key) === false) continue;
        if (isTimeUp()) await yieldToEventLoop();
        if (!decisions.has(ability)) decisions.set(ability, mayDeliverEvent(ability, event, now));
        if (decisions.get(ability))
          for (const stream of group.streams) if (stream.after < event.sequence) targets.push({ group, stream });
      }
      if (targets.length > 0) await this.#write(projectId, targets, eventFrame(event));
    }
  }

  /** The keys of subscribers that may read the folders of other projects where the event happened. */
  async #findReaders(event: EventRow, groups: Iterable<Group>): Promise<ReadonlySet<string>> {
    const subscribers = distinctSubscribers([...groups].filter(({ matches }) => matches(event)));
    if (subscribers.length === 0) return new Set();
    return (
      (await this.#retry(() =>
        readersOf(event.origins!, (projectId) => this.#authorizeSubscribers(projectId, subscribers), this.#clock),
      )) ?? new Set()
    );
  }

  /** Authorizes all groups; ends the streams that are no longer allowed. */
  async #authorize(projectId: string, watched: Watched): Promise<Map<Group, Ability>> {
    const groups = [...watched.groups.values()];
    const subscribers = distinctSubscribers(groups);
    const results =
      subscribers.length === 0
        ? undefined
        : await this.#retry(() => this.#authorizeSubscribers(projectId, subscribers));
    const now = timestamp(this.#clock.now());
    const abilities = new Map<Group, Ability>();
    for (const group of groups) {
      if (isTimeUp()) await yieldToEventLoop();
      const result = results?.get(group.subscriber.key) ?? { reason: 'The server is stopping.' };
      const reason = 'reason' in result ? result.reason : findRefusal(result.ability, group, now);
      if (reason !== undefined) for (const stream of [...group.streams]) this.#end(projectId, group, stream, reason);
      else if ('ability' in result) abilities.set(group, result.ability);
    }
    return abilities;
  }

  /** Retries while the database is unreachable; nothing is delivered meanwhile, and nothing is lost. */
  async #retry<T>(work: () => Promise<T>): Promise<T | undefined> {
    while (!this.#isClosed) {
      try {
        return await work();
      } catch (err) {
        this.#log.warn({ err }, 'event delivery paused: database unreachable');
        await setTimeout(retryMs, undefined, { ref: false });
      }
    }
    return undefined;
  }

  /** Writes to `atOnce` streams at a time, pausing in between. */
  async #write(
    projectId: string,
    targets: readonly { group: Group; stream: Stream }[],
    frame: Frame,
    { atOnce, pause } = fastWrites,
  ): Promise<void> {
    for (const [index, { group, stream }] of targets.entries()) {
      if (index > 0 && index % atOnce === 0) await pause();
      if (group.streams.has(stream) && !stream.sink.write(frame))
        this.#end(projectId, group, stream, 'The client reads too slowly.');
    }
  }

  #end(projectId: string, group: Group, stream: Stream, reason: string): void {
    this.#remove(projectId, group, stream);
    stream.sink.end(errorFrame(reason));
  }

  #remove(projectId: string, group: Group, stream: Stream): void {
    group.streams.delete(stream);
    const watched = this.#projects.get(projectId);
    if (group.streams.size === 0 && watched?.groups.get(group.key) === group) watched.groups.delete(group.key);
    this.#removeIfIdle(projectId);
  }

  #removeIfIdle(projectId: string): void {
    const watched = this.#projects.get(projectId);
    if (watched?.opening === 0 && watched.groups.size === 0) this.#projects.delete(projectId);
  }
}
