import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Ability } from '../access/ability.ts';
import { timestamp, type Clock, type Timestamp } from '../platform/clock.ts';
import { ServiceError } from '../platform/errors.ts';
import { isTimeUp, nextTurn } from '../platform/event-loop.ts';
import type { Log } from '../platform/log.ts';
import type { EventRow } from '../resources/secrets/events/store.ts';
import { matcherOf, mayTell, mayTellOf, type Filter } from './filter.ts';
import { errorFrame, eventFrame, pingFrame, type Frame } from './frame.ts';
import { readersOf } from './origins.ts';

/** Where a stream goes. */
export interface Sink {
  /** False if its reader is too slow. */
  write(frame: Frame): boolean;
  /** Nothing is written after that. */
  end(last?: Frame): void;
}

/** Whoever listens: a token, and from where it is used. */
export interface Seat {
  readonly key: string;
  readonly type: 'user' | 'identity';
  readonly tokenId: string;
  readonly organizationId: string;
  readonly ip: string;
}

/** What somebody may be told now, or why nothing any more. */
export type Judgement = { readonly ability: Ability } | { readonly reason: string };

/** Everybody's, as things are at this moment. */
export type Judge = (projectId: string, seats: readonly Seat[]) => Promise<ReadonlyMap<string, Judgement>>;

/** Where events are kept for a while, for nodes to deliver from. */
export interface Outbox {
  /** The last number that was given away in the project. */
  lastNumber(projectId: string): Promise<number>;
  /** In order, those after that number, or the first ones of them. */
  listAfter(projectId: string, number: number): Promise<readonly EventRow[]>;
}

interface Stream {
  readonly sink: Sink;
  /** What came before it was opened is not for it. */
  readonly after: number;
}

/** Streams of one token that ask for the same: what one is told, all are. */
interface Group {
  readonly key: string;
  readonly seat: Seat;
  readonly filters: readonly Filter[];
  readonly matches: (event: EventRow) => boolean;
  readonly streams: Set<Stream>;
  /** By which rules it was last found to be allowed, and when. */
  allowed?: { readonly ability: Ability; readonly at: Timestamp };
}

interface Watched {
  readonly groups: Map<string, Group>;
  /** Streams that are about to be opened. */
  opening: number;
  /** The last number that was delivered. */
  position: number;
  /** What is done about the project, one after the other. */
  work: Promise<void>;
}

const swiftly = { atOnce: 500, pause: (): Promise<void> => setImmediate() };
const retryMs = 500;

/** The streams that this process has open, and how events reach them. */
export class EventHub {
  readonly #clock: Clock;
  readonly #log: Log;
  readonly #judge: Judge;
  readonly #projects = new Map<string, Watched>();
  #isClosed = false;

  constructor({ clock, log, judge }: { clock: Clock; log: Log; judge: Judge }) {
    this.#clock = clock;
    this.#log = log;
    this.#judge = judge;
  }

  /** The projects that somebody here listens to. */
  get projectIds(): readonly string[] {
    return [...this.#projects.keys()];
  }

  get isAnyWatched(): boolean {
    return this.#projects.size > 0;
  }

  isWatched(projectId: string): boolean {
    return this.#projects.has(projectId);
  }

  /** All streams, open or about to be. */
  get count(): number {
    return this.projectIds.reduce((sum, projectId) => sum + this.countOf(projectId), 0);
  }

  /** Streams of the project that are open, or about to be. */
  countOf(projectId: string): number {
    const watched = this.#projects.get(projectId);
    return watched ? [...watched.groups.values()].reduce((sum, { streams }) => sum + streams.size, watched.opening) : 0;
  }

  /** From here on, what happens in the project is wanted, until it is told otherwise. */
  expect(projectId: string): void {
    let watched = this.#projects.get(projectId);
    if (!watched)
      this.#projects.set(
        projectId,
        (watched = { groups: new Map(), opening: 0, position: -1, work: Promise.resolve() }),
      );
    watched.opening += 1;
  }

  /** What was expected will not come. */
  giveUp(projectId: string): void {
    const watched = this.#projects.get(projectId);
    if (watched) watched.opening -= 1;
    this.#forgetIfIdle(projectId);
  }

  /** Opens the stream that was expected; gives the way to say that its reader is gone. */
  open(
    projectId: string,
    { seat, filters, after, sink }: { seat: Seat; filters: readonly Filter[]; after: number; sink: Sink },
  ): () => void {
    const watched = this.#projects.get(projectId)!;
    watched.opening -= 1;
    if (watched.position < 0) watched.position = after;
    const key = JSON.stringify([seat.key, filters]);
    let group = watched.groups.get(key);
    if (!group) {
      const matchers = filters.map(matcherOf);
      watched.groups.set(
        key,
        (group = {
          key,
          seat,
          filters,
          matches: (event) => matchers.some((matches) => matches(event)),
          streams: new Set(),
        }),
      );
    }
    const stream = { sink, after };
    group.streams.add(stream);
    if (this.#isClosed) this.#end(projectId, group, stream, 'The server is stopping.');
    return () => this.#remove(projectId, group, stream);
  }

  /** Delivers what was committed just now. In the order of the numbers. */
  receive(projectId: string, events: readonly EventRow[]): void {
    const watched = this.#projects.get(projectId);
    if (watched) void this.#inTurn(watched, () => this.#deliver(projectId, watched, events));
  }

  /**
   * Delivers what there is to read after the last number that was delivered, up to that one or to the last there is.
   */
  catchUp(projectId: string, outbox: Outbox, number?: number): void {
    const watched = this.#projects.get(projectId);
    if (watched && watched.position >= 0)
      void this.#inTurn(watched, () => this.#readAll(projectId, watched, outbox, number));
  }

  /** Ends what may not go on, and shows everybody else that the stream is alive. */
  async ping(): Promise<void> {
    const all = [...this.#projects].map(async ([projectId, watched]) => {
      await this.#inTurn(watched, async () => {
        await this.#judged(projectId, watched);
      });
      // Not in turn, and slowly, so that an event never waits for it.
      const targets = [...watched.groups.values()].flatMap((group) =>
        [...group.streams].map((stream) => ({ group, stream })),
      );
      await this.#write(projectId, targets, pingFrame, { atOnce: 100, pause: () => setTimeout(10) });
    });
    await Promise.all(all);
  }

  /** Every stream is told that it is the last thing; no new one is opened. */
  close(): void {
    this.#isClosed = true;
    for (const [id, { groups }] of this.#projects)
      for (const group of groups.values())
        for (const stream of [...group.streams]) this.#end(id, group, stream, 'The server is stopping.');
  }

  /** Resolves when everything that was received has been delivered. */
  async settled(): Promise<void> {
    await Promise.all([...this.#projects.values()].map(({ work }) => work));
  }

  #inTurn(watched: Watched, work: () => Promise<void>): Promise<void> {
    return (watched.work = watched.work
      .then(work)
      .catch((err: unknown) => this.#log.error({ err }, 'events could not be delivered')));
  }

  async #readAll(projectId: string, watched: Watched, outbox: Outbox, number: number | undefined): Promise<void> {
    const last = number ?? (await this.#untilDone(() => outbox.lastNumber(projectId))) ?? 0;
    while (watched.position < last) {
      const events = await this.#untilDone(() => outbox.listAfter(projectId, watched.position));
      if (!events) return;
      const gap = events.findIndex(({ sequence }, index) => sequence !== watched.position + 1 + index);
      const next = gap < 0 ? events : events.slice(0, gap);
      if (next.length > 0) await this.#deliver(projectId, watched, next);
      else await this.#miss(projectId, watched, events[0] ? events[0].sequence - 1 : last);
    }
  }

  /** What was forgotten before it could be delivered, up to that number, cannot be told any more. */
  async #miss(projectId: string, watched: Watched, number: number): Promise<void> {
    await this.#judged(projectId, watched);
    watched.position = number;
    const reason =
      'Events were missed while the database could not be reached. Read again what you need, and subscribe anew.';
    for (const group of watched.groups.values())
      for (const stream of [...group.streams]) if (stream.after < number) this.#end(projectId, group, stream, reason);
  }

  async #deliver(projectId: string, watched: Watched, events: readonly EventRow[]): Promise<void> {
    const abilities = await this.#judged(projectId, watched);
    for (const event of events) {
      watched.position = event.sequence;
      const now = timestamp(this.#clock.now());
      const told = new Map<Ability, boolean>();
      const targets = [];
      const readers = event.origins ? await this.#readersOf(event, abilities.keys()) : undefined;
      for (const group of watched.groups.values()) {
        const ability = abilities.get(group);
        if (!ability || !group.matches(event) || readers?.has(group.seat.key) === false) continue;
        if (isTimeUp()) await nextTurn();
        if (!told.has(ability)) told.set(ability, mayTellOf(ability, event, now));
        if (told.get(ability))
          for (const stream of group.streams) if (stream.after < event.sequence) targets.push({ group, stream });
      }
      if (targets.length > 0) await this.#write(projectId, targets, eventFrame(event));
    }
  }

  /** Of those who wait for the event, the keys of those who may read where in other projects it happened. */
  async #readersOf(event: EventRow, groups: Iterable<Group>): Promise<ReadonlySet<string>> {
    const seats = seatsOf([...groups].filter(({ matches }) => matches(event)));
    if (seats.length === 0) return new Set();
    return (
      (await this.#untilDone(() =>
        readersOf(event.origins!, (projectId) => this.#judge(projectId, seats), this.#clock),
      )) ?? new Set()
    );
  }

  /** What each group may be told. Streams that may not go on are ended. */
  async #judged(projectId: string, watched: Watched): Promise<Map<Group, Ability>> {
    const groups = [...watched.groups.values()];
    const seats = seatsOf(groups);
    const judgements = seats.length === 0 ? undefined : await this.#untilDone(() => this.#judge(projectId, seats));
    const now = timestamp(this.#clock.now());
    const abilities = new Map<Group, Ability>();
    for (const group of groups) {
      if (isTimeUp()) await nextTurn();
      const judgement = judgements?.get(group.seat.key) ?? { reason: 'The server is stopping.' };
      const reason = 'reason' in judgement ? judgement.reason : whyNot(judgement.ability, group, now);
      if (reason !== undefined) for (const stream of [...group.streams]) this.#end(projectId, group, stream, reason);
      else if ('ability' in judgement) abilities.set(group, judgement.ability);
    }
    return abilities;
  }

  /** The database may be away for a while: nothing is told meanwhile, and nothing is lost. */
  async #untilDone<T>(work: () => Promise<T>): Promise<T | undefined> {
    while (!this.#isClosed) {
      try {
        return await work();
      } catch (err) {
        this.#log.warn({ err }, 'events wait for the database');
        await setTimeout(retryMs, undefined, { ref: false });
      }
    }
    return undefined;
  }

  /** Some at once, so that everybody else gets their turn in between. */
  async #write(
    projectId: string,
    targets: readonly { group: Group; stream: Stream }[],
    frame: Frame,
    { atOnce, pause } = swiftly,
  ): Promise<void> {
    for (const [index, { group, stream }] of targets.entries()) {
      if (index > 0 && index % atOnce === 0) await pause();
      if (group.streams.has(stream) && !stream.sink.write(frame))
        this.#end(projectId, group, stream, 'You read too slowly.');
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
    this.#forgetIfIdle(projectId);
  }

  #forgetIfIdle(projectId: string): void {
    const watched = this.#projects.get(projectId);
    if (watched?.opening === 0 && watched.groups.size === 0) this.#projects.delete(projectId);
  }
}

const seatsOf = (groups: readonly Group[]): Seat[] => [...new Map(groups.map(({ seat }) => [seat.key, seat])).values()];

/** Why the group may not go on; undefined if it may. The same rules are asked once. */
const whyNot = (ability: Ability, group: Group, now: Timestamp): string | undefined => {
  if (group.allowed?.ability === ability && ability.isSame(group.allowed.at, now)) return undefined;
  try {
    if (!group.filters.every((filter) => mayTell(ability, filter, now)))
      return 'You are not allowed to receive these events any more.';
    group.allowed = { ability, at: now };
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
};
