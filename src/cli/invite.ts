import { Command } from 'commander';
import type { Reply } from '../contract.ts';
import { readDirectoryFile } from './directory-file.ts';
import { withServer, type ConnectionOptions, connect } from './server/connection.ts';
import type { ApiClient } from './server/client.ts';
import { findProject, type Project } from './server/project.ts';
import { asJson } from './table.ts';
import { note, printable } from './terminal.ts';
import { UsageError } from './usage.ts';

interface Options extends ConnectionOptions {
  readonly role: string;
  readonly project?: string | false;
  readonly projectRole?: string;
  readonly json?: true;
}

/** The id or the slug of the project that the users are added to; with --no-project, none. */
const projectFor = ({ project }: Options): string | undefined =>
  project === false ? undefined : (project ?? readDirectoryFile()?.project);

type Result = Reply<'inviteUsers'>;

const printLinks = ({ message, completeInviteLinks: links, mailedInvitations }: Result): void => {
  note(message);
  for (const { email, link } of links) console.log(printable(`${email}  ${link}`));
  if (links.length > 0)
    note('Pass each link on to its owner: whoever has it joins in their name. It works once, for three days.');
  for (const email of mailedInvitations) note(`Mailed to ${email}.`);
};

/** Adds invited users with another role than the one that invitations give, so that they never have that one. */
const addWithRole = async (client: ApiClient, { id: projectId }: Project, emails: readonly string[], role: string) =>
  client.call('addProjectUsers', { params: { projectId }, body: { emails: [...emails], roleSlugs: [role] } });

const invite = async (emails: readonly string[], options: Options): Promise<void> => {
  const client = connect(options, 'that may invite users');
  const wanted = projectFor(options);
  const { projectRole, json } = options;
  if (wanted === undefined && projectRole !== undefined)
    throw new UsageError('--project-role is a role in a project: name it with --project.');
  const project = wanted === undefined ? undefined : await findProject(client, wanted);
  const body = {
    inviteeEmails: [...emails],
    organizationRoleSlug: options.role,
    ...(project && projectRole === undefined && { projectIds: [project.id] }),
  };
  const result = await client.call('inviteUsers', { body });
  if (json) console.log(asJson(result));
  else printLinks(result);
  if (!project) return;
  if (projectRole !== undefined) await addWithRole(client, project, emails, projectRole);
  if (!result.grantFailures) return note(`In ${project.slug}, they have the role ${projectRole ?? 'member'}.`);
  note(`They are not in the project ${project.slug}: you may not add all of them there.`);
  process.exitCode = 1;
};

export const inviteCommand = (): Command =>
  withServer(new Command('invite'))
    .argument('<email...>', 'e-mail addresses')
    .option('--role <slug>', 'the role in the organization', 'member')
    .option('--project <id or slug>', 'also add them to this project; by default that of .sallyport.json')
    .option('--project-role <slug>', 'the role in the project, such as viewer; by default member')
    .option('--no-project', 'only to the organization')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample: sallyport invite ada@example.com --project rockets --project-role viewer')
    .action(invite);
