import { isWithin } from '../../../platform/addresses.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { badToken, forbidden } from '../../../platform/errors.ts';
import { helpSections } from '../../../platform/help-sections.ts';
import type { PresentedToken } from './store.ts';

export interface UseContext {
  readonly now: Timestamp;
  readonly ip: string;
}

export const tokenExpired = () => badToken('This access token has expired or was revoked. Log in again.');

export const tokenUsesExhausted = () => badToken('This access token has reached its limit of uses. Log in again.');

export const notActive = () => forbidden('You are not an active member of this organization.', helpSections.membership);

/**
 * Returns the token; 401 if it has expired or was revoked, 403 if it may not be used from this address or its owner is
 * no longer an active member.
 */
export const requireUsable = (token: PresentedToken | undefined, { now, ip }: UseContext): PresentedToken => {
  const ranges = token?.trustedIps;
  if (!ranges || token.isRevoked || token.expiresAt <= now) throw tokenExpired();
  if (!isWithin(ranges, ip))
    throw forbidden('This access token may not be used from your address.', helpSections.trustedAddresses);
  if (!token.isActive) throw notActive();
  return token;
};
