import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { eachChunk, inChunks } from '../../../platform/db/knex/chunks.ts';
import { pageOf, type Page } from '../../../platform/db/knex/pages.ts';
import { containsText } from '../../../platform/db/knex/search.ts';
import { Store } from '../../../platform/db/knex/store.ts';

export type ReviewStatus = 'approved' | 'rejected';

/** Changes of secrets that wait for approval, or did. */
export interface ChangeRequestRow {
  id: string;
  projectId: string;
  policyId: string;
  slug: string;
  /** Where the first of its changes is; the folder may be gone. */
  environmentId: string;
  folderId: string;
  secretPath: string;
  status: 'open' | 'close';
  hasMerged: boolean;
  /** This user may be deleted, like the next. */
  committerUserId: string;
  statusChangedByUserId: string | null;
  commitMessage: string | null;
  bypassReason: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A user as far as one exists. */
interface CommitterColumns {
  username: string | null;
  email: string | null;
  firstName: string | null;
  lastName: string | null;
}

/** With the slug of its environment, and who asked for it; null if the account is gone. */
export interface ChangeRequest extends ChangeRequestRow, CommitterColumns {
  environment: string;
}

/** What happens to one secret. */
export interface CommitRow {
  id: string;
  requestId: string;
  position: number;
  op: 'create' | 'update' | 'delete';
  folderId: string;
  /** The secret that is updated or deleted, and the version that this was based on; null for a new one. */
  secretId: string | null;
  baseVersion: number | null;
  /** The name after the change. */
  key: string;
  /** The name before an update; null otherwise. */
  keyBefore: string | null;
  projectId: string;
  dataKeyId: string;
  sealedContent: string;
}

export interface ReviewRow {
  id: string;
  requestId: string;
  reviewerUserId: string;
  status: ReviewStatus;
  comment: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A review with its author; null if the account is gone. */
export type Review = ReviewRow & CommitterColumns;

/** Which requests are listed: those of these policies or of this user if they are given. */
export interface ChangeRequestFilter {
  readonly visible?: { readonly userId: string; readonly policyIds: readonly string[] } | undefined;
  readonly environment?: string | undefined;
  readonly committer?: string | undefined;
  readonly status?: 'open' | 'close' | undefined;
  readonly policyId?: string | undefined;
  readonly search?: string | undefined;
}

type SealedCommit = Pick<CommitRow, 'id' | 'projectId' | 'dataKeyId' | 'sealedContent'>;

const requests = 'change_requests';
const commits = 'change_request_commits';
const reviews = 'change_request_reviews';
const person = ['u.username', 'u.email', 'u.firstName', 'u.lastName'];

const searched = ['u.username', 'u.email', 'u.firstName', 'u.lastName', 'e.slug', 'e.name'].map(
  (column) => `"${column.replace('.', '"."')}"`,
);

export class ChangeRequestStore extends Store {
  async insert(request: ChangeRequestRow, rows: readonly CommitRow[]): Promise<void> {
    this.db.insert(requests, [request]);
    await eachChunk(rows, (part) => this.db.insert(commits, part));
  }

  update(id: string, changes: Partial<Omit<ChangeRequestRow, 'id'>>): void {
    this.db.write(this.db<ChangeRequestRow>(requests).where({ id }).update(changes));
  }

  findInOrganization(organizationId: string, id: string): Promise<ChangeRequest | undefined> {
    return this.#withPlace()
      .join('projects as p', 'p.id', 'r.projectId')
      .where({ 'r.id': id, 'p.organizationId': organizationId })
      .first<ChangeRequest | undefined>('r.*', 'e.slug as environment', ...person);
  }

  /** Lists a page of the requests, the newest first, and their number. */
  list(
    projectId: string,
    filter: ChangeRequestFilter,
    page: Page,
  ): Promise<{ rows: ChangeRequest[]; totalCount: number }> {
    const query = this.#filtered(projectId, filter).orderBy([
      { column: 'r.createdAt', order: 'desc' },
      { column: 'r.id', order: 'desc' },
    ]) as Knex.QueryBuilder<ChangeRequest, ChangeRequest[]>;
    return pageOf(query.select('r.*', 'e.slug as environment', ...person), page);
  }

  async count(projectId: string, filter: ChangeRequestFilter): Promise<{ open: number; closed: number }> {
    const rows = (await this.#filtered(projectId, filter)
      .groupBy('r.status')
      .select('r.status', this.db.raw('count(*) as count'))) as { status: 'open' | 'close'; count: number }[];
    const of = (status: 'open' | 'close') => rows.find((row) => row.status === status)?.count ?? 0;
    return { open: of('open'), closed: of('close') };
  }

  async countOpen(projectId: string): Promise<number> {
    const [{ count }] = (await this.db(requests).where({ projectId, status: 'open' }).count({ count: '*' })) as [
      { count: number },
    ];
    return count;
  }

  /** Closes the open requests of a policy that is deleted. */
  closeOf(policyId: string, changes: Pick<ChangeRequestRow, 'statusChangedByUserId' | 'updatedAt'>): void {
    this.db.write(
      this.db<ChangeRequestRow>(requests)
        .where({ policyId, status: 'open' })
        .update({ status: 'close', ...changes }),
    );
  }

  /** Lists the changes of these requests in their order. */
  async listCommits(requestIds: readonly string[]): Promise<CommitRow[]> {
    const rows = await inChunks(requestIds, (part) => this.db<CommitRow>(commits).whereIn('requestId', part));
    return rows.sort((one, other) => one.position - other.position);
  }

  updateCommit(id: string, changes: Partial<Omit<CommitRow, 'id'>>): void {
    this.db.write(this.db<CommitRow>(commits).where({ id }).update(changes));
  }

  deleteCommits(ids: readonly string[]): void {
    this.db.write(this.db<CommitRow>(commits).whereIn('id', ids).delete());
  }

  /** Lists the reviews of these requests, the oldest first. */
  async listReviews(requestIds: readonly string[]): Promise<Review[]> {
    const rows = await inChunks(requestIds, (part) =>
      this.db(`${reviews} as v`)
        .leftJoin('users as u', 'u.id', 'v.reviewerUserId')
        .whereIn('v.requestId', part)
        .select<Review[]>('v.*', ...person),
    );
    return rows.sort((one, other) => (one.createdAt < other.createdAt ? -1 : 1));
  }

  /** Stores the review, instead of an earlier one of the same person. */
  async review(review: ReviewRow): Promise<ReviewRow> {
    const { requestId, reviewerUserId, status, comment, updatedAt } = review;
    const before = await this.db<ReviewRow>(reviews).where({ requestId, reviewerUserId }).first();
    if (!before) {
      this.db.insert(reviews, [review]);
      return review;
    }
    const changes = { status, comment, updatedAt };
    this.db.write(this.db<ReviewRow>(reviews).where({ id: before.id }).update(changes));
    return { ...before, ...changes };
  }

  deleteReviews(requestId: string): void {
    this.db.write(this.db<ReviewRow>(reviews).where({ requestId }).delete());
  }

  async isAnySealedWith(dataKeyIds: readonly string[]): Promise<boolean> {
    return (await this.db(commits).whereIn('dataKeyId', dataKeyIds).first('id')) !== undefined;
  }

  /** Lists changes whose contents one of these keys encrypted. */
  listSealedWith(dataKeyIds: readonly string[], limit: number): Promise<SealedCommit[]> {
    return this.db(commits)
      .whereIn('dataKeyId', dataKeyIds)
      .orderBy('id')
      .limit(limit)
      .select<SealedCommit[]>('id', 'projectId', 'dataKeyId', 'sealedContent');
  }

  #withPlace(): Knex.QueryBuilder {
    return this.db(`${requests} as r`)
      .join('project_environments as e', 'e.id', 'r.environmentId')
      .leftJoin('users as u', 'u.id', 'r.committerUserId');
  }

  #filtered(
    projectId: string,
    { visible, environment, committer, status, policyId, search }: ChangeRequestFilter,
  ): Knex.QueryBuilder {
    const query = this.#withPlace().where({ 'r.projectId': projectId });
    if (visible)
      void query.where((either) => {
        void either.where({ 'r.committerUserId': visible.userId }).orWhereIn('r.policyId', visible.policyIds);
      });
    if (environment !== undefined) void query.where({ 'e.slug': environment });
    if (committer !== undefined) void query.where({ 'r.committerUserId': committer });
    if (status !== undefined) void query.where({ 'r.status': status });
    if (policyId !== undefined) void query.where({ 'r.policyId': policyId });
    if (search !== undefined && search !== '')
      void query.where((either) => {
        containsText(search, [...searched, '"r"."secretPath"'])(either);
        void either.orWhereExists(
          this.db(`${commits} as c`)
            .whereRaw('?? = ??', ['c.requestId', 'r.id'])
            .where(containsText(search, ['"c"."key"'])),
        );
      });
    return query;
  }
}
