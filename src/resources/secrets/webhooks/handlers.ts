import type { Handler } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { findDeliveries, findReadableWebhook, findWebhook, readUrl } from './find.ts';
import { addWebhook, changeWebhook, removeWebhook, tryWebhook } from './service.ts';
import { deliveryView, webhookView, webhookWithUrlView } from './view.ts';

export const createWebhook: Handler<'createWebhook'> = async (scope, { project, body }) => ({
  message: 'Successfully created webhook',
  webhook: webhookView(await addWebhook(scope, project, body)),
});

export const updateWebhook: Handler<'updateWebhook'> = async (scope, { params, body }) => ({
  message: 'Successfully updated webhook',
  webhook: webhookView(await changeWebhook(scope, await findWebhook(scope, params.webhookId), body)),
});

export const deleteWebhook: Handler<'deleteWebhook'> = async (scope, { params }) => {
  const found = await findWebhook(scope, params.webhookId);
  await removeWebhook(scope, found);
  return { message: 'Successfully deleted webhook', webhook: webhookView(found.webhook) };
};

export const testWebhook: Handler<'testWebhook'> = async (scope, { params }) => ({
  message: 'Successfully tested webhook',
  webhook: webhookView(await tryWebhook(scope, await findWebhook(scope, params.webhookId))),
});

export const getWebhook: Handler<'getWebhook'> = async (scope, { params }) => {
  const { webhook } = await findReadableWebhook(scope, params.webhookId);
  return { webhook: webhookWithUrlView(webhook, await readUrl(scope, webhook)) };
};

export const listWebhooks: Handler<'listWebhooks'> = async (scope, { project, query }) => {
  const rows = await scope.stores.webhooks.list(project.row.id, query, timestamp(scope.clock.now()));
  const webhooks = await Promise.all(rows.map(async (row) => webhookWithUrlView(row, await readUrl(scope, row))));
  return { message: 'Successfully fetched webhook', webhooks };
};

export const listWebhookDeliveries: Handler<'listWebhookDeliveries'> = async (scope, { params, query }) => {
  const found = await findWebhook(scope, params.webhookId);
  found.project.require('read', 'webhooks');
  return { deliveries: (await findDeliveries(scope, found, query.limit)).map(deliveryView) };
};
