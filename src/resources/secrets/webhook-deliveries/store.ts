import type { Timestamp } from '../../../platform/clock.ts';
import { inChunks } from '../../../platform/db/knex/chunks.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';

export type WebhookEvent =
  | 'secrets.modified'
  | 'secrets.reminder'
  | 'secrets.rotation-failed'
  | 'dynamic-secrets.revocation-failed'
  | 'access.requested'
  | 'honey-token.triggered';

/** What the notice of a failed rotation says. */
export interface RotationFailure {
  readonly rotationName: string;
  readonly errorMessage: string;
  readonly triggeredManually: boolean;
}

/** What the notice of credentials says that could not be revoked. */
export interface RevocationFailure {
  readonly dynamicSecretName: string;
  readonly leaseId: string;
  readonly errorMessage: string;
}

/** What the notice of a request for access says. */
export interface AccessRequestNotice {
  readonly requestId: string;
  /** What happened: `asked`, `approved` and so on. */
  readonly step: string;
  readonly requestedBy: string;
  /** What is asked for, in words. */
  readonly permissions: string;
  readonly period: string;
}

/** What notices say besides, by their event. */
export interface EventDetails {
  readonly 'secrets.rotation-failed': RotationFailure;
  readonly 'dynamic-secrets.revocation-failed': RevocationFailure;
  readonly 'access.requested': AccessRequestNotice;
}

/** A change of a folder that is not assigned to webhooks yet. */
export interface WebhookChangeRow {
  id: number;
  projectId: string;
  environmentId: string;
  folderId: string;
  path: string;
  event: WebhookEvent;
  /** Whether the folder changed itself, or only shows a change through imports and references. */
  kind: 'changed' | 'shown';
  secretName: string | null;
  /** What the notice of the event says besides, as JSON; null for most events. */
  details: string | null;
  /** The display name of the actor; null if the change only shows here. */
  changedBy: string | null;
  changedByActorType: string | null;
  /** The changed folder, if it is in another project. */
  originProjectId: string | null;
  originEnvironment: string | null;
  originPath: string | null;
  createdAt: Timestamp;
}

export interface WebhookChangeWithEnvironment extends WebhookChangeRow {
  /** The slug of the environment now. */
  environment: string;
}

/** A change in the environment with this slug. */
export type NewWebhookChange = Omit<WebhookChangeRow, 'id' | 'environmentId'> & { readonly environment: string };

export type DeliveryStatus = 'pending' | 'success' | 'failed';

/** A request of a webhook, which waits to be sent or was sent. */
export interface WebhookDeliveryRow {
  /** Deliveries of a webhook are sent in the order of their ids. */
  id: number;
  webhookId: string;
  event: WebhookEvent | 'test';
  path: string;
  secretName: string | null;
  details: string | null;
  changedBy: string | null;
  changedByActorType: string | null;
  status: DeliveryStatus;
  attempts: number;
  responseStatus: number | null;
  errorMessage: string | null;
  createdAt: Timestamp;
  lastAttemptAt: Timestamp | null;
}

const columns = [
  'folderId',
  'path',
  'event',
  'kind',
  'secretName',
  'details',
  'changedBy',
  'changedByActorType',
  'originProjectId',
  'originEnvironment',
  'originPath',
  'createdAt',
] as const;

/** Writes nothing if the organization has no webhooks, so that changes need not read that first. */
const appendSql = new Statement<never, NewWebhookChange & Record<string, unknown>>((db, param) => {
  const names = ['projectId', 'environmentId', ...columns];
  const rows = db('project_environments as e')
    .join('projects as p', 'p.id', 'e.projectId')
    .where({ 'e.projectId': param('projectId'), 'e.slug': param('environment') })
    .whereExists(
      db('webhooks as w').whereRaw('?? = ??', ['w.organizationId', 'p.organizationId']).select(db.raw('1')) as never,
    )
    .select('e.projectId', 'e.id', ...columns.map((name) => db.raw('cast(? as text)', [param(name)])));
  return db(db.raw(`?? (${names.map(() => '??').join(', ')})`, ['webhook_changes', ...names])).insert(rows as never);
});

export class WebhookDeliveryStore extends Store {
  /** Records a change, if the organization has webhooks. */
  append(change: NewWebhookChange): void {
    this.db.write(appendSql, { ...change });
  }

  /** Lists the changes up to that time, the oldest first. */
  listChanges(until: Timestamp, limit: number): Promise<WebhookChangeWithEnvironment[]> {
    return this.db('webhook_changes as c')
      .join('project_environments as e', 'e.id', 'c.environmentId')
      .where('c.createdAt', '<=', until)
      .orderBy('c.id')
      .limit(limit)
      .select('c.*', 'e.slug as environment');
  }

  /** Makes this node the one that assigns changes, or renews that; false if another one is. */
  async leaseQueue(leasedBy: string, { now, until }: { now: Timestamp; until: Timestamp }): Promise<boolean> {
    const leased = await this.db('webhook_queue')
      .where({ id: 1 })
      .where((query) => void query.whereNull('leasedUntil').orWhere('leasedUntil', '<=', now).orWhere({ leasedBy }))
      .update({ leasedBy, leasedUntil: until });
    return leased === 1;
  }

  /** Lets any node assign changes. */
  async releaseQueue(): Promise<void> {
    this.db.write(this.db('webhook_queue').where({ id: 1 }).update({ leasedBy: null, leasedUntil: null }));
  }

  /** Lets changes with a later time count as made now; see `src/queue-clock.ts`. */
  async bringForward({ now, leaseEnd }: { readonly now: Timestamp; readonly leaseEnd: Timestamp }): Promise<void> {
    await this.db('webhook_changes').where('createdAt', '>', now).update({ createdAt: now });
    await this.db('webhook_queue').where('leasedUntil', '>', leaseEnd).update({ leasedUntil: leaseEnd });
  }

  async deleteChanges(ids: readonly number[]): Promise<void> {
    this.db.write(this.db('webhook_changes').whereIn('id', ids).delete());
  }

  /** Lists the deliveries of these webhooks for these paths that nobody has begun to send. */
  listUnsent(webhookIds: readonly string[], paths: readonly string[]): Promise<WebhookDeliveryRow[]> {
    return inChunks(paths, (part) =>
      this.db<WebhookDeliveryRow>('webhook_deliveries')
        .whereIn('webhookId', webhookIds)
        .whereIn('path', part)
        .where({ status: 'pending', attempts: 0 })
        .orderBy('id'),
    );
  }

  async insert(deliveries: readonly Omit<WebhookDeliveryRow, 'id'>[]): Promise<void> {
    this.db.insert('webhook_deliveries', deliveries);
  }

  async update(id: number, changes: Partial<Omit<WebhookDeliveryRow, 'id'>>): Promise<void> {
    this.db.write(this.db('webhook_deliveries').where({ id }).update(changes));
  }

  /** Finds the delivery of the webhook that is to be sent next. */
  findNext(webhookId: string): Promise<WebhookDeliveryRow | undefined> {
    return this.db<WebhookDeliveryRow>('webhook_deliveries')
      .where({ webhookId, status: 'pending' })
      .orderBy('id')
      .first();
  }

  /** Counts what waits to be sent by all webhooks. */
  async countWaiting(): Promise<number> {
    const [row] = await this.db('webhook_deliveries')
      .where({ status: 'pending' })
      .count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  /** Lists the last deliveries, the newest first. */
  list(webhookId: string, limit: number): Promise<WebhookDeliveryRow[]> {
    return this.db<WebhookDeliveryRow>('webhook_deliveries').where({ webhookId }).orderBy('id', 'desc').limit(limit);
  }

  /** Deletes all finished deliveries of the webhook but the last ones. */
  async trim(webhookId: string, keep: number): Promise<void> {
    const finished = this.db<WebhookDeliveryRow>('webhook_deliveries')
      .where({ webhookId })
      .whereNot({ status: 'pending' });
    const first = await finished.clone().orderBy('id', 'desc').offset(keep).first('id');
    if (first) this.db.write(finished.clone().where('id', '<=', first.id).delete());
  }
}
