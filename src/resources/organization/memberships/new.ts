import { timestamp } from '../../../platform/clock.ts';
import type { PublicScope } from '../../../scope.ts';
import type { AssignedRole } from '../organization-roles/assign.ts';
import type { OrganizationMembershipRow } from './store.ts';

/** Builds the row of a new accepted membership; does not store it. */
export const newMembership = (
  { clock, ids }: Pick<PublicScope, 'clock' | 'ids'>,
  organizationId: string,
  member: { userId: string } | { identityId: string },
  { role, roleId }: Pick<AssignedRole, 'role' | 'roleId'>,
): OrganizationMembershipRow => {
  const now = timestamp(clock.now());
  return {
    id: ids.uuid(),
    organizationId,
    userId: 'userId' in member ? member.userId : null,
    identityId: 'identityId' in member ? member.identityId : null,
    role,
    roleId,
    status: 'accepted',
    isActive: true,
    inviteEmail: null,
    lastInvitedAt: null,
    lastLoginAuthMethod: null,
    lastLoginTime: null,
    needsSingleSignOn: false,
    createdAt: now,
    updatedAt: now,
  };
};
