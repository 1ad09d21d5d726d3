import type { ProjectAccess } from '../../../access/project-access.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { ofProject } from '../../../transaction-keys.ts';
import { openInputs } from '../dynamic-secrets/encryption.ts';
import { findAllowed } from '../dynamic-secrets/find.ts';
import { ProviderError, type LeaseConfig } from '../dynamic-secrets/providers/provider.ts';
import { providerOf } from '../dynamic-secrets/providers/providers.ts';
import type { DynamicSecretRow } from '../dynamic-secrets/store.ts';
import { orBadRequest, providerDeps } from '../dynamic-secrets/try.ts';
import { millisecondsOf } from '../dynamic-secrets/ttl.ts';
import type { FolderRef } from '../folders/rules.ts';
import { findLease, leaseNotFound, type FoundLease } from './find.ts';
import { giveUp, newLease, type LeaseRequest } from './new.ts';
import { auditedLease, claimTimes, deleteLease, revokeCredentials, storeFailure } from './revoke.ts';
import type { LeaseRow } from './store.ts';

export interface NewLease {
  readonly lease: LeaseRow;
  readonly secret: DynamicSecretRow;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Writes the row before there are credentials: whatever happens then, the server revokes them. */
const reserve = (scope: Scope, project: ProjectAccess, lease: LeaseRow): Promise<void> =>
  scope.transaction(ofProject(project.row), async (tx) => {
    const { dynamicSecrets, dynamicSecretLeases } = tx.stores;
    const secret = await dynamicSecrets.findById(project.row.id, lease.dynamicSecretId);
    if (secret?.status !== null)
      throw badRequest('This dynamic secret is being deleted. No more leases of it are made.');
    const { maxLeases } = tx.config;
    if ((await dynamicSecretLeases.count(secret.id)) >= maxLeases)
      throw badRequest(`Max lease limit reached. Limit: ${maxLeases}`);
    dynamicSecretLeases.insert(lease);
  });

/**
 * Makes the lease active; if it was deleted or is being revoked meanwhile, or its dynamic secret is, its credentials are
 * revoked again.
 */
const activate = (scope: Scope, project: ProjectAccess, lease: LeaseRow): Promise<LeaseRow | undefined> =>
  scope.transaction(ofProject(project.row), async (tx) => {
    const { dynamicSecrets, dynamicSecretLeases } = tx.stores;
    const now = timestamp(tx.clock.now());
    const secret = await dynamicSecrets.findById(project.row.id, lease.dynamicSecretId);
    const active = { ...lease, state: 'active' as const, dueAt: lease.expireAt, updatedAt: now };
    if (secret?.status === null && (await dynamicSecretLeases.activate(lease.id, active))) {
      const metadata = { ...auditedLease(lease), leaseExpireAt: lease.expireAt };
      await tx.audit.record({ type: 'create-dynamic-secret-lease', metadata, project: project.row });
      return active;
    }
    await dynamicSecretLeases.delete(lease.id);
    dynamicSecretLeases.insert({ ...lease, state: 'revoking', dueAt: now, updatedAt: now });
    tx.afterCommit(() => tx.leases.wake());
    return undefined;
  });

export const addLease = async (
  scope: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  name: string,
  request: LeaseRequest,
): Promise<NewLease> => {
  const { row: secret } = await findAllowed(scope, project, folderRef, name, ['lease']);
  const provider = providerOf(secret.type);
  const inputs = openInputs(scope.keyring, { kind: 'dynamic-secret', id: secret.id }, secret.sealedInputs);
  provider.checkConfig(inputs, request.config);
  const lease = newLease(scope, project, secret, folderRef, inputs, request);
  await reserve(scope, project, lease);
  const credentials = {
    username: lease.externalEntityId,
    expireAt: new Date(lease.expireAt),
    config: request.config,
  };
  let data: NewLease['data'];
  try {
    data = await provider.create(inputs, credentials, providerDeps(scope));
  } catch (error) {
    await giveUp(scope, project, lease, !(error instanceof ProviderError) || error.isUncertain);
    return orBadRequest('Failed to create lease from provider', () => Promise.reject(error as Error));
  }
  const active = await activate(scope, project, lease);
  if (!active) throw badRequest('The lease was ended before it could be used. Create another one.');
  return { lease: active, secret, data };
};

const claim = async (
  scope: Scope,
  project: ProjectAccess,
  lease: LeaseRow,
  changes: Partial<Pick<LeaseRow, 'state' | 'dueAt'>> = {},
): Promise<void> => {
  const isOurs = await scope.transaction(ofProject(project.row), (tx) =>
    tx.stores.dynamicSecretLeases.claim(lease, claimTimes(tx.clock), changes),
  );
  if (!isOurs) throw badRequest('This lease is being renewed or revoked by another request. Try again shortly.');
};

/** Adds to the end of the lease, first in the target: a credential never ends before its lease. */
export const renewLease = async (
  scope: Scope,
  project: ProjectAccess,
  folderRef: FolderRef,
  id: string,
  ttl: string | null,
): Promise<LeaseRow> => {
  const { lease, secret } = await findLease(scope, project, folderRef, id);
  if (lease.state !== 'active' || lease.expireAt <= timestamp(scope.clock.now())) throw leaseNotFound(id);
  const end = new Date(new Date(lease.expireAt).getTime() + millisecondsOf(ttl ?? secret.defaultTTL));
  const { maxTTL } = secret;
  // The operator of Infisical looks for this text, and creates another lease then.
  if (maxTTL !== null && end.getTime() > new Date(lease.createdAt).getTime() + millisecondsOf(maxTTL))
    throw badRequest('TTL cannot be larger than max ttl');
  await claim(scope, project, lease);
  const inputs = openInputs(scope.keyring, { kind: 'dynamic-secret-lease', id }, lease.sealedInputs);
  const credentials = {
    username: lease.externalEntityId,
    expireAt: end,
    config: lease.config as LeaseConfig | null,
  };
  const renew = async () => providerOf(lease.type).renew(inputs, credentials, providerDeps(scope));
  try {
    await orBadRequest('Failed to renew lease from provider', renew);
  } catch (error) {
    await scope.transaction(ofProject(project.row), (tx) =>
      Promise.resolve(tx.stores.dynamicSecretLeases.update(id, { claimedUntil: null })),
    );
    throw error;
  }
  return scope.transaction(ofProject(project.row), async (tx) => {
    const now = timestamp(tx.clock.now());
    const stored = await tx.stores.dynamicSecretLeases.find(id);
    if (!stored) throw leaseNotFound(id);
    // Its dynamic secret may be deleted meanwhile: then it stays due.
    const times = {
      expireAt: timestamp(end),
      dueAt: stored.state === 'active' ? timestamp(end) : stored.dueAt,
      claimedUntil: null,
      updatedAt: now,
    };
    tx.stores.dynamicSecretLeases.update(id, times);
    const metadata = { ...auditedLease(lease), newLeaseExpireAt: times.expireAt };
    await tx.audit.record({ type: 'renew-dynamic-secret-lease', metadata, project: project.row });
    return { ...stored, ...times };
  });
};

/** Revokes the lease now; if that fails, the server tries it again, or, if forced, forgets it. */
export const revokeLease = async (
  scope: Scope,
  project: ProjectAccess,
  { lease }: FoundLease,
  { isForced }: { isForced: boolean },
): Promise<LeaseRow> => {
  // After a crash the server finishes it: the credentials may be gone already.
  await claim(scope, project, lease, { state: 'revoking', dueAt: timestamp(scope.clock.now()) });
  const failure = await revokeCredentials(scope, lease, providerDeps(scope).caller);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const isEnded = failure === undefined || isForced;
    if (isEnded && !(await deleteLease(tx.stores, lease))) throw leaseNotFound(lease.id);
    const revoked = { ...lease, state: 'revoking' as const, lastError: null };
    const after = failure === undefined ? revoked : isForced ? lease : await storeFailure(tx, lease, failure);
    const leaseStatus = failure === undefined ? null : 'Failed to delete';
    await tx.audit.record({
      type: 'delete-dynamic-secret-lease',
      metadata: { ...auditedLease(lease), leaseStatus, isForced },
      project: project.row,
    });
    return after;
  });
};
