import { Command } from 'commander';
import { readDirectoryFile } from './directory-file.ts';
import { clientOf, findConnection, withServer, type ConnectionOptions } from './server/connection.ts';
import { asJson, pairs, shortTime } from './table.ts';
import { claimsOf } from './token-claims.ts';

interface Options extends ConnectionOptions {
  readonly json?: true;
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

const whoAmI = async (options: Options): Promise<void> => {
  const connection = findConnection(options, 'of a user or a machine identity');
  const client = clientOf(connection);
  // Also checks the token.
  const { organizations } = await client.call('listOrganizations');
  const claims = claimsOf(await connection.credential.get());
  const identity = textOf(claims.identityName);
  const name = identity ?? (await client.call('getOwnAccount')).user.username;
  const organizationId = textOf(claims.organizationId) ?? textOf(claims.orgId);
  const organization = organizations.find(({ id }) => id === organizationId) ?? organizations[0];
  const ends = typeof claims.exp === 'number' ? shortTime(new Date(claims.exp * 1000).toISOString()) : undefined;
  const directory = readDirectoryFile();
  const facts = {
    name,
    type: identity === undefined ? 'user' : 'identity',
    organization: organization?.name,
    server: connection.url,
    through: connection.credential.origin,
    'token ends': ends,
    directory: directory && [directory.project, directory.environment, directory.path].filter(Boolean).join(':'),
  };
  console.log(options.json ? asJson({ ...facts, 'token ends': undefined, tokenEnds: ends }) : pairs(facts));
};

export const whoAmICommand = (): Command =>
  withServer(new Command('whoami'))
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample: sallyport whoami')
    .action(whoAmI);
