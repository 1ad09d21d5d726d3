import { singleSignOnEvents } from '../../../audit/events.ts';
import { auditedUser } from '../../../audit/audit.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { PublicScope } from '../../../scope.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';

interface Member {
  readonly organizationId: string;
  readonly membershipId: string;
  readonly user: UserRow;
}

/**
 * Makes the member one of exactly those groups that the provider names, among the groups of the organization that have a
 * name at the provider; ignores case. The boundary is not checked here but where the provider and these names are
 * configured: only administrators of the organization may.
 */
export const placeInGroups = async (
  { stores, clock, audit }: PublicScope,
  { organizationId, membershipId, user }: Member,
  names: readonly string[],
): Promise<void> => {
  const wanted = new Set(names.map((name) => name.toLowerCase()));
  const current = new Set(await stores.groupMembers.listGroupIds(membershipId));
  for (const { id, name, providerGroupName } of await stores.groups.listOfProvider(organizationId)) {
    const isWanted = wanted.has(providerGroupName.toLowerCase());
    if (isWanted === current.has(id)) continue;
    if (isWanted) await stores.groupMembers.insert(id, membershipId, timestamp(clock.now()));
    else await stores.groupMembers.delete(id, membershipId);
    await audit.record({
      type: isWanted ? singleSignOnEvents.groupJoined : singleSignOnEvents.groupLeft,
      metadata: { groupId: id, groupName: name, providerGroupName, userId: user.id, username: user.username },
      actor: { ...auditedUser(user), authMethod: 'oidc' },
      organizationId,
    });
  }
};
