import type { Knex } from 'knex';
import type { Rule } from '../../../access/rule.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { pageOf, type Page } from '../../../platform/db/knex/pages.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';

export type RequestStatus = 'pending' | 'approved' | 'rejected' | 'revoked' | 'expired';
export type ReviewStatus = 'approved' | 'rejected';

export interface AccessRequestRow {
  id: string;
  projectId: string;
  policyId: string;
  requestedByUserId: string;
  /** The slug at the time of the request. */
  environment: string;
  secretPath: string;
  permissions: readonly Rule[];
  isTemporary: boolean;
  temporaryRange: string | null;
  note: string | null;
  status: RequestStatus;
  editedByUserId: string | null;
  editNote: string | null;
  /** Until when it can be approved; null for any time. */
  expiresAt: Timestamp | null;
  approvedAt: Timestamp | null;
  approvedByUserId: string | null;
  bypassReason: string | null;
  revokedAt: Timestamp | null;
  revokedByUserId: string | null;
  /** What was granted; null once it was revoked. */
  privilegeId: string | null;
  privilegeDeletedAt: Timestamp | null;
  /** When the granted access ends; null if it does not, and once that has been told. */
  endsAt: Timestamp | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

export interface ReviewRow {
  id: string;
  requestId: string;
  reviewerUserId: string;
  status: ReviewStatus;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A user whom requests name, and whether the membership of the organization is active. */
export interface RequestPersonRow extends Pick<UserRow, 'username' | 'email' | 'firstName' | 'lastName'> {
  userId: string;
  isActive: boolean;
}

/** Whose requests a caller sees: everybody's, or the own ones and those that the caller may approve. */
export type Visible = 'all' | { readonly userId: string | undefined; readonly membershipId: string };

export interface RequestFilter {
  readonly projectId: string;
  readonly visible: Visible;
  readonly now: Timestamp;
  readonly authorUserId?: string | undefined;
  readonly environment?: string | undefined;
  readonly policyId?: string | undefined;
  readonly state?: 'pending' | 'finalized' | undefined;
}

const table = 'access_requests';
const reviewTable = 'access_request_reviews';

const canBeApproved =
  (now: Timestamp) =>
  (query: Knex.QueryBuilder): void =>
    void query
      .where('status', 'pending')
      .where((each) => void each.whereNull('expiresAt').orWhere('expiresAt', '>', now));

/** Requests for access, their reviews, and what became of them. */
export class AccessRequestStore extends Store {
  async insert(request: AccessRequestRow): Promise<void> {
    this.db.insert(table, [request]);
  }

  async update(id: string, changes: Partial<Omit<AccessRequestRow, 'id' | 'projectId'>>): Promise<void> {
    this.db.write(this.db<AccessRequestRow>(table).where({ id }).update(changes));
  }

  /** Finds a request of the organization. */
  findById(organizationId: string, id: string): Promise<AccessRequestRow | undefined> {
    return this.db(`${table} as a`)
      .join('projects as p', 'p.id', 'a.projectId')
      .where({ 'a.id': id, 'p.organizationId': organizationId })
      .first<AccessRequestRow | undefined>('a.*');
  }

  /** Lists a page of the requests, the newest first, and their total number. */
  list(filter: RequestFilter, page: Page): Promise<{ rows: AccessRequestRow[]; totalCount: number }> {
    return pageOf(this.#matching(filter).orderBy([{ column: 'createdAt', order: 'desc' }, 'id']), page);
  }

  async count(filter: RequestFilter): Promise<number> {
    const [row] = await this.#matching(filter).count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  /** Whether the request is one of those. */
  async has(filter: RequestFilter, id: string): Promise<boolean> {
    return (await this.#matching(filter).where({ id }).first('id')) !== undefined;
  }

  /** Lists pending requests of the policies that name the member as an approver, the newest first. */
  listApprovable(filter: RequestFilter, membershipId: string, limit: number): Promise<AccessRequestRow[]> {
    return this.#matching({ ...filter, state: 'pending' })
      .whereIn('policyId', this.#policiesOf(membershipId))
      .orderBy([{ column: 'createdAt', order: 'desc' }, 'id'])
      .limit(limit);
  }

  /** Lists what the user has asked for and still waits for, or what was granted. */
  listOpenOfUser(projectId: string, requestedByUserId: string, now: Timestamp): Promise<AccessRequestRow[]> {
    return this.db<AccessRequestRow>(table)
      .where({ projectId, requestedByUserId })
      .where(
        (query) =>
          void query
            .where(canBeApproved(now))
            .orWhere((each) => void each.where('status', 'approved').whereNotNull('privilegeId')),
      );
  }

  /** Lists the pending requests of a policy, and those whose access lasts, the newest first. */
  listOpenOfPolicy(policyId: string, limit: number): Promise<AccessRequestRow[]> {
    return this.db<AccessRequestRow>(table)
      .where({ policyId })
      .where((query) => void query.where('status', 'pending').orWhereNotNull('privilegeId'))
      .orderBy([{ column: 'createdAt', order: 'desc' }, 'id'])
      .limit(limit);
  }

  /** Rejects the pending requests of a policy, and notes that what it granted is gone. */
  async closeOfPolicy(policyId: string, now: Timestamp): Promise<void> {
    const requests = () => this.db<AccessRequestRow>(table).where({ policyId });
    this.db.write(requests().where('status', 'pending').update({ status: 'rejected', updatedAt: now }));
    this.db.write(
      requests()
        .whereNotNull('privilegeId')
        .update({ privilegeId: null, privilegeDeletedAt: now, endsAt: null, updatedAt: now }),
    );
  }

  /** Lists the reviews of these requests, the oldest first. */
  listReviews(requestIds: readonly string[]): Promise<ReviewRow[]> {
    return this.db<ReviewRow>(reviewTable).whereIn('requestId', requestIds).orderBy(['createdAt', 'id']);
  }

  /** Finds the users with these ids, with their membership of the organization. */
  async listPeople(organizationId: string, userIds: readonly string[]): Promise<RequestPersonRow[]> {
    const rows = await this.db('users as u')
      .leftJoin(
        'organization_memberships as m',
        (join) => void join.on('m.userId', 'u.id').andOnVal('m.organizationId', organizationId),
      )
      .whereIn('u.id', userIds)
      .select<(Omit<RequestPersonRow, 'isActive'> & { isActive: boolean | null; status: string | null })[]>(
        'u.id as userId',
        'u.username',
        'u.email',
        'u.firstName',
        'u.lastName',
        'm.isActive',
        'm.status',
      );
    return rows.map(({ status, isActive, ...person }) => ({
      ...person,
      isActive: isActive === true && status === 'accepted',
    }));
  }

  /** Lists the users who approve requests under the policies of these requests; about as many as the limit. */
  async listApproverIds(
    requestIds: readonly string[],
    limit: number,
  ): Promise<{ requestId: string; userId: string }[]> {
    const people = () =>
      this.db(`${table} as a`)
        .join('approval_policy_people as x', 'x.policyId', 'a.policyId')
        .where('x.part', 'approver')
        .whereIn('a.id', requestIds)
        .whereNotNull('m.userId')
        .distinct<{ requestId: string; userId: string }[]>('a.id as requestId', 'm.userId')
        .limit(limit);
    const [listed, inGroups] = await Promise.all([
      people().join('organization_memberships as m', 'm.id', 'x.membershipId'),
      people()
        .join('group_members as gm', 'gm.groupId', 'x.groupId')
        .join('organization_memberships as m', 'm.id', 'gm.membershipId'),
    ]);
    return [...listed, ...inGroups];
  }

  async insertReview(review: ReviewRow): Promise<void> {
    this.db.insert(reviewTable, [review]);
  }

  async deleteReviews(requestId: string): Promise<void> {
    this.db.write(this.db(reviewTable).where({ requestId }).delete());
  }

  async deleteReviewsOfPending(policyId: string): Promise<void> {
    const pending = this.db(table).where({ policyId, status: 'pending' }).select('id');
    this.db.write(this.db(reviewTable).whereIn('requestId', pending).delete());
  }

  /** Lists requests whose time to be approved, or whose granted access, has ended and was not acted on. */
  listDue(now: Timestamp, limit: number): Promise<(AccessRequestRow & { organizationId: string })[]> {
    return this.db(`${table} as a`)
      .join('projects as p', 'p.id', 'a.projectId')
      .where(
        (query) =>
          void query
            .where((each) => void each.where('a.status', 'pending').where('a.expiresAt', '<=', now))
            .orWhere('a.endsAt', '<=', now),
      )
      .orderBy('a.id')
      .limit(limit)
      .select<(AccessRequestRow & { organizationId: string })[]>('a.*', 'p.organizationId');
  }

  #policiesOf(membershipId: string) {
    const groups = this.db('group_members').where({ membershipId }).select('groupId');
    return this.db('approval_policy_people')
      .where('part', 'approver')
      .where((query) => void query.where({ membershipId }).orWhereIn('groupId', groups))
      .select('policyId');
  }

  #matching({ projectId, visible, now, authorUserId, environment, policyId, state }: RequestFilter) {
    const query = this.db<AccessRequestRow>(table).where({ projectId });
    if (visible !== 'all')
      void query.where((each) => {
        void each.whereIn('policyId', this.#policiesOf(visible.membershipId));
        if (visible.userId !== undefined) void each.orWhere('requestedByUserId', visible.userId);
      });
    if (authorUserId !== undefined) void query.where('requestedByUserId', authorUserId);
    if (environment !== undefined) void query.where({ environment });
    if (policyId !== undefined) void query.where({ policyId });
    if (state === 'pending') void query.where(canBeApproved(now));
    if (state === 'finalized')
      void query.where((each) => void each.whereNot('status', 'pending').orWhere('expiresAt', '<=', now));
    return query;
  }
}
