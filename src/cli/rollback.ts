import { Argument, Command } from 'commander';
import type { Reply } from '../contract.ts';
import { coloured, type Colour } from './colour.ts';
import { findFolder, folderText, withFolder, type FolderOptions, type FolderReference } from './folder-options.ts';
import { readSince } from './period.ts';
import type { ApiClient } from './server/client.ts';
import { connect } from './server/connection.ts';
import { findSecret } from './secrets/reading.ts';
import { shortTime } from './table.ts';
import { note, printable, requireYes } from './terminal.ts';
import { UsageError } from './usage.ts';

interface Options extends FolderOptions {
  readonly recursive?: true;
  readonly message?: string;
  readonly dryRun?: true;
  readonly yes?: true;
}

type Difference = Reply<'compareFolderStates'>['folders'][number]['changes'][number];

const nameOf = ({ type, secretKey, folderName }: Difference): string =>
  type === 'folder' ? `${folderName}/` : (secretKey ?? '');

/** The names of a secret, then and now. */
const namesOf = ({ secretKey, versions }: Difference): (string | undefined)[] => [
  secretKey,
  ...versions.map((version) => version.secretKey),
];

/** What the rollback does about a change: the reverse of it. */
const reverse: Readonly<Record<Difference['changeType'], readonly [sign: string, colour: Colour]>> = {
  create: ['-', 'red'],
  update: ['~', 'yellow'],
  delete: ['+', 'green'],
};

/** What has changed in the folder since then, or with the chosen secrets; a name that it never had is refused. */
const changesSince = async (
  client: ApiClient,
  folder: FolderReference,
  at: string,
  names: readonly string[],
  { recursive }: Options,
) => {
  const { project, environment, path } = folder;
  const query = { projectId: project.id, environment, path, from: at, recursive };
  const { folders } = await client.call('compareFolderStates', { query });
  const changes = folders.flatMap((each) => each.changes.map((change) => ({ path: each.folderPath, change })));
  if (names.length === 0) return changes;
  const chosen = changes.filter(({ change }) => namesOf(change).some((name) => names.includes(name ?? '')));
  const found = new Set(chosen.flatMap(({ change }) => namesOf(change)));
  for (const name of names) if (!found.has(name)) await findSecret(client, folder, name);
  return chosen;
};

const reasons = {
  redacted: 'its old value was redacted',
  removed: 'it was removed for good',
  'name-taken': 'something else has its name',
  rotated: 'a rotation changes it',
  'folder-missing': 'its folder does not exist',
} as const;

const rollback = async (at: string, names: readonly string[], options: Options): Promise<void> => {
  if (options.recursive && names.length > 0) throw new UsageError('Give either names or --recursive.');
  const client = connect(options);
  const folder = await findFolder(client, options);
  const changes = await changesSince(client, folder, at, names, options);
  const text = `${folderText(folder)} as of ${shortTime(at)}`;
  if (changes.length === 0) return note(`Nothing has changed since then: ${text}`);
  for (const { path: below, change } of changes) {
    const [sign, colour] = reverse[change.changeType];
    console.log(coloured(colour, printable(`${sign} ${options.recursive ? `${below}:` : ''}${nameOf(change)}`)));
  }
  if (options.dryRun) return;
  await requireYes(`Roll back to ${text}?`, options);
  const { project, environment, path } = folder;
  const { totalChanges, notRestored } = await client.call('rollbackToTime', {
    body: {
      projectId: project.id,
      environment,
      path,
      at,
      deepRollback: options.recursive ?? false,
      ...(names.length > 0 && { secretNames: names }),
      ...(options.message !== undefined && { message: options.message }),
    },
  });
  for (const { type, name, reason } of notRestored)
    note(`Not restored: the ${type} ${name}, because ${reasons[reason]}.`);
  note(`Rolled back to ${text}: ${totalChanges} ${totalChanges === 1 ? 'change' : 'changes'}.`);
  if (notRestored.length > 0) process.exitCode = 1;
};

export const rollbackCommand = (): Command =>
  withFolder(new Command('rollback'))
    .addArgument(
      new Argument(
        '<time>',
        'how long ago, such as 10m or 2h; today, yesterday, or a time, such as one of history',
      ).argParser(readSince),
    )
    .argument('[name...]', 'the names of secrets; by default all of the folder')
    .option('--recursive', 'also the folders below')
    .option('--message <text>', 'why, for the history')
    .option('--dry-run', 'show only what would change')
    .option('--yes', 'do not ask')
    .addHelpText(
      'after',
      '\nA rollback is a change of its own with new versions, so it can be rolled back, too.\n\nExample: sallyport rollback 10m --env prod --path /payments',
    )
    .action(rollback);
