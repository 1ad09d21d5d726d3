import { setTimeout } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { systemClock } from '../platform/clock.ts';
import { StartError } from '../platform/errors.ts';
import { CommandRunner } from './events-command.ts';
import {
  eventKinds,
  listen,
  type EventKind,
  type Listener,
  type ProjectEvent,
  type Subscription,
} from './events-stream.ts';

interface Options {
  readonly url: string;
  readonly token?: string;
  readonly project: string;
  readonly env?: string;
  readonly path?: string;
  readonly events: readonly EventKind[];
  readonly json?: true;
}

const firstDelayMs = 1_000;
const maxDelayMs = 30_000;

/**
 * Twice as long each time, up to half a minute; by chance up to a quarter less, so that many do not come back at once.
 */
export const delayMs = (failures: number, chance = Math.random()): number =>
  Math.round(Math.min(firstDelayMs * 2 ** failures, maxDelayMs) * (1 - chance / 4));

const time = (): string => `${systemClock.now().toISOString().slice(0, 19)}Z`;

/** Whatever a server says must not steer the terminal. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Cf}]/gu, '?');

const note = (text: string): void => console.error(printable(text));

const asText = ({ kind, environment, path, keys }: ProjectEvent): string =>
  printable(
    [time(), kind.padEnd(22), `${environment}:${path}`, ...(keys.length > 0 ? [keys.join(', ')] : [])].join('  '),
  );

const aboutOf = ({ project, environment, path }: Subscription): string =>
  `project ${project}, ${environment === undefined ? 'every environment' : `environment ${environment}`}, ${path === undefined ? 'every path' : `path ${path}`}`;

/** Says where it listens, and acts as on a change if something may have been missed. */
const greeter = (subscription: Subscription, runner: CommandRunner): (() => void) => {
  let wasOpen = false;
  return () => {
    note(
      wasOpen
        ? `${time()}  Connected again. Events in between may have been missed.`
        : `${time()}  Following ${aboutOf(subscription)}.`,
    );
    if (wasOpen) runner.run({ kind: 'reconnect', environment: '', path: '', keys: [] });
    wasOpen = true;
  };
};

/** Comes back until the signal or the server says that there is no use: fails then. */
const follow = async (subscription: Subscription, listener: Listener, signal: AbortSignal): Promise<never> => {
  for (let failures = 0; ; failures += 1) {
    const began = systemClock.now().getTime();
    const reason = await listen(subscription, listener, signal);
    signal.throwIfAborted();
    if (systemClock.now().getTime() - began > maxDelayMs) failures = 0;
    const delay = delayMs(failures);
    note(`${time()}  ${reason} Trying again in ${Math.ceil(delay / 1000)} s.`);
    await setTimeout(delay, undefined, { signal });
  }
};

const readSubscription = ({
  url,
  token = process.env.SALLYPORT_TOKEN,
  project,
  env,
  path,
  events,
}: Options): Subscription => {
  if (!token)
    throw new StartError('Give the token of somebody who may follow the project: in SALLYPORT_TOKEN, or with --token.');
  if (!/^[\x21-\x7e]+$/.test(token)) throw new StartError('The token has characters in it that no token has.');
  if (!URL.canParse(url)) throw new StartError('--url must be a URL such as http://127.0.0.1:8080.');
  return {
    url,
    token,
    project,
    kinds: events,
    ...(env !== undefined && { environment: env }),
    ...(path !== undefined && { path }),
  };
};

const followEvents = async (command: readonly string[], options: Options): Promise<void> => {
  const subscription = readSubscription(options);
  const runner = new CommandRunner(command, note);
  const stopping = new AbortController();
  const stop = (): void => {
    stopping.abort();
    runner.stop();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, stop);
  // Whoever read along has gone: `sallyport events | head`.
  process.stdout.on('error', stop);

  const onEvent = (event: ProjectEvent): void => {
    console.log(options.json ? event.received : asText(event));
    runner.run(event);
  };
  try {
    await follow(subscription, { onOpen: greeter(subscription, runner), onEvent }, stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    await runner.idle();
  }
};

const readKinds = (text: string): EventKind[] =>
  text.split(',').map((name) => {
    const kind = eventKinds.find((known) => known === name.trim() || known === `secret:${name.trim()}`);
    if (!kind)
      throw new InvalidArgumentError('Give create, update, delete or import-mutation, with commas between them.');
    return kind;
  });

export const eventsCommand = (): Command =>
  new Command('events')
    .description('Follow what happens to the secrets of a project, and run a command on each change.')
    .argument('[command...]', 'after --: what to run on each change, one run at a time')
    .requiredOption('--project <id or slug>', 'the project')
    .option('--env <slug>', 'only this environment')
    .option('--path <path>', 'only this folder, or those that a pattern such as /app/** means')
    .option('--events <kinds>', 'only these: create, update, delete, import-mutation', readKinds, [...eventKinds])
    .option(
      '--token <token>',
      'of somebody who may follow the project; better in SALLYPORT_TOKEN, where nobody else on the machine sees it',
    )
    .option('--url <url>', 'where the server is', 'http://127.0.0.1:8080')
    .option('--json', 'print each event as a line of JSON, as it was received')
    .addHelpText(
      'after',
      '\nThe command finds SALLYPORT_EVENT, SALLYPORT_ENVIRONMENT, SALLYPORT_SECRET_PATH and SALLYPORT_SECRET_KEYS\nin its environment; each may have several lines if several changes came while it ran.',
    )
    .action(followEvents);
