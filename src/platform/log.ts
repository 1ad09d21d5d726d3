import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;
export type LogLevel = (typeof logLevels)[number];

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** Serializes an error without its extra properties: drivers attach rows and values, which must not be logged. */
const describe = (error: Error): object => ({
  type: error.name,
  message: error.message,
  code: (error as { code?: unknown }).code,
  stack: error.stack,
  ...(error.cause instanceof Error && { cause: describe(error.cause) }),
});

/** Buffers lines for up to 100 ms; one write per line costs as much as formatting the line. */
const buffering = { minLength: 4096, periodicFlush: 100 };

/**
 * Creates the log, in JSON lines. No credential is ever logged: requests are logged by operation, never by URL, header
 * or body.
 */
export const createLog = (level: LogLevel, destination?: DestinationStream): Log =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describe } },
    destination ?? pino.destination({ fd: 1, sync: false, ...buffering }),
  );
