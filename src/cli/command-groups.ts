import type { LazyCommand } from './commands.ts';

/** The commands in groups, as the help lists them. */
export const commandGroups: Readonly<Record<string, Readonly<Record<string, LazyCommand>>>> = {
  'Every day:': {
    login: {
      description: 'Log in to a server with a browser or a password, for the other commands.',
      load: async () => (await import('./login.ts')).loginCommand(),
    },
    logout: {
      description: 'End the session of `login`, and delete its file.',
      load: async () => (await import('./login.ts')).logoutCommand(),
    },
    whoami: {
      description: 'Say who calls which server, and what this directory names.',
      load: async () => (await import('./whoami.ts')).whoAmICommand(),
    },
    init: {
      description: 'Name the project and the environment of this directory, for the other commands.',
      load: async () => (await import('./init.ts')).initCommand(),
    },
    run: {
      description: 'Run a program with the secrets of an environment as variables.',
      load: async () => (await import('./run/run.ts')).runCommand(),
    },
    lease: {
      description: 'Run a program with credentials of a dynamic secret, which end with the program.',
      load: async () => (await import('./leases/lease.ts')).leaseCommand(),
    },
    leases: {
      description: 'List, renew and revoke the leases of a dynamic secret, and go on revoking after a restore.',
      load: async () => (await import('./leases/leases.ts')).leasesCommand(),
    },
    secrets: {
      description: 'List, read, change, compare and copy secrets.',
      load: async () => (await import('./secrets/secrets.ts')).secretsCommand(),
    },
    folders: {
      description: 'List, create and delete folders.',
      load: async () => (await import('./folders.ts')).foldersCommand(),
    },
    imports: {
      description: 'List, create and end imports of other folders.',
      load: async () => (await import('./imports.ts')).importsCommand(),
    },
    envs: {
      description: 'List, create and delete environments.',
      load: async () => (await import('./environments.ts')).environmentsCommand(),
    },
    open: {
      description: 'Open the project or folder in the console.',
      load: async () => (await import('./open.ts')).openCommand(),
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
    events: {
      description: 'Follow the changes of the secrets of a project, and run a command on each change.',
      load: async () => (await import('./events.ts')).eventsCommand(),
    },
  },
  'What was before:': {
    history: {
      description: 'List the changes of a folder, the newest first.',
      load: async () => (await import('./history.ts')).historyCommand(),
    },
    versions: {
      description: 'List and restore the versions of a secret.',
      load: async () => (await import('./versions.ts')).versionsCommand(),
    },
    rollback: {
      description: 'Return a folder, or some of its secrets, to an earlier time; shows the plan first.',
      load: async () => (await import('./rollback.ts')).rollbackCommand(),
    },
    trash: {
      description: 'List, restore and remove what was deleted.',
      load: async () => (await import('./trash.ts')).trashCommand(),
    },
  },
  'People and programs:': {
    project: {
      description: 'Create and list projects.',
      load: async () => (await import('./project.ts')).projectCommand(),
    },
    invite: {
      description: 'Invite people to the organization and a project.',
      load: async () => (await import('./invite.ts')).inviteCommand(),
    },
    identity: {
      description: 'Create, list and delete machine identities, and how programs log in as them.',
      load: async () => (await import('./identity/identity.ts')).identityCommand(),
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
    request: {
      description: 'Ask for access, which ends by itself once it is approved.',
      load: async () => (await import('./requests.ts')).requestCommand(),
    },
    requests: {
      description: 'List the requests for access in a project.',
      load: async () => (await import('./requests.ts')).requestsCommand(),
    },
    approve: {
      description: 'Approve a request for access.',
      load: async () => (await import('./requests.ts')).approveCommand(),
    },
    reject: {
      description: 'Reject a request for access, or withdraw an own one.',
      load: async () => (await import('./requests.ts')).rejectCommand(),
    },
    audit: {
      description: 'Show what happened: entries of the audit log, also live.',
      load: async () => (await import('./audit.ts')).auditCommand(),
    },
  },
  'Certificates:': {
    authorities: {
      description: 'Create and list certificate authorities.',
      load: async () => (await import('./certificates/authorities.ts')).authoritiesCommand(),
    },
    certificates: {
      description: 'Issue, list, write to files and revoke certificates.',
      load: async () => (await import('./certificates/certificates.ts')).certificatesCommand(),
    },
  },
  'The server:': {
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
      description:
        'Check the settings, the files, the root key and the database, and print what to do. Changes nothing.',
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
      description:
        'Remove the second factor of a user and end their sessions; a server on SQLite must be stopped first.',
      load: async () => (await import('./reset-second-factor.ts')).resetSecondFactorCommand(),
    },
    'rotate-keys': {
      description: 'Replace all keys of a running server, and show the progress; continues an interrupted rotation.',
      load: async () => (await import('./rotate-keys.ts')).rotateKeysCommand(),
    },
    licence: {
      description: 'Generate keys, and issue and show licences.',
      load: async () => (await import('./licence.ts')).licenceCommand(),
    },
  },
  'This program:': {
    completion: {
      description: 'Print a script by which bash, zsh or fish completes commands and options.',
      load: async () => (await import('./completion.ts')).completionCommand(),
    },
    man: {
      description: 'Print the manual page of all commands: `sallyport man | man -l -`.',
      load: async () => (await import('./man.ts')).manCommand(),
    },
    openapi: {
      description: 'Print the contract (OpenAPI 3, JSON), as the server serves it at /api/openapi.json.',
      load: async () => (await import('./openapi.ts')).openapiCommand(),
    },
  },
};
