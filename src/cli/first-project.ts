import type { Reply } from '../contract.ts';
import { slugify } from '../platform/slug.ts';
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

/** The slug that the name suggests, if the server would accept it; otherwise the server makes one up. */
const slugOf = (name: string): { slug?: string } => {
  const slug = slugify(slugify(name).slice(0, 64));
  return slug.length < 5 ? {} : { slug };
};

/** Creates a project as the administrator, who owns it, and adds the machine identity of the set-up. */
export const createFirstProject = async (
  url: string,
  name: string,
  { email, password, organizationId, identityId }: NewServer,
): Promise<FirstProject> => {
  const client = new ApiClient(url, await createSession(url, { email, password }, organizationId));
  try {
    const { project } = await client.call('createProject', { body: { projectName: name, ...slugOf(name) } });
    await client.call('addProjectIdentity', {
      params: { projectId: project.id, identityId },
      body: { role: 'admin' },
    });
    return project;
  } finally {
    await client.call('logout').catch(() => undefined);
  }
};
