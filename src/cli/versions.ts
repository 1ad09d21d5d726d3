import { Argument, Command, InvalidArgumentError } from 'commander';
import type { Reply } from '../contract.ts';
import { StartError } from '../platform/errors.ts';
import { findFolder, folderText, withFolder, type FolderOptions } from './folder-options.ts';
import { findSecret, valueText } from './secrets/reading.ts';
import { RefusedByServer, type ApiClient } from './server/client.ts';
import { connect } from './server/connection.ts';
import { asJson, shortTime, table } from './table.ts';
import { note, requireYes } from './terminal.ts';
import { limitOption } from './usage.ts';

interface ListOptions extends FolderOptions {
  readonly values?: true;
  readonly limit: number;
  readonly json?: true;
}

interface RestoreOptions extends FolderOptions {
  readonly yes?: true;
}

type Facts = Reply<'listSecretVersionFacts'>['secretVersions'][number];
type Version = Omit<Facts, 'isRedacted' | `redacted${string}`> & { readonly secretValue?: string };

/** The newest versions; values are read, and their reading recorded in the audit log, only if they are wanted. */
const readVersions = async (
  client: ApiClient,
  secretId: string,
  { values, limit }: ListOptions,
): Promise<readonly Version[]> => {
  const call = { params: { secretId }, query: { limit } };
  return values
    ? (await client.call('listSecretVersions', call)).secretVersions
    : (await client.call('listSecretVersionFacts', call)).secretVersions;
};

const rowOf = ({ version, createdAt, actor, secretKey, secretValueHidden, secretValue }: Version): string[] => [
  String(version),
  shortTime(createdAt),
  actor.name ?? '',
  secretKey,
  ...(secretValue === undefined ? [] : [valueText({ secretValueHidden, secretValue })]),
];

const factsOf = ({ version, createdAt, actor, secretKey, secretValueHidden, secretValue }: Version) => ({
  version,
  createdAt,
  by: actor.name,
  name: secretKey,
  ...(secretValue !== undefined && { value: secretValueHidden ? null : secretValue }),
});

const list = async (name: string, options: ListOptions): Promise<void> => {
  const client = connect(options);
  const folder = await findFolder(client, options);
  const { id, version: newest } = await findSecret(client, folder, name);
  const versions = await readVersions(client, id, options);
  if (options.json) return console.log(asJson(versions.map(factsOf)));
  console.log(table(['VERSION', 'WRITTEN', 'BY', 'NAME', ...(options.values ? ['VALUE'] : [])], versions.map(rowOf)));
  const oldest = versions.at(-1)?.version ?? newest;
  if (oldest > 1 && versions.length === options.limit) note('There are older ones: --limit');
};

const readVersion = (text: string): number => {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError('Use the number of a version, such as 1.');
  return Number(text);
};

const restore = async (name: string, version: number, options: RestoreOptions): Promise<void> => {
  const client = connect(options);
  const folder = await findFolder(client, options);
  const { id, version: newest } = await findSecret(client, folder, name);
  if (version >= newest)
    throw new StartError(
      version === newest
        ? `${name} has this version already.`
        : `${name} has no version ${version}. Its newest one is ${newest}.`,
    );
  await requireYes(`Restore version ${version} of ${name} in ${folderText(folder)}?`, options);
  const params = { secretId: id, version };
  const { secret, approval } = await client.call('restoreSecretVersion', { params }).catch((error: unknown) => {
    if (!(error instanceof RefusedByServer && error.status === 404)) throw error;
    throw new StartError(`${name} has no version ${version}. To see which there are: sallyport versions list ${name}`);
  });
  const what = `version ${version} of ${name} in ${folderText(folder)}`;
  note(
    secret
      ? `Restored: ${what}, as version ${secret.version}.`
      : `Requested: ${what}. It is restored when the change request ${approval!.slug} is approved and merged.`,
  );
};

export const versionsCommand = (): Command =>
  new Command('versions')
    .addCommand(
      withFolder(new Command('list'))
        .description('List the versions of a secret, the newest first.')
        .argument('<name>', 'the name of the secret')
        .option('--values', 'also print the values')
        .addOption(limitOption('the most versions, the newest', 20, 1000))
        .option('--json', 'print JSON')
        .addHelpText('after', '\nExample: sallyport versions list DATABASE_URL --env prod')
        .action(list),
    )
    .addCommand(
      withFolder(new Command('restore'))
        .description('Restore an old version of a secret, as a new one.')
        .argument('<name>', 'the name of the secret')
        .addArgument(new Argument('<version>', 'the number of the version').argParser(readVersion))
        .option('--yes', 'do not ask')
        .addHelpText('after', '\nExample: sallyport versions restore DATABASE_URL 3 --env prod')
        .action(restore),
    );
