import type { Reply } from '../../../contract.ts';
import type { WebhookDeliveryRow } from '../webhook-deliveries/store.ts';
import type { WebhookWithMembership } from './store.ts';

type Delivery = Reply<'listWebhookDeliveries'>['deliveries'][number];

/** A webhook whose member was removed is disabled from that moment on, also before that is stored. */
const stateOf = ({
  isDisabled,
  disabledReason,
  membershipId,
}: WebhookWithMembership): Pick<Reply<'createWebhook'>['webhook'], 'isDisabled' | 'disabledReason'> =>
  isDisabled || membershipId !== null
    ? { isDisabled, disabledReason }
    : { isDisabled: true, disabledReason: 'member-removed' };

export const webhookView = (row: WebhookWithMembership): Reply<'createWebhook'>['webhook'] => ({
  id: row.id,
  secretPath: row.secretPath,
  lastStatus: row.lastStatus,
  lastRunErrorMessage: row.lastRunErrorMessage,
  ...stateOf(row),
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  envId: row.environmentId,
  type: row.type,
  projectId: row.projectId,
  environment: { id: row.environmentId, name: row.environmentName, slug: row.environmentSlug },
  eventsFilter: row.eventsFilter.map((eventName) => ({ eventName })),
});

export const webhookWithUrlView = (row: WebhookWithMembership, url: string): Reply<'getWebhook'>['webhook'] => ({
  ...webhookView(row),
  url,
});

export const deliveryView = (row: WebhookDeliveryRow): Delivery => ({
  id: `${row.id}`,
  event: row.event,
  secretPath: row.path,
  status: row.status,
  attempts: row.attempts,
  responseStatus: row.responseStatus,
  errorMessage: row.errorMessage,
  createdAt: row.createdAt,
  lastAttemptAt: row.lastAttemptAt,
});
