import { pino, type DestinationStream, type Logger } from 'pino';

export type Log = Logger;
export type LogLevel = (typeof logLevels)[number];

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** An error with what helps to find its cause; drivers hang rows and values on theirs, which stay out. */
const describe = (error: Error): object => ({
  type: error.name,
  message: error.message,
  code: (error as { code?: unknown }).code,
  stack: error.stack,
  ...(error.cause instanceof Error && { cause: describe(error.cause) }),
});

/** In portions, each at most so many milliseconds old: a write for each line would cost as much as the line. */
const portions = { minLength: 4096, periodicFlush: 100 };

/**
 * JSON lines. Nothing is logged that carries a credential: requests are logged by operation, never by URL, header or
 * body.
 */
export const createLog = (level: LogLevel, destination?: DestinationStream): Log =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: describe } },
    destination ?? pino.destination({ fd: 1, sync: false, ...portions }),
  );
