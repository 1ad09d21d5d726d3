import { existsSync, realpathSync } from 'node:fs';
import { delimiter, join, relative } from 'node:path';
import { isSea } from 'node:sea';
import { fileURLToPath } from 'node:url';

const isSameFile = (first: string, second: string): boolean =>
  existsSync(first) && realpathSync(first) === realpathSync(second);

/** The name that the program was called by, if a shell finds the program by it; otherwise its full path. */
const typedName = (name: string, file: string): string => {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const programFile = /[\\/]/.test(name)
    ? name
    : folders.map((folder) => join(folder, name)).find((path) => existsSync(path));
  return programFile !== undefined && isSameFile(programFile, file) ? name : file;
};

/** The relative path of a file below the working directory, unless it would look like an option. */
const shortPath = (file: string): string => {
  const path = relative(process.cwd(), file);
  return /^(\.\.|-|[\\/])/.test(path) ? file : path;
};

/** The program file, or the link that it was started through. `npm start` runs another file, which loads it. */
const ownFile = (): string => {
  const file = fileURLToPath(import.meta.url);
  const started = process.argv[1] ?? file;
  return isSameFile(started, file) ? started : file;
};

/** A word as a shell takes it. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** The shell command that runs this program from this directory, without a lookup by a package manager. */
export const programCommand = (): string => {
  const program = typedName(process.argv0, process.execPath);
  return (isSea() ? [program] : [program, shortPath(ownFile())]).map(quoted).join(' ');
};
