import { badRequest, ServiceError, unavailable } from '../errors.ts';

/** A row with a unique value exists already. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
}

/** A row refers to one that does not exist, or is still referred to. */
export class ForeignKeyViolation extends Error {
  override readonly name = 'ForeignKeyViolation';
}

/** Stored data cannot be read. */
export class DamagedDatabase extends Error {
  override readonly name = 'DamagedDatabase';
}

/** A transaction went on with rows that another one of its group has changed; it runs again. */
export class OutdatedRead extends Error {
  override readonly name = 'OutdatedRead';
}

/** The disk has no space for a change. */
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
// SQLite reports an exceeded quota or file size limit like any other failed write.
const fullCodes = /^(SQLITE_(FULL|IOERR_(WRITE|FSYNC|DIR_FSYNC|TRUNCATE|SHMSIZE|SHMMAP))|53100|ENOSPC|EDQUOT|EFBIG)/;
// Lost or refused connections; a server that is stopping, starting or read-only; too many connections; timeouts; an
// unavailable disk.
const unreachableCodes =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|08|53|57P0|57014|55P03|25006|25P03|SQLITE_(BUSY|IOERR|CANTOPEN|READONLY_DBMOVED))/;
const unreachableMessages =
  /connection terminated|timeout exceeded when trying to connect|client (?:has encountered a connection error|was closed)/i;

export const isUnreachable = (error: unknown): boolean =>
  error instanceof Error && (unreachableCodes.test(codeOf(error)) || unreachableMessages.test(error.message));

/**
 * Whether the database refuses the write permanently: because of a constraint, or a value that it cannot store.
 */
export const isRefusedValue = (error: unknown): boolean =>
  error instanceof UniqueViolation ||
  error instanceof ForeignKeyViolation ||
  /^(2[23]|SQLITE_(CONSTRAINT|TOOBIG|MISMATCH))/.test(codeOf(error));

/** Whether the server is read-only, like a standby or a demoted primary. */
export const isReadOnly = (error: unknown): boolean =>
  codeOf(error) === '25006' || (error instanceof ServiceError && codeOf(error.cause) === '25006');

/** Whether another transaction kept a lock for longer than `lock_timeout`. */
export const isLockTimeout = (error: unknown): boolean =>
  error instanceof ServiceError ? codeOf(error.cause) === '55P03' : codeOf(error) === '55P03';

export const isSerializationFailure = (error: unknown): boolean =>
  error instanceof OutdatedRead || ['40001', '40P01'].includes(codeOf(error));

/**
 * Translates errors of the database drivers. An unknown error is returned as it is, and leads to a 500 with its cause in
 * the log.
 */
export const translate = (error: unknown): unknown => {
  if (uniqueCodes.has(codeOf(error))) return new UniqueViolation('a unique value is taken', { cause: error });
  if (foreignKeyCodes.has(codeOf(error))) return new ForeignKeyViolation('a reference does not hold', { cause: error });
  if (damagedCodes.test(codeOf(error))) return new DamagedDatabase('stored data cannot be read', { cause: error });
  if (fullCodes.test(codeOf(error))) return new DiskFull(error);
  if (isUnreachable(error)) return unavailable('The database is not reachable. Try again shortly.', error);
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
