import type { Reply } from '../../../contract.ts';
import type { WebhookDeliveryRow } from '../webhook-deliveries/store.ts';
import type { WebhookWithEnvironment } from './store.ts';

type Delivery = Reply<'listWebhookDeliveries'>['deliveries'][number];

export const webhookView = (row: WebhookWithEnvironment): Reply<'createWebhook'>['webhook'] => ({
  id: row.id,
  secretPath: row.secretPath,
  lastStatus: row.lastStatus,
  lastRunErrorMessage: row.lastRunErrorMessage,
  isDisabled: row.isDisabled,
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  envId: row.environmentId,
  type: row.type,
  projectId: row.projectId,
  environment: { id: row.environmentId, name: row.environmentName, slug: row.environmentSlug },
  eventsFilter: row.eventsFilter.map((eventName) => ({ eventName })),
});

export const webhookWithUrlView = (row: WebhookWithEnvironment, url: string): Reply<'getWebhook'>['webhook'] => ({
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
