import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import type { Reply } from '../contract.ts';
import { auditFilters, type FilterOptions } from './audit-filters.ts';
import { delayMs } from './backoff.ts';
import { readSince } from './period.ts';
import { isTemporary, type ApiClient } from './server/client.ts';
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
/** The most entries that are read at once while following, such as after a night without a network. */
const maxArrived = 100_000;

interface Newest {
  readonly entries: readonly Entry[];
  readonly followCursor: string | null;
}

/** The newest entries from a cursor on, and where to continue when others have arrived. */
const listNewest = async (
  client: ApiClient,
  filters: Filters,
  from: string,
  limit: number,
  signal?: AbortSignal,
): Promise<Newest> => {
  const entries: Entry[] = [];
  let followCursor: string | null = null;
  for (let cursor: string | null = from; cursor !== null && entries.length < limit;) {
    const query = { ...filters, cursor, limit: Math.min(pageSize, limit - entries.length) };
    const page: Page = await client.call('listAuditLogs', { query, ...(signal && { signal }) });
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

/** Repeats a request until the server responds, also after the server or the network was down for long. */
const insist = async <T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> => {
  for (let failures = 0; ; failures += 1) {
    try {
      const result = await ask();
      if (failures > 0) note('Reconnected.');
      return result;
    } catch (error) {
      signal.throwIfAborted();
      if (!isTemporary(error)) throw error;
      const delay = delayMs(failures);
      note(`${(error as Error).message} Trying again in ${Math.ceil(delay / 1000)} s.`);
      await setTimeout(delay, undefined, { signal });
    }
  }
};

/** The entries that were printed last, of which following lists some again. */
class Printed {
  readonly #ids = new Set<string>();

  /** Adds entries, of which the newest is the first, and returns those that are new. */
  add(entries: readonly Entry[]): Entry[] {
    const arrived = entries.filter(({ id }) => !this.#ids.has(id));
    for (const { id } of arrived.toReversed()) this.#ids.add(id);
    for (const id of this.#ids) {
      if (this.#ids.size <= maxKnownIds) break;
      this.#ids.delete(id);
    }
    return arrived;
  }
}

/** Prints what arrives until the signal; what arrived during an interruption comes after it. */
const follow = async (
  client: ApiClient,
  filters: Filters,
  { entries: first, followCursor }: Newest,
  options: Options,
  signal: AbortSignal,
): Promise<void> => {
  const printed = new Printed();
  printed.add(first);
  for (let cursor = followCursor; cursor !== null;) {
    await setTimeout(everyMs, undefined, { signal });
    const from: string = cursor;
    const newest = await insist(() => listNewest(client, filters, from, maxArrived, signal), signal);
    const arrived = printed.add(newest.entries);
    if (arrived.length > 0) print(arrived, options);
    cursor = newest.followCursor ?? cursor;
  }
};

/** Follows until a signal, or until nobody reads the output. */
const followUntilStopped = async (client: ApiClient, filters: Filters, newest: Newest, options: Options) => {
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  process.stdout.on('error', stop);
  try {
    await follow(client, filters, newest, options, stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  }
};

const audit = async (options: Options): Promise<void> => {
  const client = connect(options, 'that may read the audit log');
  const filters = await auditFilters(client, options);
  const newest = await listNewest(client, filters, 'first', options.limit);
  print(newest.entries, options);
  if (options.follow) await followUntilStopped(client, filters, newest, options);
};

export const auditCommand = (): Command =>
  withServer(new Command('audit'))
    .option('--project <id or slug>', 'only entries of this project')
    .option(
      '--since <time>',
      'how long ago, such as 1h; today, yesterday, or a time; by default since yesterday at midnight in UTC',
      readSince,
    )
    .option('--refused', 'only refusals and failed logins')
    .option(
      '--actor <who>',
      'only what this user or machine identity did: a name with --project, or user:ID or identity:ID',
    )
    .option('--secret <where>', 'only entries about this secret of the project: ENVIRONMENT:/PATH:NAME, or its id')
    .option('--event <types>', 'only these events, separated by commas, such as get-secret,update-secret')
    .option('--follow', 'continue with what arrives until it is stopped, also after the server restarts')
    .addOption(limitOption('the most entries to begin with, the newest', 100, 100_000))
    .option('--json', 'print JSON; with --follow, a line for each entry')
    .addHelpText('after', '\nExample: sallyport audit --project rockets --since yesterday --refused')
    .action(audit);
