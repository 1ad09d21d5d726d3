import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';

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

/** Of several processes with one standard output, each writes whole lines in at most what a pipe takes in one piece. */
const sharedBuffering = { ...buffering, minLength: 3584, maxWrite: 4096 };

const options = (level: LogLevel, base: object | null): LoggerOptions => ({
  level,
  base,
  timestamp: pino.stdTimeFunctions.isoTime,
  serializers: { err: describe },
});

/**
 * Creates the log, in JSON lines. No credential is ever logged: requests are logged by operation, never by URL, header
 * or body.
 */
export const createLog = (level: LogLevel, destination?: DestinationStream): Log =>
  pino(options(level, null), destination ?? pino.destination({ fd: 1, sync: false, ...buffering }));

/** Creates the log of a worker process, whose lines have its number. */
export const createWorkerLog = (level: LogLevel, worker: number): Log =>
  pino(options(level, { worker }), pino.destination({ fd: 1, sync: false, ...sharedBuffering }));
