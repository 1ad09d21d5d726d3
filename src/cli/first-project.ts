import type { Reply } from '../contract.ts';
import { createSession } from './login-password.ts';
import { ApiClient } from './server/client.ts';

export type FirstProject = Reply<'createProject'>['project'];

/** Who sets up the server, and what the set-up created. */
export interface NewServer {
  readonly email: string;
  readonly password: string;
  readonly organizationId: string;
  readonly identityId: string;
}

/** Creates a project as the administrator, who owns it, and adds the machine identity of the set-up. */
export const createFirstProject = async (
  url: string,
  name: string,
  { email, password, organizationId, identityId }: NewServer,
): Promise<FirstProject> => {
  const client = new ApiClient(url, await createSession(url, { email, password }, organizationId));
  try {
    const { project } = await client.call('createProject', { body: { projectName: name } });
    await client.call('addProjectIdentity', {
      params: { projectId: project.id, identityId },
      body: { role: 'admin' },
    });
    return project;
  } finally {
    await client.call('logout').catch(() => undefined);
  }
};
