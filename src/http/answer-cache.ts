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

export interface CachedAnswer {
  readonly etag: string;
  /** Undefined if only the tag is cached. */
  readonly body: CachedBody | undefined;
}

interface Entry extends CachedAnswer {
  readonly revision: number;
  readonly at: Timestamp;
}

/** A character takes up to two bytes. */
const sizeOfText = (text: Buffer | string): number => (typeof text === 'string' ? 2 : 1) * text.length;

const sizeOf = (question: string, body: CachedBody | undefined): number =>
  overhead + sizeOfText(question) + (body ? sizeOfText(body.json.content) : 0);

/**
 * Caches answers by the reader's rules, the question and the data revision of the project, until a rule of the reader
 * begins or ends.
 */
export class AnswerCache {
  readonly #clock: Clock;
  /** Keyed by the reader's permissions, then by the query. */
  #answers = new WeakMap<Ability, Map<string, Entry>>();
  #bytes = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** The time to cache an answer with; call this before reading anything for the answer. */
  get now(): Timestamp {
    return timestamp(this.#clock.now());
  }

  find({ ability, question, revision }: CacheKey): CachedAnswer | undefined {
    const entry = this.#answers.get(ability)?.get(question);
    return entry?.revision === revision && ability.isSame(entry.at, this.now) ? entry : undefined;
  }

  /** `at` is a time before the rules of the reader were evaluated. */
  addTag(key: CacheKey, at: Timestamp, etag: string): void {
    this.#add(key, { etag, revision: key.revision, at, body: undefined });
  }

  /** Does nothing if the answer is too large. */
  add(key: CacheKey, at: Timestamp, { etag, ...body }: { etag: string } & CachedBody): void {
    if (body.json.content.length > maxBytesOfOne) return;
    this.#add(key, { etag, revision: key.revision, at, body });
  }

  #add({ ability, question }: CacheKey, entry: Entry): void {
    const { body } = entry;
    const before = this.#answers.get(ability)?.get(question);
    this.#bytes += sizeOf(question, body) - (before ? sizeOf(question, before.body) : 0);
    if (this.#bytes > maxBytes) {
      this.#answers = new WeakMap();
      this.#bytes = sizeOf(question, body);
    }
    let answers = this.#answers.get(ability);
    if (!answers) this.#answers.set(ability, (answers = new Map<string, Entry>()));
    answers.set(question, entry);
  }
}
