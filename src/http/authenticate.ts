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
  tokenExpired,
  tokenUsesExhausted,
  type UseContext,
} from '../resources/identity/access-tokens/authorize.ts';
import { AccessTokenStore } from '../resources/identity/access-tokens/store.ts';
import {
  findServiceToken,
  isServiceToken,
  requireUnexpired,
} from '../resources/project/service-tokens/authentication.ts';
import { storeLastUse } from '../resources/project/service-tokens/last-use.ts';
import { prefetchProject } from './prefetch.ts';

type Deps = Pick<Parts, 'keyring' | 'clock' | 'stores' | 'database' | 'abilities' | 'background'>;

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

/** The owner of a token, and the check whether the token is usable now. */
interface Presented {
  readonly actor: Actor;
  /** Throws 401 or 403 if the token is not usable. */
  readonly admit: () => Promise<void> | void;
}

const userActor = async ({ stores }: Deps, claims: Claims, { now }: UseContext): Promise<Presented> => {
  const organizationId = text(claims, 'organizationId') || undefined;
  const session = await stores.sessions.findPresented(text(claims, 'tokenVersionId'), organizationId);
  if (!session || session.expiresAt <= now) throw tokenExpired();
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

const identityActor = async ({ stores, database }: Deps, claims: Claims, moment: UseContext): Promise<Presented> => {
  const token = await stores.accessTokens.findPresented(text(claims, 'identityAccessTokenId'));
  if (!token) throw tokenExpired();
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
    // Only tokens with a limit are counted; every request that gets this far counts, whether or not it succeeds.
    if (
      token.numUsesLimit > 0 &&
      !(await database.transaction(({ db }) => new AccessTokenStore(db).countUse(token.id, moment.now)))
    )
      throw tokenUsesExhausted();
  };
  return { actor, admit };
};

const actorKinds = new Map([
  ['accessToken', userActor],
  ['identityAccessToken', identityActor],
]);

const memberActor = (deps: Deps, claims: Claims, moment: UseContext): Promise<Presented> => {
  const authenticateKind = actorKinds.get(text(claims, 'authTokenType'));
  if (!authenticateKind) throw badToken('This kind of token is not accepted for this operation.');
  return authenticateKind(deps, claims, moment);
};

const serviceActor = async (deps: Deps, sent: string, now: Date): Promise<Presented> => {
  const { token, actor } = await findServiceToken(deps, sent);
  const admit = (): void => {
    requireUnexpired(token, timestamp(now));
    storeLastUse(deps, token, now);
  };
  return { actor, admit };
};

/** The operation checks whether the invitation is still open: a used token is not a 401, which asks for a new login. */
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

/** Authenticates the bearer token before the body is read. Public operations ignore the header. */
export const authenticate =
  (deps: Deps): RequestHandler =>
  async (req: Request, res: Response, next: NextFunction) => {
    const { operation } = res.locals;
    if (operation.isPublic) return next();

    const now = deps.clock.now();
    const sent = bearerToken(req.headers.authorization);
    const claims = isServiceToken(sent) ? undefined : verifyToken(deps.keyring, sent, now);
    if (claims && operation.actors.includes('invitee') && text(claims, 'authTokenType') === 'signupToken') {
      res.locals.invitee = invitee(claims);
      return next();
    }
    res.locals.project = prefetchProject(deps, req.url, res.locals);
    const { actor, admit } = await (claims
      ? memberActor(deps, claims, { now: timestamp(now), ip: res.locals.ip })
      : serviceActor(deps, sent, now));
    // Set before the token is checked: the log and the audit log name the owner of a refused token.
    res.locals.actor = actor;
    await admit();
    if (actor.type === 'service') res.locals.ability = noAbility;
    else if (actor.organization)
      res.locals.ability = await deps.abilities.inOrganization(deps.stores, actor.organization);

    if (!operation.actors.includes(actor.type))
      throw forbidden(`This operation is not available to a ${kindNames[actor.type]}.`);
    if (operation.needsOrganization) organizationOf(actor);
    next();
  };
