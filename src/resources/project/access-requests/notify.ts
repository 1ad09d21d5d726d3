import type { ProjectRow } from '../../../access/project.ts';
import { actionPhrase } from '../../../access/action-phrases.ts';
import { actionsOf } from '../../../access/ability.ts';
import { queueDetailed } from '../../../events/webhook-queue.ts';
import type { MailContents } from '../../../mail/contents.ts';
import type { MailText, Paragraph } from '../../../mail/text.ts';
import type { Parts } from '../../../scope.ts';
import type { Stores } from '../../../stores.ts';
import { addressOf } from '../../secrets/reminders/audience.ts';
import type { AccessRequestRow } from './store.ts';

type Content = MailContents['access-request'];
export type RequestStep = Content['step'];

/** What telling somebody needs of the transaction in which a request changes. */
export type TellingUnit = Pick<Parts, 'clock' | 'ids' | 'keyring' | 'mailer'> & {
  readonly stores: Stores;
  readonly afterCommit: (hook: () => void) => void;
};

/** Who is told of a step: those who approve, or whoever asked. */
const audience: Readonly<Record<RequestStep, readonly ('approvers' | 'requester')[]>> = {
  asked: ['approvers'],
  edited: ['approvers', 'requester'],
  approved: ['requester'],
  rejected: ['requester'],
  bypassed: ['approvers'],
  revoked: ['requester'],
  ended: ['requester'],
  expired: ['requester'],
};

/** The most people who are told of one step. */
const maxContacts = 1_000;

const contactsOf = async (
  { stores }: TellingUnit,
  project: ProjectRow,
  request: AccessRequestRow,
  step: RequestStep,
) => {
  const [requester] = await stores.projectUsers.findContacts(project.organizationId, [request.requestedByUserId]);
  const users = audience[step].includes('approvers')
    ? await stores.approvalPolicies.listUsers([request.policyId], maxContacts)
    : [];
  const approvers = users.filter(({ part, isActive }) => part === 'approver' && isActive);
  return {
    requester,
    contacts: [...approvers, ...(requester && audience[step].includes('requester') ? [requester] : [])],
  };
};

/** The folder above the first part of a pattern that stands for several. */
const folderOf = (pattern: string): string => pattern.replace(/\/[^/]*[*?{].*$/s, '') || '/';

/** Queues a step of a request for webhooks, and mails to all whom it concerns but the one who took it. */
export const tell = async (
  unit: TellingUnit,
  project: ProjectRow,
  request: AccessRequestRow,
  step: RequestStep,
  { byUserId, reason = null }: { readonly byUserId?: string; readonly reason?: string | null } = {},
): Promise<void> => {
  const { requester, contacts } = await contactsOf(unit, project, request, step);
  const content: Content = {
    step,
    projectName: project.name,
    projectSlug: project.slug,
    requester: requester?.username ?? 'somebody who left',
    environment: request.environment,
    secretPath: request.secretPath,
    permissions: request.permissions.flatMap((rule) =>
      actionsOf(rule).map((action) => actionPhrase(action, rule.subject)),
    ),
    temporaryRange: request.temporaryRange,
    note: reason ?? (step === 'edited' ? request.editNote : request.note),
    requestId: request.id,
  };
  const folder = { id: '', environment: request.environment, path: folderOf(request.secretPath) };
  queueDetailed(unit, project.id, folder, 'access.requested', {
    requestId: request.id,
    step,
    requestedBy: content.requester,
    permissions: [...new Set(content.permissions)].join(', '),
    period: request.temporaryRange ?? 'permanent',
  });
  if (!unit.mailer) return;
  const addresses = new Set(contacts.filter(({ userId }) => userId !== byUserId).map(addressOf));
  await unit.mailer.enqueue(unit, {
    organizationId: project.organizationId,
    kind: 'access-request',
    mails: [...addresses].map((recipient) => ({ recipient, content })),
  });
};

const subjects: Readonly<Record<RequestStep, string>> = {
  asked: 'Somebody asks for access',
  edited: 'A request for access was shortened',
  approved: 'Your request for access was approved',
  rejected: 'Your request for access was rejected',
  bypassed: 'Access was taken without approval',
  revoked: 'Access that you asked for was revoked',
  ended: 'Access that you asked for has ended',
  expired: 'Your request for access was not approved in time',
};

const opening = ({ step, requester, projectName }: Content): string => {
  const isAboutOthers = step === 'asked' || step === 'bypassed';
  const project = `in the project "${projectName}"`;
  if (step === 'edited') return `The request of ${requester} ${project} is now for less. It needs new approvals:`;
  if (step === 'bypassed') return `${requester} has taken this access ${project} without approval:`;
  return isAboutOthers
    ? `${requester} asks for this ${project}:`
    : `This is about access that you asked for ${project}:`;
};

/** Composes the mail about a step of a request. */
export const composeAccessRequest = (
  { config: { siteUrl } }: Pick<Parts, 'config'>,
  content: Content,
): Promise<MailText> => {
  const { step, environment, secretPath, permissions, temporaryRange, note, projectSlug, requestId } = content;
  const isWaiting = step === 'asked' || step === 'edited';
  const paragraphs: Paragraph[] = [
    opening(content),
    {
      items: [
        `what: ${[...new Set(permissions)].join(', ')}`,
        `where: ${environment}, ${secretPath}`,
        `for: ${temporaryRange ?? 'good'}`,
        ...(note === null ? [] : [`note: ${note}`]),
      ],
    },
    ...(isWaiting ? [`Review it with "sallyport approve ${requestId}" or "sallyport reject ${requestId}".`] : []),
    'The project:',
    { link: `${siteUrl}/p/${projectSlug}` },
  ];
  return Promise.resolve({ subject: subjects[step], paragraphs });
};
