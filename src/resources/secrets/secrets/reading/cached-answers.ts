import type { Ability } from '../../../../access/ability.ts';
import type { ProjectAccess } from '../../../../access/project-access.ts';
import type { AuditEvent } from '../../../../audit/audit.ts';
import { Written, type IsKnown } from '../../../../contract.ts';
import { timestamp, type Timestamp } from '../../../../platform/clock.ts';
import { MemoryCipher } from '../../../../platform/crypto/memory-cipher.ts';
import type { Scope } from '../../../../scope.ts';

/** An answer as it was given, sealed, and what is recorded whenever it is. */
interface Kept {
  readonly sealed: Buffer;
  /** Of the answer, in bytes. */
  readonly size: number;
  readonly event: AuditEvent | undefined;
}

/** What is known of the answer to a question: its tag, and once it was asked for twice, the answer. */
interface Known {
  readonly etag: string;
  /** What was committed then. */
  readonly revision: number;
  readonly at: Timestamp;
  readonly kept: Kept | undefined;
}

const maxBytes = 16 * 1024 * 1024;
const maxBytesOfOne = maxBytes / 2;
const longAnswer = 256 * 1024;
/** About what each takes besides its texts. */
const overhead = 1024;

const seal = new MemoryCipher('answer');

/** By what the reader may do, and what was asked. */
let known = new WeakMap<Ability, Map<string, Known>>();
let bytes = 0;

const sizeOf = (question: string, kept: Kept | undefined): number =>
  overhead + 2 * question.length + (kept?.sealed.length ?? 0);

const questionsOf = (ability: Ability): Map<string, Known> => {
  let questions = known.get(ability);
  if (!questions) known.set(ability, (questions = new Map<string, Known>()));
  return questions;
};

/**
 * What is known of one answer, as long as no content is committed and no rule of the reader begins or ends: whoever
 * asks again and again is answered without a single secret being read. What is kept in between is sealed: of no secret
 * is there a plaintext while nobody asks for it.
 */
export class CachedAnswer {
  readonly #ability: Ability;
  readonly #question: string;
  readonly #revision: number;
  readonly #at: Timestamp;
  readonly #known: Known | undefined;

  private constructor(ability: Ability, question: string, revision: number, at: Timestamp) {
    this.#ability = ability;
    this.#question = question;
    this.#revision = revision;
    this.#at = at;
    const before = known.get(ability)?.get(question);
    this.#known = before?.revision === revision && ability.isSame(before.at, at) ? before : undefined;
  }

  /** Undefined where nobody can tell whether something was committed since. */
  static to(
    question: unknown,
    { revision, clock }: Pick<Scope, 'revision' | 'clock'>,
    { ability }: ProjectAccess,
  ): CachedAnswer | undefined {
    const now = revision();
    return now === undefined
      ? undefined
      : new CachedAnswer(ability, JSON.stringify(question), now, timestamp(clock.now()));
  }

  /** If it is known. */
  get etag(): string | undefined {
    return this.#known?.etag;
  }

  /** Whether the caller has just this answer already. */
  isUnchanged(isKnown: IsKnown): boolean {
    return this.#known !== undefined && isKnown(this.#known.etag);
  }

  /** Whether opening it takes milliseconds. */
  get isLong(): boolean {
    return (this.#known?.kept?.sealed.length ?? 0) > longAnswer;
  }

  /** What would be answered, if it is known, and what is to be recorded of it. It is opened when it is written. */
  open<T>():
    { readonly etag: string; readonly written: Written<T>; readonly event: AuditEvent | undefined } | undefined {
    if (!this.#known?.kept) return undefined;
    const {
      etag,
      kept: { sealed, size, event },
    } = this.#known;
    return { etag, written: new Written(size, () => seal.open(sealed)), event };
  }

  /** Unless it is known already, perhaps with its answer. */
  keepTag(etag: string): void {
    if (!this.#known) this.#keep(etag, undefined);
  }

  /** Unless it is too large. */
  keep(etag: string, json: Buffer, event: AuditEvent | undefined): void {
    if (json.length <= maxBytesOfOne) this.#keep(etag, { sealed: seal.seal(json), size: json.length, event });
  }

  #keep(etag: string, kept: Kept | undefined): void {
    const before = questionsOf(this.#ability).get(this.#question);
    bytes += sizeOf(this.#question, kept) - (before ? sizeOf(this.#question, before.kept) : 0);
    if (bytes > maxBytes) {
      known = new WeakMap();
      bytes = sizeOf(this.#question, kept);
    }
    questionsOf(this.#ability).set(this.#question, { etag, revision: this.#revision, at: this.#at, kept });
  }
}
