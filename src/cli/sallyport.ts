import { Command } from 'commander';
import packageJson from '../../package.json' with { type: 'json' };
import { StartError } from '../platform/errors.ts';
import { addCommands, type LazyCommand } from './commands.ts';
import { needsNewerNode, runWithNewerNode } from './newer-node.ts';
import { note } from './terminal.ts';
import { exitsOnMisuse, UsageError } from './usage.ts';

// A dependency calls url.parse, of which Node 24 and newer would warn whoever runs the server.
process.noDeprecation = !process.traceDeprecation;

const commands: Readonly<Record<string, LazyCommand>> = {
  serve: {
    description: 'Run the server until it is stopped.',
    load: async () => (await import('./serve.ts')).serveCommand(),
  },
  bootstrap: {
    description: 'Create the first organization and administrator of a running server; works once.',
    load: async () => (await import('./bootstrap.ts')).bootstrapCommand(),
  },
  migrate: {
    description: 'Migrate the database schema, as `serve` does when it starts.',
    load: async () => (await import('./migrate.ts')).migrateCommand(),
  },
  backup: {
    description:
      'Copy the database to a file, also while the server runs; without the root key. With PostgreSQL, print the command for it.',
    load: async () => (await import('./backup.ts')).backupCommand(),
  },
  restore: {
    description:
      'Restore a backup into an empty data directory. Provide the root key first: in DATA_DIR/root.key, or as ROOT_KEY.',
    load: async () => (await import('./restore.ts')).restoreCommand(),
  },
  doctor: {
    description: 'Check the settings, the files, the root key and the database, and print what to do. Changes nothing.',
    load: async () => (await import('./doctor.ts')).doctorCommand(),
  },
  health: {
    description: 'Check whether the server with these settings is ready; exits with 1 if it is not. For containers.',
    load: async () => (await import('./health.ts')).healthCommand(),
  },
  'reset-password': {
    description: 'Set a new password for a user and end their sessions; a server on SQLite must be stopped first.',
    load: async () => (await import('./reset-password.ts')).resetPasswordCommand(),
  },
  'reset-second-factor': {
    description: 'Remove the second factor of a user and end their sessions; a server on SQLite must be stopped first.',
    load: async () => (await import('./reset-second-factor.ts')).resetSecondFactorCommand(),
  },
  'rotate-keys': {
    description: 'Replace all keys of a running server, and show the progress; continues an interrupted rotation.',
    load: async () => (await import('./rotate-keys.ts')).rotateKeysCommand(),
  },
  events: {
    description: 'Follow the changes of the secrets of a project, and run a command on each change.',
    load: async () => (await import('./events.ts')).eventsCommand(),
  },
  import: {
    description:
      'Import secrets from a file or from standard input; shows the plan first, then does all of it or nothing.',
    load: async () => (await import('./import.ts')).importCommand(),
  },
  export: {
    description: 'Export the secrets of a folder or a project to a file or standard output.',
    load: async () => (await import('./export.ts')).exportCommand(),
  },
  access: {
    description: 'Explain what somebody is allowed in a project, and list who is allowed something.',
    load: async () => (await import('./access.ts')).accessCommand(),
  },
  grant: {
    description: 'Allow a user or a machine identity something in a project, for a time.',
    load: async () => (await import('./grant.ts')).grantCommand(),
  },
  revoke: {
    description: 'End what was granted.',
    load: async () => (await import('./grant.ts')).revokeCommand(),
  },
  audit: {
    description: 'Show what happened: entries of the audit log, also live.',
    load: async () => (await import('./audit.ts')).auditCommand(),
  },
  project: {
    description: 'Create and list projects.',
    load: async () => (await import('./project.ts')).projectCommand(),
  },
  login: {
    description: 'Log in to a server with a browser or a password, for the other commands.',
    load: async () => (await import('./login.ts')).loginCommand(),
  },
  logout: {
    description: 'End the session of `login`, and delete its file.',
    load: async () => (await import('./login.ts')).logoutCommand(),
  },
  licence: {
    description: 'Generate keys, and issue and show licences.',
    load: async () => (await import('./licence.ts')).licenceCommand(),
  },
  completion: {
    description: 'Print a script by which bash, zsh or fish completes commands and options.',
    load: async () => (await import('./completion.ts')).completionCommand(),
  },
  openapi: {
    description: 'Print the contract (OpenAPI 3, JSON), as the server serves it at /api/openapi.json.',
    load: async () => (await import('./openapi.ts')).openapiCommand(),
  },
};

const run = async (): Promise<void> => {
  const program = new Command('sallyport')
    .description(packageJson.description)
    .version(packageJson.version)
    .addHelpText(
      'after',
      '\nSettings come from the environment: `sallyport serve --help` lists them.\nFor the daily work with secrets, use the official CLI of Infisical: `infisical --domain <URL of the server>`.',
    );
  exitsOnMisuse(await addCommands(program, commands));
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
