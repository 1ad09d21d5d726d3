import { Command } from 'commander';
import type { Reply } from '../contract.ts';
import { StartError } from '../platform/errors.ts';
import {
  findFolder,
  folderText,
  normalPath,
  requireFolder,
  withFolder,
  type FolderOptions,
  type FolderReference,
} from './folder-options.ts';
import { askIfProtected, type ChangeOptions } from './protected.ts';
import type { ApiClient } from './server/client.ts';
import { connect } from './server/connection.ts';
import { findProject } from './server/project.ts';
import { suggestion } from './suggest.ts';
import { asJson, table } from './table.ts';
import { note, requireYes } from './terminal.ts';
import { UsageError } from './usage.ts';

interface ListOptions extends FolderOptions {
  readonly json?: true;
}

interface SourceOptions extends FolderOptions, ChangeOptions {
  readonly fromProject?: string;
}

type Import = Reply<'listSecretImports'>['secretImports'][number];

const sourceForm = 'ENVIRONMENT[:/PATH]';

const readSource = (text: string): { environment: string; path: string } => {
  const [, environment, path = '/'] = /^([^:/]+)(?::(\/.*))?$/s.exec(text) ?? [];
  if (environment === undefined) throw new UsageError(`Name the folder as ${sourceForm}, such as dev:/shared.`);
  return { environment, path: normalPath(path) };
};

const importsOf = async (
  client: ApiClient,
  { project, environment, path }: FolderReference,
): Promise<readonly Import[]> => {
  const query = { projectId: project.id, environment, path };
  return (await client.call('listSecretImports', { query })).secretImports;
};

/** The server hides the source of an import from another project of which the caller may read nothing. */
const sourceText = ({ importEnv, importPath }: Import): string =>
  importPath === '' ? '(hidden)' : `${importEnv.slug}:${importPath}`;

const isOfOtherProject = ({ importEnv }: Import, { project }: FolderReference): boolean =>
  importEnv.projectId !== project.id;

const list = async (options: ListOptions): Promise<void> => {
  const client = connect(options);
  const folder = await findFolder(client, options);
  const rows = (await importsOf(client, folder)).map((one) => ({
    position: one.position,
    from: sourceText(one),
    project: isOfOtherProject(one, folder) ? one.sourceProjectName : null,
    id: one.id,
  }));
  if (options.json) return console.log(asJson(rows));
  if (rows.length === 0) return note(`${folderText(folder)} imports no folders.`);
  console.log(
    table(
      ['POSITION', 'FROM', 'PROJECT', 'ID'],
      rows.map(({ position, from, project, id }) => [String(position), from, project ?? '', id]),
    ),
  );
};

/** Finds the folder that is imported, in the same project or in another one. */
const findSource = async (
  client: ApiClient,
  { project }: FolderReference,
  text: string,
  { fromProject }: SourceOptions,
): Promise<FolderReference> => {
  const { environment, path } = readSource(text);
  const source = fromProject === undefined ? project : await findProject(client, fromProject);
  return requireFolder(client, source, environment, path);
};

const create = async (text: string, options: SourceOptions): Promise<void> => {
  const client = connect(options);
  const folder = await findFolder(client, options);
  const source = await findSource(client, folder, text, options);
  const { project, environment, path } = folder;
  const from = { environment: source.environment, path: source.path };
  await askIfProtected(folder, `Import ${folderText(source)} into ${path}`, options);
  await client.call('createSecretImport', {
    body: {
      projectId: project.id,
      environment,
      path,
      import: source.project.id === project.id ? from : { ...from, sourceProjectId: source.project.id },
    },
  });
  note(`${folderText(folder)} imports ${folderText(source)} now.`);
};

const remove = async (text: string, options: SourceOptions): Promise<void> => {
  const client = connect(options);
  const folder = await findFolder(client, options);
  const imports = await importsOf(client, folder);
  const projectId = options.fromProject === undefined ? folder.project.id : undefined;
  const sourceId = projectId ?? (await findProject(client, options.fromProject!)).id;
  const ofProject = imports.filter(({ importEnv }) => importEnv.projectId === sourceId);
  const isNamed = (one: Import): boolean => {
    const { environment, path } = readSource(text);
    return sourceText(one) === `${environment}:${path}`;
  };
  const found = imports.find(({ id }) => id === text) ?? ofProject.find(isNamed);
  if (!found)
    throw new StartError(
      `${folderText(folder)} does not import ${text}.${suggestion(text, ofProject.map(sourceText))}`,
    );
  await requireYes(`End the import of ${sourceText(found)} into ${folderText(folder)}?`, options);
  const { project, environment, path } = folder;
  const body = { projectId: project.id, environment, path };
  await client.call('deleteSecretImport', { params: { secretImportId: found.id }, body });
  note(`${folderText(folder)} no longer imports ${sourceText(found)}.`);
};

const withSource = (command: Command, description: string): Command =>
  withFolder(command.argument('<from>', description)).option(
    '--from-project <id or slug>',
    'the project of the imported folder; by default the same',
  );

export const importsCommand = (): Command =>
  new Command('imports')
    .addCommand(
      withFolder(new Command('list'))
        .description('List the folders that a folder imports, the last one of which has precedence.')
        .option('--json', 'print JSON')
        .addHelpText('after', '\nExample: sallyport imports list --env prod')
        .action(list),
    )
    .addCommand(
      withSource(new Command('create'), `the folder to import: ${sourceForm}`)
        .description('Import another folder, whose secrets are read as if they were here.')
        .option('--yes', 'do not ask, also in a protected environment')
        .addHelpText('after', '\nExample: sallyport imports create dev:/shared --path /app')
        .action(create),
    )
    .addCommand(
      withSource(new Command('rm'), `the folder that is imported: ${sourceForm}, or the id of the import`)
        .description('End an import; the secrets stay where they are.')
        .option('--yes', 'do not ask')
        .addHelpText('after', '\nExample: sallyport imports rm dev:/shared --path /app')
        .action(remove),
    );
