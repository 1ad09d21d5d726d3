import { actorName } from '../../../access/actor.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { Stores } from '../../../stores.ts';
import { removeFactors } from '../../identity/second-factor/remove.ts';
import { createLink, type ResetLink } from '../../identity/account-recovery/link.ts';
import type { IdentityRow } from '../../identity/identities/store.ts';
import { requireNotBreakGlass } from '../../organization/organization-users/rules.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';
import { ofAccount, ofInstance } from '../../../transaction-keys.ts';

interface ChosenUsers {
  /** In the order of the requested ids. */
  readonly users: readonly UserRow[];
  /** Whether the instance would have no administrator without them. */
  readonly areLastAdministrators: boolean;
}

const findUsers = async ({ users: store }: Stores, ids: readonly string[]): Promise<ChosenUsers> => {
  const rows = new Map((await store.listWithInstanceAdministrators(ids)).map((user) => [user.id, user]));
  const users = ids.map((id) => {
    const user = rows.get(id);
    if (!user) throw notFound(`There is no user "${id}".`);
    return user;
  });
  // A user without a password cannot log in, and so does not count as an administrator.
  const activeAdministrators = [...rows.values()].filter(
    ({ superAdmin, passwordHash }) => superAdmin && passwordHash !== null,
  );
  return {
    users,
    areLastAdministrators:
      users.some(({ superAdmin }) => superAdmin) && activeAdministrators.every(({ id }) => ids.includes(id)),
  };
};

const lastAdministrator = () =>
  badRequest('The instance would have no administrator left. Let somebody else administer it first.');

const addressNotProved = () =>
  badRequest(
    'Nobody has shown yet that this account belongs to the owner of its e-mail address. Create a link to reset its password first, and let its owner use it.',
  );

const requireRemainingAdministrators = async (
  { memberships, organizations }: Stores,
  ids: readonly string[],
): Promise<void> => {
  for (const organizationId of await memberships.organizationsAdministeredBy(ids)) {
    const administrators = await memberships.listAdministrators(organizationId);
    const organization = await organizations.findById(organizationId);
    if (administrators.length > 0 && administrators.every(({ userId }) => ids.includes(userId!))) {
      throw badRequest(
        `The organization "${organization?.name}" would have no administrator left. Make somebody else its administrator first.`,
      );
    }
    requireNotBreakGlass(organization, ids);
  }
};

/** Deletes all of the users, or none. */
export const deleteUsers = async (scope: Scope, userIds: readonly string[]): Promise<readonly UserRow[]> => {
  const ids = [...new Set(userIds)];
  if (scope.actor.type === 'user' && ids.includes(scope.actor.id))
    throw badRequest('You cannot delete your own account.');
  return scope.transaction(ofInstance, async ({ stores, audit }) => {
    const { users, areLastAdministrators } = await findUsers(stores, ids);
    if (areLastAdministrators) throw lastAdministrator();
    await requireRemainingAdministrators(stores, ids);
    await stores.users.deleteAll(ids);
    await audit.record({
      type: 'delete-users',
      metadata: { users: users.map(({ id, username }) => ({ userId: id, username })) },
    });
    return users;
  });
};

export const setInstanceAdministrator = (scope: Scope, userId: string, superAdmin: boolean): Promise<UserRow> =>
  scope.transaction(ofInstance, async ({ stores, clock, audit }) => {
    const { users, areLastAdministrators } = await findUsers(stores, [userId]);
    const user = users[0]!;
    if (!superAdmin && areLastAdministrators) throw lastAdministrator();
    if (user.superAdmin === superAdmin) return user;
    // Somebody else may have completed the account, and would administer the instance.
    if (superAdmin && user.passwordHash !== null && user.addressProvedAt === null) throw addressNotProved();
    await stores.users.setInstanceAdministrator(userId, superAdmin, timestamp(clock.now()));
    // Whoever created the link of an incomplete account still has it, and could use it to administer the instance.
    if (superAdmin && user.passwordHash === null) await stores.invitations.cancelOfUser(userId);
    await audit.record({
      type: superAdmin ? 'grant-instance-admin' : 'revoke-instance-admin',
      metadata: { userId, username: user.username },
    });
    return { ...user, superAdmin };
  });

/** Removes every second factor of another user and ends their sessions, one of which may be somebody else's. */
export const resetSecondFactorOf = async (scope: Scope, userId: string): Promise<UserRow> => {
  if (scope.actor.type === 'user' && scope.actor.id === userId)
    throw badRequest('Change your own second factor on the page of your account.');
  return scope.transaction(ofAccount(userId), async ({ stores, audit }) => {
    const user = await stores.users.findById(userId);
    if (!user) throw notFound(`There is no user "${userId}".`);
    await removeFactors(stores, userId);
    await audit.record({ type: 'reset-second-factor', metadata: { userId, username: user.username } });
    return user;
  });
};

/** Only administrators of the instance create links: an account may belong to organizations of other administrators. */
export const createResetLink = (scope: Scope, userId: string): Promise<ResetLink> =>
  scope.transaction(ofAccount(userId), async (tx) => {
    const user = await tx.stores.users.findById(userId);
    if (!user) throw notFound(`There is no user "${userId}".`);
    if (!(await tx.stores.users.isOwned(userId)))
      throw badRequest('This account is not complete yet. Send a new invitation instead.');
    const { username } = user;
    await tx.audit.record({ type: 'create-password-reset-link', metadata: { userId, username } });
    return createLink(tx, user, actorName(tx.actor));
  });

export const revokeFromIdentity = (scope: Scope, identityId: string): Promise<IdentityRow> =>
  scope.transaction(ofInstance, async ({ stores, clock, audit }) => {
    const isRevoked = await stores.identities.revokeInstanceAdministrator(identityId, timestamp(clock.now()));
    const identity = await stores.identities.findInInstance(identityId);
    if (!identity) throw notFound('Machine identity not found.');
    if (isRevoked)
      await audit.record({ type: 'revoke-identity-instance-admin', metadata: { identityId, name: identity.name } });
    return identity;
  });
