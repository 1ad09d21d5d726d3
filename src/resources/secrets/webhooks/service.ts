import { projectNotFound } from '../../../access/access.ts';
import { memberOf } from '../../../access/actor.ts';
import { permanently } from '../../../access/grant.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import { badRequest, unavailable } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { keptDeliveries, sendNotice } from '../../../webhooks/attempt.ts';
import { findEncryptionKey } from '../../project/data-keys/encryption.ts';
import { environmentNotFound, requireActiveEnvironment } from '../../project/environments/guard.ts';
import { requireEnvironment } from '../folders/guard.ts';
import { encryptTarget } from './encryption.ts';
import { webhookNotFound, type FoundWebhook } from './find.ts';
import { readEventsFilter, readNewWebhook, requireSomeChange, subscriptionRules } from './rules.ts';
import type { WebhookRow, WebhookWithEnvironment, WebhookWithMembership } from './store.ts';
import { ofProject } from '../../../transaction-keys.ts';

const maxPerProject = 100;

/** 403 unless the caller may receive every event of such a webhook, without an end. */
const requireSubscription = (access: ProjectAccess, environment: string, secretPath: string): Promise<void> =>
  access.requirePermissionBoundary({ rules: subscriptionRules(environment, secretPath), during: permanently });

const record = (
  { audit }: Scope,
  type: string,
  { row: project }: ProjectAccess,
  { id, environmentSlug, secretPath, isDisabled, eventsFilter, type: form }: WebhookWithEnvironment,
  more: Readonly<Record<string, unknown>> = {},
): Promise<void> =>
  audit.record({
    type,
    metadata: { webhookId: id, environment: environmentSlug, secretPath, isDisabled, eventsFilter, form, ...more },
    project,
  });

/** The columns that name the member who is responsible for the webhook from now on. */
const authorized = (scope: Scope): Pick<WebhookRow, 'authorizedBy' | 'authorizedByType'> => {
  const { id, type } = memberOf(scope);
  return { authorizedBy: id, authorizedByType: type };
};

const idle = {
  lastStatus: null,
  lastRunErrorMessage: null,
  failures: 0,
  failingSince: null,
  nextAttemptAt: null,
  leasedBy: null,
  leasedUntil: null,
};

export const addWebhook = async (
  scope: Scope,
  access: ProjectAccess,
  body: Request<'createWebhook'>['body'],
): Promise<WebhookWithMembership> => {
  const { url, secret, secretPath } = readNewWebhook(body);
  const { row: project } = access;
  await requireSubscription(access, body.environment, secretPath);
  const folderRef = { environment: body.environment, path: secretPath };
  const { id: environmentId } = await requireEnvironment(scope.stores, project.id, folderRef);
  const problem = await scope.webhooks.sender.problemOf(url);
  if (problem !== undefined) throw badRequest(problem);
  const webhook = await scope.transaction(ofProject(project), async (tx) => {
    if (!(await tx.stores.projects.findById(project.organizationId, project.id))) throw projectNotFound();
    if ((await tx.stores.webhooks.count(project.id)) >= maxPerProject)
      throw badRequest(
        `This project has ${maxPerProject} webhooks, which is the limit. Delete one that is not needed.`,
      );
    const environment = requireActiveEnvironment(await tx.stores.environments.findById(project.id, environmentId));
    // It may have been renamed since the caller was authorized.
    if (environment.slug !== body.environment) throw environmentNotFound();
    const now = timestamp(tx.clock.now());
    const id = tx.ids.uuid();
    const row: WebhookRow = {
      id,
      organizationId: project.organizationId,
      projectId: project.id,
      environmentId,
      secretPath,
      type: body.type,
      eventsFilter: readEventsFilter(body.eventsFilter),
      isDisabled: false,
      disabledReason: null,
      ...encryptTarget(await findEncryptionKey(tx, project.id), id, { url: url.href, secret }),
      ...authorized(tx),
      ...idle,
      createdAt: now,
      updatedAt: now,
    };
    await tx.stores.webhooks.insert(row);
    const added = { ...row, environmentName: environment.name, environmentSlug: environment.slug };
    const { membershipId } = tx.access.organization;
    await record(tx, 'create-webhook', access, added);
    return { ...added, membershipId };
  });
  scope.webhooks.noticeWebhook();
  return webhook;
};

/** The columns of a webhook that was enabled: what waits is sent at once, and failures count from the beginning. */
const enabled = (now: string): Partial<WebhookRow> => ({
  failures: 0,
  failingSince: null,
  nextAttemptAt: now,
  lastRunErrorMessage: null,
});

export const changeWebhook = async (
  scope: Scope,
  { webhook, project }: FoundWebhook,
  body: Request<'updateWebhook'>['body'],
): Promise<WebhookWithMembership> => {
  project.require('edit', 'webhooks');
  requireSomeChange(body);
  const { isDisabled, eventsFilter } = body;
  const isMore = eventsFilter !== undefined || isDisabled === false;
  // Stopping a webhook discloses nothing.
  if (isMore) await requireSubscription(project, webhook.environmentSlug, webhook.secretPath);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const before = await tx.stores.webhooks.findById(webhook.id);
    if (!before) throw webhookNotFound();
    const now = timestamp(tx.clock.now());
    const changes: Partial<WebhookRow> = {
      ...(isDisabled !== undefined && { isDisabled, disabledReason: null }),
      ...(isDisabled === false && before.isDisabled && enabled(now)),
      ...(eventsFilter && { eventsFilter: readEventsFilter(eventsFilter) }),
      ...(isMore && authorized(tx)),
      updatedAt: now,
    };
    await tx.stores.webhooks.update(webhook.id, changes);
    const after = { ...webhook, ...before, ...changes };
    await record(tx, 'update-webhook', project, after);
    return isMore ? { ...after, membershipId: tx.access.organization.membershipId } : after;
  });
};

export const removeWebhook = async (scope: Scope, { webhook, project }: FoundWebhook): Promise<void> => {
  project.require('delete', 'webhooks');
  await scope.transaction(ofProject(project.row), async (tx) => {
    if (!(await tx.stores.webhooks.delete(webhook.id))) throw webhookNotFound();
    await record(tx, 'delete-webhook', project, webhook);
  });
};

/** Sends a test request now, and stores its result in the log and as the last status. */
export const tryWebhook = async (scope: Scope, { webhook, project }: FoundWebhook): Promise<WebhookWithMembership> => {
  project.require('read', 'webhooks');
  const { stores, ids, clock, dataKeys } = scope;
  const target = { ...webhook, projectName: project.row.name };
  const notice = {
    event: 'test',
    path: webhook.secretPath,
    secretName: null,
    details: null,
    changedBy: null,
  } as const;
  const { sender, stopping, testLimit } = scope.webhooks;
  const attempt = await testLimit.take(
    () =>
      sendNotice(
        { stores, clock, sender, dataKeys },
        target,
        { ...notice, changedByActorType: null, deliveryId: `test-${ids.uuid()}` },
        stopping,
      ),
    webhook.organizationId,
  );
  if (!attempt) throw unavailable('The server is stopping. Try again shortly.');
  const now = timestamp(clock.now());
  const changes = {
    lastStatus: attempt.errorMessage === null ? 'success' : 'failed',
    lastRunErrorMessage: attempt.errorMessage,
  } as const;
  await scope.transaction(ofProject(project.row), async (tx) => {
    if (!(await tx.stores.webhooks.findById(webhook.id))) throw webhookNotFound();
    await tx.stores.webhooks.update(webhook.id, changes);
    await tx.stores.webhookDeliveries.insert([
      {
        ...notice,
        ...attempt,
        webhookId: webhook.id,
        changedByActorType: null,
        status: changes.lastStatus,
        attempts: 1,
        createdAt: now,
        lastAttemptAt: now,
      },
    ]);
    await tx.stores.webhookDeliveries.trim(webhook.id, keptDeliveries);
    await record(tx, 'test-webhook', project, webhook, { status: changes.lastStatus });
  });
  return { ...webhook, ...changes };
};
