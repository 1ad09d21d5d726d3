import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { findFolder, folderText, withFolder, type FolderOptions, type FolderReference } from '../folder-options.ts';
import { isSecretName, nameRules } from '../../formats/dotenv.ts';
import { askIfProtected, type ChangeOptions } from '../protected.ts';
import { RefusedByServer, type ApiClient } from '../server/client.ts';
import { connect } from '../server/connection.ts';
import { decodeInput, readStandardInput } from '../standard-input.ts';
import { asJson } from '../table.ts';
import { askSecret, isInteractive, note, printable } from '../terminal.ts';
import { UsageError } from '../usage.ts';
import { readSecrets, type Secret } from './reading.ts';

interface Options extends FolderOptions, ChangeOptions {
  readonly file?: string;
  readonly comment?: string;
  readonly json?: true;
}

const readFile = (file: string): string => {
  try {
    return decodeInput(readFileSync(file));
  } catch (cause) {
    throw cause instanceof UsageError ? cause : new UsageError(`${file} cannot be read.`, { cause });
  }
};

const readValue = async (name: string, file: string | undefined): Promise<string> => {
  if (file !== undefined) return readFile(file);
  if (!isInteractive()) return (await readStandardInput()).replace(/\r?\n$/, '');
  return askSecret(`Value of ${printable(name)}: `);
};

/** Reads `NAME=value`, or asks for the value of a name alone; values are not in messages. */
const readItems = async (items: readonly string[], { file }: Options): Promise<Map<string, string>> => {
  const values = new Map<string, string>();
  if (items.length > 1 && (file !== undefined || (!isInteractive() && items.some((item) => !item.includes('=')))))
    throw new UsageError('A file or standard input is the value of one secret: name one, or give NAME=value for each.');
  for (const [index, item] of items.entries()) {
    const sign = item.indexOf('=');
    const name = (sign < 0 ? item : item.slice(0, sign)).trim();
    // What is before the sign may be a part of a value, so only a name alone is shown.
    if (!isSecretName(name))
      throw new UsageError(`${sign < 0 ? name : `Argument ${index + 1}`} is not allowed as a name: ${nameRules}.`);
    if (values.has(name)) throw new UsageError(`${name} is there twice.`);
    if (sign >= 0 && file !== undefined) throw new UsageError('Give the value either as NAME=value or with --file.');
    values.set(name, sign < 0 ? await readValue(name, file) : item.slice(sign + 1));
  }
  return values;
};

/** The secrets that are there, as far as the caller may see them; somebody may write who may not read. */
const readExisting = async (client: ApiClient, folder: FolderReference): Promise<Map<string, Secret>> => {
  const { secrets } = await readSecrets(client, folder, { values: true }).catch((error: unknown) => {
    if (error instanceof RefusedByServer && error.status === 403) return { secrets: [] };
    throw error;
  });
  return new Map(secrets.map((secret) => [secret.secretKey, secret]));
};

type Outcome = 'created' | 'changed' | 'unchanged';

const outcomeOf = (secret: Secret | undefined, value: string, comment: string | undefined): Outcome => {
  if (!secret) return 'created';
  const isSame =
    !secret.secretValueHidden &&
    secret.secretValue === value &&
    (comment === undefined || comment === secret.secretComment);
  return isSame ? 'unchanged' : 'changed';
};

const set = async (items: readonly string[], options: Options): Promise<void> => {
  const client = connect(options);
  const folder = await findFolder(client, options);
  const values = await readItems(items, options);
  const existing = await readExisting(client, folder);
  const { comment } = options;
  const outcomes = [...values].map(([name, value]) => ({
    name,
    outcome: outcomeOf(existing.get(name), value, comment),
  }));
  const changes = outcomes.filter(({ outcome }) => outcome !== 'unchanged');
  if (changes.length > 0) {
    await askIfProtected(folder, `Set ${changes.map(({ name }) => name).join(', ')}`, options);
    const { project, environment, path: secretPath } = folder;
    const secrets = changes.map(({ name }) => ({
      secretKey: name,
      secretValue: values.get(name)!,
      ...(comment !== undefined && { secretComment: comment }),
    }));
    const body = { projectId: project.id, environment, secretPath, mode: 'upsert', secrets };
    await client.call('updateSecrets', { body });
  }
  if (options.json) return console.log(asJson(outcomes));
  for (const { name, outcome } of outcomes) console.log(printable(`${outcome.padEnd(9)}  ${name}`));
  note(`In ${folderText(folder)}.`);
};

export const setCommand = (): Command =>
  withFolder(new Command('set'))
    .argument('<name...>', 'NAME, which asks for the value or reads it from standard input; or NAME=value')
    .option('--file <file>', 'a file with the value')
    .option('--comment <text>', 'what it is for')
    .option('--yes', 'do not ask, also in a protected environment')
    .option('--json', 'print JSON')
    .addHelpText(
      'after',
      `
Other users of this machine can see NAME=value while the command runs, and the shell remembers it: fine for
HOST=localhost, not for a password. From standard input, a final line break is not part of the value; from a file it is.

Example: sallyport secrets set API_KEY HOST=localhost
         pass show api-key | sallyport secrets set API_KEY --env prod`,
    )
    .action(set);
