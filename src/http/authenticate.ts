import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { organizationOf } from '../access/access.ts';
import type { Actor } from '../access/actor.ts';
import { timestamp, type Timestamp } from '../platform/clock.ts';
import { verifyToken } from '../platform/crypto/tokens.ts';
import { badToken, forbidden, missingToken } from '../platform/errors.ts';
import type { Parts } from '../scope.ts';
import type { Stores } from '../stores.ts';

type Claims = Readonly<Record<string, unknown>>;

const bearerToken = (header: string | undefined): string => {
  if (!header) throw missingToken('Send an access token as "Authorization: Bearer <token>".');
  const token = /^bearer +([\w.~+/-]+=*) *$/i.exec(header)?.[1];
  if (!token) throw badToken('The Authorization header must be "Bearer <token>".');
  return token;
};

const text = (claims: Claims, name: string): string => {
  const value = claims[name];
  return typeof value === 'string' ? value : '';
};

const ended = () => badToken('This access token has expired or was revoked. Log in again.');

const inactive = () => forbidden('You are not an active member of this organization.');

const userActor = async (stores: Stores, claims: Claims, now: Timestamp): Promise<Actor> => {
  const organizationId = text(claims, 'organizationId') || undefined;
  const session = await stores.sessions.findPresented(text(claims, 'tokenVersionId'), organizationId);
  if (!session || session.expiresAt <= now) throw ended();
  if (organizationId && !session.isActive) throw inactive();
  return {
    type: 'user',
    id: session.userId,
    sessionId: session.id,
    sessionExpiresAt: session.expiresAt,
    organization: organizationId && session.role ? { id: organizationId, role: session.role } : undefined,
  };
};

const identityActor = async (stores: Stores, claims: Claims, now: Timestamp): Promise<Actor> => {
  const token = await stores.accessTokens.findPresented(text(claims, 'identityAccessTokenId'));
  if (!token || token.isRevoked || token.expiresAt <= now) throw ended();
  if (!token.isActive) throw inactive();
  return { type: 'identity', id: token.identityId, tokenId: token.id, organization: { id: token.organizationId, role: token.role } };
};

const actorKinds = new Map([
  ['accessToken', userActor],
  ['identityAccessToken', identityActor],
]);

/** Bearer token -> actor, before any body is read. Public operations ignore the header. */
export const authenticate =
  ({ keyring, clock, stores }: Pick<Parts, 'keyring' | 'clock' | 'stores'>): RequestHandler =>
  async (req: Request, res: Response, next: NextFunction) => {
    const { operation } = res.locals;
    if (operation.isPublic) return next();

    const now = clock.now();
    const claims = verifyToken(keyring, bearerToken(req.headers.authorization), now);
    const toActor = actorKinds.get(text(claims, 'authTokenType'));
    if (!toActor) throw badToken('This kind of token is not accepted here.');
    const actor = await toActor(stores, claims, timestamp(now));
    res.locals.actor = actor;

    if (!operation.actors.includes(actor.type)) throw forbidden(`This is not for a ${actor.type === 'user' ? 'user' : 'machine identity'}.`);
    if (operation.needsOrganization) organizationOf(actor);
    next();
  };
