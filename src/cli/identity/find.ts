import { StartError } from '../../platform/errors.ts';
import type { ApiClient } from '../server/client.ts';
import type { Project } from '../server/project.ts';
import { suggestion } from '../suggest.ts';

/** The machine identities of the project, or those whose names contain the text. */
const listIdentities = async (client: ApiClient, { id: projectId }: Project, search?: string) => {
  const query = { limit: 1000, ...(search !== undefined && { search }) };
  const { identityMemberships } = await client.call('listProjectIdentities', { params: { projectId }, query });
  return identityMemberships.map(({ identity }) => identity);
};

/** Names need not be distinct for the server. */
export const identitiesNamed = async (client: ApiClient, project: Project, name: string) =>
  (await listIdentities(client, project, name)).filter((identity) => identity.name === name);

/** Finds the one machine identity of the project with the name. */
export const findIdentity = async (client: ApiClient, project: Project, name: string) => {
  const [identity, another] = await identitiesNamed(client, project, name);
  if (!identity) {
    const names = (await listIdentities(client, project)).map((each) => each.name);
    throw new StartError(`${project.slug} has no machine identity ${name}.${suggestion(name, names)}`);
  }
  if (another)
    throw new StartError(`${project.slug} has several machine identities ${name}. Use the console for this one.`);
  return identity;
};
