import { client } from '../../api/client.ts';
import { actorIdOf, actorName, subjectOf, type Entry } from '../../audit/entry.ts';
import type { LogQuery } from './filters.ts';

/** More entries are not exported at once. */
export const maxExported = 10_000;
const pageSize = 1000;

export type ExportFormat = 'csv' | 'jsonl';

const columns: readonly (readonly [name: string, valueOf: (entry: Entry) => unknown])[] = [
  ['time', ({ createdAt }) => createdAt],
  ['event', ({ event }) => event.type],
  ['actorType', ({ actor }) => actor.type],
  ['actor', actorName],
  ['actorId', actorIdOf],
  ['project', ({ projectName }) => projectName],
  ['projectId', ({ projectId }) => projectId],
  ['environment', (entry) => subjectOf(entry).environment],
  ['path', (entry) => subjectOf(entry).path],
  ['secret', (entry) => subjectOf(entry).secret],
  ['reason', ({ event }) => event.metadata.reasonCode],
  ['repeats', ({ repeats }) => repeats],
  ['ipAddress', ({ ipAddress }) => ipAddress],
  ['userAgent', ({ userAgent }) => userAgent],
  ['operation', ({ operation }) => operation],
  ['requestId', ({ requestId }) => requestId],
  ['metadata', ({ event }) => JSON.stringify(event.metadata)],
];

/** Quotes a value; one that a spreadsheet would run as a formula gets an apostrophe. */
const cell = (value: unknown): string => {
  const text = typeof value === 'string' || typeof value === 'number' ? `${value}` : '';
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The text of an export. */
export const textOf = (format: ExportFormat, entries: readonly Entry[]): string => {
  if (format === 'jsonl') return entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
  const rows = [
    columns.map(([name]) => name),
    ...entries.map((entry) => columns.map(([, valueOf]) => cell(valueOf(entry)))),
  ];
  return rows.map((row) => `${row.join(',')}\r\n`).join('');
};

/** Reads up to `maxExported` entries, page by page; says after each how many there are. */
export const readAll = async (
  query: LogQuery,
  onProgress: (count: number) => void,
  signal: AbortSignal,
): Promise<{ entries: Entry[]; isCut: boolean }> => {
  const entries: Entry[] = [];
  let cursor: string | null = 'first';
  while (cursor !== null && entries.length < maxExported) {
    const page: { auditLogs: Entry[]; nextCursor: string | null } = await client.GET(
      '/api/v1/organization/audit-logs',
      {
        params: { query: { ...query, limit: pageSize, cursor } },
        signal,
      },
    );
    entries.push(...page.auditLogs);
    cursor = page.nextCursor;
    onProgress(entries.length);
  }
  return { entries, isCut: cursor !== null };
};
