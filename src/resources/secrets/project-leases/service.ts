import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp, type Timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { ofInstance, ofProject } from '../../../transaction-keys.ts';
import { auditedLease, deleteLease } from '../dynamic-secret-leases/revoke.ts';
import type { LeaseFilter, LeaseRow, PlacedLease } from '../dynamic-secret-leases/store.ts';
import { listAllowed, requireLease } from './find.ts';

/** Makes all matching leases due that the caller may lease; returns how many. */
export const revokeLeases = (scope: Scope, project: ProjectAccess, filter: LeaseFilter): Promise<number> => {
  if (Object.values(filter).every((value) => value === undefined))
    throw badRequest('Say which leases: send dynamicSecretId, environment, secretPath or createdBy.');
  return scope.transaction(ofProject(project.row), async (tx) => {
    const leases = (await listAllowed(tx, project, filter)).filter(({ state }) => state === 'active');
    const now = timestamp(tx.clock.now());
    tx.stores.dynamicSecretLeases.endAll(
      leases.map(({ id }) => id),
      now,
    );
    tx.afterCommit(() => tx.leases.wake());
    const metadata = { ...filter, count: leases.length };
    await tx.audit.record({ type: 'revoke-dynamic-secret-leases', metadata, project: project.row });
    return leases.length;
  });
};

const requireFailed = ({ state }: LeaseRow): void => {
  if (state !== 'failed') throw badRequest('This lease did not fail to be revoked. Revoke it instead.');
};

/** Makes a lease due now that could not be revoked. */
export const retryLease = (scope: Scope, project: ProjectAccess, id: string): Promise<PlacedLease> =>
  scope.transaction(ofProject(project.row), async (tx) => {
    const lease = await requireLease(tx, project, id, 'lease');
    requireFailed(lease);
    const changes = { dueAt: timestamp(tx.clock.now()) };
    tx.stores.dynamicSecretLeases.update(id, changes);
    tx.afterCommit(() => tx.leases.wake());
    const metadata = auditedLease(lease);
    await tx.audit.record({ type: 'retry-dynamic-secret-lease', metadata, project: project.row });
    return { ...lease, ...changes };
  });

/** Deletes a lease whose credentials may be left; the audit log says so. */
export const forgetLease = (scope: Scope, project: ProjectAccess, id: string, reason: string): Promise<PlacedLease> =>
  scope.transaction(ofProject(project.row), async (tx) => {
    const lease = await requireLease(tx, project, id, 'delete-root-credential');
    requireFailed(lease);
    await deleteLease(tx.stores, lease);
    const metadata = { ...auditedLease(lease), reason };
    await tx.audit.record({ type: 'forget-dynamic-secret-lease', metadata, project: project.row });
    return lease;
  });

/** Lets the server revoke leases by itself again; returns since when it had waited. */
export const resumeRevocations = (scope: Scope): Promise<Timestamp | null> =>
  scope.transaction(ofInstance, async (tx) => {
    const heldSince = await tx.stores.instance.leasesHeldSince();
    tx.stores.instance.holdLeases(null);
    tx.afterCommit(() => tx.leases.wake());
    await tx.audit.record({ type: 'resume-lease-revocations', metadata: { heldSince } });
    return heldSince;
  });
