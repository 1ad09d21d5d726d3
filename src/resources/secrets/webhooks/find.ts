import type { ProjectAccess } from '../../../access/project-access.ts';
import { actionFor, eventFields, eventSubject } from '../../../events/filter.ts';
import { timestamp } from '../../../platform/clock.ts';
import { notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { findDataKey } from '../../project/data-keys/encryption.ts';
import { orUndefined } from '../secrets/reading/other-projects.ts';
import type { WebhookDeliveryRow } from '../webhook-deliveries/store.ts';
import { decryptUrl } from './encryption.ts';
import type { WebhookWithEnvironment, WebhookWithMembership } from './store.ts';

export const webhookNotFound = () => notFound('Webhook not found.');

export interface FoundWebhook {
  readonly webhook: WebhookWithMembership;
  readonly project: ProjectAccess;
}

/** 404 unless the organization has the webhook; 403 if the caller is not a member of its project. */
export const findWebhook = async ({ stores, access, clock }: Scope, id: string): Promise<FoundWebhook> => {
  const webhook = await stores.webhooks.findInOrganization(access.organization.id, id, timestamp(clock.now()));
  if (!webhook) throw webhookNotFound();
  return { webhook, project: await access.inProject(webhook.projectId) };
};

/** Finds the webhook for reading it; 404 also if the caller may not, as in Infisical. */
export const findReadableWebhook = async ({ stores, access, clock }: Scope, id: string): Promise<FoundWebhook> => {
  const webhook = await stores.webhooks.findInOrganization(access.organization.id, id, timestamp(clock.now()));
  const project = webhook && (await orUndefined(access.inProject(webhook.projectId)));
  if (!webhook || !project?.allows('read', 'webhooks')) throw webhookNotFound();
  return { webhook, project };
};

export const readUrl = async (scope: Scope, webhook: WebhookWithEnvironment): Promise<string> =>
  decryptUrl(await findDataKey(scope, webhook.dataKeyId), webhook);

const kinds = ['secret:create', 'secret:update', 'secret:delete', 'secret:import-mutation'] as const;

/** Lists the last deliveries of which the caller may know: those whose events it could subscribe to. */
export const findDeliveries = async (
  { stores }: Scope,
  { webhook, project }: FoundWebhook,
  limit: number,
): Promise<WebhookDeliveryRow[]> => {
  const rows = await stores.webhookDeliveries.list(webhook.id, limit);
  const mayKnow = (path: string): boolean =>
    kinds.every((kind) =>
      project.allows(actionFor(kind), eventSubject, eventFields({ environment: webhook.environmentSlug, path })),
    );
  return rows.filter(({ event, path }) => event === 'test' || mayKnow(path));
};
