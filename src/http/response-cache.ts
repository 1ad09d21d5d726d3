import { LRUCache } from 'lru-cache';
import type { Ability } from '../access/ability.ts';
import type { AuditEvent } from '../audit/audit.ts';
import type { CacheKey } from '../contract.ts';
import { timestamp, type Clock, type Timestamp } from '../platform/clock.ts';
import type { SerializedJson } from './serialized-json.ts';

const maxBytes = 16 * 1024 * 1024;
const maxBytesOfOne = maxBytes / 2;
/** The approximate size of an entry in addition to its texts. */
const overhead = 1024;

interface CachedBody {
  readonly json: SerializedJson;
  /** The audit event to record when it is sent. */
  readonly event: AuditEvent | undefined;
}

export interface CachedResponse {
  readonly etag: string;
  /** Undefined if only the tag is cached. */
  readonly body: CachedBody | undefined;
}

interface Entry extends CachedResponse {
  readonly revision: number;
  readonly at: Timestamp;
}

/** A character takes up to two bytes. */
const sizeOf = (text: Buffer | string): number => (typeof text === 'string' ? 2 : 1) * text.length;

/**
 * Caches responses by the reader's rules, the query and the data revision of the project, until a rule of the reader
 * begins or ends.
 */
export class ResponseCache {
  readonly #clock: Clock;
  readonly #entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize: maxBytesOfOne,
    sizeCalculation: ({ body }, key) => overhead + sizeOf(key) + (body ? sizeOf(body.json.content) : 0),
  });
  /** Numbers that stand for the reader's permissions in keys. */
  readonly #readers = new WeakMap<Ability, number>();
  #lastReader = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The time to cache a response with; call this before reading anything for the response. */
  get now(): Timestamp {
    return timestamp(this.#clock.now());
  }

  find(key: CacheKey): CachedResponse | undefined {
    const entry = this.#entries.get(this.#nameOf(key));
    return entry?.revision === key.revision && key.ability.isSame(entry.at, this.now) ? entry : undefined;
  }

  /** `at` is a time before the rules of the reader were evaluated. */
  addTag(key: CacheKey, at: Timestamp, etag: string): void {
    this.#entries.set(this.#nameOf(key), { etag, revision: key.revision, at, body: undefined });
  }

  /** A response that is too large is not cached. */
  add(key: CacheKey, at: Timestamp, { etag, ...body }: { etag: string } & CachedBody): void {
    this.#entries.set(this.#nameOf(key), { etag, revision: key.revision, at, body });
  }

  #nameOf({ ability, query }: CacheKey): string {
    let reader = this.#readers.get(ability);
    if (reader === undefined) this.#readers.set(ability, (reader = this.#lastReader += 1));
    return `${reader} ${query}`;
  }
}
