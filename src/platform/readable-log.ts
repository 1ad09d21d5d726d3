const colours: Readonly<Record<string, number>> = { trace: 90, debug: 90, info: 32, warn: 33, error: 31, fatal: 31 };

type Fields = Readonly<Record<string, unknown>>;

const text = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** A request: method, operation, status, duration and who called. */
const requestText = ({ method, operation, status, durationMs, actor, aborted }: Fields): string => {
  const { type, id } = (actor ?? {}) as { type?: string; id?: string };
  return [
    text(method),
    ...(operation === undefined ? [] : [text(operation)]),
    text(status),
    `${Math.round(Number(durationMs))} ms`,
    ...(type === undefined ? [] : [`${type} ${id}`]),
    ...(aborted ? ['aborted'] : []),
  ].join(' ');
};

const requestFields = ['method', 'operation', 'status', 'durationMs', 'actor', 'aborted'];

/** The lines of an error: its stack, and those of its causes. */
const errorLines = (error: unknown): string[] => {
  if (typeof error !== 'object' || error === null) return [];
  const { stack, message, cause } = error as { stack?: string; message?: string; cause?: unknown };
  return [
    ...(stack ?? message ?? '').split('\n'),
    ...errorLines(cause).map((line) => `caused by ${line}`.slice(0, 1000)),
  ];
};

/** Replaces control characters, which could control the terminal. */
const printable = (line: string): string => line.replace(/[\p{Cc}\p{Cf}]/gu, '?');

/** Turns a line of the log from JSON into text for people: time, level, what happened, then the other fields. */
export const readableLine = (json: string, isColoured: boolean): string => {
  const { time, level, msg, err, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const isRequest = msg === undefined && fields.method !== undefined;
  const rest = Object.entries(fields)
    .filter(([name]) => !(isRequest && requestFields.includes(name)))
    .map(([name, value]) => `${name}=${text(value)}`);
  const name = String(level).padEnd(5);
  const label = isColoured ? `\u001b[${colours[String(level)] ?? 0}m${name}\u001b[0m` : name;
  const what = printable([isRequest ? requestText(fields) : text(msg ?? ''), ...rest].join('  '));
  const lines = errorLines(err).map((line) => `    ${printable(line)}`);
  return `${[`${String(time).slice(11, 23)} ${label} ${what}`, ...lines].join('\n')}\n`;
};
