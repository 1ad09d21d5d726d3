import { Command } from 'commander';
import { findFolder, folderText, withFolder, type FolderOptions } from '../folder-options.ts';
import { connect } from '../server/connection.ts';
import { note, requireYes } from '../terminal.ts';
import { readSecrets, unknownSecret } from './reading.ts';

interface Options extends FolderOptions {
  readonly yes?: true;
}

const remove = async (names: readonly string[], options: Options): Promise<void> => {
  const client = connect(options);
  const folder = await findFolder(client, options);
  const { secrets } = await readSecrets(client, folder, { values: false });
  const known = secrets.map(({ secretKey }) => secretKey);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw unknownSecret(unknown, known, folder);
  const wanted = [...new Set(names)];
  await requireYes(`Delete ${wanted.join(', ')} from ${folderText(folder)}?`, options);
  const { project, environment, path: secretPath } = folder;
  const body = { projectId: project.id, environment, secretPath, secrets: wanted.map((secretKey) => ({ secretKey })) };
  await client.call('deleteSecrets', { body });
  note(`Deleted from ${folderText(folder)}: ${wanted.join(', ')}. To restore: sallyport trash restore NAME`);
};

export const rmCommand = (): Command =>
  withFolder(new Command('rm'))
    .argument('<name...>', 'the names of the secrets')
    .option('--yes', 'do not ask')
    .addHelpText('after', '\nExample: sallyport secrets rm OLD_KEY --env staging')
    .action(remove);
