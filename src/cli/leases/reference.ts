import type { Command } from 'commander';
import type { Reply } from '../../contract.ts';
import { StartError } from '../../platform/errors.ts';
import {
  namedEnvironment,
  namedPath,
  namedProject,
  normalPath,
  withFolder,
  type FolderOptions,
} from '../folder-options.ts';
import { RefusedByServer, type ApiClient } from '../server/client.ts';
import { checkEnvironment, findProject } from '../server/project.ts';
import { suggestion } from '../suggest.ts';
import { UsageError } from '../usage.ts';

export type DynamicSecret = Reply<'listDynamicSecrets'>['dynamicSecrets'][number];
export type Lease = Reply<'listDynamicSecretLeases'>['leases'][number];

/** A dynamic secret, as the operations about it name it. */
export interface SecretReference {
  readonly name: string;
  readonly place: { readonly projectSlug: string; readonly environmentSlug: string; readonly path: string };
}

const form = 'PROJECT:ENVIRONMENT:/PATH/NAME';

const readFull = (text: string): FolderOptions & { readonly name: string } => {
  const [, project, env, path = '', name] = /^([^:]+):([^:]+):(?:(.*)\/)?([^/:]+)$/s.exec(text) ?? [];
  if (project === undefined || env === undefined || name === undefined)
    throw new UsageError(`Name the dynamic secret as ${form}, such as rockets:prod:/app/reporting-db, not ${text}.`);
  return { project, env, path: normalPath(path), name };
};

/** Reads which dynamic secret is meant: with its folder, or a name in the folder that the options or the directory name. */
export const findReference = async (
  client: ApiClient,
  text: string,
  options: FolderOptions,
): Promise<SecretReference> => {
  const { name, ...given } = text.includes(':') ? readFull(text) : { ...options, name: text };
  const [environmentSlug, path] = [namedEnvironment(given), namedPath(given)];
  const project = await findProject(client, namedProject(given));
  checkEnvironment(project, environmentSlug);
  return { name, place: { projectSlug: project.slug, environmentSlug, path } };
};

export const referenceText = ({ name, place: { projectSlug, environmentSlug, path } }: SecretReference): string =>
  `${projectSlug}:${environmentSlug}:${path === '/' ? '' : path}/${name}`;

/** Calls an operation about a dynamic secret; if it does not exist, the message says which there are. */
export const orSuggest = async <T>(
  client: ApiClient,
  { name, place }: SecretReference,
  call: () => Promise<T>,
): Promise<T> => {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof RefusedByServer && error.status === 404)) throw error;
    const { dynamicSecrets } = await client.call('listDynamicSecrets', { query: place });
    const names = dynamicSecrets.map((secret) => secret.name);
    throw names.includes(name.toLowerCase())
      ? error
      : new StartError(`There is no dynamic secret '${name}' in this folder.${suggestion(name, names)}`, {
          cause: error,
        });
  }
};

export const withReference = (command: Command): Command =>
  withFolder(command).argument('<secret>', `the dynamic secret: ${form}, or its name in the folder of the options`);
