import { dependentsOf } from '../events/dependents.ts';
import { pathMatcher } from '../events/filter.ts';
import { secondsAfter, timestamp, type Clock, type Timestamp } from '../platform/clock.ts';
import type { Database } from '../platform/db/database.ts';
import { isTimeUp, yieldToEventLoop } from '../platform/event-loop.ts';
import type { EventOrigin } from '../resources/secrets/events/store.ts';
import type {
  WebhookChangeWithEnvironment,
  WebhookDeliveryRow,
  WebhookEvent,
} from '../resources/secrets/webhook-deliveries/store.ts';
import type { WebhookWithEnvironment } from '../resources/secrets/webhooks/store.ts';
import { createStores, type Stores } from '../stores.ts';
import { leaseSeconds } from './attempt.ts';
import { readerCheck } from './readers.ts';
import { ofProject, ofTask } from '../transaction-keys.ts';

interface Deps {
  readonly database: Database;
  readonly stores: Stores;
  readonly clock: Clock;
  /** Identifies this process among the nodes. */
  readonly nodeId: string;
}

/** Changes of one folder within this time are one delivery. */
const windowSeconds = 3;
/** Bounds of the work at once, and of what one change can cause. */
const limits = { changes: 100, folders: 1000, dependents: 1000, rows: 500 };

/** What happened in one folder. */
interface FolderNotice extends Pick<
  WebhookDeliveryRow,
  'path' | 'secretName' | 'details' | 'changedBy' | 'changedByActorType'
> {
  readonly projectId: string;
  /** The slug of the environment. */
  readonly environment: string;
  /** Undefined for a folder that only shows the change. */
  readonly environmentId: string | undefined;
  readonly event: WebhookEvent;
  /** The changed folders of other projects; undefined if something changed in the project itself. */
  readonly origins: readonly EventOrigin[] | undefined;
}

/** Collects what happened in each folder, in the order of the first changes. */
class Notices {
  readonly #byFolder = new Map<string, FolderNotice>();

  get size(): number {
    return this.#byFolder.size;
  }

  add(notice: FolderNotice): void {
    const { projectId, environment, path, event, secretName, details } = notice;
    const key = JSON.stringify([projectId, environment, path, event, secretName, details]);
    const before = this.#byFolder.get(key);
    const { changedBy, changedByActorType } = before && notice.changedBy === null ? before : notice;
    this.#byFolder.set(key, {
      ...notice,
      environmentId: notice.environmentId ?? before?.environmentId,
      changedBy,
      changedByActorType,
      origins:
        notice.origins && (!before || before.origins) ? [...(before?.origins ?? []), ...notice.origins] : undefined,
    });
  }

  all(): FolderNotice[] {
    return [...this.#byFolder.values()];
  }
}

const ofFolder = (
  projectId: string,
  { environment, path }: { readonly environment: string; readonly path: string },
  origins?: readonly EventOrigin[],
): FolderNotice => ({
  projectId,
  environment,
  environmentId: undefined,
  path,
  event: 'secrets.modified',
  secretName: null,
  details: null,
  changedBy: null,
  changedByActorType: null,
  origins,
});

const originsOf = (change: WebhookChangeWithEnvironment): EventOrigin[] | undefined =>
  change.originProjectId === null
    ? undefined
    : [{ projectId: change.originProjectId, environment: change.originEnvironment!, path: change.originPath! }];

/** Adds the folders that show the changed one. */
const addDependents = async (
  stores: Stores,
  notices: Notices,
  { projectId, folderId, environment, path }: WebhookChangeWithEnvironment,
): Promise<void> => {
  const { inProject, inOtherProjects } = await dependentsOf(stores, projectId, [{ id: folderId, environment, path }]);
  for (const folder of inProject.slice(0, limits.dependents)) notices.add(ofFolder(projectId, folder));
  for (const { projectId: other, folder, origin } of inOtherProjects)
    notices.add(ofFolder(other, folder, [{ projectId, environment: origin.environment, path: origin.path }]));
};

/** Returns what happened in the folders of the first changes, and how many changes these are. */
const noticesOf = async (
  { stores }: Deps,
  changes: readonly WebhookChangeWithEnvironment[],
): Promise<{ notices: FolderNotice[]; count: number }> => {
  const notices = new Notices();
  const followed = new Set<string>();
  let count = 0;
  for (const change of changes) {
    if (notices.size >= limits.folders) break;
    count += 1;
    const { projectId, environment, path, event, secretName, changedBy, changedByActorType, kind } = change;
    const { details } = change;
    notices.add({
      ...{ projectId, environment, path, event, secretName, details, changedBy, changedByActorType },
      environmentId: change.environmentId,
      origins: originsOf(change),
    });
    const folder = `${change.folderId} ${environment}:${path}`;
    if (kind !== 'changed' || event !== 'secrets.modified' || followed.has(folder)) continue;
    followed.add(folder);
    if (isTimeUp()) await yieldToEventLoop();
    await addDependents(stores, notices, change);
  }
  return { notices: notices.all(), count };
};

/** Only one node turns changes into deliveries. */
const ofQueue = ofTask('webhooks');

type NewDelivery = Pick<
  WebhookDeliveryRow,
  'webhookId' | 'event' | 'path' | 'secretName' | 'details' | 'changedBy' | 'changedByActorType'
>;

const concerns = (
  { projectId, environmentId, environmentSlug, eventsFilter }: WebhookWithEnvironment,
  notice: FolderNotice,
): boolean =>
  projectId === notice.projectId &&
  (notice.environmentId === undefined
    ? environmentSlug === notice.environment
    : environmentId === notice.environmentId) &&
  (eventsFilter.length === 0 || eventsFilter.includes(notice.event));

/** Returns the delivery of each notice to each webhook that matches it. */
const deliveriesOf = async (
  deps: Deps,
  notices: readonly FolderNotice[],
  webhooks: readonly WebhookWithEnvironment[],
): Promise<NewDelivery[]> => {
  const isReader = readerCheck(deps);
  const matchers = webhooks.map((webhook) => ({ webhook, matches: pathMatcher(webhook.secretPath) }));
  const deliveries: NewDelivery[] = [];
  for (const notice of notices) {
    const { event, path, secretName, details, changedBy, changedByActorType, origins } = notice;
    for (const { webhook, matches } of matchers) {
      if (isTimeUp()) await yieldToEventLoop();
      if (!concerns(webhook, notice) || !matches(path)) continue;
      if (origins && !(await isReader(webhook, origins))) continue;
      deliveries.push({
        webhookId: webhook.id,
        ...{ event, path, secretName, details, changedBy, changedByActorType },
      });
    }
  }
  return deliveries;
};

const keyOf = ({ webhookId, event, path, secretName, details }: NewDelivery): string =>
  JSON.stringify([webhookId, event, path, secretName, details]);

/** Stores the deliveries, merged with those of the same folders that nobody has begun to send. */
const store = async (
  { webhooks, webhookDeliveries }: Stores,
  deliveries: readonly NewDelivery[],
  createdAt: Timestamp,
): Promise<void> => {
  if (deliveries.length === 0) return;
  const there = await webhooks.wake([...new Set(deliveries.map(({ webhookId }) => webhookId))], createdAt);
  const unsent = await webhookDeliveries.listUnsent([...there], [...new Set(deliveries.map(({ path }) => path))]);
  const waiting = new Map(unsent.map((row) => [keyOf(row), row]));
  const rows: Omit<WebhookDeliveryRow, 'id'>[] = [];
  for (const delivery of deliveries) {
    const { webhookId, changedBy, changedByActorType } = delivery;
    const before = waiting.get(keyOf(delivery));
    if (before && changedBy !== null) await webhookDeliveries.update(before.id, { changedBy, changedByActorType });
    if (before || !there.has(webhookId)) continue;
    rows.push({
      ...delivery,
      status: 'pending',
      attempts: 0,
      responseStatus: null,
      errorMessage: null,
      createdAt,
      lastAttemptAt: null,
    });
  }
  await webhookDeliveries.insert(rows);
};

const lease = ({ clock, nodeId }: Deps, { webhookDeliveries }: Stores): Promise<boolean> =>
  webhookDeliveries.leaseQueue(nodeId, {
    now: timestamp(clock.now()),
    until: timestamp(secondsAfter(clock.now(), leaseSeconds)),
  });

/** Stores the deliveries in transactions of a few rows; the last one removes the changes. */
const storeAll = async (
  deps: Deps,
  deliveries: readonly NewDelivery[],
  webhooks: readonly WebhookWithEnvironment[],
  changes: readonly WebhookChangeWithEnvironment[],
): Promise<void> => {
  const projects = new Map(
    webhooks.map(({ id, projectId, organizationId }) => [id, { id: projectId, organizationId }]),
  );
  for (let start = 0; start === 0 || start < deliveries.length; start += limits.rows) {
    const part = deliveries.slice(start, start + limits.rows);
    const keys = [ofQueue, ...part.map(({ webhookId }) => ofProject(projects.get(webhookId)!))];
    await deps.database.transaction(keys, async ({ db }) => {
      const tx = createStores(db);
      if (!(await lease(deps, tx))) throw new Error('another node has taken over the queue of webhooks');
      await store(tx, part, timestamp(deps.clock.now()));
      if (start + limits.rows < deliveries.length) return;
      await tx.webhookDeliveries.deleteChanges(changes.map(({ id }) => id));
      await tx.webhookDeliveries.releaseQueue();
    });
  }
};

/**
 * Turns the oldest changes into deliveries of the webhooks that match them; true if there may be more. Only one node
 * does this at a time; another one continues if it does not finish.
 */
export const assignChanges = async (deps: Deps): Promise<boolean> => {
  const { database, stores, clock } = deps;
  const until = timestamp(secondsAfter(clock.now(), -windowSeconds));
  const list = () => stores.webhookDeliveries.listChanges(until, limits.changes);
  if ((await list()).length === 0) return false;
  if (!(await database.transaction(ofQueue, ({ db }) => lease(deps, createStores(db))))) return false;
  // Read again, because another node may have assigned the first ones meanwhile.
  const changes = await list();
  const { notices, count } = await noticesOf(deps, changes);
  const projectIds = [...new Set(notices.map(({ projectId }) => projectId))];
  const webhooks = await stores.webhooks.listEnabled(projectIds, timestamp(clock.now()));
  await storeAll(deps, await deliveriesOf(deps, notices, webhooks), webhooks, changes.slice(0, count));
  return count < changes.length || changes.length === limits.changes;
};
