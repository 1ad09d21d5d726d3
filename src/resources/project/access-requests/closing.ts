import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import { tell } from './notify.ts';
import type { Policy } from '../approval-policies/store.ts';

/** Ends all access that a policy has granted, and rejects what waits for its approvers. */
export const closeOfPolicy = async (tx: Scope, { row: project }: ProjectAccess, { id }: Policy): Promise<void> => {
  const { stores } = tx;
  const now = timestamp(tx.clock.now());
  const open = await stores.accessRequests.listOpenOfPolicy(id);
  await stores.privileges.deleteOfRequests(
    project.id,
    open.filter(({ privilegeId }) => privilegeId !== null).map((request) => request.id),
  );
  for (const request of open) {
    const isPending = request.status === 'pending';
    await stores.accessRequests.update(
      request.id,
      isPending
        ? { status: 'rejected', updatedAt: now }
        : { privilegeId: null, privilegeDeletedAt: now, endsAt: null, updatedAt: now },
    );
    await tell(tx, project, request, isPending ? 'rejected' : 'revoked');
  }
};
