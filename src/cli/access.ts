import { Command } from 'commander';
import { addCommands, type LazyCommand } from './commands.ts';

const commands: Readonly<Record<string, LazyCommand>> = {
  explain: {
    description: 'Say whether somebody is allowed an action, and why.',
    load: async () => (await import('./access-explain.ts')).explainCommand(),
  },
  who: {
    description: 'List who is allowed an action, through what, and until when.',
    load: async () => (await import('./access-who.ts')).whoCommand(),
  },
};

export const accessCommand = (): Promise<Command> => addCommands(new Command('access'), commands);
