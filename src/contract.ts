import type { operations } from '../generated/api.d.ts';
import type {
  InviteeOperationId,
  OperationId,
  ProjectOperationId,
  PublicOperationId,
} from '../generated/operations.ts';
import type { ProjectAccess } from './access/project-access.ts';
import { isLong, stringifyInSlices } from './platform/json.ts';
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
  /** Whether the caller has that already; undefined if it has nothing. */
  readonly isKnown: IsKnown | undefined;
  readonly body: Body<Op>;
  /** What the caller may do in the project that the request names: checked already, unless it depends on a row. */
  readonly project: Op extends ProjectOperationId ? ProjectAccess : undefined;
}

/** What the contract promises to answer. */
export type Reply<Op extends OperationId> = operations[Op]['responses'] extends { 200: infer Success }
  ? Content<Success>
  : never;

/** Whether an `If-None-Match` header names that tag. */
export type IsKnown = (etag: string) => boolean;

/** An answer that is written out already, as JSON. */
export class Written<Body> {
  /** How many bytes it has; known before it is read. */
  readonly size: number;
  /** What it says; there only for the compiler. */
  declare readonly body: Body;
  readonly #read: () => Buffer;

  constructor(size: number, read: () => Buffer) {
    this.size = size;
    this.#read = read;
  }

  static of<Body>(body: Body): Written<Body> {
    const json = Buffer.from(JSON.stringify(body));
    return new Written(json.length, () => json);
  }

  get json(): Buffer {
    return this.#read();
  }

  /** What is long is written in slices, what is not stays as it is. */
  static ifLong<Body>(body: Body): Body | Promise<Written<Body>> {
    return isLong(body) ? stringifyInSlices(body).then((json) => new Written<Body>(json.length, () => json)) : body;
  }
}

/** An answer with the tag of what it was made from; without a body for whoever has just that already. */
export class Tagged<Body> {
  readonly etag: string;
  readonly body: Body | Written<Body> | undefined;

  constructor(etag: string, body: Body | Written<Body> | undefined) {
    this.etag = etag;
    this.body = body;
  }
}

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

/** An answer that is no JSON. Without its bytes for whoever has just that already. */
export class Binary {
  readonly bytes: Uint8Array | undefined;
  readonly etag: string;
  readonly cacheControl: string;

  constructor(bytes: Uint8Array | undefined, { etag, cacheControl }: { etag: string; cacheControl: string }) {
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
  ? Tagged<Reply<Op>>
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
