import type { NextFunction, Request, RequestHandler, Response } from 'express';
import { noAbility } from '../access/abilities.ts';
import { organizationOf } from '../access/access.ts';
import type { Actor, Invitee, UserActor } from '../access/actor.ts';
import { timestamp } from '../platform/clock.ts';
import { verifyToken } from '../platform/crypto/tokens.ts';
import type { Claims } from '../platform/crypto/verified-tokens.ts';
import { badToken, forbidden, ServiceError } from '../platform/errors.ts';
import { helpSections } from '../platform/help-sections.ts';
import type { Parts } from '../scope.ts';
import {
  notActive,
  requireUsable,
  tokenExpired,
  tokenUsesExhausted,
  type UseContext,
} from '../resources/identity/access-tokens/authorize.ts';
import { lacksSecondFactor, secondFactorMissing } from '../resources/identity/second-factor/required.ts';
import { requireAcceptedMethod, requireAcceptedSignIn } from '../resources/identity/sessions/allowed.ts';
import { authValuesOf } from '../resources/identity/access-tokens/issue.ts';
import { AccessTokenStore } from '../resources/identity/access-tokens/store.ts';
import { storeSessionUse } from '../resources/identity/sessions/last-use.ts';
import { requireLive, requireWithinLimits } from '../resources/identity/sessions/limits.ts';
import {
  findServiceToken,
  isServiceToken,
  requireUnexpired,
} from '../resources/project/service-tokens/authentication.ts';
import { storeLastUse } from '../resources/project/service-tokens/last-use.ts';
import { bearerTokenIn } from './bearer-token.ts';
import { isBodyPending } from './body.ts';
import type { BoundOperation } from './exchange.ts';
import { prefetchProject } from './prefetch.ts';
import { ofIdentity } from '../transaction-keys.ts';

type Deps = Pick<Parts, 'config' | 'keyring' | 'clock' | 'stores' | 'database' | 'abilities' | 'background'>;

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

interface Use extends UseContext {
  readonly operation: BoundOperation;
  /** Whether this request has been counted as a use of the token. */
  readonly isCounted: boolean;
}

const userActor = async (deps: Deps, claims: Claims, { now, operation }: Use): Promise<Presented> => {
  const organizationId = text(claims, 'organizationId') || undefined;
  const sessionId = text(claims, 'tokenVersionId');
  const session = requireLive(await deps.stores.sessions.findPresented(sessionId, organizationId), now);
  const { membershipId, role, accessRevision } = session;
  const actor: Actor = {
    type: 'user',
    id: session.userId,
    username: session.username,
    email: session.email,
    sessionId: session.id,
    sessionExpiresAt: session.expiresAt,
    authMethod: session.authMethod,
    mfaMethod: session.mfaMethod,
    authenticatedAt: session.authenticatedAt,
    providerId: session.providerId,
    providerSessionId: session.providerSessionId,
    // The provider of an organization does not vouch for administrators of the server.
    isInstanceAdmin: session.superAdmin && session.providerId === null,
    organization:
      organizationId && membershipId
        ? { id: organizationId, membershipId, role: role!, accessRevision: accessRevision!, authValues: null }
        : undefined,
  };
  const admit = (): void => {
    if (organizationId && !session.isActive) throw notActive();
    if (organizationId) requireAcceptedMethod(session);
    requireWithinLimits(session, now);
    if (!operation.isBeforeSecondFactor && lacksSecondFactor(session, deps.config)) throw secondFactorMissing();
    if (organizationId) requireAcceptedSignIn(session);
    storeSessionUse(deps, session, new Date(now));
  };
  return { actor, admit };
};

/** The owner of an MFA token, which leads to an organization but does not act in it. */
const mfaActor = async (deps: Deps, claims: Claims, use: Use): Promise<Presented> => {
  const { actor } = await userActor(deps, { ...claims, organizationId: undefined }, use);
  return {
    actor: { ...(actor as UserActor), pendingOrganizationId: text(claims, 'organizationId') },
    admit: () => undefined,
  };
};

const identityActor = async ({ stores, database }: Deps, claims: Claims, moment: Use): Promise<Presented> => {
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
      authValues: authValuesOf(token),
    },
  };
  const admit = async (): Promise<void> => {
    requireUsable(token, moment);
    // Only tokens with a limit are counted; every request that gets this far counts, whether or not it succeeds.
    if (token.numUsesLimit === 0 || moment.isCounted) return;
    const isCounted = await database.transaction(
      ofIdentity({ id: token.identityId, organizationId: token.organizationId }),
      ({ db }) => new AccessTokenStore(db).countUse(token.id, moment.now),
    );
    if (!isCounted) throw tokenUsesExhausted();
  };
  return { actor, admit };
};

const actorKinds = new Map([
  ['accessToken', userActor],
  ['identityAccessToken', identityActor],
]);

const isMfaToken = (claims: Claims | undefined): boolean =>
  claims !== undefined && text(claims, 'authTokenType') === 'mfaToken';

const memberActor = (deps: Deps, claims: Claims, moment: Use): Promise<Presented> => {
  if (isMfaToken(claims) && moment.operation.actors.includes('mfa')) return mfaActor(deps, claims, moment);
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

const identifyCaller =
  (deps: Deps) =>
  async (req: Request, res: Response, isCounted: boolean): Promise<void> => {
    const { operation, isBodyPending: isEarly } = res.locals;
    const now = deps.clock.now();
    const sent = bearerTokenIn(req.headers.authorization);
    const claims = isServiceToken(sent) ? undefined : verifyToken(deps.keyring, sent, now);
    if (claims && operation.actors.includes('invitee') && text(claims, 'authTokenType') === 'signupToken') {
      res.locals.invitee = invitee(claims);
      return;
    }
    if (!isEarly) res.locals.project = prefetchProject(deps, req.url, res.locals);
    const { actor, admit } = await (claims
      ? memberActor(deps, claims, { now: timestamp(now), ip: res.locals.ip, operation, isCounted })
      : serviceActor(deps, sent, now));
    // Set before the token is checked: the log and the audit log name the owner of a refused token.
    res.locals.actor = actor;
    await admit();
    if (actor.type === 'service') res.locals.ability = noAbility;
    else if (actor.organization)
      res.locals.ability = await deps.abilities.inOrganization(deps.stores, actor.organization);

    if (operation.actors.includes('mfa') ? !isMfaToken(claims) : !operation.actors.includes(actor.type))
      throw forbidden(`This operation is not available to a ${kindNames[actor.type]}.`, helpSections.kindOfCaller);
    if (operation.needsOrganization) organizationOf(actor);
  };

/** Tells the CLI that a login whose MFA token is not valid any more has to begin again. */
const withContext = (error: unknown): unknown =>
  error instanceof ServiceError && error.status === 401
    ? new ServiceError(401, error.name, error.message, { headers: error.headers, context: { code: 'mfa_expired' } })
    : error;

type Identify = (req: Request, res: Response, isCounted: boolean) => Promise<void>;

const identifyFor = (deps: Deps): Identify => {
  const identify = identifyCaller(deps);
  return async (req, res, isCounted) => {
    try {
      await identify(req, res, isCounted);
    } catch (error) {
      throw res.locals.operation.actors.includes('mfa') ? withContext(error) : error;
    }
  };
};

/** Authenticates the bearer token before the body is read. Public operations ignore the header. */
export const authenticate = (deps: Deps): RequestHandler => {
  const identify = identifyFor(deps);
  return async (req: Request, res: Response, next: NextFunction) => {
    const { operation } = res.locals;
    if (operation.isPublic) return next();
    // Before the token is read: what is revoked later must not act, and the body may arrive later.
    res.locals.isBodyPending = await isBodyPending(req, operation);
    await identify(req, res, false);
    next();
  };
};

/** Authenticates again after a body that was not there before: its client may have lost its access meanwhile. */
export const authenticateLateBody = (deps: Deps): RequestHandler => {
  const identify = identifyFor(deps);
  return async (req: Request, res: Response, next: NextFunction) => {
    if (res.locals.isBodyPending) {
      res.locals.isBodyPending = false;
      await identify(req, res, true);
    }
    next();
  };
};
