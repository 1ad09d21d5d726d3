import type { Ability } from '../access/ability.ts';
import type { Timestamp } from '../platform/clock.ts';
import { ServiceError } from '../platform/errors.ts';
import type { EventRow } from '../resources/secrets/events/store.ts';
import { matcherOf, mayDeliver, type Filter } from './filter.ts';
import type { Sink, Subscriber } from './subscriber.ts';

export interface Stream {
  readonly sink: Sink;
  /** The last event number before the stream was opened. */
  readonly after: number;
}

/** Streams of one subscriber with equal filters, which receive the same events. */
export interface Group {
  readonly key: string;
  readonly subscriber: Subscriber;
  readonly filters: readonly Filter[];
  readonly matches: (event: EventRow) => boolean;
  readonly streams: Set<Stream>;
  /** The rules by which the group was last authorized, and when. */
  allowed?: { readonly ability: Ability; readonly at: Timestamp };
}

export const newGroup = (key: string, subscriber: Subscriber, filters: readonly Filter[]): Group => {
  const matchers = filters.map(matcherOf);
  return {
    key,
    subscriber,
    filters,
    matches: (event) => matchers.some((matches) => matches(event)),
    streams: new Set(),
  };
};

/** Lists the subscribers of the groups, each once. */
export const distinctSubscribers = (groups: readonly Group[]): Subscriber[] => [
  ...new Map(groups.map(({ subscriber }) => [subscriber.key, subscriber])).values(),
];

/** Returns why the group is no longer allowed, undefined if it is; cached while the rules are the same. */
export const findRefusal = (ability: Ability, group: Group, now: Timestamp): string | undefined => {
  if (group.allowed?.ability === ability && ability.isSame(group.allowed.at, now)) return undefined;
  try {
    if (!group.filters.every((filter) => mayDeliver(ability, filter, now)))
      return 'You are not allowed to receive these events any more.';
    group.allowed = { ability, at: now };
    return undefined;
  } catch (error) {
    if (error instanceof ServiceError) return error.message;
    throw error;
  }
};
