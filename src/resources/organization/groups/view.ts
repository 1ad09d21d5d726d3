import type { Reply } from '../../../contract.ts';
import { periodView, permanent } from '../../project/grants/period.ts';
import type { GroupRow, GroupWithRole } from './store.ts';

export const groupView = ({
  id,
  organizationId,
  name,
  slug,
  providerGroupName,
  createdAt,
  updatedAt,
}: GroupRow): Reply<'createGroup'> => ({
  id,
  orgId: organizationId,
  name,
  slug,
  providerGroupName,
  createdAt,
  updatedAt,
});

export const groupWithRoleView = (group: GroupWithRole): Reply<'getGroup'> => ({
  role: group.role,
  roleId: group.roleId,
  customRoleSlug: group.customRoleSlug,
  ...groupView(group),
});

/** Shows a group as a member of its organization, with its single role there. */
export const organizationGroupView = ({
  id,
  organizationId,
  name,
  slug,
  role,
  roleId,
  customRoleSlug,
  customRoleName,
  createdAt,
  updatedAt,
}: GroupWithRole): Reply<'getOrganizationGroup'>['groupMembership'] => ({
  id,
  groupId: id,
  group: { id, name, slug, orgId: organizationId },
  // The group has had its role since it exists, and a change of the role is a change of the group.
  roles: [
    { id, role, customRoleId: roleId, customRoleName, customRoleSlug, ...periodView(permanent), createdAt, updatedAt },
  ],
  createdAt,
  updatedAt,
});
