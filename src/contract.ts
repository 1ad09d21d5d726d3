import type { FileHandle } from 'node:fs/promises';
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
import type { InviteeScope, PublicScope, Scope, SignOnCookie } from './scope.ts';

type Content<T> = T extends { content: infer Types } ? Types[keyof Types] : never;
/** The generated type without its `undefined`; `unknown` if the operation has no such parameters. */
type Present<T> = [NonNullable<T>] extends [never] ? unknown : NonNullable<T>;
type Parameters<Op extends OperationId, In extends 'path' | 'query'> = Present<operations[Op]['parameters'][In]>;
/** A body that is not JSON, or a form that is read like it, is bytes. */
type BodyContent<T> = T extends { content: infer Types }
  ? Types extends { 'application/json': unknown }
    ? Types[keyof Types]
    : Uint8Array
  : never;
type Body<Op extends OperationId> = operations[Op] extends { requestBody?: infer RequestBody }
  ? BodyContent<NonNullable<RequestBody>>
  : undefined;

/** A validated request, with the types of the contract. */
export interface Request<Op extends OperationId> {
  readonly params: Parameters<Op, 'path'>;
  readonly query: Parameters<Op, 'query'>;
  readonly body: Body<Op>;
  /** The caller's access to the project that the request names; authorized, unless that depends on a stored row. */
  readonly project: Op extends ProjectOperationId ? ProjectAccess : undefined;
}

/** The response body that the contract promises. */
export type Reply<Op extends OperationId> = operations[Op]['responses'] extends { 200: infer Success }
  ? Content<Success>
  : never;

/** Identifies a cached response; it is valid as long as all of this stays the same. */
export interface CacheKey {
  /** The reader's permissions in the project: a new object whenever they change. */
  readonly ability: Ability;
  /** The query as text. */
  readonly query: string;
  /** The data revision of the project, read before any of its data. */
  readonly revision: number;
}

/** The ETag of a response: a hash of everything that it is made from. */
export interface Tag {
  readonly etag: string;
  /** Whether the response depends only on what its key identifies. */
  readonly isCacheable: boolean;
}

export interface TaggedBody<Body> extends Tag {
  readonly body: Body;
  /** The audit event to record whenever this body is sent again. */
  readonly event: AuditEvent | undefined;
}

/** A response that is computed only as far as necessary: not at all if it is cached or the client has it. */
export interface Conditional<Body> {
  /** Undefined if the response is never cached. */
  readonly key: CacheKey | undefined;
  /** Computes only the tag, which is cheaper than the body. */
  readonly tag: () => Promise<Tag>;
  /** Computes the response and records that it was read. */
  readonly body: () => Promise<TaggedBody<Body>>;
  /** Records that the cached response with that event was read. */
  readonly recordAgain: (event: AuditEvent | undefined) => void;
  /** Limits how many responses are computed at once; absent if the response is always short. */
  readonly limited?: <T>(work: () => Promise<T>) => Promise<T>;
}

/** What a handler returns to support conditional requests. */
export class ConditionalReply<Body> {
  readonly response: Conditional<Body>;

  constructor(response: Conditional<Body>) {
    this.response = response;
  }
}

export const conditional = <Body>(response: Conditional<Body>): ConditionalReply<Body> =>
  new ConditionalReply(response);

/** A response that stays open until the server or the client ends it. */
export class EventStream {
  /** Starts the stream; returns a function to call when the client disconnects. */
  readonly open: (sink: Sink) => () => void;
  /** Called instead of `open` if the client has disconnected already. */
  readonly cancel: () => void;

  constructor(open: (sink: Sink) => () => void, cancel: () => void) {
    this.open = open;
    this.cancel = cancel;
  }
}

/** The headers of a response other than JSON. */
export interface BinaryHeaders {
  /** Undefined if the response is not cached, like `cacheControl`. */
  readonly etag?: string;
  readonly cacheControl?: string;
  /** For caches that do not know `cacheControl`, and for clients. */
  readonly lastModified?: Date;
  readonly expires?: Date;
  /** The name under which a browser saves the response. */
  readonly fileName?: string;
}

/** A response other than JSON. Its bytes are computed only if the client does not have them. */
export class Binary {
  readonly bytes: () => Uint8Array;
  readonly headers: BinaryHeaders;

  constructor(bytes: () => Uint8Array, headers: BinaryHeaders) {
    this.bytes = bytes;
    this.headers = headers;
  }
}

/** A file that is made for one response, and removed with it. */
export class FileReply {
  readonly fileName: string;
  /** Makes the file; `gone` is aborted when the client disconnects. */
  readonly open: (gone: AbortSignal) => Promise<OpenFile>;
  /** Called once, whatever happens, with whether the client has got everything. */
  readonly close: (isComplete: boolean) => void;

  constructor({ fileName, open, close }: Pick<FileReply, 'fileName' | 'open' | 'close'>) {
    this.fileName = fileName;
    this.open = open;
    this.close = close;
  }
}

/** What is read of the file, whose handle is closed then. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly bytes: number;
}

/** What a browser exchanges for access tokens of a session, and for how many seconds. */
export interface RefreshToken {
  readonly value: string;
  readonly maxAge: number;
}

/** Cookies of single sign-on to set; null removes one. */
export type SignOnCookies = Readonly<Partial<Record<SignOnCookie, string | null>>>;

/** A response that starts or ends a session in a browser: null removes its refresh token, undefined leaves it. */
export class SessionReply<Body> {
  readonly body: Body;
  readonly token: RefreshToken | null | undefined;
  /** What binds the challenge of a passkey to the browser, if the response has one. */
  readonly passkeyChallenge: string | undefined;
  readonly signOnCookies: SignOnCookies;

  constructor(
    body: Body,
    token: RefreshToken | null | undefined,
    { passkeyChallenge, signOnCookies = {} }: { passkeyChallenge?: string; signOnCookies?: SignOnCookies } = {},
  ) {
    this.body = body;
    this.token = token;
    this.passkeyChallenge = passkeyChallenge;
    this.signOnCookies = signOnCookies;
  }
}

/** A response that leads a browser to another address. */
export class RedirectReply {
  /** A path of this server, or an address of the configured provider. */
  readonly location: string;
  readonly cookies: SignOnCookies;

  constructor(location: string, cookies: SignOnCookies) {
    this.location = location;
    this.cookies = cookies;
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

/** Only operations that document 304 respond with a tag, and only those that document the cookie set it. */
type JsonReplyOf<Op extends OperationId> = operations[Op]['responses'] extends { 304: unknown }
  ? ConditionalReply<Reply<Op>>
  : operations[Op]['responses'] extends { 200: { headers: { 'Set-Cookie': string } } }
    ? SessionReply<Reply<Op>>
    : Reply<Op>;

type IsRedirect<Op extends OperationId> = operations[Op]['responses'] extends { 200: unknown } ? false : true;

type ReplyOf<Op extends OperationId> = IsRedirect<Op> extends true ? RedirectReply : ContentReplyOf<Op>;

type ContentReplyOf<Op extends OperationId> =
  IsStream<Op> extends true ? EventStream : IsJson<Op> extends true ? JsonReplyOf<Op> : Binary | FileReply;

type ScopeOf<Op extends OperationId> = Op extends PublicOperationId
  ? PublicScope
  : Op extends InviteeOperationId
    ? InviteeScope
    : Scope;

export type Handler<Op extends OperationId> = (
  scope: ScopeOf<Op>,
  request: Request<Op>,
) => ReplyOf<Op> | Promise<ReplyOf<Op>>;

/** One handler for every operation of the contract: a missing one is a type error. */
export type Handlers = { readonly [Op in OperationId]: Handler<Op> };
