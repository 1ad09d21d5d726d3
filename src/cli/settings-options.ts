import type { Command } from 'commander';
import { settings } from '../settings.ts';
import { UsageError } from './usage.ts';

interface Options {
  readonly port?: string;
  readonly dataDir?: string;
  readonly envFile?: string;
}

/** Reads a file of variables; those that the environment has already stay as they are. */
const loadFile = (file: string): void => {
  try {
    process.loadEnvFile(file);
  } catch (cause) {
    throw new UsageError(`--env-file: ${file} cannot be read.`, { cause });
  }
};

/** Options become variables of the environment, which processes that this one starts inherit. */
const apply = ({ port, dataDir, envFile }: Options): void => {
  if (port !== undefined) process.env.PORT = port;
  if (dataDir !== undefined) process.env.DATA_DIR = dataDir;
  if (envFile !== undefined) loadFile(envFile);
};

/** Adds the options that stand for settings to a command that reads them. */
export const withSettings = (command: Command): Command =>
  command
    .option('--data-dir <folder>', 'the directory of the data; instead of DATA_DIR')
    .option('--env-file <file>', 'a file of settings, NAME=value in each line; the environment has precedence')
    .hook('preAction', () => apply(command.opts<Options>()));

/** The settings with their defaults and meanings, for the help of a command. */
export const describeSettings = (command: Command): string => {
  const help = command.createHelp();
  const indent = '  ';
  const width = (process.stdout.isTTY ? process.stdout.columns : 100) - indent.length;
  const lines = Object.entries(settings).flatMap(([name, { fallback, about }]) => [
    fallback === '' ? name : `${name} (${fallback})`,
    ...help
      .boxWrap(about.replaceAll('`', ''), Math.max(40, width - indent.length))
      .split('\n')
      .map((line) => `${indent}${line}`),
  ]);
  return `\nSettings, from the environment, with their defaults:\n${lines.map((line) => `${indent}${line}`).join('\n')}`;
};
