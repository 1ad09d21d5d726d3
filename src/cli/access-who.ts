import { Command } from 'commander';
import type { Reply } from '../contract.ts';
import { originText } from './access-explain.ts';
import { questionOf, withQuestion, type QuestionOptions } from './access-question.ts';
import { type ApiClient } from './server/client.ts';
import { connect } from './server/connection.ts';
import { asJson, shortTime, table } from './table.ts';
import { note } from './terminal.ts';
import { limitOption } from './usage.ts';
import { readWhere, requireWhere } from './where.ts';

interface Options extends QuestionOptions {
  readonly action: string;
  readonly limit: number;
}

type Page = Reply<'listAllowedActors'>;
type Actor = Page['actors'][number];

const pageSize = 100;

/** Reads pages until there are no more, or as many actors as wanted. */
const list = async (client: ApiClient, projectId: string, question: object, limit: number): Promise<Page> => {
  const actors: Actor[] = [];
  for (let next: { at?: string; cursor?: string } = {}; ;) {
    const body = { ...question, ...next, limit: Math.min(pageSize, limit - actors.length) };
    const page = await client.call('listAllowedActors', { params: { projectId }, body });
    actors.push(...page.actors);
    if (page.nextCursor === null || actors.length >= limit) return { ...page, actors };
    next = { at: page.at, cursor: page.nextCursor };
  }
};

const rowOf = ({ name, type, startsAt, endsAt, allowedBy }: Actor): string[] => [
  name,
  type,
  startsAt === null ? 'now' : shortTime(startsAt),
  endsAt === null ? '-' : shortTime(endsAt),
  allowedBy.map(({ from }) => originText(from)).join('; '),
];

const who = async (place: string, { action, limit, ...options }: Options): Promise<void> => {
  const where = readWhere(place);
  const client = connect(options);
  const { id } = await requireWhere(client, where);
  const page = await list(client, id, questionOf(action, where, options), limit);
  if (options.json) return console.log(asJson(page));
  if (page.actors.length > 0) console.log(table(['WHO', 'TYPE', 'FROM', 'UNTIL', 'THROUGH'], page.actors.map(rowOf)));
  else note('Nobody that you may see is allowed this.');
  if (page.nextCursor !== null) note(`There are more than ${limit}. Raise --limit to see them.`);
  if (page.leftOut.length > 0) note(`You may not see all of these: ${page.leftOut.join(', ')}.`);
};

export const whoCommand = (): Command =>
  withQuestion(
    new Command('who').argument('<where>', 'the project, and what is in it'),
    '',
    'sallyport access who rockets:prod:/payments',
  )
    .option('--action <action>', 'the action', 'readValue')
    .addOption(limitOption('the most actors to list', 1000, 10_000))
    .action(who);
