import type { Reply } from '../contract.ts';
import type { ApiClient } from './server/client.ts';

export type FirstProject = Reply<'createProject'>['project'];

/** A machine identity that may read one project, for the first program. */
export interface Reader {
  readonly id: string;
  readonly name: string;
  readonly token: string;
}

export const createFirstProject = async (client: ApiClient, projectName: string): Promise<FirstProject> =>
  (await client.call('createProject', { body: { projectName } })).project;

/** Creates a machine identity that belongs to the project, may see everything in it and change nothing. */
export const createReader = async (client: ApiClient, { id: projectId, slug }: FirstProject): Promise<Reader> => {
  const { identity } = await client.call('createProjectOwnedIdentity', {
    params: { projectId },
    body: { name: `${slug} reader`, role: 'viewer' },
  });
  const params = { identityId: identity.id };
  await client.call('attachTokenAuth', { params, body: {} });
  const { accessToken } = await client.call('createTokenAuthToken', { params, body: { name: 'first program' } });
  return { id: identity.id, name: identity.name, token: accessToken };
};
