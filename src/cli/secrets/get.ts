import { Command } from 'commander';
import { StartError } from '../../platform/errors.ts';
import { findFolder, folderText, withFolder, type FolderOptions } from '../folder-options.ts';
import { renderDotenv } from '../../formats/dotenv.ts';
import { connect } from '../server/connection.ts';
import { asJson } from '../table.ts';
import { effectiveSecrets, readSecrets, unknownSecret } from './reading.ts';

interface Options extends FolderOptions {
  readonly json?: true;
}

const get = async (names: readonly string[], options: Options): Promise<void> => {
  const client = connect(options);
  const folder = await findFolder(client, options);
  const secrets = effectiveSecrets(await readSecrets(client, folder, { values: true, effective: true }));
  const values = new Map<string, string>();
  for (const name of names) {
    const secret = secrets.get(name)?.secret;
    if (!secret) throw unknownSecret(name, [...secrets.keys()], folder);
    if (secret.secretValueHidden)
      throw new StartError(`You may not read the value of ${name} in ${folderText(folder)}.`);
    values.set(name, secret.secretValue);
  }
  if (options.json) console.log(asJson(Object.fromEntries(values)));
  else if (names.length === 1) console.log([...values.values()][0]);
  else process.stdout.write(renderDotenv([{ folder: undefined, values }]));
};

export const getCommand = (): Command =>
  withFolder(new Command('get'))
    .argument('<name...>', 'the names of the secrets')
    .option('--json', 'print an object of names and values')
    .addHelpText('after', '\nExample: sallyport secrets get DATABASE_URL')
    .action(get);
