import type { Command } from 'commander';
import { readDirectoryFile, type DirectorySettings } from './directory-file.ts';
import type { ApiClient } from './server/client.ts';
import { withServer, type ConnectionOptions } from './server/connection.ts';
import { checkEnvironment, checkFolder, findProject, type Project } from './server/project.ts';
import { UsageError } from './usage.ts';

export interface ProjectOptions extends ConnectionOptions {
  readonly project?: string;
}

export interface FolderOptions extends ProjectOptions {
  readonly env?: string;
  readonly path?: string;
}

/** A folder of an environment. */
export interface FolderReference {
  readonly project: Project;
  readonly environment: string;
  readonly path: string;
}

export const directoryHelp =
  '\nWithout --project, --env and --path, those of .sallyport.json in this directory or above are used: sallyport init';

export const withProject = (command: Command): Command =>
  withServer(command.option('--project <id or slug>', 'the project')).addHelpText('after', directoryHelp);

export const withFolder = (command: Command): Command =>
  withProject(command.option('--env <slug>', 'the environment').option('--path <path>', 'the folder'));

export const withPath = (command: Command): Command => withProject(command.option('--path <path>', 'the folder'));

/** The settings of the directory, unless another project is named. */
const settingsFor = ({ project }: ProjectOptions): DirectorySettings | undefined =>
  project === undefined ? readDirectoryFile() : undefined;

/** The id or the slug of the project that the options or the directory name. */
export const namedProject = (options: ProjectOptions): string => {
  const project = options.project ?? settingsFor(options)?.project;
  if (project === undefined)
    throw new UsageError('Name the project with --project, or for this directory with: sallyport init');
  return project;
};

export const normalPath = (path: string): string => `/${path.split('/').filter(Boolean).join('/')}`;

/** The path that the options or the directory name. */
export const namedPath = (options: FolderOptions): string =>
  normalPath(options.path ?? settingsFor(options)?.path ?? '/');

/** The environment that the options or the directory name, for commands that also work without. */
export const environmentIfNamed = (options: FolderOptions): string | undefined =>
  options.env ?? settingsFor(options)?.environment;

/** The environment that the options or the directory name. */
export const namedEnvironment = (options: FolderOptions): string => {
  const settings = settingsFor(options);
  const environment = options.env ?? settings?.environment;
  if (environment !== undefined) return environment;
  throw new UsageError(
    settings?.dependsOnBranch
      ? `Name the environment with --env: in ${settings.file} it depends on the branch.`
      : 'Name the environment with --env, or for this directory with: sallyport init',
  );
};

/** Finds a folder, and refuses one that does not exist. */
export const requireFolder = async (
  client: ApiClient,
  project: Project,
  environment: string,
  path: string,
): Promise<FolderReference> => {
  checkEnvironment(project, environment);
  await checkFolder(client, project, environment, path);
  return { project, environment, path };
};

/** Finds the folder that the options or the directory name. */
export const findFolder = async (client: ApiClient, options: FolderOptions): Promise<FolderReference> => {
  const [name, environment, path] = [namedProject(options), namedEnvironment(options), namedPath(options)];
  return requireFolder(client, await findProject(client, name), environment, path);
};

export const folderText = ({ project, environment, path }: FolderReference): string =>
  `${project.slug}:${environment}:${path}`;
