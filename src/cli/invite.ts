import { Command } from 'commander';
import { readDirectoryFile } from './directory-file.ts';
import { withServer, type ConnectionOptions, connect } from './server/connection.ts';
import { findProject } from './server/project.ts';
import { asJson } from './table.ts';
import { note, printable } from './terminal.ts';

interface Options extends ConnectionOptions {
  readonly role: string;
  readonly project?: string | false;
  readonly json?: true;
}

/** The id or the slug of the project that the users are added to; with --no-project, none. */
const projectFor = ({ project }: Options): string | undefined =>
  project === false ? undefined : (project ?? readDirectoryFile()?.project);

const invite = async (emails: readonly string[], options: Options): Promise<void> => {
  const client = connect(options, 'that may invite users');
  const wanted = projectFor(options);
  const project = wanted === undefined ? undefined : await findProject(client, wanted);
  const body = {
    inviteeEmails: [...emails],
    organizationRoleSlug: options.role,
    ...(project && { projectIds: [project.id] }),
  };
  const result = await client.call('inviteUsers', { body });
  if (options.json) return console.log(asJson(result));
  note(result.message);
  for (const { email, link } of result.completeInviteLinks) console.log(printable(`${email}  ${link}`));
  if (result.completeInviteLinks.length > 0)
    note('Pass each link on to its owner: whoever has it joins in their name. It works once, for three days.');
  for (const email of result.mailedInvitations) note(`Mailed to ${email}.`);
  if (!project) return;
  if (!result.grantFailures) return note(`In ${project.slug}, they have the role member.`);
  note(`They are not in the project ${project.slug}: you may not add all of them there.`);
  process.exitCode = 1;
};

export const inviteCommand = (): Command =>
  withServer(new Command('invite'))
    .argument('<email...>', 'e-mail addresses')
    .option('--role <slug>', 'the role in the organization', 'member')
    .option('--project <id or slug>', 'also add them to this project; by default that of .sallyport.json')
    .option('--no-project', 'only to the organization')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample: sallyport invite ada@example.com --project rockets')
    .action(invite);
