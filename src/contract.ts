import type { operations } from '../generated/api.d.ts';
import type {
  InviteeOperationId,
  OperationId,
  ProjectOperationId,
  PublicOperationId,
} from '../generated/operations.ts';
import type { Ability } from './access/ability.ts';
import type { ProjectAccess } from './access/project-access.ts';
import type { AuditEvent } from './audit/audit.ts';
import type { Sink } from './events/subscriber.ts';
import type { InviteeScope, PublicScope, Scope } from './scope.ts';

type Content<T> = T extends { content: infer Types } ? Types[keyof Types] : never;
/** Optional as a whole when each of them is; `never` when there are none. */
type Given<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>;
type Parameters<Op extends OperationId, In extends 'path' | 'query'> = Given<operations[Op]['parameters'][In]>;
type Body<Op extends OperationId> = operations[Op] extends { requestBody?: infer Given }
  ? Content<NonNullable<Given>>
  : undefined;

/** What the contract promises of a request once it is validated. */
export interface Request<Op extends OperationId> {
  readonly params: Parameters<Op, 'path'>;
  readonly query: Parameters<Op, 'query'>;
  readonly body: Body<Op>;
  /** What the caller may do in the project that the request names: checked already, unless it depends on a row. */
  readonly project: Op extends ProjectOperationId ? ProjectAccess : undefined;
}

/** What the contract promises to answer. */
export type Reply<Op extends OperationId> = operations[Op]['responses'] extends { 200: infer Success }
  ? Content<Success>
  : never;

/** Identifies a cached answer; it is valid as long as all of this stays the same. */
export interface CacheKey {
  /** What the reader may do in the project: a new object whenever that changes. */
  readonly ability: Ability;
  /** What was asked for, as text. */
  readonly question: string;
  /** The data revision of the project, read before any of its data. */
  readonly revision: number;
}

/** A hash of everything that an answer is made from. */
export interface Tag {
  readonly etag: string;
  /** Whether the answer depends only on what the key names. */
  readonly isCacheable: boolean;
}

export interface TaggedBody<Body> extends Tag {
  readonly body: Body;
  /** The audit event to record whenever this body is sent again. */
  readonly event: AuditEvent | undefined;
}

/** An answer that is computed only as far as necessary: not at all if it is cached or its reader has it. */
export interface Conditional<Body> {
  /** Undefined if the answer is never cached. */
  readonly key: CacheKey | undefined;
  /** Computes the tag alone, which takes less than the body. */
  readonly tag: () => Promise<Tag>;
  /** Computes the answer and records that it was read. */
  readonly body: () => Promise<TaggedBody<Body>>;
  /** Records that the cached answer with that event was read. */
  readonly recordAgain: (event: AuditEvent | undefined) => void;
  /** Limits how many are computed at once; absent if the answer is always short. */
  readonly limited?: <T>(work: () => Promise<T>) => Promise<T>;
}

/** What a handler returns to support conditional requests. */

export class ConditionalReply<Body> {
  readonly answer: Conditional<Body>;

  constructor(answer: Conditional<Body>) {
    this.answer = answer;
  }
}

export const conditional = <Body>(answer: Conditional<Body>): ConditionalReply<Body> => new ConditionalReply(answer);

/** An answer that goes on, until the server or its reader ends it. */
export class EventStream {
  /** Gives the way to say that its reader is gone. */
  readonly open: (sink: Sink) => () => void;
  /** For a reader that is gone already. */
  readonly giveUp: () => void;

  constructor(open: (sink: Sink) => () => void, giveUp: () => void) {
    this.open = open;
    this.giveUp = giveUp;
  }
}

/** An answer other than JSON. Its bytes are computed unless its reader has them. */
export class Binary {
  readonly bytes: () => Uint8Array;
  readonly etag: string;
  readonly cacheControl: string;

  constructor(bytes: () => Uint8Array, { etag, cacheControl }: { etag: string; cacheControl: string }) {
    this.bytes = bytes;
    this.etag = etag;
    this.cacheControl = cacheControl;
  }
}

type IsStream<Op extends OperationId> = operations[Op]['responses'] extends {
  200: { content: { 'text/event-stream': unknown } };
}
  ? true
  : false;

type IsJson<Op extends OperationId> = operations[Op]['responses'] extends {
  200: { content: { 'application/json': unknown } };
}
  ? true
  : false;

/** Only operations that document 304 answer with a tag. */
type JsonReplyOf<Op extends OperationId> = operations[Op]['responses'] extends { 304: unknown }
  ? ConditionalReply<Reply<Op>>
  : Reply<Op>;

type ReplyOf<Op extends OperationId> =
  IsStream<Op> extends true ? EventStream : IsJson<Op> extends true ? JsonReplyOf<Op> : Binary;

type ScopeOf<Op extends OperationId> = Op extends PublicOperationId
  ? PublicScope
  : Op extends InviteeOperationId
    ? InviteeScope
    : Scope;

export type Handler<Op extends OperationId> = (
  scope: ScopeOf<Op>,
  request: Request<Op>,
) => ReplyOf<Op> | Promise<ReplyOf<Op>>;

/** One handler for every operation of the contract: a gap does not compile. */
export type Handlers = { readonly [Op in OperationId]: Handler<Op> };
