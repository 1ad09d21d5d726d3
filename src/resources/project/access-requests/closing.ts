import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import type { Stores } from '../../../stores.ts';
import type { Policy } from '../approval-policies/store.ts';
import { tell } from './notify.ts';
import type { AccessRequestRow } from './store.ts';

/** How many people are told that a policy was deleted which they have asked under. */
const maxTold = 200;

/** Deletes what the request has granted; false if it is gone with the membership. */
export const deletePrivilege = async (
  { privileges, projectMemberships }: Pick<Stores, 'privileges' | 'projectMemberships'>,
  { projectId, privilegeId }: AccessRequestRow,
): Promise<boolean> => {
  const privilege = privilegeId === null ? undefined : await privileges.findById(privilegeId);
  const holder = privilege && (await projectMemberships.find(projectId, privilege.projectMembershipId));
  if (!holder) return false;
  await privileges.delete(holder, privilege.id);
  return true;
};

/** Ends all access that a policy has granted, and rejects what waits for its approvers. */
export const closeOfPolicy = async (tx: Scope, { row: project }: ProjectAccess, { id }: Policy): Promise<void> => {
  const now = timestamp(tx.clock.now());
  const open = await tx.stores.accessRequests.listOpenOfPolicy(id, maxTold);
  await tx.stores.privileges.deleteOfPolicy(project.id, id);
  await tx.stores.accessRequests.closeOfPolicy(id, now);
  for (const request of open) await tell(tx, project, request, request.status === 'pending' ? 'rejected' : 'revoked');
};
