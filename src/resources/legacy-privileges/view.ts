import type { Reply } from '../../contract.ts';
import type { PrivilegeRow } from '../privileges/store.ts';
import { privilegeView } from '../privileges/view.ts';

export const legacyPrivilegeView = (privilege: PrivilegeRow): Reply<'getLegacyPrivilege'>['privilege'] => ({
  projectMembershipId: privilege.projectMembershipId,
  ...privilegeView(privilege),
});
