import type { ProjectRetention } from '../../../access/project.ts';
import type { Knex } from 'knex';
import type { PossibleTimes, Timestamp } from '../../../platform/clock.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import type { WebhookEvent } from '../webhook-deliveries/store.ts';
import { Store } from '../../../platform/db/knex/store.ts';

export type WebhookType = 'general' | 'slack' | 'microsoft-teams';

/** The responsible member was removed, or no delivery succeeded for a day. */
export type DisabledReason = 'member-removed' | 'deliveries-failed';

/** The columns that are encrypted with the project's data key. */
export interface SealedTarget {
  dataKeyId: string;
  sealedUrl: string;
  /** Null without a signing key. */
  sealedSecret: string | null;
}

/** A request to another server about changes in folders of one environment. */
export interface WebhookRow extends SealedTarget {
  id: string;
  organizationId: string;
  projectId: string;
  environmentId: string;
  /** A folder path or a pattern of paths. */
  secretPath: string;
  type: WebhookType;
  /** Empty for all events. */
  eventsFilter: readonly WebhookEvent[];
  isDisabled: boolean;
  /** Why the server has disabled it; null if it is enabled, or if somebody has disabled it. */
  disabledReason: DisabledReason | null;
  /** The member who created, enabled or changed it last, and is responsible for it. */
  authorizedBy: string;
  authorizedByType: 'user' | 'identity';
  lastStatus: 'success' | 'failed' | null;
  lastRunErrorMessage: string | null;
  /** The failed attempts since the last success, and when the first of them was. */
  failures: number;
  failingSince: Timestamp | null;
  /** Null if nothing waits to be sent. */
  nextAttemptAt: Timestamp | null;
  /** The node that is sending, and when another one may take over. */
  leasedBy: string | null;
  leasedUntil: Timestamp | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface WebhookWithEnvironment extends WebhookRow {
  environmentName: string;
  environmentSlug: string;
}

/** With the membership of the responsible member in the organization; null once it has no access to the project. */
export interface WebhookWithMembership extends WebhookWithEnvironment {
  membershipId: string | null;
}

/** A webhook that has something to send. */
export type DueWebhook = Pick<WebhookRow, 'id' | 'projectId' | 'organizationId'>;

/** What a delivery needs to know of the project. */
export interface WebhookWithProject extends WebhookWithEnvironment, ProjectRetention {
  projectName: string;
}

const table = 'webhooks';

/** Webhooks of deleted environments are hidden until the environment is restored. */
const withEnvironment = (db: SqlBuilder): Knex.QueryBuilder =>
  db(`${table} as w`)
    .join('project_environments as e', 'e.id', 'w.environmentId')
    .whereNull('e.softDeletedAt')
    .select('w.*', 'e.name as environmentName', 'e.slug as environmentSlug');

/**
 * Selects the active membership of the member who is responsible for the webhook, if that has a role or a privilege in
 * the project now, itself or through a group.
 */
const responsibleMembership = (db: SqlBuilder, webhook: string, now: Timestamp): Knex.QueryBuilder => {
  const grants = (grantTable: string): Knex.QueryBuilder =>
    db(`${grantTable} as x`)
      .whereRaw('?? = ??', ['x.projectMembershipId', 'pm.id'])
      .where((query) => void query.whereNull('x.temporaryAccessEndTime').orWhere('x.temporaryAccessEndTime', '>', now));
  const groups = db('group_members as gm').whereRaw('?? = ??', ['gm.membershipId', 'm.id']).select('gm.groupId');
  return (
    db('organization_memberships as m')
      .join('project_memberships as pm', 'pm.projectId', `${webhook}.projectId`)
      // Ids of users and identities differ. With `in`, no index would be used.
      .whereRaw('(?? = ?? or ?? = ??)', [
        ...['m.userId', `${webhook}.authorizedBy`],
        ...['m.identityId', `${webhook}.authorizedBy`],
      ])
      .whereRaw('?? = ??', ['m.organizationId', `${webhook}.organizationId`])
      .where({ 'm.isActive': true })
      .where((query) => void query.whereRaw('?? = ??', ['pm.membershipId', 'm.id']).orWhereIn('pm.groupId', groups))
      .where(
        (query) =>
          void query.whereExists(grants('project_membership_roles')).orWhereExists(grants('project_privileges')),
      )
      .limit(1)
      .select('m.id')
  );
};

const withMembership = (db: SqlBuilder, now: Timestamp): Knex.QueryBuilder =>
  withEnvironment(db).select(db.raw('(?) as ??', [responsibleMembership(db, 'w', now), 'membershipId']));

const anySql = new Statement<{ id: string }, Record<string, never>>((db) => db(table).limit(1).select('id'), 'cached');

export class WebhookStore extends Store {
  async insert(webhook: WebhookRow): Promise<void> {
    this.db.insert(table, [webhook]);
  }

  async update(id: string, changes: Partial<Omit<WebhookRow, 'id'>>): Promise<void> {
    const { eventsFilter, ...columns } = changes;
    this.db.write(
      this.db(table)
        .where({ id })
        .update({ ...columns, ...(eventsFilter && { eventsFilter: JSON.stringify(eventsFilter) }) }),
    );
  }

  async delete(id: string): Promise<boolean> {
    return (await this.db(table).where({ id }).delete()) === 1;
  }

  findById(id: string): Promise<WebhookRow | undefined> {
    return this.db<WebhookRow>(table).where({ id }).first();
  }

  findInOrganization(organizationId: string, id: string, now: Timestamp): Promise<WebhookWithMembership | undefined> {
    return withMembership(this.db, now).where({ 'w.id': id, 'w.organizationId': organizationId }).first();
  }

  findWithProject(id: string): Promise<WebhookWithProject | undefined> {
    return this.#withProject().where({ 'w.id': id }).first();
  }

  /** Lists the webhooks of the project with this environment and path, if given; the oldest first. */
  list(
    projectId: string,
    filter: { environment?: string | undefined; secretPath?: string | undefined },
    now: Timestamp,
  ): Promise<WebhookWithMembership[]> {
    const query = withMembership(this.db, now).where({ 'w.projectId': projectId }).orderBy(['w.createdAt', 'w.id']);
    if (filter.environment !== undefined) void query.where({ 'e.slug': filter.environment });
    if (filter.secretPath !== undefined) void query.where({ 'w.secretPath': filter.secretPath });
    return query;
  }

  /** Lists the webhooks of these projects that are not disabled and whose member is there; the oldest first. */
  listEnabled(projectIds: readonly string[], now: Timestamp): Promise<WebhookWithEnvironment[]> {
    return withEnvironment(this.db)
      .whereIn('w.projectId', projectIds)
      .where({ 'w.isDisabled': false })
      .whereExists(responsibleMembership(this.db, 'w', now))
      .orderBy(['w.createdAt', 'w.id']);
  }

  /** Lists webhooks that are not disabled although their responsible member was removed. */
  listAbandoned(now: Timestamp, limit: number): Promise<WebhookWithProject[]> {
    return this.#withProject()
      .where({ 'w.isDisabled': false })
      .whereNotExists(responsibleMembership(this.db, 'w', now))
      .orderBy('w.id')
      .limit(limit);
  }

  /** Disables the webhook, if its responsible member was removed and nobody else has taken it over or disabled it. */
  async disableAbandoned(id: string, now: Timestamp): Promise<boolean> {
    const reason: DisabledReason = 'member-removed';
    const disabled = await this.db(table)
      .where({ id, isDisabled: false })
      .whereNotExists(responsibleMembership(this.db, table, now))
      .update({ isDisabled: true, disabledReason: reason, updatedAt: now });
    return disabled === 1;
  }

  async count(projectId: string): Promise<number> {
    const [row] = await this.db(table).where({ projectId }).count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  /** Whether any project has a webhook. */
  async isAny(): Promise<boolean> {
    return (await this.db.read(anySql, {})).length > 0;
  }

  /** Whether a project of the same organization has a webhook. */
  async isAnyBeside(projectId: string): Promise<boolean> {
    const organizationId = this.db('projects').where({ id: projectId }).select('organizationId');
    return (
      (await this.db(table)
        .where('organizationId', '=', organizationId as never)
        .first('id')) !== undefined
    );
  }

  /** Lists a batch of the webhooks that are encrypted with these data keys. */
  listSealedWith(dataKeyIds: readonly string[], count: number): Promise<WebhookRow[]> {
    return this.db<WebhookRow>(table).whereIn('dataKeyId', dataKeyIds).orderBy('id').limit(count);
  }

  /** Stores what another data key encrypted. */
  reseal(id: string, { dataKeyId, sealedUrl, sealedSecret }: SealedTarget): void {
    this.db.write(this.db(table).where({ id }).update({ dataKeyId, sealedUrl, sealedSecret }));
  }

  async isAnySealedWith(dataKeyIds: readonly string[]): Promise<boolean> {
    return (await this.db(table).whereIn('dataKeyId', dataKeyIds).first('id')) !== undefined;
  }

  /** Lists webhooks that have something to send now and that no node is sending for; the longest waiting first. */
  listDue(
    now: Timestamp,
    { limit, exceptProjects }: { limit: number; exceptProjects: readonly string[] },
  ): Promise<DueWebhook[]> {
    return this.db(`${table} as w`)
      .join('project_environments as e', 'e.id', 'w.environmentId')
      .whereNull('e.softDeletedAt')
      .where({ 'w.isDisabled': false })
      .whereNotIn('w.projectId', exceptProjects)
      .where('w.nextAttemptAt', '<=', now)
      .whereExists(responsibleMembership(this.db, 'w', now))
      .where((query) => void query.whereNull('w.leasedUntil').orWhere('w.leasedUntil', '<=', now))
      .orderBy(['w.nextAttemptAt', 'w.id'])
      .limit(limit)
      .select('w.id', 'w.projectId', 'w.organizationId');
  }

  /** Makes this node the one that sends; false if another one is, or if nothing is to be sent any more. */
  async lease(id: string, leasedBy: string, { now, until }: { now: Timestamp; until: Timestamp }): Promise<boolean> {
    const leased = await this.db(table)
      .where({ id, isDisabled: false })
      .where('nextAttemptAt', '<=', now)
      .whereExists(responsibleMembership(this.db, table, now))
      .where((query) => void query.whereNull('leasedUntil').orWhere('leasedUntil', '<=', now))
      .update({ leasedBy, leasedUntil: until });
    return leased === 1;
  }

  /** Ends all leases, for a single node that starts: the process that held them is gone. */
  async endLeases(): Promise<void> {
    this.db.write(this.db(table).whereNotNull('leasedBy').update({ leasedBy: null, leasedUntil: null }));
  }

  /** Makes due what waits beyond these times although it cannot; see `src/queue-clock.ts`. */
  async bringForward({ now, furthest, leaseEnd }: PossibleTimes & { readonly leaseEnd: Timestamp }): Promise<void> {
    await this.db(table)
      .where('nextAttemptAt', '>', now)
      .where((query) => void query.where('nextAttemptAt', '>', furthest).orWhere({ failures: 0 }))
      .update({ nextAttemptAt: now });
    await this.db(table).where('leasedUntil', '>', leaseEnd).update({ leasedUntil: leaseEnd });
  }

  /** Lets a node send for those of these webhooks that exist, unless they wait already, and returns their ids. */
  async wake(ids: readonly string[], now: Timestamp): Promise<Set<string>> {
    this.db.write(this.db(table).whereIn('id', ids).whereNull('nextAttemptAt').update({ nextAttemptAt: now }));
    return new Set(await this.db<WebhookRow>(table).whereIn('id', ids).pluck<string[]>('id'));
  }

  #withProject(): Knex.QueryBuilder {
    return withEnvironment(this.db)
      .join('projects as p', 'p.id', 'w.projectId')
      .select('p.name as projectName', 'p.auditLogsRetentionDays', 'p.leastAuditLogsRetentionDays');
  }
}
