import type { Operation } from '../../../../generated/operations.ts';
import type { Actor } from '../../../access/actor.ts';
import { forbidden } from '../../../platform/errors.ts';
import { helpSections } from '../../../platform/help-sections.ts';
import type { Stores } from '../../../stores.ts';

const notOwn = () =>
  forbidden(
    'This session is of single sign-on, which does not decide how you sign in elsewhere. Sign in with your own method, such as your password, to change that.',
    helpSections.signIn,
  );

const knownElsewhere = () =>
  forbidden(
    'This session is of the single sign-on of one organization, but your account is used elsewhere, too. Sign in with your own method, such as your password, to change it.',
    helpSections.signIn,
  );

type AccountStores = Pick<Stores, 'users' | 'memberships' | 'signOnProviders' | 'signOnLinks'>;

/** Whether the account has no password, no other provider, and no membership of another organization. */
const isSoleProvider = async (stores: AccountStores, providerId: string, userId: string): Promise<boolean> => {
  const [user, provider, hasOtherLinks] = await Promise.all([
    stores.users.findById(userId),
    stores.signOnProviders.findById(providerId),
    stores.signOnLinks.hasOthers(userId, providerId),
  ]);
  if (!user || !provider || user.passwordHash !== null || user.superAdmin || hasOtherLinks) return false;
  return !(await stores.memberships.isMemberElsewhere(userId, provider.organizationId));
};

/** 403 if a provider opened the session, and what the request does with the account is not for that provider. */
export const requireOwnSession = async (
  { stores, actor }: { readonly stores: AccountStores; readonly actor: Actor | undefined },
  { account }: Pick<Operation, 'account'>,
): Promise<void> => {
  if (actor?.type !== 'user' || actor.providerId === null) return;
  if (account === 'owner') throw notOwn();
  if (account === 'sole' && !(await isSoleProvider(stores, actor.providerId, actor.id))) throw knownElsewhere();
};
