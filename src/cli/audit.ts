import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import type { Reply } from '../contract.ts';
import { auditFilters, type FilterOptions } from './audit-filters.ts';
import { readSince } from './period.ts';
import type { ApiClient } from './server/client.ts';
import { connect, withServer } from './server/connection.ts';
import { asJson, shortTime, table } from './table.ts';
import { note } from './terminal.ts';
import { limitOption } from './usage.ts';

interface Options extends FilterOptions {
  readonly limit: number;
  readonly follow?: true;
  readonly json?: true;
}

type Page = Reply<'listAuditLogs'>;
type Entry = Page['auditLogs'][number];
type Filters = Awaited<ReturnType<typeof auditFilters>>;

const pageSize = 1000;
const everyMs = 2_000;
/** Following lists some entries again, those of the last seconds. */
const maxKnownIds = 20_000;
/** The most entries that are read at once while following. */
const maxArrived = 10_000;

/** The newest entries from a cursor on, and where to continue when others have arrived. */
const listNewest = async (client: ApiClient, filters: Filters, from: string, limit: number) => {
  const entries: Entry[] = [];
  let followCursor: string | null = null;
  for (let cursor: string | null = from; cursor !== null && entries.length < limit;) {
    const query = { ...filters, cursor, limit: Math.min(pageSize, limit - entries.length) };
    const page: Page = await client.call('listAuditLogs', { query });
    entries.push(...page.auditLogs);
    followCursor ??= page.followCursor;
    cursor = page.nextCursor;
    if (cursor !== null && entries.length >= limit) note(`These are the newest ${limit} entries. There are more.`);
  }
  return { entries, followCursor };
};

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

const actorOf = ({ type, metadata: { username, email, name } }: Entry['actor']): string =>
  [username, email, name].find(isText) ?? type;

/** What the event is about, in the few fields that most events have; `--json` has all of them. */
const objectOf = ({ metadata }: Entry['event']): string => {
  const values: Record<string, unknown> = { ...(metadata.target as object | undefined), ...metadata };
  const folder = [values.environment, values.secretPath].filter(isText).join(':');
  const name = [values.secretKey, values.secretName, values.name, values.slug].find(isText);
  return [folder, name, values.reasonCode].filter(isText).join(' ');
};

const rowOf = ({ createdAt, event, actor, projectName, ipAddress, repeats }: Entry): string[] => [
  shortTime(createdAt),
  repeats > 0 ? `${event.type} (${repeats + 1} times)` : event.type,
  actorOf(actor),
  ipAddress,
  projectName ?? '-',
  objectOf(event),
];

const headings = ['TIME', 'EVENT', 'ACTOR', 'ADDRESS', 'PROJECT', 'ABOUT'];

/** Entries come newest first, and are printed oldest first, as in a terminal the end is what one sees. */
const print = (entries: readonly Entry[], { json, follow: isFollowing }: Options): void => {
  const inOrder = entries.toReversed();
  if (json && isFollowing) for (const entry of inOrder) console.log(JSON.stringify(entry));
  else if (json) console.log(asJson(inOrder));
  else if (isFollowing) for (const entry of inOrder) console.log(table(rowOf(entry), []));
  else if (inOrder.length > 0) console.log(table(headings, inOrder.map(rowOf)));
  else note('No entry matches.');
};

/** Prints what arrives until it is stopped. */
const follow = async (client: ApiClient, filters: Filters, from: string, known: Set<string>, options: Options) => {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  process.stdout.on('error', stop);
  for (let cursor = from; !stopping.signal.aborted;) {
    const isStopped = await setTimeout(everyMs, false, { signal: stopping.signal }).catch(() => true);
    if (isStopped) return;
    const { entries, followCursor } = await listNewest(client, filters, cursor, maxArrived);
    const arrived = entries.filter(({ id }) => !known.has(id));
    if (arrived.length > 0) print(arrived, options);
    for (const { id } of arrived) known.add(id);
    for (const id of known) if (known.size > maxKnownIds) known.delete(id);
    cursor = followCursor ?? cursor;
  }
};

const audit = async (options: Options): Promise<void> => {
  const client = connect(options, 'that may read the audit log');
  const filters = await auditFilters(client, options);
  const { entries, followCursor } = await listNewest(client, filters, 'first', options.limit);
  print(entries, options);
  if (options.follow && followCursor !== null)
    await follow(client, filters, followCursor, new Set(entries.map(({ id }) => id)), options);
};

export const auditCommand = (): Command =>
  withServer(new Command('audit'))
    .option('--project <id or slug>', 'only entries of this project')
    .option('--since <time>', 'how long ago, such as 1h, or a time; by default since yesterday at midnight', readSince)
    .option('--refused', 'only refusals and failed logins')
    .option(
      '--actor <who>',
      'only what this user or machine identity did: a name with --project, or user:ID or identity:ID',
    )
    .option('--secret <where>', 'only entries about this secret of the project: ENVIRONMENT:/PATH:NAME, or its id')
    .option('--event <types>', 'only these events, separated by commas, such as get-secret,update-secret')
    .option('--follow', 'continue with what arrives, until it is stopped')
    .addOption(limitOption('the most entries to begin with, the newest', 100, 100_000))
    .option('--json', 'print JSON; with --follow, a line for each entry')
    .action(audit);
