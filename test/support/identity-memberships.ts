import { newRole } from './identities.ts';
import { newProjectSetting } from './project-users.ts';
import { addToProject, newProject } from './projects.ts';
import type { World } from './world.ts';

/** Machine identities in an organization and in two of its projects, of which one caller administers the first. */
export const newMemberships = async (world: World) => {
  const { organization, project, admin: projectAdmin } = await newProjectSetting(world);
  const owner = await world.newUser(organization, 'admin');
  await newRole(world, organization, 'auditor', []);
  const other = await newProject(world, organization, { name: 'Other project' });
  const ids: Record<string, string> = {};
  for (const [name, role] of Object.entries({ alpha: 'no-access', beta: 'auditor', gamma: 'member' })) {
    ids[name] = (await world.call('createIdentity', { as: owner, body: { name, role } })).body.identity.id;
  }
  await addToProject(world, project, { id: ids.alpha! }, 'viewer');
  await addToProject(world, project, { id: ids.beta! }, [{ subject: 'tags', action: 'read' }]);
  await addToProject(world, other, { id: ids.alpha! }, 'admin');
  return { organization, project, other, owner, projectAdmin, ids };
};
