import { Command } from 'commander';
import type { Reply } from '../../contract.ts';
import { StartError } from '../../platform/errors.ts';
import { conditionsOf } from '../grant.ts';
import { namedProject, normalPath, requireFolder, withProject, type FolderOptions } from '../folder-options.ts';
import { quoted } from '../own-command.ts';
import { readDuration } from '../period.ts';
import type { ApiClient } from '../server/client.ts';
import { clientOf, findConnection } from '../server/connection.ts';
import { findProject, type Project } from '../server/project.ts';
import { asJson } from '../table.ts';
import { note } from '../terminal.ts';
import { UsageError } from '../usage.ts';
import { identitiesNamed } from './find.ts';

interface CreateOptions extends FolderOptions {
  readonly for?: number;
  readonly secret: boolean;
  readonly json?: true;
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

/** The other commands take names. */
const requireNewName = async (client: ApiClient, project: Project, name: string): Promise<void> => {
  if ((await identitiesNamed(client, project, name)).length > 0)
    throw new StartError(`${project.slug} has a machine identity ${name} already. Give this one another name.`);
};

/** Gives the machine identity a client id and a client secret, as variables for a program. */
const createCredentials = async (
  client: ApiClient,
  identityId: string,
  url: string,
  { for: lifetimeMs }: CreateOptions,
): Promise<Record<string, string>> => {
  const params = { identityId };
  const { identityUniversalAuth } = await client.call('attachUniversalAuth', { params, body: {} });
  const description = 'sallyport identity create';
  const body = { description, ...(lifetimeMs !== undefined && { ttl: lifetimeMs / 1000 }) };
  const { clientSecret } = await client.call('createClientSecret', { params, body });
  return {
    INFISICAL_API_URL: `${url}/api`,
    INFISICAL_UNIVERSAL_AUTH_CLIENT_ID: identityUniversalAuth.clientId,
    INFISICAL_UNIVERSAL_AUTH_CLIENT_SECRET: clientSecret,
  };
};

const create = async (name: string, options: CreateOptions): Promise<void> => {
  if (options.path !== undefined && options.env === undefined)
    throw new UsageError('--path is a folder of one environment: name it with --env.');
  if (!options.secret && options.for !== undefined)
    throw new UsageError('--for is about the client secret: give it without --no-secret.');
  const connection = findConnection(options, 'that may create machine identities');
  const client = clientOf(connection);
  const project = await findProject(client, namedProject(options));
  const { env: environment, json } = options;
  const path = normalPath(options.path ?? '/');
  if (environment !== undefined) await requireFolder(client, project, environment, path);
  await requireNewName(client, project, name);
  const { identity } = await client.call('createProjectOwnedIdentity', {
    params: { projectId: project.id },
    body: { name, role: environment === undefined ? 'viewer' : 'no-access' },
  });
  const { id } = identity;
  try {
    if (environment !== undefined) await allowReading(client, { project, identity, environment, path });
    const variables = options.secret ? await createCredentials(client, id, connection.url, options) : undefined;
    if (json) return console.log(asJson({ id, name, projectId: project.id, variables }));
    const where = environment === undefined ? project.slug : `${project.slug}:${environment}:${path}`;
    const created = `Created: the machine identity ${name}, which may read ${where}.`;
    if (!variables) {
      note(`${created} To let it log in: sallyport identity auth --help. Its id:`);
      return console.log(id);
    }
    note(`${created} Its client secret is shown only now:`);
    console.log(variablesText(variables));
    note(
      `With these variables set, this runs a program there, and so does the CLI of Infisical (with --projectId ${project.id}):\n  sallyport run --project ${project.slug} --env ${environment ?? project.environments[0]?.slug}${path === '/' ? '' : ` --path ${path}`} -- PROGRAM`,
    );
  } catch (error) {
    // Without its credentials it would be of no use, and its name would be taken.
    await client
      .call('deleteProjectOwnedIdentity', { params: { projectId: project.id, identityId: id } })
      .catch(() => note(`The machine identity ${name} was created, and could not be removed again.`));
    throw error;
  }
};

export const createCommand = (): Command =>
  withProject(new Command('create'))
    .argument('<name>', 'its name')
    .option('--env <slug>', 'only this environment')
    .option('--path <path>', 'only this folder of it, with those below')
    .option(
      '--for <duration>',
      'how long its client secret works, such as 90d; by default without an end',
      readDuration,
    )
    .option('--no-secret', 'without a client secret: it logs in otherwise, see identity auth')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExample: sallyport identity create web --env dev --path /app > web.env')
    .action(create);
