import { existsSync, writeFileSync } from 'node:fs';
import { Command, Option } from 'commander';
import type { Reply } from '../contract.ts';
import { StartError } from '../platform/errors.ts';
import { formatOf, formats, renderValues, type BaseFolder, type Format } from './import-export/documents.ts';
import { RefusedByServer, type ApiClient } from './server/client.ts';
import { findProject } from './server/project.ts';
import { connect, credentialHelp, serverUrl } from './server/connection.ts';
import { directoryHelp, environmentIfNamed, namedPath, namedProject } from './folder-options.ts';
import { readPassphrase } from './import-export/passphrase.ts';
import { sealProjectFile } from './import-export/project-file.ts';
import { note } from './terminal.ts';
import { UsageError } from './usage.ts';

interface Options {
  readonly url?: string;
  readonly project?: string;
  readonly env?: string;
  readonly path?: string;
  readonly recursive: boolean;
  readonly format?: Format;
  readonly encrypted?: true;
  readonly expand?: true;
  readonly passphraseFile?: string;
  readonly output?: string;
}

/** What is exported; without an environment, all of them. */
interface Selection {
  readonly environment: string | undefined;
  readonly path: string;
}

type Exported = Reply<'exportSecrets'>;
type Project = Awaited<ReturnType<typeof findProject>>;

/** Creates the file, readable for its owner only; an existing one is not replaced. */
const write = (file: string | undefined, text: string): void => {
  if (file === undefined) {
    process.stdout.write(text);
    return;
  }
  try {
    writeFileSync(file, text, { mode: 0o600, flag: 'wx' });
  } catch (cause) {
    throw new UsageError(`${file} cannot be created.`, { cause });
  }
};

const readEnvironment = (
  client: ApiClient,
  projectId: string,
  environment: string,
  path: string,
  options: Options,
): Promise<Exported> =>
  client
    .call('exportSecrets', {
      params: { projectId },
      query: {
        environment,
        path,
        recursive: options.recursive,
        expandSecretReferences: options.expand ?? false,
      },
    })
    .catch((error: unknown) => {
      throw error instanceof RefusedByServer ? new StartError(`${environment}: ${error.message}`) : error;
    });

const read = async (
  client: ApiClient,
  { id, environments }: Project,
  { environment: named, path }: Selection,
  options: Options,
): Promise<Exported[]> => {
  const slugs = named === undefined ? environments.map(({ slug }) => slug) : [named];
  const exported: Exported[] = [];
  for (const environment of slugs) exported.push(await readEnvironment(client, id, environment, path, options));
  return exported;
};

/** Tells what is not in the export. */
const noteOmissions = (exported: readonly Exported[]): void => {
  for (const { environment, path, unreadable, importsOfOtherProjects } of exported.flatMap(({ folders }) => folders)) {
    const at = `${environment}:${path}`;
    if (unreadable.length > 0) note(`Left out, because you may not read them, in ${at}: ${unreadable.join(', ')}`);
    if (importsOfOtherProjects > 0) note(`Left out, in ${at}: ${importsOfOtherProjects} imports from other projects`);
  }
};

const foldersOf = (exported: readonly Exported[]): Exported['folders'] => exported.flatMap(({ folders }) => folders);

const sealedProject = async (
  exported: readonly Exported[],
  { name, slug }: Project,
  options: Options,
): Promise<string> => {
  const tags = new Map(exported.flatMap((one) => one.tags.map((tag) => [tag.slug, tag])));
  const document = {
    project: { name, slug },
    environments: exported.map(({ environment }) => environment),
    tags: [...tags.values()],
    folders: foldersOf(exported).map(({ unreadable: _names, importsOfOtherProjects: _count, ...folder }) => folder),
  };
  return sealProjectFile(document, await readPassphrase(options.passphraseFile, { isNew: true }));
};

const render = (
  exported: readonly Exported[],
  { environment, path }: Selection,
  { format, output }: Options,
): string => {
  const folders = foldersOf(exported).map((folder) => ({
    environment: folder.environment,
    path: folder.path,
    values: new Map(folder.secrets.map(({ secretKey, secretValue }) => [secretKey, secretValue])),
  }));
  const base: BaseFolder = { environment, path: folders[0]?.path ?? path };
  return renderValues(format ?? formatOf(output ?? '') ?? 'env', folders, base);
};

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`;

const countsOf = (exported: readonly Exported[]): string => {
  const folders = foldersOf(exported);
  const secrets = folders.reduce((sum, folder) => sum + folder.secrets.length, 0);
  return `${counted(secrets, 'secret')} of ${counted(folders.length, 'folder')} in ${exported.map(({ environment }) => environment.slug).join(', ')}`;
};

const exportProject = async (options: Options): Promise<void> => {
  const client = connect(options);
  if (
    options.encrypted &&
    (options.env !== undefined || options.path !== undefined || !options.recursive || options.expand || options.format)
  )
    throw new UsageError(
      'An encrypted file has the whole project: give --encrypted without --env, --path, --no-recursive, --expand and --format.',
    );
  if (options.encrypted && options.output === undefined && process.stdout.isTTY)
    throw new UsageError('Name the file to create with --output.');
  if (options.output !== undefined && existsSync(options.output))
    throw new UsageError(`${options.output} exists already. Name another file, or delete it first.`);
  const project = await findProject(client, namedProject(options));
  const selection = options.encrypted
    ? { environment: undefined, path: '/' }
    : { environment: environmentIfNamed(options), path: namedPath(options) };
  const exported = await read(client, project, selection, options);
  noteOmissions(exported);
  write(
    options.output,
    options.encrypted ? await sealedProject(exported, project, options) : render(exported, selection, options),
  );
  if (options.output !== undefined) note(`${options.output}: ${countsOf(exported)}.`);
};

export const exportCommand = (): Command =>
  new Command('export')
    .option('--project <id or slug>', 'the project; by default that of .sallyport.json')
    .option('--env <slug>', 'only this environment')
    .option('--path <path>', 'only this folder, with those below it')
    .option('--no-recursive', 'without the folders below')
    .addOption(new Option('--format <format>', 'the format; by default that of the file name, or env').choices(formats))
    .option('--expand', 'replace references in values')
    .option('--encrypted', 'the whole project as one encrypted file, which import reads on any server')
    .option('--passphrase-file <file>', 'a file with the passphrase')
    .option('--output <file>', 'the file to create; by default standard output')
    .addOption(serverUrl())
    .addHelpText(
      'after',
      `${credentialHelp}\nSALLYPORT_PASSPHRASE is the passphrase.${directoryHelp}\nWith --project and without --env, all environments are exported.\n\nExample: sallyport export --project rockets --env dev --output dev.env`,
    )
    .action(exportProject);
