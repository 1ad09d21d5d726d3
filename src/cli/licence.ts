import { Command } from 'commander';
import { addCommands, type LazyCommand } from './commands.ts';

const commands: Readonly<Record<string, LazyCommand>> = {
  keygen: {
    description:
      'For vendors, who license the servers of others: generate the key pair that signs and verifies licences.',
    load: async () => (await import('./licence-keygen.ts')).keygenCommand(),
  },
  issue: {
    description: 'Issue a licence: for your own server with --own; for vendors, with --key.',
    load: async () => (await import('./licence-issue.ts')).issueCommand(),
  },
  show: {
    description:
      'Show a licence, or the one that a server with these settings uses; exits with 1 and the reason if it is not valid.',
    load: async () => (await import('./licence-show.ts')).showCommand(),
  },
};

export const licenceCommand = (): Promise<Command> => addCommands(new Command('licence'), commands);
