import { Command } from 'commander';
import type { Reply } from '../contract.ts';
import { StartError } from '../platform/errors.ts';
import { conditionsOf } from './grant.ts';
import { namedProject, normalPath, requireFolder, withProject, type FolderOptions } from './folder-options.ts';
import { quoted } from './own-command.ts';
import { readDuration } from './period.ts';
import { RefusedByServer, type ApiClient } from './server/client.ts';
import { clientOf, findConnection } from './server/connection.ts';
import { findProject, type Project } from './server/project.ts';
import { asJson, table } from './table.ts';
import { suggestion } from './suggest.ts';
import { confirm, note, printable } from './terminal.ts';
import { UsageError } from './usage.ts';

interface CreateOptions extends FolderOptions {
  readonly for?: number;
  readonly json?: true;
}

interface ListOptions extends FolderOptions {
  readonly json?: true;
}

interface RemoveOptions extends FolderOptions {
  readonly yes?: true;
}

type Identity = Reply<'createProjectOwnedIdentity'>['identity'];

/** Allows reading the secrets of one environment, or of a folder in it with those below. */
const allowReading = async (
  client: ApiClient,
  { project, identity, environment, path }: { project: Project; identity: Identity; environment: string; path: string },
): Promise<void> => {
  const paths = path === '/' ? [undefined] : [path, `${path}/**`];
  const permissions = paths.map((each) => ({
    subject: 'secrets',
    action: ['describeSecret', 'readValue'],
    conditions: conditionsOf({ project: project.slug, environment, ...(each !== undefined && { path: each }) }),
  }));
  const body = { identityId: identity.id, projectId: project.id, permissions, type: { isTemporary: false } };
  await client.call('createPrivilege', { body });
};

/** What a program needs to log in, as lines for a shell or a file of variables. */
const variablesText = (variables: Readonly<Record<string, string>>): string =>
  Object.entries(variables)
    .map(([name, value]) => `${name}=${quoted(value)}`)
    .join('\n');

/** The machine identities of the project, or those whose names contain the text. */
const listIdentities = async (client: ApiClient, { id: projectId }: Project, search?: string) => {
  const query = { limit: 1000, ...(search !== undefined && { search }) };
  const { identityMemberships } = await client.call('listProjectIdentities', { params: { projectId }, query });
  return identityMemberships.map(({ identity }) => identity);
};

/** Names need not be distinct for the server. */
const identitiesNamed = async (client: ApiClient, project: Project, name: string) =>
  (await listIdentities(client, project, name)).filter((identity) => identity.name === name);

/** The other commands take names. */
const requireNewName = async (client: ApiClient, project: Project, name: string): Promise<void> => {
  if ((await identitiesNamed(client, project, name)).length > 0)
    throw new StartError(`${project.slug} has a machine identity ${name} already. Give this one another name.`);
};

const create = async (name: string, options: CreateOptions): Promise<void> => {
  if (options.path !== undefined && options.env === undefined)
    throw new UsageError('--path is a folder of one environment: name it with --env.');
  const connection = findConnection(options, 'that may create machine identities');
  const client = clientOf(connection);
  const project = await findProject(client, namedProject(options));
  const { env: environment } = options;
  const path = normalPath(options.path ?? '/');
  if (environment !== undefined) await requireFolder(client, project, environment, path);
  await requireNewName(client, project, name);
  const { identity } = await client.call('createProjectOwnedIdentity', {
    params: { projectId: project.id },
    body: { name, role: environment === undefined ? 'viewer' : 'no-access' },
  });
  const params = { identityId: identity.id };
  try {
    if (environment !== undefined) await allowReading(client, { project, identity, environment, path });
    const { identityUniversalAuth } = await client.call('attachUniversalAuth', { params, body: {} });
    const { clientSecret } = await client.call('createClientSecret', {
      params,
      body: { description: 'sallyport identity create', ...(options.for !== undefined && { ttl: options.for / 1000 }) },
    });
    const variables = {
      INFISICAL_API_URL: `${connection.url}/api`,
      INFISICAL_UNIVERSAL_AUTH_CLIENT_ID: identityUniversalAuth.clientId,
      INFISICAL_UNIVERSAL_AUTH_CLIENT_SECRET: clientSecret,
    };
    const where = environment === undefined ? project.slug : `${project.slug}:${environment}:${path}`;
    if (options.json) return console.log(asJson({ id: identity.id, name, projectId: project.id, variables }));
    note(`Created: the machine identity ${name}, which may read ${where}. Its client secret is shown only now:`);
    console.log(variablesText(variables));
    note(
      `With these variables set, this runs a program there, and so does the CLI of Infisical (with --projectId ${project.id}):\n  sallyport run --project ${project.slug} --env ${environment ?? project.environments[0]?.slug}${path === '/' ? '' : ` --path ${path}`} -- PROGRAM`,
    );
  } catch (error) {
    // Without its credentials it would be of no use, and its name would be taken.
    await client
      .call('deleteProjectOwnedIdentity', { params: { projectId: project.id, ...params } })
      .catch(() => note(`The machine identity ${name} was created, and could not be removed again.`));
    throw error;
  }
};

const list = async (options: ListOptions): Promise<void> => {
  const client = clientOf(findConnection(options, 'with access to the project'));
  const { id: projectId } = await findProject(client, namedProject(options));
  const { identityMemberships, totalCount } = await client.call('listProjectIdentities', {
    params: { projectId },
    query: { limit: 1000 },
  });
  const rows = identityMemberships.map(({ identity, roles }) => ({
    name: identity.name,
    roles: roles.map(({ role, customRoleSlug }) => customRoleSlug ?? role).join(', '),
    id: identity.id,
  }));
  if (options.json) return console.log(asJson(rows));
  if (rows.length === 0) return note('The project has no machine identities.');
  console.log(
    table(
      ['NAME', 'ROLES', 'ID'],
      rows.map(({ name, roles, id }) => [name, roles, id]),
    ),
  );
  if (totalCount > rows.length) note(printable(`There are ${totalCount - rows.length} more.`));
};

const remove = async (name: string, options: RemoveOptions): Promise<void> => {
  const client = clientOf(findConnection(options, 'that may delete machine identities'));
  const project = await findProject(client, namedProject(options));
  const [identity, another] = await identitiesNamed(client, project, name);
  if (!identity) {
    const names = (await listIdentities(client, project)).map((each) => each.name);
    throw new StartError(`${project.slug} has no machine identity ${name}.${suggestion(name, names)}`);
  }
  if (another)
    throw new StartError(`${project.slug} has several machine identities ${name}. Delete it in the console.`);
  if (!options.yes && !(await confirm(`Delete the machine identity ${name} of ${project.slug}, with its credentials?`)))
    throw new StartError('Nothing was changed.');
  const params = { projectId: project.id, identityId: identity.id };
  await client.call('deleteProjectOwnedIdentity', { params }).catch((error: unknown) => {
    if (!(error instanceof RefusedByServer && error.status === 404)) throw error;
    throw new StartError(`${name} belongs to the organization, not to ${project.slug}. Delete it in the console.`);
  });
  note(`Deleted: the machine identity ${name} of ${project.slug}. What it logged in with no longer works.`);
};

export const identityCommand = (): Command =>
  new Command('identity')
    .addCommand(
      withProject(new Command('create'))
        .description('Create a machine identity that may read a project, and print what a program needs to use it.')
        .argument('<name>', 'its name')
        .option('--env <slug>', 'only this environment')
        .option('--path <path>', 'only this folder of it, with those below')
        .option(
          '--for <duration>',
          'how long its client secret works, such as 90d; by default without an end',
          readDuration,
        )
        .option('--json', 'print JSON')
        .addHelpText('after', '\nExample: sallyport identity create web --env dev --path /app > web.env')
        .action(create),
    )
    .addCommand(
      withProject(new Command('list'))
        .description('List the machine identities of a project.')
        .option('--json', 'print JSON')
        .addHelpText('after', '\nExample: sallyport identity list')
        .action(list),
    )
    .addCommand(
      withProject(new Command('rm'))
        .description('Delete a machine identity of a project, with its credentials.')
        .argument('<name>', 'its name')
        .option('--yes', 'do not ask')
        .addHelpText('after', '\nExample: sallyport identity rm web')
        .action(remove),
    );
