import { actorName } from '../../../access/actor.ts';
import type { ProjectRow } from '../../../access/project.ts';
import type { HeldWrite } from '../../../change-control/held-back.ts';
import type { MailContents } from '../../../mail/contents.ts';
import type { MailText } from '../../../mail/text.ts';
import type { Scope } from '../../../scope.ts';
import type { Policy } from '../../project/approval-policies/store.ts';
import type { FoundChangeRequest } from './find.ts';
import type { ChangeRequestRow, ReviewRow } from './store.ts';

type Content = MailContents['change-request'];

/** The most people who are told of one step. */
const maxRecipients = 1_000;
/** The most names of secrets in a mail. */
const maxNamed = 20;

interface Step {
  readonly project: ProjectRow;
  readonly policyId: string;
  readonly request: Pick<ChangeRequestRow, 'id' | 'committerUserId' | 'secretPath'>;
  readonly environment: string;
  readonly event: Content['event'];
  readonly secretKeys?: readonly string[];
  /** A comment, a reason or a message. */
  readonly text: string | null;
}

/** Queues a mail to each of these users but the caller, if there is a mail server. */
const announce = async (
  tx: Scope,
  userIds: readonly string[],
  { project, request, environment, event, secretKeys = [], text }: Step,
): Promise<void> => {
  if (!tx.mailer) return;
  const told = [...new Set(userIds)].filter((id) => id !== tx.actor.id).slice(0, maxRecipients);
  const contacts = await tx.stores.projectUsers.findContacts(project.organizationId, told);
  const content: Content = {
    event,
    by: actorName(tx.actor),
    projectSlug: project.slug,
    projectName: project.name,
    environment,
    path: request.secretPath,
    secretKeys: secretKeys.slice(0, maxNamed),
    text,
  };
  await tx.mailer.enqueue(tx, {
    organizationId: project.organizationId,
    kind: 'change-request',
    mails: contacts.map(({ email, username }) => ({ recipient: email ?? username, content })),
  });
};

const approverIds = async ({ stores }: Scope, policyId: string): Promise<string[]> =>
  (await stores.approvalPolicies.listUsers([policyId], maxRecipients))
    .filter(({ part, isActive }) => part === 'approver' && isActive)
    .map(({ userId }) => userId);

/** Tells the approvers of a new request. */
export const announceRequest = async (
  tx: Scope,
  project: ProjectRow,
  { id: policyId }: Policy,
  request: ChangeRequestRow,
  writes: readonly HeldWrite[],
): Promise<void> => {
  if (!tx.mailer) return;
  await announce(tx, await approverIds(tx, policyId), {
    project,
    policyId,
    request,
    environment: writes[0]!.folder.environment,
    event: 'requested',
    secretKeys: writes.map(({ key }) => key),
    text: request.commitMessage,
  });
};

const stepOf = ({ project, request }: FoundChangeRequest): Omit<Step, 'event' | 'text'> => ({
  project: project.row,
  policyId: request.policyId,
  request,
  environment: request.environment,
});

/** Tells whoever asked for the change of a review. */
export const announceReview = (tx: Scope, found: FoundChangeRequest, { status, comment }: ReviewRow): Promise<void> =>
  announce(tx, [found.request.committerUserId], { ...stepOf(found), event: status, text: comment });

/** Tells whoever asked for the change that it was made or closed. */
export const announceEnd = (tx: Scope, found: FoundChangeRequest, after: ChangeRequestRow): Promise<void> =>
  announce(tx, [found.request.committerUserId], {
    ...stepOf(found),
    event: after.hasMerged ? 'merged' : 'closed',
    text: null,
  });

/** Tells the approvers that a change was made without enough approvals. */
export const announceBypass = async (tx: Scope, found: FoundChangeRequest, after: ChangeRequestRow): Promise<void> => {
  if (!tx.mailer) return;
  await announce(tx, await approverIds(tx, found.policy.id), {
    ...stepOf(found),
    event: 'bypassed',
    text: after.bypassReason,
  });
};

const subjects: Readonly<Record<Content['event'], string>> = {
  requested: 'A change of secrets waits for your approval',
  approved: 'Your change of secrets was approved',
  rejected: 'Your change of secrets was rejected',
  merged: 'Your change of secrets was made',
  closed: 'Your change of secrets was closed',
  bypassed: 'A change of secrets was made without enough approvals',
};

const sentences: Readonly<Record<Content['event'], string>> = {
  requested: 'asks for a change of secrets',
  approved: 'has approved your change of secrets',
  rejected: 'has rejected your change of secrets',
  merged: 'has made your change of secrets',
  closed: 'has closed your change of secrets without making it',
  bypassed: 'has made a change of secrets without enough approvals',
};

/** Composes the mail about a step of a change request. */
export const composeChangeRequest = (
  { config: { siteUrl } }: { readonly config: { readonly siteUrl: string | undefined } },
  { event, by, projectSlug, projectName, environment, path, secretKeys, text }: MailContents['change-request'],
): Promise<MailText> =>
  Promise.resolve({
    subject: subjects[event],
    paragraphs: [
      `${by} ${sentences[event]} in ${path} of ${environment} in the project "${projectName}".`,
      ...(text === null ? [] : [`"${text}"`]),
      ...(secretKeys.length > 0 ? [{ items: secretKeys }] : []),
      ...(siteUrl === undefined ? [] : [{ link: `${siteUrl}/p/${projectSlug}` }]),
    ],
  });
