import type { Request } from '../../../contract.ts';
import { secondsAfter, timestamp, type Timestamp } from '../../../platform/clock.ts';
import { hashText } from '../../../platform/crypto/digest.ts';
import { readCursor, writeCursor } from '../../../platform/cursor.ts';
import { ValidationFailure } from '../../../platform/errors.ts';
import type { AuditLogRow, Position } from './store.ts';

export type LogQuery = Request<'listAuditLogs'>['query'];

/** Where a request with a cursor begins. */
export interface Beginning {
  readonly kind: 'first' | 'next' | 'follow';
  /** Where the period begins; undefined on the first page, whose query says so. */
  readonly from?: Timestamp;
  readonly after?: Position;
}

/** Entries of reads and of long transactions may be written some seconds later than they happened. */
const lateSeconds = 10;

/** A cursor belongs to its filters: reading others would not be recorded. */
const filtersOf = ({ cursor: _cursor, offset: _offset, limit: _limit, ...rest }: Partial<LogQuery>): string =>
  hashText(JSON.stringify(Object.entries(rest).sort(([one], [other]) => (one < other ? -1 : 1)))).slice(0, 16);

const refuse = (message: string): never => {
  throw new ValidationFailure([{ code: 'invalid', in: 'query', path: ['cursor'], message }]);
};

/** Reads the cursor of a query; 422 for one of other filters, and together with an offset. */
export const readBeginning = (query: LogQuery & { readonly cursor: string }): Beginning => {
  if (query.offset > 0) refuse('must not be sent together with offset');
  if (query.cursor === 'first') return { kind: 'first' };
  const [filters, kind, from, createdAt, id] = readCursor(query.cursor, 5, 'query') as [
    string,
    string,
    string,
    string,
    string,
  ];
  if (filters !== filtersOf(query)) refuse('must be sent with the same filters as the request that it comes from');
  return kind === 'follow'
    ? { kind, from }
    : { kind: 'next', from, after: { createdAt, id: id === '' ? undefined : id } };
};

/** Writes the cursor of the page after the position. */
export const nextCursor = (query: LogQuery, from: Timestamp, { createdAt, id = '' }: Position): string =>
  writeCursor(filtersOf(query), 'next', from, createdAt, id);

/** Writes the cursor of what arrives after this time. */
export const followCursor = (query: LogQuery, from: Timestamp, now: Date): string => {
  const since = timestamp(secondsAfter(now, -lateSeconds));
  return writeCursor(filtersOf(query), 'follow', since > from ? since : from, '', '');
};

export const positionOf = ({ createdAt, id }: AuditLogRow): Position => ({ createdAt, id });
