import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { StartError } from '../platform/errors.ts';
import { commandGroups } from './command-groups.ts';
import { addCommands } from './commands.ts';
import { needsNewerNode, runWithNewerNode } from './newer-node.ts';
import { note } from './terminal.ts';
import { exitsOnMisuse, UsageError } from './usage.ts';

// A dependency calls url.parse, of which Node 24 and newer would warn whoever runs the server.
process.noDeprecation = !process.traceDeprecation;

const run = async (): Promise<void> => {
  const program = new Command('sallyport')
    .description(packageJson.description)
    .version(packageJson.version)
    // What follows the program of `run` belongs to that program.
    .enablePositionalOptions()
    .addHelpText(
      'after',
      '\nExample: sallyport login && sallyport init && sallyport run -- node server.js\n\nSettings of the server come from the environment: `sallyport serve --help` lists them.\nThe official CLI of Infisical works as well: `infisical --domain <URL of the server>`.',
    );
  for (const [heading, commands] of Object.entries(commandGroups)) {
    program.commandsGroup(heading);
    await addCommands(program, commands);
  }
  program.helpCommand(true);
  exitsOnMisuse(program);
  await program.parseAsync();
};

// A reader such as `head` may have read enough. A server goes on without its log.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  if (process.argv[2] !== 'serve') process.exit(0);
});

(needsNewerNode() ? runWithNewerNode() : run()).catch((error: unknown) => {
  // A StartError is a message for the operator; anything else is a bug, printed with its stack.
  if (error instanceof StartError) note(error.message);
  else console.error(error);
  process.exitCode = error instanceof UsageError ? 2 : 1;
});
