import type { RefreshToken } from '../../../contract.ts';
import { timestamp, type Timestamp } from '../../../platform/clock.ts';
import { verifyToken } from '../../../platform/crypto/tokens.ts';
import { badToken, forbidden, missingToken, ServiceError } from '../../../platform/errors.ts';
import { helpSections } from '../../../platform/help-sections.ts';
import type { PublicScope, SentCookie } from '../../../scope.ts';
import { lacksSecondFactor } from '../second-factor/required.ts';
import { requireWithinLimits } from './limits.ts';
import { signInProblem } from './allowed.ts';
import { formerVersion, prefixedRefreshToken, sessionToken, tokenEnd } from './new.ts';
import type { PresentedSession } from './store.ts';

const sessionEnded = () => badToken('This session has ended. Log in again.');

interface RefreshClaims {
  readonly sessionId: string;
  readonly organizationId: string | undefined;
  readonly issuedAt: Date;
  /** The token for the cookie that replaces one with its former name. */
  readonly replacement: RefreshToken | undefined;
}

export interface Refreshed {
  readonly token: string;
  readonly organizationId: string | null;
}

const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** 403 unless a page of this server uses the cookie. */
export const requireOwnPage = ({ caller }: Pick<PublicScope, 'caller'>): void => {
  if (!caller.isFromOwnPage)
    throw forbidden(
      'Only pages of this server may refresh a session: send Sec-Fetch-Site: same-origin, or an Origin that is the one of SITE_URL.',
      helpSections.signIn,
    );
};

const readCookie = (scope: PublicScope, sent: SentCookie | undefined): RefreshClaims => {
  if (sent === undefined) throw missingToken('This browser has no session. Log in.');
  const claims = verifyToken(scope.keyring, sent.value, scope.clock.now());
  const { authTokenType, tokenVersionId, organizationId, iat, refreshVersion } = claims;
  if (authTokenType !== 'refreshToken' || (sent.isFormer && refreshVersion !== formerVersion))
    throw badToken('The cookie is not a refresh token. Log in again.');
  return {
    sessionId: text(tokenVersionId) ?? '',
    organizationId: text(organizationId),
    issuedAt: new Date(Number(iat) * 1000),
    replacement: sent.isFormer ? prefixedRefreshToken(scope, claims) : undefined,
  };
};

/**
 * Returns an access token of the session of the request's cookie, and what replaces the cookie, if anything; 401 if the
 * session has ended, 403 for other sites.
 */
export const refresh = async (
  scope: PublicScope,
): Promise<{ refreshed: Refreshed; replacement: RefreshToken | undefined }> => {
  requireOwnPage(scope);
  const { sessionId, organizationId: selected, issuedAt, replacement } = readCookie(scope, scope.caller.refreshToken);
  const now = timestamp(scope.clock.now());
  const session = await scope.stores.sessions.findPresented(sessionId, selected);
  if (!session || session.expiresAt <= now) throw sessionEnded();
  // A member who left, was deactivated or has to sign in in another way keeps the session, for other organizations.
  const isUsable = session.isActive && !signInProblem(session) && !lacksSecondFactor(session, scope.config);
  const organizationId = isUsable ? selected : undefined;
  if (organizationId !== undefined) requireWithinLimits(session, now);
  const expiresAt = await endOf(scope, { sessionEnd: session.expiresAt, organizationId, issuedAt });
  if (expiresAt <= now) throw sessionEnded();
  const token = sessionToken(scope, { ...session, expiresAt }, organizationId);
  return { refreshed: { token, organizationId: organizationId ?? null }, replacement };
};

/** Finds the live session of a cookie with a refresh token; undefined if there is none. */
export const findLive = async (
  scope: PublicScope,
  sent: SentCookie | undefined,
): Promise<PresentedSession | undefined> => {
  try {
    const session = await scope.stores.sessions.findPresented(readCookie(scope, sent).sessionId, undefined);
    return session && session.expiresAt > timestamp(scope.clock.now()) ? session : undefined;
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
};

/** Counts the time that the organization allows from its selection: refreshing does not prolong it. */
const endOf = async (
  { stores }: PublicScope,
  {
    sessionEnd,
    organizationId,
    issuedAt,
  }: { sessionEnd: Timestamp; organizationId: string | undefined; issuedAt: Date },
): Promise<Timestamp> => {
  if (organizationId === undefined) return sessionEnd;
  const organization = await stores.organizations.findById(organizationId);
  return tokenEnd(issuedAt, sessionEnd, organization?.userTokenExpiration ?? null);
};
