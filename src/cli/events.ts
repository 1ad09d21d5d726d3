import { setTimeout } from 'node:timers/promises';
import { Command, InvalidArgumentError } from 'commander';
import { systemClock } from '../platform/clock.ts';
import { delayMs, maxDelayMs } from './backoff.ts';
import { CommandRunner } from './events-command.ts';
import {
  eventKinds,
  listen,
  type EventKind,
  type Listener,
  type ProjectEvent,
  type Subscription,
} from './events-stream.ts';
import { findConnection, serverUrl } from './server/connection.ts';
import { note, printable } from './terminal.ts';

interface Options {
  readonly url?: string;
  readonly token?: string;
  readonly project: string;
  readonly env?: string;
  readonly path?: string;
  readonly events: readonly EventKind[];
  readonly json?: true;
}

const time = (): string => `${systemClock.now().toISOString().slice(0, 19)}Z`;

const asText = ({ kind, environment, path, keys }: ProjectEvent): string =>
  printable(
    [time(), kind.padEnd(22), `${environment}:${path}`, ...(keys.length > 0 ? [keys.join(', ')] : [])].join('  '),
  );

const describe = ({ project, environment, path }: Subscription): string =>
  `project ${project}, ${environment === undefined ? 'every environment' : `environment ${environment}`}, ${path === undefined ? 'every path' : `path ${path}`}`;

/** Reports the connection; after a reconnect it also runs the command, because events may have been missed. */
const connectionReporter = (subscription: Subscription, runner: CommandRunner): (() => void) => {
  let wasOpen = false;
  return () => {
    note(
      wasOpen
        ? `${time()}  Reconnected. Events may have been missed meanwhile.`
        : `${time()}  Following ${describe(subscription)}.`,
    );
    if (wasOpen) runner.run({ kind: 'reconnect', environment: '', path: '', keys: [] });
    wasOpen = true;
  };
};

/** Reconnects until the signal is aborted or the server refuses permanently; then throws. */
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

const readSubscription = ({ project, env, path, events, ...options }: Options): Subscription => {
  const { url, credential } = findConnection(options, 'with access to the project');
  return {
    url,
    token: () => credential.get(),
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
  // The reader of the pipe has ended: `sallyport events | head`.
  process.stdout.on('error', stop);

  const onEvent = (event: ProjectEvent): void => {
    console.log(options.json ? event.received : asText(event));
    runner.run(event);
  };
  try {
    await follow(subscription, { onOpen: connectionReporter(subscription, runner), onEvent }, stopping.signal);
  } catch (error) {
    if (!stopping.signal.aborted) throw error;
  } finally {
    await runner.idle();
  }
};

const readKinds = (text: string): EventKind[] =>
  text.split(',').map((name) => {
    const kind = eventKinds.find((full) => full === name.trim() || full === `secret:${name.trim()}`);
    if (!kind) throw new InvalidArgumentError('Use create, update, delete or import-mutation, separated by commas.');
    return kind;
  });

export const eventsCommand = (): Command =>
  new Command('events')
    .argument('[command...]', 'after --: the command to run on each change, one run at a time')
    .requiredOption('--project <id or slug>', 'the project')
    .option('--env <slug>', 'only this environment')
    .option('--path <path>', 'only this folder, or the folders that match a pattern such as /app/**')
    .option('--events <kinds>', 'only these: create, update, delete, import-mutation', readKinds, [...eventKinds])
    .option(
      '--token <token>',
      'a token with access to the project; SALLYPORT_TOKEN is safer, because other users of the machine cannot see it',
    )
    .addOption(serverUrl())
    .option('--json', 'print each event as a line of JSON, as it was received')
    .addHelpText(
      'after',
      '\nThe environment of the command contains SALLYPORT_EVENT, SALLYPORT_ENVIRONMENT, SALLYPORT_SECRET_PATH and\nSALLYPORT_SECRET_KEYS; each has several lines if several changes arrived during the previous run.\n\nExample: sallyport events --project rockets --env prod -- systemctl reload web',
    )
    .action(followEvents);
