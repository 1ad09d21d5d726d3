import type { UserActor } from '../../../access/actor.ts';
import { isHttpsSite } from '../../../config.ts';
import type { RefreshToken } from '../../../contract.ts';
import { secondsAfter, timestamp, type Timestamp } from '../../../platform/clock.ts';
import { signToken } from '../../../platform/crypto/tokens.ts';
import type { PublicScope } from '../../../scope.ts';
import type { SessionRow } from './store.ts';

/** How somebody signs in now; `authenticatedAt` if they showed earlier who they are, for instance to a provider. */
export interface NewSignIn
  extends
    Pick<SessionRow, 'authMethod'>,
    Partial<Pick<SessionRow, 'mfaMethod' | 'authenticatedAt' | 'providerId' | 'providerSessionId'>> {}

interface NewSessionDeps extends Pick<PublicScope, 'clock' | 'ids' | 'config'> {
  readonly caller: Pick<PublicScope['caller'], 'ip' | 'userAgent'>;
}

/** Builds the row of a new session of the caller; does not store it. */
export const newSession = (
  { clock, ids, caller, config }: NewSessionDeps,
  userId: string,
  signIn: NewSignIn,
): SessionRow => {
  const now = clock.now();
  return {
    id: ids.uuid(),
    userId,
    ip: caller.ip,
    userAgent: caller.userAgent,
    createdAt: timestamp(now),
    expiresAt: timestamp(secondsAfter(now, config.userTokenTtl)),
    mfaMethod: null,
    authenticatedAt: timestamp(now),
    lastUsedAt: timestamp(now),
    longestIdleSeconds: 0,
    providerId: null,
    providerSessionId: null,
    ...signIn,
  };
};

type Signing = Pick<PublicScope, 'keyring' | 'clock'>;

/** What the tokens of a session are made of. */
export type SessionInUse = Pick<SessionRow, 'id' | 'userId' | 'expiresAt' | 'authMethod' | 'mfaMethod'>;

/** The session of the caller, for further tokens of it. */
export const sessionInUse = (user: UserActor): SessionInUse => ({
  id: user.sessionId,
  userId: user.id,
  expiresAt: user.sessionExpiresAt,
  authMethod: user.authMethod,
  mfaMethod: user.mfaMethod,
});

const sign = (
  { keyring, clock }: Signing,
  session: SessionInUse,
  organizationId: string | undefined,
  kind: object,
): string => {
  const claims = {
    authMethod: session.authMethod,
    userId: session.userId,
    tokenVersionId: session.id,
    ...(session.mfaMethod !== null && { isMfaVerified: true, mfaMethod: session.mfaMethod }),
    ...kind,
    ...(organizationId !== undefined && { organizationId }),
  };
  return signToken(keyring, claims, { issuedAt: clock.now(), expiresAt: new Date(session.expiresAt) });
};

/** Signs a token of the session, which acts in the organization if one is given. */
export const sessionToken = (scope: Signing, session: SessionInUse, organizationId?: string): string =>
  sign(scope, session, organizationId, { authTokenType: 'accessToken', accessVersion: 1 });

/** The version of refresh tokens in cookies without a prefix: of http, and of earlier versions. */
export const formerVersion = 1;
/** The version on https: not accepted from a cookie without the prefix, which somebody in the network could set. */
const prefixedVersion = 2;

const secondsUntil = ({ clock }: Pick<PublicScope, 'clock'>, end: Date): number =>
  Math.max(0, Math.floor((end.getTime() - clock.now().getTime()) / 1000));

/**
 * Signs the token that a browser exchanges for access tokens of the session. It is not replaced when it is used, so that
 * tabs that refresh at once do not end each other's session: no page can read its cookie, it is worth nothing without the
 * row of the session, and it ends with it.
 */
export const refreshToken = (
  scope: Signing & Pick<PublicScope, 'config'>,
  session: SessionInUse,
  organizationId?: string,
): RefreshToken => ({
  value: sign(scope, session, organizationId, {
    authTokenType: 'refreshToken',
    refreshVersion: isHttpsSite(scope.config) ? prefixedVersion : formerVersion,
  }),
  maxAge: secondsUntil(scope, new Date(session.expiresAt)),
});

/** Signs the same refresh token for the cookie with the prefix of https; it begins and ends as before. */
export const prefixedRefreshToken = (
  scope: Signing,
  { iat, exp, ...claims }: Readonly<Record<string, unknown>>,
): RefreshToken => {
  const [issuedAt, expiresAt] = [new Date(Number(iat) * 1000), new Date(Number(exp) * 1000)];
  const value = signToken(scope.keyring, { ...claims, refreshVersion: prefixedVersion }, { issuedAt, expiresAt });
  return { value, maxAge: secondsUntil(scope, expiresAt) };
};

const secondsByUnit: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Returns when a new token expires: with its session, or earlier if the organization says so (`30m`, `12h`, `7d`). */
export const tokenEnd = (now: Date, sessionEnd: Timestamp, expiration: string | null): Timestamp => {
  if (expiration === null) return sessionEnd;
  const end = timestamp(secondsAfter(now, Number(expiration.slice(0, -1)) * secondsByUnit[expiration.slice(-1)]!));
  return end < sessionEnd ? end : sessionEnd;
};
