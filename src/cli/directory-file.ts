import { readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../platform/errors.ts';

/** What the file of a directory names, for the commands that are run in it or below. */
export interface DirectorySettings {
  /** The file that was read. */
  readonly file: string;
  /** The id or the slug. */
  readonly project: string;
  readonly environment?: string;
  readonly path?: string;
  /** Whether the environment depends on the branch, which only Infisical's command line reads. */
  readonly dependsOnBranch?: boolean;
}

export const directoryFile = '.sallyport.json';
const infisicalFile = '.infisical.json';

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

type Values = Readonly<Record<string, unknown>>;

const ownSettings = ({ project, environment, path }: Values): Omit<DirectorySettings, 'file'> | undefined =>
  isText(project) ? { project, ...(isText(environment) && { environment }), ...(isText(path) && { path }) } : undefined;

const infisicalSettings = (values: Values): Omit<DirectorySettings, 'file'> | undefined => {
  const { workspaceId: project, defaultEnvironment, gitBranchToEnvironmentMapping: branches } = values;
  if (!isText(project)) return undefined;
  const dependsOnBranch = typeof branches === 'object' && branches !== null && Object.keys(branches).length > 0;
  if (dependsOnBranch) return { project, dependsOnBranch };
  return { project, ...(isText(defaultEnvironment) && { environment: defaultEnvironment }) };
};

const readText = (file: string): string | undefined => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code!)) return undefined;
    throw new StartError(`${file} cannot be read.`, { cause: error });
  }
};

const parse = (text: string): Values => {
  try {
    return (JSON.parse(text) ?? {}) as Values;
  } catch {
    return {};
  }
};

const readIn = (directory: string): DirectorySettings | undefined => {
  for (const [name, read] of [
    [directoryFile, ownSettings],
    [infisicalFile, infisicalSettings],
  ] as const) {
    const file = join(directory, name);
    const text = readText(file);
    if (text === undefined) continue;
    const settings = read(parse(text));
    if (!settings) throw new StartError(`${file} does not name a project. Write it again with: sallyport init`);
    return { file, ...settings };
  }
  return undefined;
};

const ownerOf = (directory: string): number => statSync(directory).uid;

/**
 * Reads `.sallyport.json`, or `.infisical.json`, of a directory or the nearest one above it that belongs to the same
 * user: a file in a directory such as `/tmp`, which somebody else may have written, must not decide where secrets go.
 */
export const readDirectoryFile = (from = process.cwd()): DirectorySettings | undefined => {
  const owner = ownerOf(from);
  for (let directory = from; ownerOf(directory) === owner; directory = dirname(directory)) {
    const settings = readIn(directory);
    if (settings || directory === dirname(directory)) return settings;
  }
  return undefined;
};
