import { isUtf8 } from 'node:buffer';
import { readFileSync, statSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { StartError } from '../platform/errors.ts';
import { formatOf, formats, parseValues, type BaseFolder, type Format } from './import-export/documents.ts';
import { ApiClient, findProject } from './server/client.ts';
import { connect, serverUrl } from './server/connection.ts';
import { importFromInfisical } from './import-export/from-infisical.ts';
import { readPassphrase } from './import-export/passphrase.ts';
import { sendImport, type ImportBody, type ImportResult } from './import-export/parts.ts';
import { openProjectFile, readHeader } from './import-export/project-file.ts';
import { confirm, note, printable, Progress } from './terminal.ts';
import { readServerUrl, readToken, UsageError } from './usage.ts';

interface Options {
  readonly url?: string;
  readonly from?: 'infisical';
  readonly sourceUrl?: string;
  readonly versions: number;
  readonly project?: string;
  readonly env?: string;
  readonly path: string;
  readonly format?: Format;
  readonly passphraseFile?: string;
  readonly inParts?: true;
  readonly dryRun?: true;
  readonly yes?: true;
}

/** The largest input, in bytes. */
const maxInput = 268_435_456;

const tooLarge = () => new UsageError(`The input has more than ${maxInput} bytes.`);

/** Decodes the input; replacing what is not UTF-8 would alter secrets. */
const decode = (bytes: Buffer): string => {
  if (isUtf8(bytes)) return bytes.toString().replace(/^\ufeff/, '');
  let line = 1;
  for (let start = 0; start < bytes.length; line += 1) {
    const end = bytes.indexOf('\n', start);
    const next = end < 0 ? bytes.length : end + 1;
    if (!isUtf8(bytes.subarray(start, next))) break;
    start = next;
  }
  throw new UsageError(`Line ${line}: the input is not UTF-8.`);
};

const readStandardInput = async (): Promise<string> => {
  if (process.stdin.isTTY) throw new UsageError('Name a file, or send the input to standard input.');
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxInput) throw tooLarge();
    chunks.push(chunk);
  }
  return decode(Buffer.concat(chunks));
};

const readInput = async (file: string): Promise<string> => {
  if (file === '-') return readStandardInput();
  try {
    if (statSync(file).size > maxInput) throw tooLarge();
    return decode(readFileSync(file));
  } catch (error) {
    throw error instanceof UsageError ? error : new UsageError(`${file} cannot be read.`, { cause: error });
  }
};

const folderRef = ({ env, path }: Options): BaseFolder => ({ environment: env, path });

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

/** How many names of a plan are printed. */
const maxNames = 200;

const counts = ({ created, changed, unchanged }: ImportResult): string => `+ ${created}, ~ ${changed}, = ${unchanged}`;

const describe = (plan: ImportResult): string => {
  const lines = [
    ...plan.environments.map((slug) => `+ environment ${slug}`),
    ...plan.tags.map((slug) => `+ tag ${slug}`),
    ...plan.folders.flatMap(({ environment, path, isNew, created, changed, imports }) => {
      const at = `${environment}:${path}`;
      return [
        ...(isNew && path !== '/' ? [`+ folder ${at}`] : []),
        ...created.map((name) => `+ ${at} ${name}`),
        ...changed.map((name) => `~ ${at} ${name}`),
        ...imports.map((source) => `+ import of ${source.environment}:${source.path} in ${at}`),
      ];
    }),
  ];
  const rest = lines.length > maxNames ? [`and ${lines.length - maxNames} more`] : [];
  return [...lines.slice(0, maxNames), ...rest, counts(plan)].map(printable).join('\n');
};

const isEmpty = ({ created, changed, environments, tags, folders }: ImportResult): boolean =>
  created + changed + environments.length + tags.length === 0 &&
  folders.every(({ isNew, imports }) => !isNew && imports.length === 0);

/** Shows the plan, asks, and imports. */
const planAndImport = async (client: ApiClient, body: ImportBody, project: string, options: Options): Promise<void> => {
  const { id } = await findProject(client, project);
  const inParts = options.inParts ?? false;
  const plan = await sendImport(client, id, body, { dryRun: true, inParts });
  console.log(describe(plan));
  if (options.dryRun) return;
  if (isEmpty(plan)) {
    note('There is nothing to change.');
    return;
  }
  if (!options.yes && !(await confirm('Import?'))) throw new StartError('Nothing was changed.');
  const progress = new Progress();
  const onPart = (done: number, total: number): void => {
    if (total > 1) progress.show(done, total, `importing part ${done + 1} of ${total}`);
  };
  const result = await sendImport(client, id, body, { dryRun: false, inParts, onPart });
  progress.end();
  note(`Imported: ${counts(result)}`);
};

const importFile = async (file: string, options: Options): Promise<void> => {
  if (options.project === undefined) throw new UsageError('Name the project with --project.');
  const client = connect(options);
  if (file === '-' && !options.yes && !options.dryRun)
    throw new UsageError('Standard input is the input, so it cannot answer a question. Give --yes, or --dry-run.');
  await planAndImport(client, await readBody(file, options), options.project, options);
};

const sourceUrl = ({ sourceUrl: url = process.env.SOURCE_URL }: Options): string => {
  if (!url) throw new UsageError('Name the source with --source-url or SOURCE_URL.');
  return readServerUrl(url, '--source-url');
};

const importFromServer = (options: Options): Promise<void> =>
  importFromInfisical({
    source: new ApiClient(sourceUrl(options), readToken('SOURCE_TOKEN', 'of the source')),
    target: connect(options),
    project: options.project,
    versions: options.versions,
    isDryRun: options.dryRun ?? false,
    isConfirmed: options.yes ?? false,
  });

const runImport = (file: string | undefined, options: Options): Promise<void> => {
  if (options.from === undefined) return importFile(file ?? '-', options);
  if (file !== undefined) throw new UsageError('Give either a file or --from.');
  return importFromServer(options);
};

/** The most versions of a secret that one request lists. */
const maxVersions = 1000;

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
    .option('--path <path>', 'the folder', '/')
    .addOption(new Option('--format <format>', 'the format; by default that of the file name').choices(formats))
    .option('--passphrase-file <file>', 'a file with the passphrase of an encrypted project')
    .addOption(new Option('--from <server>', 'import from another server instead of a file').choices(['infisical']))
    .option('--source-url <url>', 'the URL of that server')
    .option('--versions <number>', 'how many versions of each secret to import from another server', readVersions, 10)
    .option('--in-parts', 'import in several steps, each all or nothing, if it is too large for one')
    .option('--dry-run', 'show only the plan')
    .option('--yes', 'do not ask')
    .addOption(serverUrl())
    .addHelpText(
      'after',
      '\nSALLYPORT_TOKEN is the token, unless you have logged in with `sallyport login`;\nSALLYPORT_PASSPHRASE is the passphrase;\nSOURCE_TOKEN is the token of the source, and SOURCE_URL its URL.',
    )
    .action(runImport);
