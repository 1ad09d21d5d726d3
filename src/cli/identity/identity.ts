import { Command } from 'commander';
import { addCommands, type LazyCommand } from '../commands.ts';

const commands: Readonly<Record<string, LazyCommand>> = {
  create: {
    description: 'Create a machine identity that may read a project, and print what a program needs to use it.',
    load: async () => (await import('./create.ts')).createCommand(),
  },
  list: {
    description: 'List the machine identities of a project.',
    load: async () => (await import('./list.ts')).listCommand(),
  },
  auth: {
    description: 'Let a machine identity log in with what it has already, such as the token of a CI job.',
    load: async () => (await import('./auth.ts')).authCommand(),
  },
  token: {
    description: 'Create an access token for a program that cannot log in.',
    load: async () => (await import('./token.ts')).tokenCommand(),
  },
  rm: {
    description: 'Delete a machine identity of a project, with its credentials.',
    load: async () => (await import('./rm.ts')).rmCommand(),
  },
};

export const identityCommand = (): Promise<Command> => addCommands(new Command('identity'), commands);
