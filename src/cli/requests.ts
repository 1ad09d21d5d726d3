import { Command } from 'commander';
import type { Reply } from '../contract.ts';
import { StartError } from '../platform/errors.ts';
import { actionHelp } from './access-question.ts';
import { quoted } from './own-command.ts';
import { readDuration } from './period.ts';
import type { ApiClient } from './server/client.ts';
import { connect, withServer, type ConnectionOptions } from './server/connection.ts';
import { findProject, type Project } from './server/project.ts';
import { asJson, pairs, shortTime, table } from './table.ts';
import { note, printable } from './terminal.ts';
import { UsageError } from './usage.ts';
import { readWhere, requireWhere } from './where.ts';

type AccessRequest = Reply<'getAccessRequest'>['request'];

interface AskOptions extends ConnectionOptions {
  readonly action: string;
  readonly subject: string;
  readonly for?: string;
  readonly permanent?: true;
  readonly note?: string;
  readonly json?: true;
}

interface ListOptions extends ConnectionOptions {
  readonly all?: true;
  readonly waiting?: true;
  readonly json?: true;
}

/** Checks the period, and leaves it as it is written: the server shows it so. */
const readRange = (text: string): string => {
  readDuration(text);
  return text.trim();
};

/** The path of the only policy in the environment, for those who name none. */
const onlyPath = async (client: ApiClient, { id: projectId }: Project, environment: string): Promise<string> => {
  const { approvals } = await client.call('listAccessPolicies', { query: { projectId } });
  const paths = approvals
    .filter(({ environments }) => environments.some(({ slug }) => slug === environment))
    .map(({ secretPath }) => secretPath);
  const [path] = paths;
  if (path === undefined) throw new StartError(`No access policy lets anybody ask for something in ${environment}.`);
  if (paths.length > 1) throw new UsageError(`Name a path: policies are about ${paths.join(', ')}.`);
  return path;
};

const ask = async (place: string, options: AskOptions): Promise<void> => {
  if ((options.for === undefined) === (options.permanent === undefined))
    throw new UsageError('Say for how long with --for, such as --for 2h, or give --permanent.');
  const where = readWhere(place);
  const { environment } = where;
  if (environment === undefined || where.name !== undefined)
    throw new UsageError('Ask for an environment or a path in it, such as rockets:prod or rockets:prod:/payments.');
  const client = connect(options);
  const project = await requireWhere(client, where);
  const secretPath = where.path ?? (await onlyPath(client, project, environment));
  const actions =
    options.action === 'read' && options.subject === 'secrets' ? 'describeSecret,readValue' : options.action;
  const { approval } = await client.call('createAccessRequest', {
    query: { projectId: project.id },
    body: {
      permissions: [[actions, options.subject, { environment, secretPath: { $glob: secretPath } }]],
      isTemporary: options.for !== undefined,
      ...(options.for !== undefined && { temporaryRange: options.for }),
      ...(options.note !== undefined && { note: options.note }),
    },
  });
  if (options.json) return console.log(asJson(approval));
  const facts = pairs({
    what: `${options.subject}: ${actions}`,
    where: `${project.slug}:${environment}:${secretPath}`,
    for: options.for ?? 'good',
    id: approval.id,
  });
  console.log(`Asked.\n${facts}\nTo withdraw it: sallyport reject ${approval.id}`);
};

export const requestCommand = (): Command =>
  withServer(new Command('request'))
    .argument('<where>', 'the environment, and the path in it')
    .option('--for <duration>', 'for how long, from the approval on, such as 90m, 2h or 7d', readRange)
    .option('--permanent', 'without an end')
    .option('--action <actions>', 'the action, or several with commas between', 'read')
    .option('--subject <subject>', 'what the action is done to, as in the rules of roles', 'secrets')
    .option('--note <text>', 'why, for those who approve it')
    .option('--json', 'print the request as JSON')
    .addHelpText(
      'after',
      `
WHERE is PROJECT:ENVIRONMENT[:/PATH]. The path means that folder alone; rockets:prod:/payments/** also means the folders
below. Without one, the path is that of the only access policy of the environment.
${actionHelp}

Example: sallyport request rockets:prod:/payments/** --for 2h --note 'a failed payment'`,
    )
    .action(ask);

const whatOf = ({ permissions }: AccessRequest): string =>
  (permissions as [string, string][]).map(([actions, subject]) => `${subject}: ${actions}`).join('; ');

const statusOf = ({ status, canReview, expiresAt, privilege }: AccessRequest): string => {
  if (canReview) return 'waits for you';
  const end = privilege?.temporaryAccessEndTime;
  if (status === 'approved' && end) return `approved until ${shortTime(end)}`;
  return status === 'pending' && expiresAt !== null ? `pending until ${shortTime(expiresAt)}` : status;
};

const list = async (text: string, { all, waiting, json, ...connection }: ListOptions): Promise<void> => {
  const client = connect(connection);
  const { id: projectId, slug } = await findProject(client, text);
  const status = waiting ? ('reviewable' as const) : ('pending' as const);
  const { requests } = await client.call('listAccessRequests', {
    query: { projectId, limit: 100, ...(!all && { status }) },
  });
  if (json) return console.log(asJson(requests));
  if (requests.length === 0) return note(`No requests${all ? '' : ' wait'} in ${slug}.`);
  console.log(
    table(
      ['WHO', 'WHAT', 'WHERE', 'FOR', 'STATUS', 'NOTE', 'ID'],
      requests.map((request) => [
        request.requestedByUser?.username ?? '',
        whatOf(request),
        `${request.environmentName}:${request.secretPath}`,
        request.temporaryRange ?? 'good',
        statusOf(request),
        request.note ?? '',
        request.id,
      ]),
    ),
  );
};

export const requestsCommand = (): Command =>
  withServer(new Command('requests'))
    .argument('<project>', 'the slug or id of the project')
    .option('--waiting', 'only those that wait for you')
    .option('--all', 'also those that are decided; the newest 100')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample: sallyport requests rockets')
    .action(list);

const review = async (
  accessRequestId: string,
  body: { readonly status: 'approved' | 'rejected'; readonly bypassReason?: string },
  options: ConnectionOptions,
): Promise<void> => {
  const client = connect(options);
  const params = { accessRequestId };
  await client.call('reviewAccessRequest', { params, body });
  const { request } = await client.call('getAccessRequest', { params });
  const who = request.requestedByUser?.username ?? '';
  const end = request.privilege?.temporaryAccessEndTime;
  if (request.status === 'approved') return note(`Granted to ${who}${end ? `, until ${shortTime(end)}` : ''}.`);
  note(request.status === 'pending' ? `Approved; more approvals are needed.` : `Rejected: the request of ${who}.`);
};

interface ApproveOptions extends ConnectionOptions {
  readonly bypass?: string;
}

export const approveCommand = (): Command =>
  withServer(new Command('approve'))
    .argument('<request>', 'the id of the request')
    .option('--bypass <reason>', 'grant an own request without approval, as a bypasser of its policy')
    .addHelpText('after', `\nExample: sallyport approve ${printable(quoted('6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11'))}`)
    .action((id: string, { bypass, ...options }: ApproveOptions) =>
      review(id, { status: 'approved', ...(bypass !== undefined && { bypassReason: bypass }) }, options),
    );

export const rejectCommand = (): Command =>
  withServer(new Command('reject'))
    .argument('<request>', 'the id of the request; rejecting an own one withdraws it')
    .addHelpText('after', '\nExample: sallyport reject 6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11')
    .action((id: string, options: ConnectionOptions) => review(id, { status: 'rejected' }, options));
