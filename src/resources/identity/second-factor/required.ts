import type { Config } from '../../../config.ts';
import { ServiceError } from '../../../platform/errors.ts';

type Policy = Pick<Config, 'requireSecondFactor'>;

/** What decides whether a session has to show a second factor. */
interface Presented {
  readonly mfaMethod: string | null;
  /** Whether the user has turned the second factor on; null if they have never set one up. */
  readonly isMfaEnabled: boolean | null;
  /** Whether the organization of the token requires it; null without one. */
  readonly enforceMfa: boolean | null;
}

/** Whether the session has not shown a second factor, although its user, organization or instance wants one. */
export const lacksSecondFactor = (
  { mfaMethod, isMfaEnabled, enforceMfa }: Presented,
  { requireSecondFactor }: Policy,
): boolean => mfaMethod === null && (isMfaEnabled === true || enforceMfa === true || requireSecondFactor);

/** 401 rather than 403: signing in again, with the second factor, helps (RFC 9470). */
export const secondFactorMissing = (): ServiceError =>
  new ServiceError(
    401,
    'SecondFactorRequired',
    'This needs a second factor, which this session has not shown. Log in again, or select the organization again with POST /api/v3/auth/select-organization.',
    { headers: { 'WWW-Authenticate': 'Bearer error="insufficient_user_authentication"' } },
  );
