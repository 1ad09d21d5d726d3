import { newEntry, type AuditEvent } from '../../../audit/audit.ts';
import { leaseEnded } from '../../../audit/events.ts';
import type { Config } from '../../../config.ts';
import type { Mailer } from '../../../mail/mailer.ts';
import { secondsAfter, timestamp, type Clock } from '../../../platform/clock.ts';
import type { Keyring } from '../../../platform/crypto/keys.ts';
import type { Database } from '../../../platform/db/database.ts';
import type { Ids } from '../../../platform/ids.ts';
import type { Log } from '../../../platform/log.ts';
import type { Targets } from '../../../platform/targets/targets.ts';
import { createStores, type Stores } from '../../../stores.ts';
import { ofProject } from '../../../transaction-keys.ts';
import type { TellingTransaction } from '../../project/project-users/mail.ts';
import { openInputs } from '../dynamic-secrets/encryption.ts';
import { ProviderError, type LeaseConfig } from '../dynamic-secrets/providers/provider.ts';
import { providerOf } from '../dynamic-secrets/providers/providers.ts';
import { retryDelay } from './retries.ts';
import { tellOfFailure } from './failure.ts';
import type { LeaseRow } from './store.ts';

export interface RevokeDeps {
  readonly database: Database;
  readonly stores: Stores;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly config: Pick<Config, 'auditRetentionDays'>;
  readonly keyring: Keyring;
  readonly targets: Targets;
  readonly log: Log;
  /** Undefined if there is no mail server. */
  readonly mailer: Mailer | undefined;
}

/** Longer than a call to a target takes, with its time in the queue. */
const claimSeconds = 300;
const maxError = 1_000;

/** What a transaction about a lease changes. */
export const ofLease = ({ projectId, organizationId }: Pick<LeaseRow, 'projectId' | 'organizationId'>) =>
  ofProject({ id: projectId, organizationId });

/** Returns the audit metadata of a lease. */
export const auditedLease = (lease: LeaseRow) => ({
  dynamicSecretName: lease.name,
  dynamicSecretType: lease.type,
  dynamicSecretId: lease.dynamicSecretId,
  environment: lease.environment,
  secretPath: lease.secretPath,
  projectId: lease.projectId,
  leaseId: lease.id,
  leaseExternalEntityId: lease.externalEntityId,
});

/** Why the server ends a lease by itself. */
type EndReason = 'expired' | 'not-created' | 'revoked';

const reasonOf = ({ state, expireAt }: LeaseRow, now: string): EndReason => {
  if (state === 'creating') return 'not-created';
  return expireAt <= now ? 'expired' : 'revoked';
};

const noRequest = { requestId: '', operation: 'leases', ip: '', userAgent: '' };

/** Records what the server did with a lease by itself; the project may be gone. */
export const recordOfLease = async (
  { clock, ids, config }: Pick<RevokeDeps, 'clock' | 'ids' | 'config'>,
  stores: Stores,
  lease: LeaseRow,
  event: Pick<AuditEvent, 'type' | 'metadata'>,
): Promise<void> => {
  const { organizationId } = lease;
  const project = await stores.projects.findById(organizationId, lease.projectId);
  const deps = { clock, ids, retentionDays: config.auditRetentionDays, request: noRequest, actor: undefined };
  const actor = { type: 'platform' } as const;
  await stores.auditLogs.insert(newEntry(deps, { ...event, actor, organizationId, ...(project && { project }) }));
};

/** When a claim begins and ends. */
export const claimTimes = (clock: Clock) => {
  const now = clock.now();
  return { now: timestamp(now), until: timestamp(secondsAfter(now, claimSeconds)) };
};

/** Revokes the credentials of a lease; returns what failed. */
export const revokeCredentials = async (
  { keyring, targets, clock }: Pick<RevokeDeps, 'keyring' | 'targets' | 'clock'>,
  lease: LeaseRow,
  caller: string,
): Promise<string | undefined> => {
  const { id, type, sealedInputs, externalEntityId: username, config } = lease;
  try {
    const inputs = openInputs(keyring, { kind: 'dynamic-secret-lease', id }, sealedInputs);
    const credentials = { username, expireAt: new Date(lease.expireAt), config: config as LeaseConfig | null };
    await providerOf(type).revoke(inputs, credentials, { targets, clock, caller });
    return undefined;
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error;
    return error.message.slice(0, maxError);
  }
};

/** Deletes the row of a revoked lease, and its dynamic secret if that waits for its last one. */
export const deleteLease = async (stores: Stores, { id, projectId, dynamicSecretId }: LeaseRow): Promise<boolean> => {
  if (!(await stores.dynamicSecretLeases.delete(id))) return false;
  const secret = await stores.dynamicSecrets.findById(projectId, dynamicSecretId);
  if (secret && secret.status !== null && (await stores.dynamicSecretLeases.count(dynamicSecretId)) === 0)
    stores.dynamicSecrets.delete(dynamicSecretId);
  return true;
};

/** Stores that the credentials could not be revoked, and when to try it again, and tells those who have to know. */
export const storeFailure = async (tx: TellingTransaction, lease: LeaseRow, lastError: string): Promise<LeaseRow> => {
  const { stores } = tx;
  const now = tx.clock.now();
  const attempts = lease.attempts + 1;
  const changes = {
    state: 'failed' as const,
    attempts,
    failingSince: lease.failingSince ?? timestamp(now),
    lastError,
    dueAt: timestamp(secondsAfter(now, retryDelay(attempts))),
    claimedUntil: null,
    updatedAt: timestamp(now),
  };
  stores.dynamicSecretLeases.update(lease.id, changes);
  const secret = await stores.dynamicSecrets.findById(lease.projectId, lease.dynamicSecretId);
  if (secret && secret.status !== null)
    stores.dynamicSecrets.update(secret.id, { status: 'Failed to delete', statusDetails: lastError });
  const failed = { ...lease, ...changes };
  await tellOfFailure(tx, failed);
  return failed;
};

/** Revokes a lease that is due; returns whether it is gone, undefined if another process revokes it. */
export const revokeDue = async (deps: RevokeDeps, lease: LeaseRow): Promise<boolean | undefined> => {
  const { database, clock, log } = deps;
  const isOurs = await database.transaction(ofLease(lease), ({ db }) =>
    createStores(db).dynamicSecretLeases.claim(lease, claimTimes(clock)),
  );
  if (!isOurs) return undefined;
  const failure = await revokeCredentials(deps, lease, 'due');
  await database.transaction(ofLease(lease), async ({ db, afterCommit }) => {
    const stores = createStores(db);
    if (failure !== undefined) return void (await storeFailure({ ...deps, stores, afterCommit }, lease, failure));
    if (!(await deleteLease(stores, lease))) return;
    const reason = reasonOf(lease, timestamp(clock.now()));
    await recordOfLease(deps, stores, lease, { type: leaseEnded, metadata: { ...auditedLease(lease), reason } });
  });
  if (failure !== undefined && failure !== lease.lastError)
    log.warn({ leaseId: lease.id, projectId: lease.projectId, reason: failure }, 'lease not revoked; trying again');
  return failure === undefined;
};
