import type { Reply } from '../../contract.ts';
import type { GroupRow, GroupWithRole } from './store.ts';

export const groupView = ({ id, organizationId, name, slug, createdAt, updatedAt }: GroupRow): Reply<'createGroup'> => ({
  id,
  orgId: organizationId,
  name,
  slug,
  createdAt,
  updatedAt,
});

export const groupWithRoleView = (group: GroupWithRole): Reply<'getGroup'> => ({
  role: group.role,
  roleId: group.roleId,
  customRoleSlug: group.customRoleSlug,
  ...groupView(group),
});
