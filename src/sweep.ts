import { newEntry, type Audit, type AuditedRequest, type AuditEvent } from './audit/audit.ts';
import type { ProjectRow } from './access/project.ts';
import { secondsAfter, timestamp, type Timestamp } from './platform/clock.ts';
import type { Log } from './platform/log.ts';
import { purgeEnvironments } from './resources/project/environments/purge.ts';
import { purgeTrash } from './resources/secrets/trash/purge.ts';
import type { Parts } from './scope.ts';
import { createStores, type Stores } from './stores.ts';
import { ofProject, ofTask } from './transaction-keys.ts';

const everyMs = 60_000;
const batch = 500;

type Deps = Pick<Parts, 'database' | 'clock' | 'ids' | 'config'>;

/** The request data of audit log entries that no request caused. */
const noRequest: AuditedRequest = { requestId: '', operation: 'sweep', ip: '', userAgent: '' };

/** How long events are stored for delivery by all nodes. */
const eventSeconds = 60;

/** The mailer deletes mail that expires, and says so; this is for mail that it does not look at any more. */
const mailGraceSeconds = 7_200;

/** Deletes a batch of the expired records of each kind that no other ones depend on. */
const expired: readonly ((stores: Stores, before: Timestamp) => Promise<number>)[] = [
  ({ accessTokens }, before) => accessTokens.deleteExpired(before, batch),
  ({ serviceTokens }, before) => serviceTokens.deleteExpired(before, batch),
  ({ sessions }, before) => sessions.deleteExpired(before, batch),
  ({ passwordResets }, before) => passwordResets.deleteExpired(before, batch),
  ({ signOnUses }, before) => signOnUses.deleteExpired(before, batch),
  ({ failedLogins }, before) => failedLogins.deleteExpired(before, batch),
  ({ failedLdapLogins }, before) => failedLdapLogins.deleteExpired(before, batch),
  ({ secondFactorFailures }, before) => secondFactorFailures.deleteExpired(before, batch),
  ({ passkeyChallenges }, before) => passkeyChallenges.deleteExpired(before, batch),
  ({ auditLogs }, before) => auditLogs.deleteExpired(before, batch),
  ({ mails }, before) => mails.deleteExpired(timestamp(secondsAfter(new Date(before), -mailGraceSeconds)), batch),
  ({ events }, before) => events.deleteBefore(timestamp(secondsAfter(new Date(before), -eventSeconds)), batch),
];

/** What expires in a project: which projects have some, and how a batch of it is deleted. */
interface ProjectPurge {
  readonly projects: (
    stores: Stores,
    before: Timestamp,
  ) => Promise<readonly Pick<ProjectRow, 'id' | 'organizationId'>[]>;
  readonly purge: (
    stores: Stores,
    audit: Pick<Audit, 'record'>,
    projectId: string,
    before: Timestamp,
    limit: number,
  ) => Promise<number>;
}

const expiredInProjects: readonly ProjectPurge[] = [
  { projects: ({ environments }, before) => environments.projectsOfExpired(before, batch), purge: purgeEnvironments },
  { projects: ({ trash }, before) => trash.projectsOfExpired(before, batch), purge: purgeTrash },
];

/** Deletes batches until one is not full; returns how many records. */
const inBatches = async (remove: () => Promise<number>): Promise<number> => {
  for (let total = 0; ;) {
    const count = await remove();
    total += count;
    if (count < batch) return total;
  }
};

/** Removes expired records in small transactions, also concurrently on several nodes; returns how many. */
export const sweep = async ({ database, clock, ids, config }: Deps): Promise<number> => {
  const before = timestamp(clock.now());
  const auditDeps = { clock, ids, retentionDays: config.auditRetentionDays, request: noRequest, actor: undefined };
  let total = 0;
  const purgeIn = (project: Pick<ProjectRow, 'id' | 'organizationId'>, purge: ProjectPurge['purge']): Promise<number> =>
    database.transaction(ofProject(project), ({ db }) => {
      const stores = createStores(db);
      const audit = { record: (event: AuditEvent) => stores.auditLogs.insert(newEntry(auditDeps, event)) };
      return purge(stores, audit, project.id, before, batch);
    });
  for (const { projects, purge } of expiredInProjects)
    await inBatches(async () => {
      const found = await projects(createStores(database.read), before);
      for (const project of found) total += await inBatches(() => purgeIn(project, purge));
      return found.length;
    });
  for (const remove of expired)
    total += await inBatches(() => database.transaction(ofTask('sweep'), ({ db }) => remove(createStores(db), before)));
  return total;
};

/** Removes expired records periodically; returns a function that stops it. */
export const startExpirySweep = (deps: Deps, log: Log): (() => Promise<void>) => {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running
      .then(() => sweep(deps))
      .then((count) => {
        if (count > 0) log.debug({ count }, 'expired records removed');
      })
      .catch((err: unknown) => log.warn({ err }, 'expired records not removed'));
  }, everyMs);
  timer.unref();
  return () => {
    clearInterval(timer);
    return running;
  };
};
