import { timestamp } from '../../../platform/clock.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { Stores } from '../../../stores.ts';
import type { IdentityRow } from '../../identity/identities/store.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';

interface LockedUsers {
  /** In the order of the requested ids. */
  readonly users: readonly UserRow[];
  /** Whether the instance would have no administrator without them. */
  readonly areLastAdministrators: boolean;
}

/** Locks the users and all administrators of the instance, so that two requests cannot remove the last one. */
const lockUsers = async ({ users: store }: Stores, ids: readonly string[]): Promise<LockedUsers> => {
  const rows = new Map((await store.lockWithInstanceAdministrators(ids)).map((user) => [user.id, user]));
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

const requireRemainingAdministrators = async (
  { memberships, organizations }: Stores,
  ids: readonly string[],
): Promise<void> => {
  for (const organizationId of await memberships.organizationsAdministeredBy(ids)) {
    const administrators = await memberships.lockAdministrators(organizationId);
    if (administrators.length > 0 && administrators.every(({ userId }) => ids.includes(userId!))) {
      const organization = await organizations.findById(organizationId);
      throw badRequest(
        `The organization "${organization?.name}" would have no administrator left. Make somebody else its administrator first.`,
      );
    }
  }
};

/** Deletes all of the users, or none. */
export const deleteUsers = async (scope: Scope, userIds: readonly string[]): Promise<readonly UserRow[]> => {
  const ids = [...new Set(userIds)];
  if (scope.actor.type === 'user' && ids.includes(scope.actor.id))
    throw badRequest('You cannot delete your own account.');
  return scope.transaction(async ({ stores, audit }) => {
    const { users, areLastAdministrators } = await lockUsers(stores, ids);
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
  scope.transaction(async ({ stores, clock, audit }) => {
    const { users, areLastAdministrators } = await lockUsers(stores, [userId]);
    const user = users[0]!;
    if (!superAdmin && areLastAdministrators) throw lastAdministrator();
    if (user.superAdmin === superAdmin) return user;
    await stores.users.setInstanceAdministrator(userId, superAdmin, timestamp(clock.now()));
    // Whoever created the link of an incomplete account still has it, and could use it to administer the instance.
    if (superAdmin && user.passwordHash === null) await stores.invitations.cancelOfUser(userId);
    await audit.record({
      type: superAdmin ? 'grant-instance-admin' : 'revoke-instance-admin',
      metadata: { userId, username: user.username },
    });
    return { ...user, superAdmin };
  });

export const revokeFromIdentity = (scope: Scope, identityId: string): Promise<IdentityRow> =>
  scope.transaction(async ({ stores, clock, audit }) => {
    const isRevoked = await stores.identities.revokeInstanceAdministrator(identityId, timestamp(clock.now()));
    const identity = await stores.identities.findInInstance(identityId);
    if (!identity) throw notFound('Machine identity not found.');
    if (isRevoked)
      await audit.record({ type: 'revoke-identity-instance-admin', metadata: { identityId, name: identity.name } });
    return identity;
  });
