import { badRequest, unavailable } from '../errors.ts';

/** A row with this value exists already; stores turn it into their own words or let it be. */
export class UniqueViolation extends Error {
  override readonly name = 'UniqueViolation';
}

/** A row refers to one that is not there, or is still referred to; stores turn it into their own words or let it be. */
export class ForeignKeyViolation extends Error {
  override readonly name = 'ForeignKeyViolation';
}

const codeOf = (error: unknown): string => {
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  return typeof code === 'string' ? code : '';
};

const uniqueCodes = new Set(['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505']);
const foreignKeyCodes = new Set(['SQLITE_CONSTRAINT_FOREIGNKEY', '23503']);

// Lost or refused connections, a server that is stopping or starting, too many connections, a time limit; a full or broken disk.
const awayCodes =
  /^(ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|08|53|57P0|57014|55P03|25P03|SQLITE_(BUSY|FULL|IOERR|CANTOPEN|READONLY_DBMOVED))/;
const awayMessages = /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error/i;

export const isAway = (error: unknown): boolean =>
  error instanceof Error && (awayCodes.test(codeOf(error)) || awayMessages.test(error.message));

/** Whether the database refuses what was to be written, and would each time: a constraint, or a value that it cannot store. */
export const isRefusedValue = (error: unknown): boolean =>
  error instanceof UniqueViolation || error instanceof ForeignKeyViolation || /^(2[23]|SQLITE_(CONSTRAINT|TOOBIG|MISMATCH))/.test(codeOf(error));

export const isSerializationFailure = (error: unknown): boolean => ['40001', '40P01'].includes(codeOf(error));

/** The one place where drivers' errors get their meaning. What is not known stays as it is, and ends as a 500 with its cause in the log. */
export const translate = (error: unknown): unknown => {
  if (uniqueCodes.has(codeOf(error))) return new UniqueViolation('a unique value is taken', { cause: error });
  if (foreignKeyCodes.has(codeOf(error))) return new ForeignKeyViolation('a reference does not hold', { cause: error });
  if (isAway(error)) return unavailable('The database is not reachable. Try again shortly.', error);
  return error;
};

/** What the work gives; 400 in these words when a value that has to be unique is taken. */
export const orTaken = async <T>(work: Promise<T>, message: string): Promise<T> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UniqueViolation) throw badRequest(message);
    throw error;
  }
};
