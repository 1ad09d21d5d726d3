import { Command } from 'commander';
import { StartError } from '../platform/errors.ts';
import { actionHelp } from './access-question.ts';
import { quoted } from './own-command.ts';
import { readDuration } from './period.ts';
import { privilegesOf, type Privilege } from './privileges.ts';
import { type ApiClient } from './server/client.ts';
import { findProject, type Project } from './server/project.ts';
import { connect, withServer, type ConnectionOptions } from './server/connection.ts';
import { suggestion } from './suggest.ts';
import { asJson, pairs, shortTime } from './table.ts';
import { note, printable } from './terminal.ts';
import { UsageError } from './usage.ts';
import { isPathPattern, readWhere, requireWhere, subjectFields, whereHelp, whereText, type Where } from './where.ts';
import { askAbout, findMember, readWho, whoHelp, whoText, type Member } from './who.ts';

interface Options extends ConnectionOptions {
  readonly subject: string;
  readonly for?: string;
  readonly permanent?: true;
  readonly slug?: string;
  readonly json?: true;
}

/** Checks the period, and leaves it as it is written: the server shows it so. */
const readRange = (text: string): string => {
  readDuration(text);
  return text.trim();
};

/** The conditions of a rule about what is there. */
export const conditionsOf = (where: Where): Record<string, unknown> => {
  const { secretPath, ...fields } = subjectFields(where);
  if (secretPath === undefined) return fields;
  return { ...fields, secretPath: isPathPattern(secretPath) ? { $glob: secretPath } : secretPath };
};

/** The privilege begins by the clock of the server, which may differ from the one here. */
const typeOf = ({ for: temporaryRange }: Options, { at }: Member): object =>
  temporaryRange === undefined
    ? { isTemporary: false }
    : { isTemporary: true, temporaryMode: 'relative', temporaryRange, temporaryAccessStartTime: at };

const memberOf = async (client: ApiClient, { id: projectId }: Pick<Project, 'id'>, who: string) => {
  const member = await findMember(client, projectId, readWho(who));
  return { member, privileges: await privilegesOf(client, projectId, member) };
};

const asText = (privilege: Privilege, member: Member, rule: string, where: Where): string => {
  const { slug, temporaryAccessEndTime: end } = privilege;
  const facts = pairs({
    who: `${member.name} (${member.type})`,
    action: rule,
    where: whereText(where),
    until: end ? shortTime(end) : 'no end is set',
    slug,
  });
  const words = ['sallyport', 'revoke', whoText(member), slug, where.project].map(quoted);
  return `Granted.\n${facts}\nTo end it: ${printable(words.join(' '))}`;
};

/** The folder above the first part of a path that stands for several. */
const withoutPattern = (path: string): string => path.replace(/\/[^/]*[*?{].*$/s, '') || '/';

/** Whoever may read values, but not see names, gets nothing from lists and programs: says so. */
const noteHiddenNames = async (client: ApiClient, project: Project, member: Member, where: Where): Promise<void> => {
  const object = subjectFields({ ...where, ...(where.path !== undefined && { path: withoutPattern(where.path) }) });
  const question = { actorType: member.type, actorId: member.id, subject: 'secrets', action: 'describeSecret', object };
  const { isAllowed } = await askAbout(client, project.id, question);
  if (!isAllowed)
    note(`${member.name} may not see the names there, which lists and programs need: grant read instead, for both.`);
};

const isAboutValuesAlone = (subject: string, actions: readonly string[]): boolean =>
  subject === 'secrets' && actions.includes('readValue') && !actions.some((one) => /^(read|describeSecret)$/.test(one));

const grant = async (who: string, action: string, place: string, options: Options): Promise<void> => {
  if ((options.for === undefined) === (options.permanent === undefined))
    throw new UsageError('Say for how long with --for, such as --for 2h, or give --permanent.');
  const where = readWhere(place);
  const client = connect(options);
  const project = await requireWhere(client, where);
  const { member, privileges } = await memberOf(client, project, who);
  const actions = action.split(',').map((one) => one.trim());
  const conditions = conditionsOf(where);
  const privilege = await privileges.create({
    permissions: [
      {
        subject: options.subject,
        action: actions,
        ...(Object.keys(conditions).length > 0 && { conditions }),
      },
    ],
    type: typeOf(options, member),
    slug: options.slug,
  });
  console.log(options.json ? asJson(privilege) : asText(privilege, member, `${options.subject}: ${action}`, where));
  // The access is granted, whether or not the hint can be given.
  if (isAboutValuesAlone(options.subject, actions))
    await noteHiddenNames(client, project, member, where).catch(() => undefined);
};

export const grantCommand = (): Command =>
  withServer(new Command('grant'))
    .argument('<who>', 'a user or a machine identity in the project')
    .argument('<action>', 'the action, or several with commas between')
    .argument('<where>', 'the project, and what is in it')
    .option('--for <duration>', 'for how long, from now on, such as 90m, 2h or 7d', readRange)
    .option('--permanent', 'without an end')
    .option('--subject <subject>', 'what the action is done to, as in the rules of roles', 'secrets')
    .option('--slug <slug>', 'the name of the privilege; by default it says what is allowed')
    .option('--json', 'print the privilege as JSON')
    .addHelpText(
      'after',
      `${whoHelp}${actionHelp}${whereHelp}\nThe path means that folder alone; rockets:prod:/payments/** also means the folders below.\n\nExample: sallyport grant ada@example.com read rockets:prod:/payments --for 2h`,
    )
    .action(grant);

const revoke = async (who: string, slug: string, project: string, options: ConnectionOptions): Promise<void> => {
  const client = connect(options);
  const { member, privileges } = await memberOf(client, await findProject(client, project), who);
  const there = await privileges.list();
  const found = there.find((privilege) => privilege.slug === slug);
  if (!found)
    throw new StartError(
      `${member.name} has no privilege ${slug} in this project.${suggestion(
        slug,
        there.map((privilege) => privilege.slug),
      )}`,
    );
  await privileges.remove(found.id);
  note(`Ended: the privilege ${slug} of ${member.name}.`);
};

export const revokeCommand = (): Command =>
  withServer(new Command('revoke'))
    .argument('<who>', 'a user or a machine identity in the project')
    .argument('<slug>', 'the slug of the privilege')
    .argument('<project>', 'the slug or id of the project')
    .addHelpText('after', `${whoHelp}\n\nExample: sallyport revoke ada@example.com read-secrets-prod-payments rockets`)
    .action(revoke);
