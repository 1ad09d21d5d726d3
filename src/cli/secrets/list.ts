import { Command } from 'commander';
import { findFolder, withFolder, type FolderOptions } from '../folder-options.ts';
import { connect } from '../server/connection.ts';
import { asJson, shortTime, table } from '../table.ts';
import { note } from '../terminal.ts';
import { effectiveSecrets, readSecrets, type EffectiveSecret, type Secret } from './reading.ts';

interface Options extends FolderOptions {
  readonly values?: true;
  readonly recursive?: true;
  readonly json?: true;
}

const hiddenValue = '(hidden)';

const valueOf = ({ secretValueHidden, secretValue }: Pick<Secret, 'secretValue' | 'secretValueHidden'>): string =>
  secretValueHidden ? hiddenValue : secretValue;

interface Row extends EffectiveSecret {
  readonly path: string;
}

const originOf = ({ secret, importedFrom }: EffectiveSecret): string =>
  importedFrom ? `imported from ${importedFrom}` : secret.type === 'personal' ? 'personal' : '';

const asTable = (rows: readonly Row[], { values, recursive }: Options): string =>
  table(
    [...(recursive ? ['FOLDER'] : []), 'NAME', ...(values ? ['VALUE'] : []), 'VERSION', 'CHANGED', ''],
    rows.map((row) => [
      ...(recursive ? [row.path] : []),
      row.secret.secretKey,
      ...(values ? [valueOf(row.secret)] : []),
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

const list = async (options: Options): Promise<void> => {
  const client = connect(options);
  const folder = await findFolder(client, options);
  const { values = false, recursive = false } = options;
  const found = await readSecrets(client, folder, { values, recursive, effective: !recursive });
  const rows: Row[] = recursive
    ? found.secrets.map((secret) => ({ secret, importedFrom: undefined, path: secret.secretPath }))
    : [...effectiveSecrets(found).values()].map((one) => ({ ...one, path: folder.path }));
  rows.sort((one, other) =>
    `${one.path} ${one.secret.secretKey}` < `${other.path} ${other.secret.secretKey}` ? -1 : 1,
  );
  if (options.json) console.log(asJson(rows.map((row) => asFacts(row, options))));
  else if (rows.length > 0) console.log(asTable(rows, options));
  else note(`There are no secrets in ${folder.environment}:${folder.path}. To add one: sallyport secrets set NAME`);
};

export const listCommand = (): Command =>
  withFolder(new Command('list'))
    .option('--values', 'also print the values')
    .option('--recursive', 'also the folders below, without imports')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample: sallyport secrets list --env prod --path /payments')
    .action(list);
