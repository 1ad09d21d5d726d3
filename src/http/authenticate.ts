import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { noAbility } from '../access/abilities.ts';
import { organizationOf } from '../access/access.ts';
import type { Actor, Invitee } from '../access/actor.ts';
import { timestamp } from '../platform/clock.ts';
import { verifyToken } from '../platform/crypto/tokens.ts';
import type { Claims } from '../platform/crypto/verified-tokens.ts';
import { badToken, forbidden, missingToken } from '../platform/errors.ts';
import type { Parts } from '../scope.ts';
import {
  notActive,
  requireUsable,
  tokenEnded,
  tokenUsedUp,
  type Moment,
} from '../resources/identity/access-tokens/judge.ts';
import { AccessTokenStore } from '../resources/identity/access-tokens/store.ts';
import {
  findServiceToken,
  isServiceToken,
  requireUnexpired,
} from '../resources/project/service-tokens/authentication.ts';
import { noteUse } from '../resources/project/service-tokens/last-use.ts';

type Means = Pick<Parts, 'keyring' | 'clock' | 'stores' | 'database' | 'abilities' | 'background'>;

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

/** Whose token it is, and whether that one may come in with it. */
interface Presented {
  readonly actor: Actor;
  /** 401 or 403 for who may not. */
  readonly admit: () => Promise<void> | void;
}

const userActor = async ({ stores }: Means, claims: Claims, { now }: Moment): Promise<Presented> => {
  const organizationId = text(claims, 'organizationId') || undefined;
  const session = await stores.sessions.findPresented(text(claims, 'tokenVersionId'), organizationId);
  if (!session || session.expiresAt <= now) throw tokenEnded();
  const { membershipId, role, accessRevision } = session;
  const actor: Actor = {
    type: 'user',
    id: session.userId,
    username: session.username,
    email: session.email,
    sessionId: session.id,
    sessionExpiresAt: session.expiresAt,
    isInstanceAdmin: session.superAdmin,
    organization:
      organizationId && membershipId
        ? { id: organizationId, membershipId, role: role!, accessRevision: accessRevision!, oidcClaims: null }
        : undefined,
  };
  const admit = (): void => {
    if (organizationId && !session.isActive) throw notActive();
  };
  return { actor, admit };
};

const identityActor = async ({ stores, database }: Means, claims: Claims, moment: Moment): Promise<Presented> => {
  const token = await stores.accessTokens.findPresented(text(claims, 'identityAccessTokenId'));
  if (!token) throw tokenEnded();
  const actor: Actor = {
    type: 'identity',
    id: token.identityId,
    name: token.identityName,
    authMethod: token.authMethod,
    tokenId: token.id,
    isInstanceAdmin: token.isInstanceAdmin,
    organization: {
      id: token.organizationId,
      membershipId: token.membershipId,
      role: token.role,
      accessRevision: token.accessRevision,
      oidcClaims: token.oidcClaims,
    },
  };
  const admit = async (): Promise<void> => {
    requireUsable(token, moment);
    // Only limited tokens are counted; each request that got this far counts, whatever becomes of it.
    if (
      token.numUsesLimit > 0 &&
      !(await database.transaction(({ db }) => new AccessTokenStore(db).countUse(token.id, moment.now), 'traces'))
    )
      throw tokenUsedUp();
  };
  return { actor, admit };
};

const actorKinds = new Map([
  ['accessToken', userActor],
  ['identityAccessToken', identityActor],
]);

const memberActor = (means: Means, claims: Claims, moment: Moment): Promise<Presented> => {
  const toActor = actorKinds.get(text(claims, 'authTokenType'));
  if (!toActor) throw badToken('This kind of token is not accepted here.');
  return toActor(means, claims, moment);
};

const serviceActor = async (means: Means, sent: string, now: Date): Promise<Presented> => {
  const { token, actor } = await findServiceToken(means, sent);
  const admit = (): void => {
    requireUnexpired(token, timestamp(now));
    noteUse(means, token, now);
  };
  return { actor, admit };
};

/**
 * Whether the token still stands for something is for the operation to say: a used one is no reason to log in again.
 */
const invitee = (claims: Claims): Invitee => ({
  type: 'invitee',
  userId: text(claims, 'userId'),
  membershipId: text(claims, 'membershipId'),
  tokenId: text(claims, 'signupTokenId'),
});

const kindNames: Readonly<Record<Actor['type'], string>> = {
  user: 'user',
  identity: 'machine identity',
  service: 'service token',
};

/** Bearer token -> actor, before any body is read. Public operations ignore the header. */
export const authenticate =
  (means: Means): RequestHandler =>
  async (req: Request, res: Response, next: NextFunction) => {
    const { operation } = res.locals;
    if (operation.isPublic) return next();

    const now = means.clock.now();
    const sent = bearerToken(req.headers.authorization);
    const claims = isServiceToken(sent) ? undefined : verifyToken(means.keyring, sent, now);
    if (claims && operation.actors.includes('invitee') && text(claims, 'authTokenType') === 'signupToken') {
      res.locals.invitee = invitee(claims);
      return next();
    }
    const { actor, admit } = await (claims
      ? memberActor(means, claims, { now: timestamp(now), ip: res.locals.ip })
      : serviceActor(means, sent, now));
    // Known from here on, whether admitted or not: the log and the audit log name whose token was refused.
    res.locals.actor = actor;
    await admit();
    if (actor.type === 'service') res.locals.ability = noAbility;
    else if (actor.organization)
      res.locals.ability = await means.abilities.inOrganization(means.stores, actor.organization);

    if (!operation.actors.includes(actor.type)) throw forbidden(`This is not for a ${kindNames[actor.type]}.`);
    if (operation.needsOrganization) organizationOf(actor);
    next();
  };
