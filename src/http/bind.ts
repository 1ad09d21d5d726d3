import type { NextFunction, Request, Response } from 'express';
import { operations, type OperationId } from '../../generated/operations.ts';
import { isLoopback } from '../config.ts';
import {
  Binary,
  ConditionalReply,
  EventStream,
  FileReply,
  RedirectReply,
  SessionReply,
  type Handlers,
} from '../contract.ts';
import type { KnownAccess } from '../access/access.ts';
import { Reading } from '../reading.ts';
import { createInviteeScope, createPublicScope, createScope } from '../request-scope.ts';
import { requireOwnSession } from '../resources/identity/sessions/own.ts';
import { requireRecentSignIn } from '../resources/identity/sessions/recent.ts';
import { answerWithRequest } from '../resources/secrets/change-requests/answers.ts';
import { HeldBack } from '../change-control/held-back.ts';
import type { Caller, Parts, PublicScope, Scope, SentCookie, SignOnCookie } from '../scope.ts';
import type { ResponseCache } from './response-cache.ts';
import { respondConditionally, TaggedResponse } from './conditional.ts';
import { cookieIn } from './cookies.ts';
import { clientCertificatesOf } from './client-certificates.ts';
import { bearerTokenIn } from './bearer-token.ts';
import { tagsIn } from './etag.ts';
import type { BoundOperation } from './exchange.ts';
import type { Outgoing } from './outgoing.ts';
import { PermissionCheck } from './permission.ts';
import { passkeyChallengeIn, setPasskeyCookie } from './passkey-cookie.ts';
import { isFromOwnPage, isFromUnknownPage, refreshTokenIn, setRefreshCookie } from './refresh-cookie.ts';
import { respondWithRedirect, setSignOnCookies } from './sign-on-cookies.ts';
import { respondWithFile } from './file.ts';
import { respondWithStream } from './stream.ts';
import { SerializedJson } from './serialized-json.ts';

/** Combines contract and handlers at start; throws if either lacks an operation of the other. */
export const bindOperations = (handlers: Handlers): readonly BoundOperation[] => {
  const missing = Object.keys(operations).filter((id) => !(id in handlers));
  const unknown = Object.keys(handlers).filter((id) => !(id in operations));
  if (missing.length > 0) throw new Error(`operations without a handler: ${missing.join(', ')}`);
  if (unknown.length > 0) throw new Error(`handlers without an operation: ${unknown.join(', ')}`);
  return Object.entries(operations).map(([id, operation]) => ({
    ...operation,
    id: id as OperationId,
    check: new PermissionCheck(id as OperationId, operation),
    handler: handlers[id as OperationId] as BoundOperation['handler'],
  }));
};

const forwardingHeaders = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'x-client-ip',
  'true-client-ip',
  'cf-connecting-ip',
];

const maxUserAgent = 512;

/** The host of the request, without the port and without the brackets of an IPv6 address. */
const hostName = (req: Request): string => (req.headers.host ?? '').replace(/:\d+$/, '').replace(/^\[|\]$/g, '');

/**
 * Whether the request may come from another machine: it has a header of a proxy, or names a host that is not a loopback
 * address, as behind a proxy without such headers or after DNS rebinding by a web page.
 */
const isForwarded = (req: Request): boolean =>
  forwardingHeaders.some((name) => name in req.headers) || !isLoopback(hostName(req));

/**
 * A class, because an object literal with a getter gets its own hidden class, which would keep the request alive for
 * longer, and the garbage collector would copy it.
 */
class RequestCaller implements Caller {
  readonly requestId: string;
  readonly operation: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly #req: Request;
  readonly #config: Parts['config'];

  constructor(req: Request, { reqId, operation, ip }: Express.Locals, config: Parts['config']) {
    this.requestId = reqId;
    this.operation = operation.id;
    this.ip = ip;
    this.userAgent = (req.headers['user-agent'] ?? '').slice(0, maxUserAgent);
    this.#req = req;
    this.#config = config;
  }

  get isForwarded(): boolean {
    return isForwarded(this.#req);
  }

  get isFromOwnPage(): boolean {
    return isFromOwnPage(this.#req, this.#config);
  }

  get isFromUnknownPage(): boolean {
    return isFromUnknownPage(this.#req);
  }

  get refreshToken(): SentCookie | undefined {
    return refreshTokenIn(this.#req, this.#config);
  }

  get passkeyChallenge(): string | undefined {
    return passkeyChallengeIn(this.#req, this.#config);
  }

  get clientCertificates(): readonly string[] {
    return clientCertificatesOf(this.#req, this.#config);
  }

  get bearerToken(): string {
    return bearerTokenIn(this.#req.headers.authorization);
  }

  signOnCookie(name: SignOnCookie): SentCookie | undefined {
    return cookieIn(this.#req, name, this.#config);
  }
}

export const callerOf = (req: Request, locals: Express.Locals, { config }: Pick<Parts, 'config'>): Caller =>
  new RequestCaller(req, locals, config);

const knownAccess = ({ operation, ability, project }: Express.Locals): KnownAccess => ({
  ability,
  expected: operation.check.expected,
  project,
});

type AnyScope = PublicScope & Partial<Pick<Scope, 'access'>>;

const scopeOf = (parts: Parts, caller: Caller, locals: Express.Locals): AnyScope => {
  const { actor, invitee } = locals;
  if (invitee) return createInviteeScope(parts, caller, invitee);
  return actor ? createScope(parts, caller, actor, knownAccess(locals)) : createPublicScope(parts, caller);
};

const respondWithBytes = (
  outgoing: Outgoing,
  { req, res }: { req: Request; res: Response },
  { status, responseType }: BoundOperation,
  { bytes, headers: { etag, cacheControl, lastModified, expires, fileName } }: Binary,
): void => {
  if (etag !== undefined) res.setHeader('ETag', etag);
  if (cacheControl !== undefined) res.setHeader('Cache-Control', cacheControl);
  if (lastModified !== undefined) res.setHeader('Last-Modified', lastModified.toUTCString());
  if (expires !== undefined) res.setHeader('Expires', expires.toUTCString());
  if (fileName !== undefined) res.setHeader('Content-Disposition', `attachment; filename="${fileName}"`);
  if (etag !== undefined && tagsIn(req.headers['if-none-match'])?.(etag)) res.status(304).end();
  else outgoing.bytes(res, status, responseType, bytes());
};

/** Whether a request may add an audit log entry after its response: for a read or a refusal. */
const mayBeRecorded = ({ audit, method }: BoundOperation, { auditReads }: Parts['config']): boolean =>
  audit !== null && (auditReads || method !== 'GET');

/** The reply of a handler or, if a policy has held back its changes, the request that they have become. */
const orRequest = async (scope: AnyScope, reply: unknown): Promise<unknown> => {
  try {
    return await reply;
  } catch (error) {
    if (!(error instanceof HeldBack)) throw error;
    return answerWithRequest(scope as Scope, error);
  }
};

/** Checks the permission of the contract and runs the handler. */
const perform = async (parts: Parts, req: Request, locals: Express.Locals, scope: AnyScope): Promise<unknown> => {
  const { operation, params, query, actor } = locals;
  const { check } = operation;
  const body = req.body as unknown;
  // Only public operations have no access; they have no permission to check.
  const project = check.isBefore ? await check.before(scope.access!, { params, query, body }) : undefined;
  if (operation.account) await requireOwnSession({ stores: parts.stores, actor }, operation);
  if (operation.recentSignIn) requireRecentSignIn({ actor: actor!, clock: parts.clock });
  const reply = await orRequest(scope, operation.handler(scope, { params, query, body, project }));
  check.after(scope.access);
  return reply;
};

/** Runs the handler of an operation that only reads, and computes its response. */
const read = async (
  parts: Parts,
  responseCache: ResponseCache,
  req: Request,
  locals: Express.Locals,
): Promise<unknown> => {
  const reading = new Reading(
    parts,
    callerOf(req, locals, parts),
    locals.actor!,
    knownAccess(locals),
    locals.operation.isOneObject,
  );
  const work = (scope: Scope): Promise<unknown> => perform(parts, req, locals, scope);
  try {
    const reply = await reading.run(work);
    if (!(reply instanceof ConditionalReply)) return reply;
    return await respondConditionally(
      responseCache,
      reply.response,
      tagsIn(req.headers['if-none-match']),
      async (error) => {
        const renewed = (await reading.runAgain(work, error)) as typeof reply;
        return renewed.response;
      },
    );
  } finally {
    reading.end();
  }
};

/** Runs the handler, and sends its reply with the status of the contract. */
export const handle =
  (parts: Parts, { outgoing, responseCache }: { outgoing: Outgoing; responseCache: ResponseCache }) =>
  async (req: Request, res: Response, _next: NextFunction): Promise<void> => {
    const { locals } = res;
    const { operation } = locals;
    // Every such request waits, before anything is read, so that response times do not reveal whether it adds an entry.
    if (mayBeRecorded(operation, parts.config) && parts.auditQueue.mustWait) await parts.auditQueue.room();
    const reply = operation.isReading
      ? await read(parts, responseCache, req, locals)
      : await perform(parts, req, locals, scopeOf(parts, callerOf(req, locals, parts), locals));
    if (reply instanceof EventStream) return respondWithStream(res, reply);
    if (reply instanceof RedirectReply) return respondWithRedirect(res, reply, parts.config);
    if (reply instanceof FileReply) return respondWithFile(outgoing, res, operation, reply);
    if (reply instanceof Binary) return respondWithBytes(outgoing, { req, res }, operation, reply);
    if (reply instanceof SessionReply) {
      if (reply.token !== undefined) setRefreshCookie(res, reply.token, parts.config);
      if (reply.passkeyChallenge !== undefined) setPasskeyCookie(res, reply.passkeyChallenge, parts.config);
      setSignOnCookies(res, reply.signOnCookies, parts.config);
      return outgoing.json(res, operation.status, reply.body);
    }
    if (!(reply instanceof TaggedResponse)) {
      const written = SerializedJson.ifLong(reply);
      return outgoing.json(res, operation.status, written instanceof Promise ? await written : written);
    }
    res.setHeader('ETag', reply.etag);
    if (reply.body === undefined) res.status(304).end();
    else outgoing.json(res, operation.status, reply.body);
  };
