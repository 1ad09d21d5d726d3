import { Command } from 'commander';
import { findFolder, withFolder, type FolderOptions, type FolderReference } from '../folder-options.ts';
import { readSince } from '../period.ts';
import type { ApiClient } from '../server/client.ts';
import { connect } from '../server/connection.ts';
import { asJson, shortTime, table } from '../table.ts';
import { note } from '../terminal.ts';
import { effectiveSecrets, readSecrets, valueText, type EffectiveSecret } from './reading.ts';

interface Options extends FolderOptions {
  readonly values?: true;
  readonly recursive?: true;
  readonly at?: string;
  readonly json?: true;
}

interface Row {
  readonly secret: Pick<EffectiveSecret['secret'], ShownField> & { readonly updatedAt?: string };
  readonly importedFrom: string | undefined;
  readonly path: string;
}

type ShownField = 'secretKey' | 'secretValue' | 'secretValueHidden' | 'version' | 'type' | 'secretComment' | 'tags';

const originOf = ({ secret, importedFrom }: Row): string =>
  importedFrom ? `imported from ${importedFrom}` : secret.type === 'personal' ? 'personal' : '';

const asTable = (rows: readonly Row[], { values, recursive }: Options): string =>
  table(
    [...(recursive ? ['FOLDER'] : []), 'NAME', ...(values ? ['VALUE'] : []), 'VERSION', 'CHANGED', ''],
    rows.map((row) => [
      ...(recursive ? [row.path] : []),
      row.secret.secretKey,
      ...(values ? [valueText(row.secret)] : []),
      String(row.secret.version),
      row.secret.updatedAt === undefined ? '' : shortTime(row.secret.updatedAt),
      originOf(row),
    ]),
  );

const asFacts = ({ secret, path, importedFrom }: Row, { values }: Options) => ({
  name: secret.secretKey,
  path,
  version: secret.version,
  type: secret.type,
  importedFrom: importedFrom ?? null,
  comment: secret.secretComment,
  tags: secret.tags.map(({ slug }) => slug),
  ...(values && { value: secret.secretValueHidden ? null : secret.secretValue }),
});

const readNow = async (client: ApiClient, folder: FolderReference, options: Options): Promise<Row[]> => {
  const { values = false, recursive = false } = options;
  const found = await readSecrets(client, folder, { values, recursive, effective: !recursive });
  return recursive
    ? found.secrets.map((secret) => ({ secret, importedFrom: undefined, path: secret.secretPath }))
    : [...effectiveSecrets(found).values()].map((one) => ({ ...one, path: folder.path }));
};

/** The secrets of the folders as they were then, without imports and personal secrets. */
const readThen = async (client: ApiClient, folder: FolderReference, at: string, options: Options): Promise<Row[]> => {
  const { project, environment, path } = folder;
  const { values: viewSecretValue = false, recursive = false } = options;
  const query = { projectId: project.id, environment, path, at, recursive, viewSecretValue };
  const { folders } = await client.call('getFolderState', { query });
  for (const { folderPath, isComplete, historySince } of folders)
    if (!isComplete)
      note(`What was in ${folderPath} is not fully known: its history begins ${shortTime(historySince)}.`);
  return folders.flatMap(({ folderPath, secrets }) =>
    secrets.map(({ createdAt: updatedAt, ...secret }) => ({
      secret: { ...secret, updatedAt, type: 'shared' as const },
      importedFrom: undefined,
      path: folderPath,
    })),
  );
};

const list = async (options: Options): Promise<void> => {
  const client = connect(options);
  const folder = await findFolder(client, options);
  const { at } = options;
  const rows = at === undefined ? await readNow(client, folder, options) : await readThen(client, folder, at, options);
  rows.sort((one, other) =>
    `${one.path} ${one.secret.secretKey}` < `${other.path} ${other.secret.secretKey}` ? -1 : 1,
  );
  if (options.json) console.log(asJson(rows.map((row) => asFacts(row, options))));
  else if (rows.length > 0) console.log(asTable(rows, options));
  else if (at !== undefined) note(`There were no secrets in ${folder.environment}:${folder.path}.`);
  else note(`There are no secrets in ${folder.environment}:${folder.path}. To add one: sallyport secrets set NAME`);
};

export const listCommand = (): Command =>
  withFolder(new Command('list'))
    .option('--values', 'also print the values')
    .option('--recursive', 'also the folders below, without imports')
    .option('--at <time>', 'what was there then, without imports: how long ago, such as 2h, or a time', readSince)
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample: sallyport secrets list --env prod --path /payments')
    .action(list);
