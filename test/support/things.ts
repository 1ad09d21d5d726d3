import type { OrganizationRow } from '../../src/resources/organizations/store.ts';
import type { TestUser } from './members.ts';
import { addToProject, newProject } from './projects.ts';
import { newLoggedIn } from './universal-auth.ts';
import type { World } from './world.ts';

/** An organization with one of everything in it. */
export interface Things {
  readonly organization: OrganizationRow;
  readonly admin: TestUser;
  /** By the name that requests give them: in a path, a query or a body. */
  readonly ids: Readonly<Record<string, string>>;
}

export const createThings = async (world: World): Promise<Things> => {
  const { organization, admin, identity, secretId } = await newLoggedIn(world);
  const member = await world.newUser(organization, 'member');
  const membership = await world.server.parts.stores.memberships.findOfUser(organization.id, member.id);
  const role = await world.newRole(organization, [{ subject: 'settings', action: ['read'] }]);
  const project = await newProject(world, organization);
  await addToProject(world, project, admin, 'admin');
  const ids = {
    projectId: project.id,
    workspaceId: project.id,
    organizationId: organization.id,
    userId: member.id,
    sessionId: member.sessionId,
    roleId: role.id,
    tokenId: identity.tokenId,
    membershipId: membership!.id,
    identityId: identity.id,
    clientSecretId: secretId,
  };
  return { organization, admin, ids };
};
