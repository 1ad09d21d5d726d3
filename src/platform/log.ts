import { isatty } from 'node:tty';
import { pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import { readableLine } from './readable-log.ts';

export type Log = Logger;
export type LogLevel = (typeof logLevels)[number];

export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;

/** `auto` is text on a terminal, and JSON otherwise. */
export const logFormats = ['auto', 'json', 'text'] as const;
export type LogFormat = (typeof logFormats)[number];

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
  formatters: { level: (label) => ({ level: label }) },
  serializers: { err: describe },
});

/** Standard output, to which lines for people are written as text. */
const destinationFor = (format: LogFormat, buffer: typeof buffering): DestinationStream => {
  const isTerminal = isatty(1);
  const output = pino.destination({ fd: 1, sync: false, ...buffer });
  if (format === 'json' || (format === 'auto' && !isTerminal)) return output;
  const isColoured = isTerminal && !process.env.NO_COLOR;
  return {
    write: (line) => void output.write(readableLine(line, isColoured)),
    flush: (done: (error?: Error) => void) => output.flush(done),
  } as DestinationStream;
};

/** Waits until everything is written that was logged so far. */
export const flushLog = (log: Log): Promise<void> => new Promise((resolve) => log.flush(() => resolve()));

/**
 * Creates the log, in JSON lines. No credential is ever logged: requests are logged by operation, never by URL, header
 * or body.
 */
export const createLog = (level: LogLevel, destination: DestinationStream | LogFormat = 'json'): Log =>
  pino(options(level, null), typeof destination === 'string' ? destinationFor(destination, buffering) : destination);

/** Creates the log of a worker process, whose lines have its number. */
export const createWorkerLog = (level: LogLevel, format: LogFormat, worker: number): Log =>
  pino(options(level, { worker }), destinationFor(format, sharedBuffering));
