import type { Ability } from '../access/ability.ts';
import type { AuditEvent } from '../audit/audit.ts';
import type { CacheKey } from '../contract.ts';
import { timestamp, type Clock, type Timestamp } from '../platform/clock.ts';
import { MemoryCipher, type SealedInMemory } from '../platform/crypto/memory-cipher.ts';
import { JsonBytes } from './json-bytes.ts';

const maxBytes = 16 * 1024 * 1024;
const maxBytesOfOne = maxBytes / 2;
const longAnswer = 256 * 1024;
/** The approximate size of an entry in addition to its texts. */
const overhead = 1024;

/** The body of an answer, encrypted. */
interface CachedBody {
  readonly sealed: SealedInMemory;
  /** The number of bytes when decrypted. */
  readonly size: number;
  /** The number of bytes in memory. */
  readonly storedSize: number;
  readonly event: AuditEvent | undefined;
}

/** The tag of an answer, and its body from the second request on. */
interface Entry {
  readonly etag: string;
  readonly revision: number;
  readonly at: Timestamp;
  readonly body: CachedBody | undefined;
}

export interface CachedAnswer {
  readonly etag: string;
  /** Whether decrypting it takes milliseconds. */
  readonly isLong: boolean;
  /** Undefined if only the tag is cached. Decrypted when it is sent. */
  readonly bytes: JsonBytes | undefined;
  /** The audit event to record when it is sent. */
  readonly event: AuditEvent | undefined;
}

const sizeOf = (question: string, body: CachedBody | undefined): number =>
  overhead + 2 * question.length + (body?.storedSize ?? 0);

/**
 * Caches answers by the reader's rules, the question and the data revision of the project, until a rule of the reader
 * begins or ends. Bodies are encrypted with keys that only this object has, so that no plaintext of a secret stays in
 * memory.
 */
export class AnswerCache {
  readonly #clock: Clock;
  readonly #cipher = new MemoryCipher('answer');
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
    if (entry?.revision !== revision || !ability.isSame(entry.at, this.now)) return undefined;
    const { etag, body } = entry;
    return {
      etag,
      isLong: (body?.storedSize ?? 0) > longAnswer,
      bytes: body && new JsonBytes(body.size, () => body.sealed.open()),
      event: body?.event,
    };
  }

  /** `at` is a time before the rules of the reader were evaluated. */
  addTag(key: CacheKey, at: Timestamp, etag: string): void {
    this.#add(key, { etag, revision: key.revision, at, body: undefined });
  }

  /** Does nothing if the answer is too large. */
  add(
    key: CacheKey,
    at: Timestamp,
    { etag, json, event }: { etag: string; json: Buffer; event: AuditEvent | undefined },
  ): void {
    if (json.length > maxBytesOfOne) return;
    const sealed = this.#cipher.seal(json);
    const storedSize = sealed.stored.reduce((sum, { length }) => sum + length, 0);
    const body = { sealed, size: json.length, storedSize, event };
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
