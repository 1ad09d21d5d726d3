import { Command, InvalidArgumentError } from 'commander';
import { systemClock } from '../../platform/clock.ts';
import { StartError } from '../../platform/errors.ts';
import { eventKinds } from '../events-stream.ts';
import {
  findFolder,
  namedEnvironment,
  namedPath,
  namedProject,
  withFolder,
  type FolderOptions,
} from '../folder-options.ts';
import { readDuration } from '../period.ts';
import { isTemporary, type ApiClient } from '../server/client.ts';
import { clientOf, findConnection, type Connection } from '../server/connection.ts';
import { note } from '../terminal.ts';
import { OfflineCopy } from './offline-copy.ts';
import { Program } from './program.ts';
import { changedNames, variablesOf, type FolderVariables, type Variables } from './variables.ts';
import { askRepeatedly, ChangeHints } from './watch.ts';

interface Options extends FolderOptions {
  readonly watch?: true;
  readonly every?: number;
  readonly offline?: true;
  readonly allNames?: true;
}

/** Reads the variables of the folder; undefined if they are those that were read last. */
class Source {
  readonly #client: ApiClient;
  readonly #options: Options;
  #tag: string | undefined;
  /** The folder, once it was found. */
  folder: Awaited<ReturnType<typeof findFolder>> | undefined;

  constructor(client: ApiClient, options: Options) {
    this.#client = client;
    this.#options = options;
  }

  async read(): Promise<FolderVariables | undefined> {
    this.folder ??= await findFolder(this.#client, this.#options);
    const { project, environment, path: secretPath } = this.folder;
    const query = { projectId: project.id, environment, secretPath, includePersonalOverrides: true };
    const received = await this.#client.callIfChanged('listSecrets', this.#tag, { query });
    if (!received) return undefined;
    this.#tag = received.tag;
    return variablesOf(received.reply, { hasAllNames: this.#options.allNames ?? false });
  }
}

const noteOmissions = ({ leftOut }: FolderVariables): void => {
  for (const [reason, names] of leftOut) note(`Left out, because ${reason}: ${names.join(', ')}`);
};

const copyOf = ({ url, credential }: Connection, options: Options): OfflineCopy =>
  new OfflineCopy(credential.secret, {
    url,
    project: namedProject(options),
    environment: namedEnvironment(options),
    path: namedPath(options),
  });

/** Reads the variables, or uses the copy of the last run if no server responds; a refusal also ends the copy. */
const readOrUseCopy = async (source: Source, copy: OfflineCopy): Promise<Variables> => {
  const now = systemClock.now();
  try {
    const read = (await source.read())!;
    noteOmissions(read);
    copy.write(read.variables, now);
    return read.variables;
  } catch (error) {
    if (!isTemporary(error)) {
      copy.remove();
      throw error;
    }
    const saved = copy.read(now);
    if (!saved)
      throw new StartError(
        `${(error as Error).message} There is no copy of a run with --offline within the last 7 days.`,
      );
    note(`${(error as Error).message} Using the copy of ${saved.savedAt.toISOString()}.`);
    return saved.variables;
  }
};

/** Starts the program again whenever the variables have changed, until it ends. */
const watch = async (
  program: Program,
  first: Variables,
  {
    source,
    copy,
    connection,
    options,
  }: { source: Source; copy: OfflineCopy | undefined; connection: Connection; options: Options },
): Promise<void> => {
  const ending = new AbortController();
  const { signal } = ending;
  const hints = new ChangeHints(options.every ?? 10_000, signal);
  let current = first;
  const ask = async (): Promise<void> => {
    const read = await source.read();
    if (!read) return;
    const changed = changedNames(current, read.variables);
    if (changed.length === 0) return;
    current = read.variables;
    note(`Changed: ${changed.join(', ')}. Starting the program again.`);
    await program.restart(current);
    copy?.write(current, systemClock.now());
  };
  const { folder } = source;
  const follow = async (): Promise<void> => {
    if (!folder) return;
    const { project, environment, path } = folder;
    await hints.follow({
      url: connection.url,
      token: connection.credential.get,
      project: project.id,
      kinds: eventKinds,
      environment,
      path,
    });
  };
  const watching = Promise.all([follow(), askRepeatedly(hints, ask, signal)]);
  await program.ended;
  ending.abort();
  await watching;
};

const run = async (file: string, args: readonly string[], options: Options): Promise<void> => {
  const connection = findConnection(options, 'with access to the project');
  const source = new Source(clientOf(connection), options);
  const copy = options.offline ? copyOf(connection, options) : undefined;
  const read = copy ? undefined : (await source.read())!;
  if (read) noteOmissions(read);
  const variables = read?.variables ?? (await readOrUseCopy(source, copy!));
  // Not before, because from then on signals only reach the program.
  const program = new Program([file, ...args], { hasOwnGroup: (options.watch ?? false) && !process.stdin.isTTY });
  program.start(variables);
  if (options.watch) await watch(program, variables, { source, copy, connection, options });
  process.exitCode = await program.ended;
};

const readEvery = (text: string): number => {
  const duration = readDuration(text);
  if (duration > 86_400_000) throw new InvalidArgumentError('Use at most 24h.');
  return duration;
};

export const runCommand = (): Command =>
  withFolder(new Command('run'))
    .argument('<program>', 'the program to run')
    .argument('[args...]', 'its arguments')
    .passThroughOptions()
    .option('--watch', 'start the program again when one of its secrets changes')
    .option(
      '--every <duration>',
      'how often --watch asks a server that does not stream events; by default 10s',
      readEvery,
    )
    .option('--offline', 'keep an encrypted copy of the secrets, and use it if no server responds, for up to 7 days')
    .option('--all-names', 'also pass on secrets whose names decide which code runs, such as PATH or NODE_OPTIONS')
    .addHelpText('after', '\nExample: sallyport run --env dev --watch -- node server.js')
    .action(run);
