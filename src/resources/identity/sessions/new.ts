import { secondsAfter, timestamp, type Timestamp } from '../../../platform/clock.ts';
import { signToken } from '../../../platform/crypto/tokens.ts';
import type { PublicScope } from '../../../scope.ts';
import type { SessionRow } from './store.ts';

/** Builds the row of a new session of the caller; does not store it. */
export const newSession = (
  { clock, ids, caller, config }: Pick<PublicScope, 'clock' | 'ids' | 'caller' | 'config'>,
  userId: string,
): SessionRow => {
  const now = clock.now();
  return {
    id: ids.uuid(),
    userId,
    ip: caller.ip,
    userAgent: caller.userAgent,
    createdAt: timestamp(now),
    expiresAt: timestamp(secondsAfter(now, config.userTokenTtl)),
  };
};

/** Signs a token of the session, which acts in the organization if one is given. */
export const sessionToken = (
  { keyring, clock }: Pick<PublicScope, 'keyring' | 'clock'>,
  session: Pick<SessionRow, 'id' | 'userId' | 'expiresAt'>,
  organizationId?: string,
): string => {
  const claims = {
    authTokenType: 'accessToken',
    authMethod: 'email',
    userId: session.userId,
    tokenVersionId: session.id,
    accessVersion: 1,
    ...(organizationId !== undefined && { organizationId }),
  };
  return signToken(keyring, claims, { issuedAt: clock.now(), expiresAt: new Date(session.expiresAt) });
};

const secondsByUnit: Readonly<Record<string, number>> = { m: 60, h: 3600, d: 86_400, w: 604_800 };

/** Returns when a new token expires: with its session, or earlier if the organization says so (`30m`, `12h`, `7d`). */
export const tokenEnd = (now: Date, sessionEnd: Timestamp, expiration: string | null): Timestamp => {
  if (expiration === null) return sessionEnd;
  const end = timestamp(secondsAfter(now, Number(expiration.slice(0, -1)) * secondsByUnit[expiration.slice(-1)]!));
  return end < sessionEnd ? end : sessionEnd;
};
