import type { Actor } from '../access/actor.ts';
import type { Dependents } from './dependents.ts';
import { timestamp, type Clock } from '../platform/clock.ts';
import type { FolderWithPath } from '../resources/secrets/folders/store.ts';
import type { EventDetails, NewWebhookChange } from '../resources/secrets/webhook-deliveries/store.ts';
import type { Stores } from '../stores.ts';

/** The transaction of a change. */
export interface ChangingUnit {
  readonly stores: Pick<Stores, 'webhookDeliveries'>;
  readonly clock: Clock;
  /** Who changes something; absent for the server itself. */
  readonly actor?: Actor;
}

const displayName = (actor: Actor): string => (actor.type === 'user' ? (actor.email ?? actor.username) : actor.name);

const changeOf = (
  { clock }: ChangingUnit,
  projectId: string,
  { id, environment, path }: FolderWithPath,
): NewWebhookChange => ({
  projectId,
  environment,
  folderId: id,
  path,
  event: 'secrets.modified',
  kind: 'changed',
  secretName: null,
  details: null,
  changedBy: null,
  changedByActorType: null,
  originProjectId: null,
  originEnvironment: null,
  originPath: null,
  createdAt: timestamp(clock.now()),
});

/** Queues changes of folders for the webhooks that match them, and for those of the folders that show them. */
export const queueChanged = (
  unit: ChangingUnit,
  projectId: string,
  changes: readonly { readonly folder: FolderWithPath }[],
): void => {
  const { actor } = unit;
  for (const { folder } of new Map(changes.map((change) => [change.folder.id + change.folder.path, change])).values())
    unit.stores.webhookDeliveries.append({
      ...changeOf(unit, projectId, folder),
      changedBy: actor ? displayName(actor) : null,
      changedByActorType: actor?.type ?? 'platform',
    });
};

/** Queues a change for folders that showed it, for changes after which these folders cannot be found any more. */
export const queueShown = (unit: ChangingUnit, projectId: string, { inProject, inOtherProjects }: Dependents): void => {
  for (const folder of inProject)
    unit.stores.webhookDeliveries.append({ ...changeOf(unit, projectId, folder), kind: 'shown' });
  for (const { projectId: other, folder, origin } of inOtherProjects)
    unit.stores.webhookDeliveries.append({
      ...changeOf(unit, other, folder),
      kind: 'shown',
      originProjectId: projectId,
      originEnvironment: origin.environment,
      originPath: origin.path,
    });
};

/** Queues the reminder of a secret of the folder, which only webhooks of that folder receive. */
export const queueReminder = (
  unit: ChangingUnit,
  projectId: string,
  folder: FolderWithPath,
  secretName: string,
): void =>
  unit.stores.webhookDeliveries.append({ ...changeOf(unit, projectId, folder), event: 'secrets.reminder', secretName });

/** After this many failures in a row of what the server does by itself, people are told, once. */
export const toleratedFailures = 3;

/** Queues an event of the folder that has details, which only webhooks of that folder receive. */
export const queueDetailed = <Event extends keyof EventDetails>(
  unit: ChangingUnit,
  projectId: string,
  folder: FolderWithPath,
  event: Event,
  details: EventDetails[Event],
): void =>
  unit.stores.webhookDeliveries.append({
    ...changeOf(unit, projectId, folder),
    event,
    details: JSON.stringify(details),
  });
