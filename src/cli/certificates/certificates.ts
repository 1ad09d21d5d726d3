import { Command } from 'commander';
import { addCommands, type LazyCommand } from '../commands.ts';

const commands: Readonly<Record<string, LazyCommand>> = {
  list: {
    description: 'List the certificates of a project, the newest first.',
    load: async () => (await import('./list.ts')).listCommand(),
  },
  issue: {
    description: 'Issue a certificate, and write it, its chain and its key to files.',
    load: async () => (await import('./issue.ts')).issueCommand(),
  },
  get: {
    description: 'Write a certificate with its chain and key to files.',
    load: async () => (await import('./get.ts')).getCommand(),
  },
  revoke: {
    description: 'Revoke a certificate, for good.',
    load: async () => (await import('./revoke.ts')).revokeCommand(),
  },
};

export const certificatesCommand = (): Promise<Command> => addCommands(new Command('certificates'), commands);
