import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';

const isSameFile = (one: string, other: string): boolean =>
  existsSync(one) && realpathSync(one) === realpathSync(other);

/** The name that the program was called by, if a shell finds the program by it here; otherwise its whole path. */
const typedName = (name: string, file: string): string => {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const found = /[\\/]/.test(name)
    ? name
    : folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  return found !== undefined && isSameFile(found, file) ? name : file;
};

/** Relative for what is below the working directory, unless it would look like an option. */
const shortPath = (file: string): string => {
  const path = relative(process.cwd(), file);
  return /^(\.\.|-|[\\/])/.test(path) ? file : path;
};

/** The one file, by the link that it was started through if it was one. `npm start` starts another, which loads it. */
const ownFile = (): string => {
  const file = fileURLToPath(import.meta.url);
  const started = process.argv[1] ?? file;
  return isSameFile(started, file) ? started : file;
};

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);

/**
 * What to type in a shell in this directory to run this very program; never a name that a package manager would look up
 * elsewhere.
 */
export const ownCommand = (): string => {
  const program = typedName(process.argv0, process.execPath);
  return (isSea() ? [program] : [program, shortPath(ownFile())]).map(quoted).join(' ');
};
