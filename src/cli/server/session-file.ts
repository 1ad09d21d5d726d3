import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { StartError } from '../../platform/errors.ts';

/** The session of `sallyport login`; its token is only for the server with this URL. */
export interface SavedSession {
  readonly url: string;
  readonly email: string;
  readonly token: string;
}

/** The file of the session, in the user's configuration folder. */
export const sessionFile = (): string => {
  const { XDG_CONFIG_HOME: folder = '' } = process.env;
  return join(isAbsolute(folder) ? folder : join(homedir(), '.config'), 'sallyport', 'session.json');
};

const parse = (text: string): Partial<SavedSession> => {
  try {
    return (JSON.parse(text) ?? {}) as Partial<SavedSession>;
  } catch {
    return {};
  }
};

const isMissing = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code!);

const readText = (file: string): string | undefined => {
  try {
    // Windows has no such modes.
    if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
      throw new StartError(
        `Other users may read ${file}, so it is not used. Delete it, and log in again: sallyport login`,
      );
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error instanceof StartError ? error : new StartError(`${file} cannot be read.`, { cause: error });
  }
};

export const readSession = (): SavedSession | undefined => {
  const file = sessionFile();
  const text = readText(file);
  if (text === undefined) return undefined;
  const { url, email, token } = parse(text);
  if (typeof url !== 'string' || typeof email !== 'string' || typeof token !== 'string')
    throw new StartError(`${file} is not a session. Delete it, and log in again: sallyport login`);
  return { url, email, token };
};

/** Replaces the session at once, so that an interrupted program leaves the former one. */
export const writeSession = (session: SavedSession): void => {
  const file = sessionFile();
  const temporary = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    chmodSync(dirname(file), 0o700);
    rmSync(temporary, { force: true });
    writeFileSync(temporary, `${JSON.stringify(session, undefined, 2)}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(temporary, file);
  } catch (cause) {
    throw new StartError(`The session cannot be saved in ${file}.`, { cause });
  }
};

export const deleteSession = (): void => rmSync(sessionFile(), { force: true });
