import type { Reply } from '../../../contract.ts';
import { periodView } from '../grants/period.ts';
import { projectRuleView } from '../grants/rules.ts';
import type { PrivilegeListItem, PrivilegeRow } from './store.ts';

export const privilegeSummary = (
  privilege: Omit<PrivilegeListItem, 'accessRequestId'>,
): Reply<'listPrivileges'>['privileges'][number] => ({
  id: privilege.id,
  slug: privilege.slug,
  ...periodView(privilege),
  createdAt: privilege.createdAt,
  updatedAt: privilege.updatedAt,
});

export const privilegeView = (privilege: PrivilegeRow): Reply<'getPrivilege'>['privilege'] => ({
  permissions: privilege.permissions.map(projectRuleView),
  ...privilegeSummary(privilege),
});
