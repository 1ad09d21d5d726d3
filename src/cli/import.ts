import { readFileSync, statSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { formatOf, formats, parseValues, type BaseFolder, type Format } from './import-export/documents.ts';
import { ApiClient } from './server/client.ts';
import { findProject } from './server/project.ts';
import { connect, credentialHelp, serverUrl } from './server/connection.ts';
import { environmentIfNamed, namedPath, namedProject } from './folder-options.ts';
import { importFromInfisical } from './import-export/from-infisical.ts';
import { importFromVault } from './import-export/from-vault.ts';
import type { VaultLogin } from './import-export/vault-client.ts';
import { showingImport } from './import-export/import-progress.ts';
import { readPassphrase } from './import-export/passphrase.ts';
import { sendImport, type ImportBody, type ImportResult } from './import-export/parts.ts';
import { counts, describePlan, isEmpty } from './import-export/plan.ts';
import { openProjectFile, readHeader } from './import-export/project-file.ts';
import { decodeInput, inputTooLarge, maxInput, readStandardInput } from './standard-input.ts';
import { note, Progress, requireYes } from './terminal.ts';
import { readServerUrl, readToken, UsageError } from './usage.ts';

interface Options {
  readonly url?: string;
  readonly from?: 'infisical' | 'vault';
  readonly sourceUrl?: string;
  readonly versions?: number;
  readonly mount: readonly string[];
  readonly environmentsFromPath?: true;
  readonly authPath: string;
  readonly project?: string;
  readonly env?: string;
  readonly path?: string;
  readonly format?: Format;
  readonly passphraseFile?: string;
  readonly inParts?: true;
  readonly dryRun?: true;
  readonly yes?: true;
}

const readInput = async (file: string): Promise<string> => {
  if (file === '-') return readStandardInput();
  try {
    if (statSync(file).size > maxInput) throw inputTooLarge();
    return decodeInput(readFileSync(file));
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${file} cannot be read.`, { cause: error });
  }
};

/** Where the secrets of a file go that names no folder. */
const folderRef = (options: Options): BaseFolder => ({
  environment: environmentIfNamed(options),
  path: namedPath(options),
});

/** Reads the input: an encrypted file of a project, or names with values. */
const readBody = async (file: string, options: Options): Promise<ImportBody> => {
  const text = await readInput(file);
  const header = readHeader(text);
  if (header) {
    const { environments, tags, folders } = await openProjectFile(
      header,
      await readPassphrase(options.passphraseFile, { isNew: false }),
    );
    return { environments, tags, folders };
  }
  const format = options.format ?? formatOf(file);
  if (!format) throw new UsageError('Name the format of the input with --format: env, json or yaml.');
  const folders = parseValues(format, text, folderRef(options)).map(({ values, ...folder }) => ({
    ...folder,
    secrets: [...values].map(([secretKey, secretValue]) => ({ secretKey, secretValue })),
  }));
  if (folders.length === 0) throw new UsageError('The input has no secrets.');
  return { folders };
};

/** Shows the plan, asks, and imports. */
const planAndImport = async (client: ApiClient, body: ImportBody, project: string, options: Options): Promise<void> => {
  const { id } = await findProject(client, project);
  const inParts = options.inParts ?? false;
  const plan = await sendImport(client, id, body, { dryRun: true, inParts });
  console.log(describePlan(plan));
  if (options.dryRun) return;
  if (isEmpty(plan)) {
    note('There is nothing to change.');
    return;
  }
  await requireYes('Import?', options);
  const progress = new Progress();
  const onPart = (done: number, total: number): void => {
    if (total > 1) progress.show(done, total, `importing part ${done + 1} of ${total}`);
  };
  const secrets = body.folders.reduce((sum, folder) => sum + (folder.secrets?.length ?? 0), 0);
  const send = (): Promise<ImportResult> => sendImport(client, id, body, { dryRun: false, inParts, onPart });
  const result = inParts ? await send() : await showingImport(client, id, secrets, send);
  progress.end();
  note(`Imported: ${counts(result)}`);
};

const importFile = async (file: string, options: Options): Promise<void> => {
  const client = connect(options);
  if (file === '-' && !options.yes && !options.dryRun)
    throw new UsageError('Standard input is the input, so it cannot answer a question. Give --yes, or --dry-run.');
  await planAndImport(client, await readBody(file, options), namedProject(options), options);
};

/** Follows the message that no server responds. */
const sourceAdvice = ' Check --source-url.';

/** A variable of the environment; an empty one counts as absent. */
const variable = (name: string): string | undefined => {
  const text = process.env[name]?.trim();
  return text === '' ? undefined : text;
};

const sourceUrl = ({ sourceUrl: url = variable('SOURCE_URL') }: Options): string => {
  if (!url) throw new UsageError('Name the source with --source-url or SOURCE_URL.');
  return readServerUrl(url, '--source-url');
};

const importFromOther = (options: Options): Promise<void> =>
  importFromInfisical({
    source: new ApiClient(sourceUrl(options), readToken('SOURCE_TOKEN', 'of the source'), '', sourceAdvice),
    target: connect(options),
    project: options.project,
    versions: options.versions ?? 10,
    isDryRun: options.dryRun ?? false,
    isConfirmed: options.yes ?? false,
  });

const vaultLogin = ({ authPath }: Options): VaultLogin => {
  const [roleId, secretId] = [variable('SOURCE_ROLE_ID'), variable('SOURCE_SECRET_ID')];
  if ((roleId === undefined) !== (secretId === undefined))
    throw new UsageError('SOURCE_ROLE_ID and SOURCE_SECRET_ID belong together: set both.');
  if (roleId !== undefined && secretId !== undefined) return { roleId, secretId, authPath };
  if (variable('SOURCE_TOKEN') === undefined)
    throw new UsageError('Provide a token of the source in SOURCE_TOKEN, or SOURCE_ROLE_ID and SOURCE_SECRET_ID.');
  return { token: readToken('SOURCE_TOKEN', 'of the source') };
};

const importVault = (options: Options): Promise<void> => {
  const { project, env: environment, path = '/', environmentsFromPath } = options;
  if ((environment === undefined) === (environmentsFromPath === undefined))
    throw new UsageError(
      'Name the environment with --env, or give --environments-from-path if paths begin with it, as in prod/payments.',
    );
  if (project === undefined && path !== '/')
    throw new UsageError('--path is a folder of a project: name it with --project.');
  return importFromVault({
    url: sourceUrl(options),
    namespace: variable('SOURCE_NAMESPACE'),
    login: vaultLogin(options),
    target: connect(options),
    mounts: options.mount,
    project,
    environment,
    path,
    versions: options.versions ?? 1,
    isDryRun: options.dryRun ?? false,
    isConfirmed: options.yes ?? false,
  });
};

const runImport = (file: string | undefined, options: Options): Promise<void> => {
  if (options.from === undefined) return importFile(file ?? '-', options);
  if (file !== undefined) throw new UsageError('Give either a file or --from.');
  return options.from === 'vault' ? importVault(options) : importFromOther(options);
};

/** The most versions of a secret that one request lists. */
const maxVersions = 1000;

const collect = (text: string, former: readonly string[]): readonly string[] => [...former, text];

const readVersions = (text: string): number => {
  if (!/^[1-9]\d{0,3}$/.test(text) || Number(text) > maxVersions)
    throw new InvalidArgumentError(`Use a number from 1 to ${maxVersions}.`);
  return Number(text);
};

export const importCommand = (): Command =>
  new Command('import')
    .argument('[file]', 'a file of variables, JSON, YAML or an encrypted project; by default standard input, like -')
    .option('--project <id or slug>', 'the project to import into; with --from infisical, the only one of the source')
    .option('--env <slug>', 'the environment, if the file does not name it')
    .option('--path <path>', 'the folder; by default the root')
    .addOption(new Option('--format <format>', 'the format; by default that of the file name').choices(formats))
    .option('--passphrase-file <file>', 'a file with the passphrase of an encrypted project')
    .addOption(
      new Option('--from <server>', 'import from another server instead of a file').choices(['infisical', 'vault']),
    )
    .option('--source-url <url>', 'the URL of that server')
    .option(
      '--versions <number>',
      'how many versions of each secret to import from another server: by default 10, from vault 1',
      readVersions,
    )
    .option(
      '--mount <path>',
      'from vault: only this mount, such as secret, or secret:1 for version 1; repeatable',
      collect,
      [],
    )
    .option('--environments-from-path', 'from vault: the first part of each path is the environment')
    .option('--auth-path <path>', 'from vault: where AppRole is mounted', 'approle')
    .option('--in-parts', 'import in several steps, each all or nothing, if it is too large for one')
    .option('--dry-run', 'show only the plan')
    .option('--yes', 'do not ask')
    .addOption(serverUrl())
    .addHelpText(
      'after',
      `${credentialHelp}

A file goes where .sallyport.json in this directory or above says, without --project, --env and --path.
SALLYPORT_PASSPHRASE is the passphrase. SOURCE_TOKEN is the token of the source, and SOURCE_URL its URL; a server with
the API of Vault is also given SOURCE_ROLE_ID and SOURCE_SECRET_ID instead of a token, and SOURCE_NAMESPACE.

Example: sallyport import dev.env --project rockets --env dev
         sallyport import --from vault --source-url https://vault.example.com:8200 --mount secret --project rockets --env prod`,
    )
    .action(runImport);
