import type { Request } from '../../../contract.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findFactors } from '../../identity/second-factor/find.ts';
import { requireMayChangeProvider } from '../../identity/single-sign-on/guard.ts';
import { organizationUserNotFound } from '../organization-users/rules.ts';
import type { OrganizationRow } from '../../../access/organization.ts';
import { ofAccount } from '../../../transaction-keys.ts';

type Enforcement = Pick<Request<'updateOrganization'>['body'], 'authEnforced' | 'breakGlassUserId'>;

/** 403 unless the caller may decide who has to use single sign-on; nothing to ask if the request does not. */
export const requireMayEnforceSignOn = async (
  scope: Scope,
  { authEnforced, breakGlassUserId }: Enforcement,
): Promise<void> => {
  if (authEnforced === undefined && breakGlassUserId === undefined) return;
  await requireMayChangeProvider(scope);
};

const requireTriedProvider = async ({ stores }: Scope, organizationId: string): Promise<void> => {
  const provider = await stores.signOnProviders.findOfOrganization(organizationId);
  if (!provider?.isActive) throw badRequest('Single sign-on is not active. Configure and activate it first.');
  if (provider.lastUsedAt === null)
    throw badRequest(
      'Nobody has signed in with single sign-on since it was last changed. Try it first, then enforce it.',
    );
};

/** 400 unless the user could sign in when the provider fails; 404 if there is no such member. */
const requireBreakGlass = async (tx: Scope, organizationId: string, userId: string): Promise<void> => {
  // So that the user does not turn off the second factor meanwhile.
  tx.addKeys(ofAccount(userId));
  const { stores } = tx;
  const membership = await stores.memberships.findOfUser(organizationId, userId);
  if (!membership) throw organizationUserNotFound();
  const user = await stores.users.findById(userId);
  const isAdministrator = membership.role === 'admin' && membership.status === 'accepted' && membership.isActive;
  const { isEnabled } = await findFactors(stores, { userId, providerId: null });
  if (!isAdministrator || !user?.passwordHash || membership.needsSingleSignOn || !isEnabled)
    throw badRequest(
      'breakGlassUserId must be the id of an active administrator of the organization who signs in with a password and has turned on a second factor.',
    );
};

/** In a transaction: 400 if somebody could not sign in who has to. */
export const requireEnforceable = async (
  tx: Scope,
  before: OrganizationRow,
  { authEnforced = before.authEnforced, breakGlassUserId = before.breakGlassUserId }: Enforcement,
): Promise<void> => {
  if (authEnforced && !before.authEnforced) await requireTriedProvider(tx, before.id);
  if (authEnforced && breakGlassUserId === null)
    throw badRequest('Name an administrator who can still sign in when the provider fails: breakGlassUserId.');
  const isNamed = breakGlassUserId !== null && breakGlassUserId !== before.breakGlassUserId;
  if (breakGlassUserId !== null && (isNamed || (authEnforced && !before.authEnforced)))
    await requireBreakGlass(tx, before.id, breakGlassUserId);
};
