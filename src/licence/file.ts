import { constants } from 'node:fs';
import { open, type FileHandle } from 'node:fs/promises';
import type { Config } from '../config.ts';
import type { VerifyingKey } from '../platform/crypto/signatures.ts';
import { ownLicenceFileIn } from '../platform/db/sqlite/data-directory.ts';
import { LicenceProblem, readLicence, type Licence } from './document.ts';

const maxBytes = 16_384;

const unreadable = (why: string): LicenceProblem =>
  new LicenceProblem('unreadable', `The licence file cannot be read: ${why}.`);

const problemOf = (error: unknown): LicenceProblem => {
  const { code = 'unknown' } = error as { code?: string };
  return code === 'ENOENT' ? new LicenceProblem('missing', 'The licence file does not exist.') : unreadable(code);
};

const readAll = async (handle: FileHandle): Promise<string> => {
  if (!(await handle.stat()).isFile()) throw unreadable('it is not a file');
  const { bytesRead, buffer } = await handle.read(Buffer.alloc(maxBytes + 1), 0, maxBytes + 1, 0);
  if (bytesRead > maxBytes)
    throw new LicenceProblem(
      'too-large',
      `The licence file is larger than ${maxBytes} bytes, the most that a licence can have.`,
    );
  return buffer.toString('utf8', 0, bytesRead);
};

const readText = async (file: string): Promise<string> => {
  try {
    // Non-blocking, because opening a pipe would wait for a writer.
    const handle = await open(file, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      return await readAll(handle);
    } finally {
      await handle.close();
    }
  } catch (error) {
    throw error instanceof LicenceProblem ? error : problemOf(error);
  }
};

/** Loads the licence from a file, or returns why it is not usable; does not check whether it is valid now. */
export const loadLicence = async (file: string, keys: readonly VerifyingKey[]): Promise<Licence | LicenceProblem> => {
  try {
    return readLicence(await readText(file), keys);
  } catch (error) {
    if (error instanceof LicenceProblem) return error;
    throw error;
  }
};

/** Loads the licence of a server: of LICENCE_FILE, or else the one in the data directory, which need not exist. */
export const installedLicence = async (
  { licenceFile, database }: Pick<Config, 'licenceFile' | 'database'>,
  keys: readonly VerifyingKey[],
): Promise<Licence | LicenceProblem | undefined> => {
  if (licenceFile !== null) return loadLicence(licenceFile, keys);
  if (database.kind !== 'sqlite') return undefined;
  const licence = await loadLicence(ownLicenceFileIn(database.directory), keys);
  return licence instanceof LicenceProblem && licence.refusal === 'missing' ? undefined : licence;
};
