import { timestamp } from '../../../platform/clock.ts';
import type { Parts } from '../../../scope.ts';
import { createStores } from '../../../stores.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { deletePrivilege } from './closing.ts';
import { tell } from './notify.ts';
import type { AccessRequestRow } from './store.ts';

type DueDeps = Pick<Parts, 'database' | 'stores' | 'clock' | 'ids' | 'keyring' | 'mailer'>;

const batch = 200;

type DueRequest = AccessRequestRow & { readonly organizationId: string };

/** Closes one request that nobody approved in time, or takes back what has ended, so that it does not count as a privilege any more; false if another node has. */
const act = (deps: DueDeps, { id, projectId, organizationId }: DueRequest): Promise<boolean> =>
  deps.database.transaction(ofProject({ id: projectId, organizationId }), async ({ db, afterCommit }) => {
    const unit = { ...deps, stores: createStores(db), afterCommit };
    const now = timestamp(deps.clock.now());
    const [request, project] = await Promise.all([
      unit.stores.accessRequests.findById(organizationId, id),
      unit.stores.projects.findById(organizationId, projectId),
    ]);
    if (!request || !project) return false;
    const isExpired = request.status === 'pending' && request.expiresAt !== null && request.expiresAt <= now;
    const hasEnded = request.endsAt !== null && request.endsAt <= now;
    if (!isExpired && !hasEnded) return false;
    // Whoever left the project is told nothing of it.
    const isTold = isExpired || (await deletePrivilege(unit.stores, request));
    await unit.stores.accessRequests.update(
      id,
      isExpired
        ? { status: 'expired', updatedAt: now }
        : { privilegeId: null, privilegeDeletedAt: now, endsAt: null, updatedAt: now },
    );
    if (isTold) await tell(unit, project, request, isExpired ? 'expired' : 'ended');
    return true;
  });

/** Closes requests whose time is over and tells of access that has ended, whichever node is first; returns how many. */
export const actOnDueRequests = async (deps: DueDeps): Promise<number> => {
  for (let total = 0; ;) {
    const due = await deps.stores.accessRequests.listDue(timestamp(deps.clock.now()), batch);
    let count = 0;
    for (const request of due) if (await act(deps, request)) count += 1;
    total += count;
    if (due.length < batch || count === 0) return total;
  }
};
