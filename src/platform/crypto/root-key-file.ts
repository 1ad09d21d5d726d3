import { closeSync, existsSync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { StartError } from '../errors.ts';
import { parseRootKey, type RootKey } from './keys.ts';
import { secretBytes } from './random-secrets.ts';

const create = (file: string): void => {
  const handle = openSync(file, 'wx', 0o600);
  try {
    writeSync(handle, `${secretBytes(32).toString('base64')}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
};

export const readRootKeyFile = (file: string): RootKey => {
  const key = parseRootKey(readFileSync(file, 'utf8').trim());
  if (!key) throw new StartError(`${file} does not contain a root key (32 bytes in base64 or hexadecimal).`);
  return key;
};

/** Loads the root key of an embedded server; generates it if neither the key nor the database exists yet. */
export const loadRootKeyFile = (file: string, databaseFile: string): RootKey => {
  if (!existsSync(file)) {
    if (existsSync(databaseFile) && statSync(databaseFile).size > 0) {
      throw new StartError(
        `The database ${databaseFile} exists, but its root key ${file} does not. Restore the key file, or set ROOT_KEY; without the key, encrypted data cannot be read.`,
      );
    }
    create(file);
  }
  return readRootKeyFile(file);
};
