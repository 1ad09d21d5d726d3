import { Command } from 'commander';

/** A command that is loaded only when it is used. */
export interface LazyCommand {
  readonly description: string;
  readonly load: () => Promise<Command>;
}

/**
 * Adds commands, and loads those that the command line names: loading all of them takes several times as long as most
 * of them run (`npm run bench:start`).
 */
export const addCommands = async (
  parent: Command,
  commands: Readonly<Record<string, LazyCommand>>,
): Promise<Command> => {
  for (const [name, { description, load }] of Object.entries(commands)) {
    const command = process.argv.includes(name) ? await load() : new Command(name);
    parent.addCommand(command.description(description));
  }
  return parent;
};
