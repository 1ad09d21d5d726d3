import type { Actor } from '../../../access/actor.ts';
import { forbidden } from '../../../platform/errors.ts';
import type { Stores } from '../../../stores.ts';

const notOwn = () =>
  forbidden(
    'This session is of single sign-on, which does not decide how you sign in elsewhere. Sign in with your own method, such as your password, to change that.',
  );

/**
 * 403 if the provider of an organization opened the session, and the request would change how its user signs in: what it
 * sets up could be used in other organizations. An account without a password has nothing but providers, so its second
 * factor may be set up; a passkey may not, because it signs in alone.
 */
export const requireOwnSession = async (
  { stores, actor }: { readonly stores: Pick<Stores, 'users'>; readonly actor: Actor | undefined },
  { module, method }: { readonly module: string; readonly method: string },
): Promise<void> => {
  if (actor?.type !== 'user' || actor.providerId === null || method === 'GET') return;
  if (module === 'passkeys') throw notOwn();
  if (module === 'second-factor' && (await stores.users.findById(actor.id))?.passwordHash) throw notOwn();
};
