import { Command } from 'commander';
import { exitsOnMisuse } from './usage.ts';

/** A command that is loaded only when it is used. */
export interface LazyCommand {
  readonly description: string;
  readonly load: () => Promise<Command>;
}

/** Whether the command line names the command, or needs to know all of them. */
const isNeeded = (name: string): boolean =>
  process.argv.includes(name) || ['completion', 'man'].includes(process.argv[2] ?? '');

/**
 * Adds commands, and loads those that the command line names: loading all of them takes several times as long as most
 * of them run (`npm run bench:start`).
 */
export const addCommands = async (
  parent: Command,
  commands: Readonly<Record<string, LazyCommand>>,
): Promise<Command> => {
  for (const [name, { description, load }] of Object.entries(commands)) {
    const command = isNeeded(name) ? await load() : new Command(name);
    parent.addCommand(exitsOnMisuse(command).description(description));
  }
  return parent;
};
