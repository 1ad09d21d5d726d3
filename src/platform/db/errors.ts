import { badRequest, ServiceError, unavailable } from '../errors.ts';

/** A row with this value exists already; stores turn it into their own words or let it be. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
}

/** A row refers to one that is not there, or is still referred to; stores turn it into their own words or let it be. */
export class ForeignKeyViolation extends Error {
  override readonly name = 'ForeignKeyViolation';
}

/** Something that is stored cannot be read any more. */
export class DamagedDatabase extends Error {
  override readonly name = 'DamagedDatabase';
}

/** There is no room for a change. */
export class DiskFull extends ServiceError {
  constructor(cause?: unknown) {
    super(
      503,
      'DiskFull',
      'The disk is full or cannot be written. Nothing was changed; try again when there is room.',
      { headers: { 'Retry-After': '10' }, cause },
    );
  }
}

/** The connection was lost between the request to commit and its confirmation. */
export class CommitOutcomeUnknown extends ServiceError {
  constructor(cause: unknown) {
    super(
      503,
      'CommitOutcomeUnknown',
      'The connection to the database was lost during the commit: the change may or may not have been made. Look before you repeat it.',
      {
        headers: { 'Retry-After': '2' },
        cause,
      },
    );
  }
}

const codeOf = (error: unknown): string => {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
};

const uniqueCodes = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505']);
const foreignKeyCodes = new Set(['SQLITE_CONSTRAINT_FOREIGNKEY', '23503']);

const damagedCodes = /^(SQLITE_(CORRUPT|NOTADB|IOERR_(READ|SHORT_READ|CORRUPTFS|DATA))|XX00[12])/;
// SQLite names a quota, or the largest size of a file, like any other failed write.
const fullCodes = /^(SQLITE_(FULL|IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHMSIZE|SHMMAP))|53100|ENOSPC|EDQUOT|EFBIG)/;
// Lost or refused connections, a server that is stopping, starting or only reading, too many connections, a time limit;
// a disk that is away.
const awayCodes =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|08|53|57P0|57014|55P03|25006|25P03|SQLITE_(BUSY|IOERR|CANTOPEN|READONLY_DBMOVED))/;
const awayMessages =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i;

export const isAway = (error: unknown): boolean =>
  error instanceof Error && (awayCodes.test(codeOf(error)) || awayMessages.test(error.message));

/**
 * Whether the database refuses what was to be written, and would each time: a constraint, or a value that it cannot
 * store.
 */
export const isRefusedValue = (error: unknown): boolean =>
  error instanceof UniqueViolation ||
  error instanceof ForeignKeyViolation ||
  /^(2[23]|SQLITE_(CONSTRAINT|TOOBIG|MISMATCH))/.test(codeOf(error));

/** Whether the server refuses every change, as a standby does and a primary that was demoted. */
export const isReadOnly = (error: unknown): boolean =>
  codeOf(error) === '25006' || (error instanceof ServiceError && codeOf(error.cause) === '25006');

export const isSerializationFailure = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/**
 * The one place where drivers' errors get their meaning. What is not known stays as it is, and ends as a 500 with its
 * cause in the log.
 */
export const translate = (error: unknown): unknown => {
  if (uniqueCodes.has(codeOf(error))) return new UniqueViolation('a unique value is taken', { cause: error });
  if (foreignKeyCodes.has(codeOf(error))) return new ForeignKeyViolation('a reference does not hold', { cause: error });
  if (damagedCodes.test(codeOf(error))) return new DamagedDatabase('stored data cannot be read', { cause: error });
  if (fullCodes.test(codeOf(error))) return new DiskFull(error);
  if (isAway(error)) return unavailable('The database is not reachable. Try again shortly.', error);
  return error;
};

/** Waits for the work; throws 400 with the message if it violates a unique constraint. */
export const badRequestIfTaken = async <T>(work: Promise<T>, message: string): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UniqueViolation) throw badRequest(message);
    throw error;
  }
};
