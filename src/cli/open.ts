import { Command } from 'commander';
import { hasBrowser, openPage } from './browser.ts';
import { readDirectoryFile } from './directory-file.ts';
import { namedPath, namedProject, requireFolder, withFolder, type FolderOptions } from './folder-options.ts';
import { clientOf, findConnection } from './server/connection.ts';
import { findProject } from './server/project.ts';

interface Options extends FolderOptions {
  readonly browser: boolean;
}

const open = async (options: Options): Promise<void> => {
  const connection = findConnection(options, 'with access to the project');
  const client = clientOf(connection);
  const project = await findProject(client, namedProject(options));
  const named = options.project === undefined ? readDirectoryFile()?.environment : undefined;
  const environment = options.env ?? named;
  const path = namedPath(options);
  if (environment !== undefined) await requireFolder(client, project, environment, path);
  const place = environment === undefined ? '' : `/${environment}${path === '/' ? '' : path}`;
  const address = `${connection.url}/p/${project.slug}${place}`;
  console.log(address);
  if (options.browser && hasBrowser()) openPage(address);
};

export const openCommand = (): Command =>
  withFolder(new Command('open'))
    .option('--no-browser', 'only print the address')
    .addHelpText('after', '\nExample: sallyport open --env prod')
    .action(open);
