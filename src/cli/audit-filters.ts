import { uuid, type ApiClient } from './server/client.ts';
import { findProject } from './server/project.ts';
import type { ConnectionOptions } from './server/connection.ts';
import { UsageError } from './usage.ts';
import { readWhere } from './where.ts';
import { findMember, readWho } from './who.ts';

export interface FilterOptions extends ConnectionOptions {
  readonly project?: string;
  readonly since?: string;
  readonly refused?: true;
  readonly actor?: string;
  readonly secret?: string;
  readonly event?: string;
}

const actorFilter = async (client: ApiClient, projectId: string | undefined, text: string) => {
  const who = readWho(text);
  if ('actorId' in who) return { actor: who.actorId, actorType: who.actorType };
  if (projectId === undefined)
    throw new UsageError(
      'Name the project of the actor with --project, or give the id: --actor user:ID or identity:ID.',
    );
  return { actor: (await findMember(client, projectId, who)).id, actorType: who.actorType };
};

const secretFilter = async (client: ApiClient, projectId: string | undefined, text: string) => {
  if (uuid.test(text)) return { secretId: text };
  if (projectId === undefined) throw new UsageError('Name the project of the secret with --project.');
  const { environment, path: secretPath, name: secretName } = readWhere(`${projectId}:${text}`);
  if (environment === undefined || secretPath === undefined || secretName === undefined)
    throw new UsageError('--secret must be ENVIRONMENT:/PATH:NAME, such as prod:/payments:API_KEY, or an id.');
  const query = {
    projectId,
    environment,
    secretPath,
    viewSecretValue: false,
    includeImports: false,
    expandSecretReferences: false,
  };
  const { secret } = await client.call('getSecret', { params: { secretName }, query });
  return { secretId: secret.id };
};

/** The filters of the audit log, with ids instead of names. */
export const auditFilters = async (client: ApiClient, options: FilterOptions) => {
  const { project, since, refused, actor, secret, event } = options;
  const projectId = project === undefined ? undefined : (await findProject(client, project)).id;
  return {
    ...(projectId !== undefined && { projectId }),
    ...(since !== undefined && { startDate: since }),
    ...(refused && { outcome: 'refused' }),
    ...(event !== undefined && { eventType: event }),
    ...(actor !== undefined && (await actorFilter(client, projectId, actor))),
    ...(secret !== undefined && (await secretFilter(client, projectId, secret))),
  };
};
