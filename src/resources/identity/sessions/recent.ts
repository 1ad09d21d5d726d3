import type { Actor, UserActor } from '../../../access/actor.ts';
import { secondsAfter, timestamp, type Clock } from '../../../platform/clock.ts';
import { ServiceError } from '../../../platform/errors.ts';
import { helpSections } from '../../../platform/help-sections.ts';

const recentMinutes = 10;
/** How long a sign-in counts as recent. */
export const recentSeconds = recentMinutes * 60;

/** What to do, by how the session signed in. */
const advice = {
  password:
    'Confirm your password with POST /api/v1/auth/reauthenticate, or a passkey with POST /api/v1/user/me/webauthn/authenticate, or log in again, and repeat the request.',
  passkey:
    'Show your passkey again with POST /api/v1/user/me/webauthn/authenticate, or log in again, and repeat the request.',
  'single-sign-on': 'Sign in again with the single sign-on of your organization, and repeat the request.',
} as const;

const methodOf = ({ providerId, authMethod }: UserActor): keyof typeof advice => {
  if (providerId !== null) return 'single-sign-on';
  return authMethod === 'passkey' ? 'passkey' : 'password';
};

/**
 * 403 unless the caller has shown who they are within the last ten minutes: whoever finds an open browser or a token must
 * not do what cannot be undone. It is asked of people only; a machine identity has the permission or has not.
 */
export const requireRecentSignIn = ({ actor, clock }: { readonly actor: Actor; readonly clock: Clock }): void => {
  if (actor.type !== 'user') return;
  const since = timestamp(secondsAfter(clock.now(), -recentSeconds));
  if (actor.authenticatedAt > since) return;
  const method = methodOf(actor);
  throw new ServiceError(
    403,
    'ReauthenticationRequired',
    `This needs a sign-in within the last ${recentMinutes} minutes. ${advice[method]}`,
    {
      details: { authenticatedAt: actor.authenticatedAt, maxAgeSeconds: recentSeconds, method },
      help: helpSections.signIn,
    },
  );
};
