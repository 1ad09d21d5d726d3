import { Command } from 'commander';
import { StartError } from '../../platform/errors.ts';
import {
  folderText,
  namedPath,
  namedProject,
  normalPath,
  requireFolder,
  withPath,
  type FolderOptions,
  type FolderReference,
} from '../folder-options.ts';
import { type ApiClient } from '../server/client.ts';
import { connect } from '../server/connection.ts';
import { findProject } from '../server/project.ts';
import { note, printable, Progress, requireYes } from '../terminal.ts';
import { readSecrets, unknownSecret, type Secret } from './reading.ts';

interface Options extends FolderOptions {
  readonly toPath?: string;
  readonly overwrite?: true;
  readonly dryRun?: true;
  readonly yes?: true;
}

/** The most that one request copies. */
const maxIds = 50;

interface Plan {
  readonly created: readonly Secret[];
  readonly changed: readonly Secret[];
  readonly unchanged: readonly Secret[];
}

const planOf = (chosen: readonly Secret[], there: ReadonlyMap<string, Secret>): Plan => {
  const isSame = (secret: Secret): boolean => {
    const other = there.get(secret.secretKey);
    return other !== undefined && !other.secretValueHidden && other.secretValue === secret.secretValue;
  };
  const existing = chosen.filter(({ secretKey }) => there.has(secretKey));
  return {
    created: chosen.filter(({ secretKey }) => !there.has(secretKey)),
    changed: existing.filter((secret) => !isSame(secret)),
    unchanged: existing.filter(isSame),
  };
};

const choose = (names: readonly string[], secrets: readonly Secret[], folder: FolderReference): readonly Secret[] => {
  const known = secrets.map(({ secretKey }) => secretKey);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownSecret(unknown, known, folder);
  return names.length === 0 ? secrets : secrets.filter(({ secretKey }) => names.includes(secretKey));
};

const send = async (
  client: ApiClient,
  from: FolderReference,
  to: FolderReference,
  secrets: readonly Secret[],
  shouldOverwrite: boolean,
): Promise<void> => {
  const progress = new Progress();
  for (let start = 0; start < secrets.length; start += maxIds) {
    if (secrets.length > maxIds) progress.show(start, secrets.length, `copying ${secrets.length} secrets`);
    await client.call('duplicateSecrets', {
      body: {
        projectId: from.project.id,
        sourceEnvironment: from.environment,
        sourceSecretPath: from.path,
        destinationEnvironment: to.environment,
        destinationSecretPath: to.path,
        secretIds: secrets.slice(start, start + maxIds).map(({ id }) => id),
        shouldOverwrite,
        attributesToCopy: { value: true, comment: true, tags: true, metadata: true, skipMultilineEncoding: true },
      },
    });
  }
  progress.end();
};

const copy = async (first: string, second: string, names: readonly string[], options: Options): Promise<void> => {
  const client = connect(options);
  const project = await findProject(client, namedProject(options));
  const path = namedPath(options);
  const from = await requireFolder(client, project, first, path);
  const to = await requireFolder(client, project, second, normalPath(options.toPath ?? path));
  if (folderText(from) === folderText(to)) throw new StartError('The source and the destination are the same folder.');
  const { secrets } = await readSecrets(client, from, { values: true });
  const chosen = choose(names, secrets, from);
  const there = await readSecrets(client, to, { values: true });
  const plan = planOf(chosen, new Map(there.secrets.map((secret) => [secret.secretKey, secret])));
  const { created, changed, unchanged } = plan;
  for (const [sign, list] of [
    ['+', created],
    ['~', options.overwrite ? changed : []],
  ] as const)
    for (const { secretKey } of list) console.log(printable(`${sign} ${folderText(to)} ${secretKey}`));
  if (!options.overwrite && changed.length > 0)
    note(
      `Left as they are, with other values: ${changed.map(({ secretKey }) => secretKey).join(', ')}. --overwrite replaces them.`,
    );
  const wanted = options.overwrite ? [...created, ...changed] : created;
  if (wanted.length === 0) return note(`There is nothing to copy; ${unchanged.length} are the same already.`);
  if (options.dryRun) return;
  await requireYes(`Copy ${wanted.length} from ${folderText(from)} to ${folderText(to)}?`, options);
  await send(client, from, to, wanted, options.overwrite ?? false);
  note(`Copied to ${folderText(to)}: ${wanted.length}.`);
};

export const copyCommand = (): Command =>
  withPath(new Command('copy'))
    .argument('<from>', 'the slug of an environment')
    .argument('<to>', 'the slug of the environment to copy into')
    .argument('[name...]', 'the names of the secrets; by default all of the folder')
    .option('--to-path <path>', 'the folder to copy into; by default the same')
    .option('--overwrite', 'also replace secrets that have other values there')
    .option('--dry-run', 'show only the plan')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      '\nComments, tags and metadata are copied too.\n\nExample: sallyport secrets copy dev staging API_URL',
    )
    .action(copy);
