import { existsSync } from 'node:fs';
import type { Config } from './config.ts';
import { Keyring, type RootKey } from './platform/crypto/keys.ts';
import { loadRootKeyFile, readRootKeyFile } from './platform/crypto/root-key-file.ts';
import {
  ensurePrivateFile,
  inDataDirectory,
  openDataDirectory,
  rootKeyFileIn,
} from './platform/db/sqlite/data-directory.ts';
import type { Location } from './platform/db/open.ts';

export interface Storage {
  readonly location: Location;
  readonly keyring: Keyring;
  readonly release: () => void;
}

/** The root keys of a server with these settings, without creating one; none if its key file does not exist yet. */
export const existingRootKeys = ({ database, rootKeys }: Config): readonly RootKey[] => {
  if (rootKeys.length > 0 || database.kind === 'postgres') return rootKeys;
  const file = rootKeyFileIn(database.directory);
  return existsSync(file) ? [readRootKeyFile(file)] : [];
};

/** Takes hold of where the data is, and of the key that it needs. */
export const openStorage = ({ database, rootKeys }: Config): Storage => {
  if (database.kind === 'postgres') {
    return { location: database, keyring: new Keyring(rootKeys as [RootKey, ...RootKey[]]), release: () => undefined };
  }
  const directory = openDataDirectory(database.directory);
  try {
    const keys = inDataDirectory(database.directory, () =>
      rootKeys.length > 0 ? rootKeys : [loadRootKeyFile(directory.rootKeyFile, directory.databaseFile)],
    );
    inDataDirectory(database.directory, () => ensurePrivateFile(directory.databaseFile));
    return {
      location: { kind: 'sqlite', file: directory.databaseFile },
      keyring: new Keyring(keys as [RootKey, ...RootKey[]]),
      release: directory.release,
    };
  } catch (error) {
    directory.release();
    throw error;
  }
};
