import type { Ability } from '../access/ability.ts';
import type { EventRow } from '../resources/secrets/events/store.ts';
import type { Frame } from './frame.ts';

/** The output of a stream. */
export interface Sink {
  /** Returns false if the client reads too slowly. */
  write(frame: Frame): boolean;
  /** Ends the stream; nothing may be written afterwards. */
  end(last?: Frame): void;
}

/** A subscriber: a token and the address that it is used from. */
export interface Subscriber {
  readonly key: string;
  readonly type: 'user' | 'identity';
  readonly tokenId: string;
  readonly organizationId: string;
  readonly ip: string;
}

/** The permissions of a subscriber now, or why its streams must end. */
export type SubscriberAuthorization = { readonly ability: Ability } | { readonly reason: string };

/** Authorizes subscribers in a project, by their keys. */
export type AuthorizeSubscribers = (
  projectId: string,
  subscribers: readonly Subscriber[],
) => Promise<ReadonlyMap<string, SubscriberAuthorization>>;

/** Stores recent events, from which all nodes deliver. */
export interface Outbox {
  /** The last number assigned in the project. */
  lastNumber(projectId: string): Promise<number>;
  /** The events after this number in order, or the first of them. */
  listAfter(projectId: string, number: number): Promise<readonly EventRow[]>;
}
