import type { TestProject } from './projects.ts';
import type { World } from './world.ts';

/** A machine identity that belongs to the project, made by its administrator. */
export const newOwned = async (
  world: World,
  { admin: as, project }: Pick<TestProject, 'admin' | 'project'>,
  body: object = {},
): Promise<{ id: string; params: { projectId: string; identityId: string } }> => {
  const response = await world.call('createProjectOwnedIdentity', {
    as,
    params: { projectId: project.id },
    body: { name: 'Deployer', ...body },
  });
  if (response.status !== 200) throw new Error(`no identity: ${JSON.stringify(response.body)}`);
  const { id } = response.body.identity as { id: string };
  return { id, params: { projectId: project.id, identityId: id } };
};
