import type { ProjectRetention } from '../access/project.ts';
import { webhookTriggered } from '../audit/events.ts';
import { secondsAfter, timestamp } from '../platform/clock.ts';
import type { DataKeys } from '../platform/crypto/data-keys.ts';
import type { Database } from '../platform/db/database.ts';
import type { WebhookDeliveryRow } from '../resources/secrets/webhook-deliveries/store.ts';
import { decryptTarget } from '../resources/secrets/webhooks/encryption.ts';
import type { DueWebhook, WebhookRow, WebhookWithProject } from '../resources/secrets/webhooks/store.ts';
import { createStores, type Stores } from '../stores.ts';
import { payloadOf, type Notice } from './payload.ts';
import { recordOf, type RecordDeps, type WebhookEntry } from './record.ts';
import { delaySeconds, isGivenUp } from './retries.ts';
import type { Attempt, WebhookSender } from './sender.ts';
import { ofProject } from '../transaction-keys.ts';

export interface AttemptDeps extends RecordDeps {
  readonly database: Database;
  readonly stores: Stores;
  readonly dataKeys: DataKeys;
  readonly sender: WebhookSender;
  /** Identifies this process among the nodes. */
  readonly nodeId: string;
}

/** How a delivery continues after one request. */
export type Outcome = 'success' | 'retry' | 'failed';

/** After this time another node may continue; longer than a request and its transactions can take. */
export const leaseSeconds = 60;
/** How many finished deliveries of a webhook the log contains. */
export const keptDeliveries = 50;

interface Claim {
  readonly webhook: WebhookWithProject;
  readonly delivery: WebhookDeliveryRow;
}

/** Takes the next delivery of the webhook; undefined if another node sends, or if there is nothing to send. */
const claim = (
  { database, clock, nodeId }: AttemptDeps,
  { id: webhookId, projectId, organizationId }: DueWebhook,
): Promise<Claim | undefined> =>
  database.transaction(ofProject({ id: projectId, organizationId }), async ({ db }) => {
    const { webhooks, webhookDeliveries } = createStores(db);
    const [now, until] = [timestamp(clock.now()), timestamp(secondsAfter(clock.now(), leaseSeconds))];
    if (!(await webhooks.lease(webhookId, nodeId, { now, until }))) return undefined;
    const webhook = await webhooks.findWithProject(webhookId);
    const delivery = await webhookDeliveries.findNext(webhookId);
    if (!webhook || !delivery) {
      await webhooks.update(webhookId, { ...noLease, nextAttemptAt: null });
      return undefined;
    }
    // Before it is sent, so that no later change is merged with it.
    const attempted = { attempts: delivery.attempts + 1, lastAttemptAt: now };
    await webhookDeliveries.update(delivery.id, attempted);
    return { webhook, delivery: { ...delivery, ...attempted } };
  });

const noLease = { leasedBy: null, leasedUntil: null };

/** Sends one request of the webhook; undefined if the server stops before there is a result. */
export const sendNotice = async (
  { stores, dataKeys, sender, clock }: Pick<AttemptDeps, 'stores' | 'dataKeys' | 'sender' | 'clock'>,
  webhook: Omit<WebhookWithProject, keyof ProjectRetention>,
  notice: Notice & { readonly deliveryId: string },
  stopping: AbortSignal,
): Promise<Attempt | undefined> => {
  const key = await dataKeys.get(webhook.dataKeyId, (id) => stores.dataKeys.find(id));
  return sender.send(
    decryptTarget(key, webhook),
    { deliveryId: notice.deliveryId, payload: payloadOf(webhook, notice), time: clock.now().getTime() },
    stopping,
  );
};

const outcomeOf = (webhook: WebhookRow, attempt: Attempt, now: Date): Outcome => {
  if (attempt.errorMessage === null) return 'success';
  return isGivenUp(webhook, now) ? 'failed' : 'retry';
};

/** The columns of the webhook after a request with this outcome. */
const webhookAfter = (
  { failures, failingSince }: WebhookRow,
  { errorMessage }: Attempt,
  { outcome, hasMore, now }: { outcome: Outcome; hasMore: boolean; now: Date },
): Partial<WebhookRow> => {
  if (outcome === 'success')
    return {
      ...{ lastStatus: 'success', lastRunErrorMessage: null },
      ...{ failures: 0, failingSince: null, nextAttemptAt: hasMore ? timestamp(now) : null },
    };
  const failing = { failures: failures + 1, failingSince: failingSince ?? timestamp(now) };
  return outcome === 'retry'
    ? {
        ...{ lastStatus: 'failed', lastRunErrorMessage: errorMessage, ...failing },
        nextAttemptAt: timestamp(secondsAfter(now, delaySeconds(failures + 1))),
      }
    : {
        ...{ lastStatus: 'failed', ...failing, nextAttemptAt: null },
        ...{ isDisabled: true, disabledReason: 'deliveries-failed' },
        lastRunErrorMessage: `Paused after a day of failed deliveries; enable it to continue. ${errorMessage}`,
      };
};

/** The audit entry of a delivery that has ended. */
const endedEvent = ({ webhook, delivery }: Claim, outcome: Outcome): WebhookEntry => {
  const { event, path: secretPath, attempts, secretName } = delivery;
  const metadata = {
    ...{ webhookId: webhook.id, event, environment: webhook.environmentSlug, secretPath, attempts, status: outcome },
    ...(secretName !== null && { secretName }),
    ...(outcome === 'failed' && { isPaused: true }),
  };
  return { type: webhookTriggered, metadata };
};

/** Stores the result of a request; undefined if another node has taken over, or the webhook was deleted. */
const finish = (deps: AttemptDeps, claimed: Claim, attempt: Attempt | undefined): Promise<Outcome | undefined> =>
  deps.database.transaction(ofProject({ ...claimed.webhook, id: claimed.webhook.projectId }), async ({ db }) => {
    const stores = createStores(db);
    const { webhooks, webhookDeliveries } = stores;
    const { id } = claimed.webhook;
    const webhook = await webhooks.findById(id);
    if (webhook?.leasedBy !== deps.nodeId) return undefined;
    const now = deps.clock.now();
    if (!attempt) {
      await webhooks.update(id, { ...noLease, nextAttemptAt: timestamp(now) });
      return undefined;
    }
    const outcome = outcomeOf(webhook, attempt, now);
    await webhookDeliveries.update(claimed.delivery.id, {
      ...attempt,
      status: outcome === 'retry' ? 'pending' : outcome,
    });
    const hasMore = (await webhookDeliveries.findNext(id)) !== undefined;
    await webhooks.update(id, { ...noLease, ...webhookAfter(webhook, attempt, { outcome, hasMore, now }) });
    if (outcome === 'retry') return outcome;
    await webhookDeliveries.trim(id, keptDeliveries);
    await recordOf(deps, stores, claimed.webhook, endedEvent(claimed, outcome));
    return outcome;
  });

/** Sends the next delivery of the webhook once; undefined if there is none, or if its result does not count. */
export const attemptNext = async (
  deps: AttemptDeps,
  due: DueWebhook,
  stopping: AbortSignal,
): Promise<Outcome | undefined> => {
  const claimed = await claim(deps, due);
  if (!claimed) return undefined;
  const { webhook, delivery } = claimed;
  const attempt = await sendNotice(deps, webhook, { ...delivery, deliveryId: `${delivery.id}` }, stopping);
  return finish(deps, claimed, attempt);
};
