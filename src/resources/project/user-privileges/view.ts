import type { Reply } from '../../../contract.ts';
import type { PrivilegeListItem, PrivilegeRow } from '../privileges/store.ts';
import { privilegeSummary, privilegeView } from '../privileges/view.ts';
import type { ProjectUserRow } from '../project-users/store.ts';

const holderView = ({ id, userId, projectId }: ProjectUserRow) => ({ projectMembershipId: id, userId, projectId });

export const userPrivilegeView = (
  user: ProjectUserRow,
  privilege: PrivilegeRow,
): Reply<'getUserPrivilege'>['privilege'] => ({ ...privilegeView(privilege), ...holderView(user) });

export const userPrivilegeSummary = (
  user: ProjectUserRow,
  { accessRequestId, ...privilege }: PrivilegeListItem,
  policyApproverUserIds: string[],
): Reply<'listUserPrivileges'>['privileges'][number] => ({
  ...privilegeSummary(privilege),
  ...holderView(user),
  isLinkedToAccessApproval: accessRequestId !== null,
  accessApprovalRequestId: accessRequestId,
  policyApproverUserIds,
});
