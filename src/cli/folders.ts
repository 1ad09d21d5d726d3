import { Command } from 'commander';
import { StartError } from '../platform/errors.ts';
import { findFolder, folderText, normalPath, withFolder, type FolderOptions } from './folder-options.ts';
import { askIfProtected, type ChangeOptions } from './protected.ts';
import { RefusedByServer } from './server/client.ts';
import { connect } from './server/connection.ts';
import { asJson, table } from './table.ts';
import { note, requireYes } from './terminal.ts';
import { UsageError } from './usage.ts';

interface ListOptions extends FolderOptions {
  readonly json?: true;
}

interface RemoveOptions extends FolderOptions, ChangeOptions {
  readonly withContents?: true;
}

const list = async (options: ListOptions): Promise<void> => {
  const client = connect(options);
  const { project, environment, path } = await findFolder(client, options);
  const query = { projectId: project.id, environment, path, recursive: 'true' };
  const { folders } = await client.call('listFolders', { query });
  const base = path === '/' ? '' : path;
  const rows = folders
    .map(({ name, relativePath, description }) => ({
      path: `${base}${relativePath ?? `/${name}`}`,
      description: description ?? '',
    }))
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  if (options.json) console.log(asJson(rows));
  else if (rows.length > 0)
    console.log(
      table(
        ['FOLDER', 'DESCRIPTION'],
        rows.map((row) => [row.path, row.description]),
      ),
    );
  else note(`There are no folders in ${environment}:${path}.`);
};

/** The folder itself is an argument, so the options name the environment alone. */
const splitPath = (text: string): { parent: string; name: string; path: string } => {
  const path = normalPath(text);
  if (path === '/') throw new UsageError('Name a folder below /.');
  const end = path.lastIndexOf('/');
  return { parent: path.slice(0, end) || '/', name: path.slice(end + 1), path };
};

const create = async (text: string, options: FolderOptions & ChangeOptions): Promise<void> => {
  const client = connect(options);
  const { parent, name, path } = splitPath(text);
  const { project, environment } = await findFolder(client, { ...options, path: '/' });
  await askIfProtected({ project, environment }, `Create the folder ${path}`, options);
  await client.call('createFolder', { body: { projectId: project.id, environment, path: parent, name } });
  note(`Created: ${folderText({ project, environment, path })}`);
};

const remove = async (text: string, options: RemoveOptions): Promise<void> => {
  const client = connect(options);
  const { parent, name, path } = splitPath(text);
  const folder = await findFolder(client, { ...options, path });
  const contents = options.withContents ? ' with everything in it' : '';
  await requireYes(`Delete the folder ${folderText(folder)}${contents}?`, options);
  const body = {
    projectId: folder.project.id,
    environment: folder.environment,
    path: parent,
    ...(options.withContents && { forceDelete: true }),
  };
  await client.call('deleteFolder', { params: { folderId: name }, body }).catch((error: unknown) => {
    if (!(error instanceof RefusedByServer && error.status === 400) || options.withContents) throw error;
    throw new StartError(`${folderText(folder)} is not empty. Give --with-contents to delete everything in it.`);
  });
  note(`Deleted: ${folderText(folder)}. The trash of the project still has it.`);
};

export const foldersCommand = (): Command =>
  new Command('folders')
    .addCommand(
      withFolder(new Command('list'))
        .description('List the folders of an environment.')
        .option('--json', 'print JSON')
        .addHelpText('after', '\nExample: sallyport folders list --env prod')
        .action(list),
    )
    .addCommand(
      withFolder(new Command('create'))
        .description('Create a folder, and those on the way to it.')
        .argument('<folder>', 'its path')
        .option('--yes', 'do not ask, also in a protected environment')
        .addHelpText('after', '\nExample: sallyport folders create /payments/stripe')
        .action(create),
    )
    .addCommand(
      withFolder(new Command('rm'))
        .description('Delete a folder; it can be restored from the trash.')
        .argument('<folder>', 'its path')
        .option('--with-contents', 'also if it is not empty')
        .option('--yes', 'do not ask')
        .addHelpText('after', '\nExample: sallyport folders rm /payments/old')
        .action(remove),
    );
