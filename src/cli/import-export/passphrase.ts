import { readFileSync } from 'node:fs';
import { UsageError } from '../usage.ts';
import { askSecret, isInteractive } from '../terminal.ts';

const minLength = 12;
const maxLength = 1024;

const check = (passphrase: string): string => {
  if (passphrase.length < minLength || passphrase.length > maxLength)
    throw new UsageError(`The passphrase must have ${minLength} to ${maxLength} characters.`);
  return passphrase;
};

const readFile = (file: string): string => {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (cause) {
    throw new UsageError(`The passphrase cannot be read from ${file}.`, { cause });
  }
};

/** Reads the passphrase from the file, from SALLYPORT_PASSPHRASE, or from the terminal; a new one is asked for twice. */
export const readPassphrase = async (file: string | undefined, { isNew }: { isNew: boolean }): Promise<string> => {
  const given = file === undefined ? process.env.SALLYPORT_PASSPHRASE : readFile(file);
  if (given) return check(given);
  if (!isInteractive())
    throw new UsageError('Provide the passphrase in SALLYPORT_PASSPHRASE, or in a file with --passphrase-file.');
  const passphrase = check(await askSecret('Passphrase: '));
  if (isNew && (await askSecret('Again: ')) !== passphrase) throw new UsageError('The passphrases differ.');
  return passphrase;
};
