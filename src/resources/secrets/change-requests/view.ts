import type { Policy, PolicyUser } from '../../project/approval-policies/store.ts';
import type { Tag } from '../secrets/state.ts';
import { hiddenValue } from '../secrets/view.ts';
import { metadataView, valueChangeOf, type ComparedVersion, type Diff } from './diff.ts';
import { approversOf, bypassersOf } from './find.ts';
import type { ChangeRequest, ChangeRequestRow, CommitRow, Review } from './store.ts';

export const changeRequestView = ({
  id,
  policyId,
  slug,
  folderId,
  status,
  hasMerged,
  committerUserId,
  statusChangedByUserId,
  bypassReason,
  commitMessage,
  createdAt,
  updatedAt,
}: ChangeRequestRow) => ({
  id,
  policyId,
  slug,
  folderId,
  status,
  hasMerged,
  conflicts: null,
  isReplicated: null,
  committerUserId,
  statusChangedByUserId,
  bypassReason,
  commitMessage,
  createdAt,
  updatedAt,
});

const policyFacts = ({
  id,
  name,
  approvals,
  secretPath,
  enforcementLevel,
  allowedSelfApprovals,
  approversMustRead,
  deletedAt,
}: Policy) => ({
  id,
  name,
  approvals,
  secretPath,
  enforcementLevel,
  allowedSelfApprovals,
  approversMustRead,
  deletedAt,
});

interface Person {
  readonly username: string | null;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

const personView = (userId: string, { username, email, firstName, lastName }: Person) => ({
  userId,
  username: username ?? '',
  email,
  firstName,
  lastName,
});

/** A user whose account may be gone. */
const formerPersonView = (userId: string, person: Person) =>
  person.username === null ? null : personView(userId, person);

/** Each user once, however many steps and groups they are in. */
const distinct = (users: readonly PolicyUser[]): PolicyUser[] => [
  ...new Map(users.map((user) => [user.userId, user])).values(),
];

const idsOf = (users: readonly PolicyUser[]) => distinct(users).map(({ userId }) => ({ userId }));

/** A request with what lists show of it. */
export interface ListedRequest {
  readonly request: ChangeRequest;
  readonly policy: Policy;
  readonly users: readonly PolicyUser[];
  readonly reviews: readonly Review[];
  readonly commits: readonly CommitRow[];
}

export const listedRequestView = ({ request, policy, users, reviews, commits }: ListedRequest) => {
  const approvers = idsOf(approversOf({ users }));
  return {
    ...changeRequestView(request),
    policy: { ...policyFacts(policy), approvers, bypassers: idsOf(bypassersOf({ users })) },
    approvers,
    committerUser: formerPersonView(request.committerUserId, request),
    commits: commits.map(({ op, secretId, key }) => ({ op, secretId, secretKey: key })),
    environment: request.environment,
    secretPath: request.secretPath,
    reviewers: reviews.map(({ reviewerUserId, status }) => ({ userId: reviewerUserId, status })),
  };
};

const tagsView = (tags: readonly Tag[]) => tags.map(({ id, slug, color }) => ({ id, slug, name: slug, color }));

const comparedView = (
  { id, version, key, value, comment, metadata, tags, skipMultilineEncoding }: ComparedVersion,
  isVisible: boolean,
) => ({
  id,
  version,
  secretKey: key,
  secretValue: isVisible ? value : hiddenValue,
  secretValueHidden: !isVisible,
  secretComment: isVisible ? comment : hiddenValue,
  skipMultilineEncoding,
  tags: tagsView(tags),
  secretMetadata: metadataView(metadata, isVisible),
});

const diffView = (diff: Diff) => {
  const { change, isVisible, now, base } = diff;
  const { commit, folder, content, tagsAfter, conflict } = change;
  const { value, comment, metadata, tagIds, skipMultilineEncoding } = content;
  return {
    id: commit.id,
    op: commit.op,
    secretKey: commit.key,
    environment: folder?.environment ?? '',
    secretPath: folder?.path ?? '',
    ...(value !== undefined && { secretValue: isVisible ? value : hiddenValue }),
    secretValueHidden: !isVisible,
    ...(comment !== undefined && { secretComment: isVisible ? comment : hiddenValue }),
    ...(skipMultilineEncoding !== undefined && { skipMultilineEncoding }),
    ...(tagIds && { tags: tagsView(tagsAfter) }),
    ...(metadata && { secretMetadata: metadataView(metadata, isVisible) }),
    valueChange: valueChangeOf(diff),
    isRotatedSecret: false,
    conflict,
    ...(now && { secret: comparedView(now, isVisible) }),
    ...(base && { secretVersion: comparedView(base, isVisible) }),
  };
};

/** What the response shows of a request besides its row. */
export interface ShownRequest extends Omit<ListedRequest, 'commits'> {
  readonly diffs: readonly Diff[];
  /** Who closed, reopened or merged it last. */
  readonly changedBy: (Person & { readonly id: string }) | undefined;
  readonly isApproved: boolean;
  readonly mayBypass: boolean;
}

export const shownRequestView = ({
  request,
  policy,
  users,
  reviews,
  diffs,
  changedBy,
  isApproved,
  mayBypass,
}: ShownRequest) => ({
  ...changeRequestView(request),
  policy: {
    ...policyFacts(policy),
    approvers: distinct(users.filter(({ part }) => part === 'approver')).map((user) => ({
      ...personView(user.userId, user),
      isOrgMembershipActive: user.isActive,
    })),
    bypassers: distinct(bypassersOf({ users })).map((user) => personView(user.userId, user)),
  },
  environment: request.environment,
  secretPath: request.secretPath,
  committerUser: formerPersonView(request.committerUserId, request),
  statusChangedByUser: changedBy ? personView(changedBy.id, changedBy) : null,
  isApproved,
  mayBypass,
  hasConflicts: diffs.some(({ change }) => change.conflict !== null),
  reviewers: reviews.map((review) => ({
    ...personView(review.reviewerUserId, review),
    status: review.status,
    comment: review.comment,
    createdAt: review.createdAt,
    isOrgMembershipActive: users.some(({ userId, isActive }) => userId === review.reviewerUserId && isActive),
  })),
  commits: diffs.map(diffView),
});

export const reviewView = ({
  id,
  status,
  requestId,
  reviewerUserId,
  comment,
  createdAt,
  updatedAt,
}: Omit<Review, keyof Person>) => ({ id, status, requestId, reviewerUserId, comment, createdAt, updatedAt });
