import { timestamp } from '../../../platform/clock.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { requireBoundaryForJoining, requireBoundaryForLeaving } from '../groups/boundary.ts';
import { findGroup } from '../groups/guard.ts';
import type { GroupWithRole } from '../groups/store.ts';
import { requireSameRank, identityNotFound } from '../../identity/identities/guard.ts';
import type { GroupableUser } from './store.ts';
import { ofOrganization } from '../../../transaction-keys.ts';

const addMember = async (tx: Scope, group: GroupWithRole, membershipId: string, kind: string): Promise<void> => {
  await requireBoundaryForJoining(tx, group, membershipId);
  if (await tx.stores.groupMembers.has(group.id, membershipId))
    throw badRequest(`This ${kind} is in the group already.`);
  await tx.stores.groupMembers.insert(group.id, membershipId, timestamp(tx.clock.now()));
};

const removeMember = async (tx: Scope, group: GroupWithRole, membershipId: string, kind: string): Promise<void> => {
  await requireBoundaryForLeaving(tx, group, membershipId);
  if (!(await tx.stores.groupMembers.delete(group.id, membershipId)))
    throw badRequest(`This ${kind} is not in the group.`);
};

const findUser = async ({ access, stores }: Scope, username: string): Promise<GroupableUser> => {
  const user = await stores.groupMembers.findUser(access.organization.id, username.toLowerCase());
  if (!user) throw notFound('User not found in this organization.');
  return user;
};

/** Finds the membership of an identity; 403 or 404 unless the caller may add or remove the identity. */
const findIdentityMembership = async ({ access, stores }: Scope, identityId: string): Promise<string> => {
  const identity = await stores.identities.findById(access.organization.id, identityId);
  if (!identity) throw identityNotFound();
  requireSameRank({ access }, identity);
  const membership = await stores.memberships.findOfIdentity(identity.organizationId, identityId);
  if (!membership) throw identityNotFound();
  return membership.id;
};

interface UserChange {
  readonly type: 'add-user-to-group' | 'remove-user-from-group';
  readonly groupId: string;
  readonly username: string;
}

const changeUser = (
  scope: Scope,
  { type, groupId, username }: UserChange,
  change: typeof addMember,
): Promise<GroupableUser> =>
  scope.transaction(ofOrganization(scope.access.organization.id), async (tx) => {
    const group = await findGroup(tx, groupId);
    const user = await findUser(tx, username);
    await change(tx, group, user.membershipId, 'user');
    await tx.audit.record({
      type,
      metadata: { groupId, groupName: group.name, userId: user.id, username: user.username },
    });
    return user;
  });

export const addUser = (scope: Scope, groupId: string, username: string): Promise<GroupableUser> =>
  changeUser(scope, { type: 'add-user-to-group', groupId, username }, addMember);

export const removeUser = (scope: Scope, groupId: string, username: string): Promise<GroupableUser> =>
  changeUser(scope, { type: 'remove-user-from-group', groupId, username }, removeMember);

interface IdentityChange {
  readonly type: 'add-identity-to-group' | 'remove-identity-from-group';
  readonly groupId: string;
  readonly identityId: string;
}

const changeIdentity = (
  scope: Scope,
  { type, groupId, identityId }: IdentityChange,
  change: typeof addMember,
): Promise<void> =>
  scope.transaction(ofOrganization(scope.access.organization.id), async (tx) => {
    const group = await findGroup(tx, groupId);
    await change(tx, group, await findIdentityMembership(tx, identityId), 'machine identity');
    await tx.audit.record({ type, metadata: { groupId, groupName: group.name, identityId } });
  });

export const addIdentity = (scope: Scope, groupId: string, identityId: string): Promise<void> =>
  changeIdentity(scope, { type: 'add-identity-to-group', groupId, identityId }, addMember);

export const removeIdentity = (scope: Scope, groupId: string, identityId: string): Promise<void> =>
  changeIdentity(scope, { type: 'remove-identity-from-group', groupId, identityId }, removeMember);
