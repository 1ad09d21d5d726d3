import { Command } from 'commander';
import { addCommands, type LazyCommand } from '../commands.ts';

const commands: Readonly<Record<string, LazyCommand>> = {
  list: {
    description: 'List the secrets of a folder, without their values.',
    load: async () => (await import('./list.ts')).listCommand(),
  },
  get: {
    description: 'Print the value of a secret, or of several as NAME=value.',
    load: async () => (await import('./get.ts')).getCommand(),
  },
  set: {
    description: 'Create or change secrets.',
    load: async () => (await import('./set.ts')).setCommand(),
  },
  rm: {
    description: 'Delete secrets; they can be restored from the trash.',
    load: async () => (await import('./rm.ts')).rmCommand(),
  },
  diff: {
    description: 'Compare the secrets of two environments.',
    load: async () => (await import('./diff.ts')).diffCommand(),
  },
  copy: {
    description: 'Copy secrets from one environment to another.',
    load: async () => (await import('./copy.ts')).copyCommand(),
  },
};

export const secretsCommand = (): Promise<Command> => addCommands(new Command('secrets'), commands);
