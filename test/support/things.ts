import type { ProjectRow } from '../../src/access/project.ts';
import { newEnvironment } from '../../src/resources/project/environments/new.ts';
import type { EnvironmentRow } from '../../src/resources/project/environments/store.ts';
import type { FolderRow } from '../../src/resources/secrets/folders/store.ts';
import type { OrganizationRow } from '../../src/resources/organization/organizations/store.ts';
import type { TestUser } from './members.ts';
import { createStores } from '../../src/stores.ts';
import { storeAuthorities } from './authorities.ts';
import { storeCertificate } from './certificates.ts';
import { newOwned } from './owned-identities.ts';
import { versionsOf } from './project-secrets.ts';
import { addToProject, newProject, permanent } from './projects.ts';
import { newLoggedIn } from './universal-auth.ts';
import type { World } from './world.ts';

/** An organization with one of everything in it. */
export interface Things {
  readonly organization: OrganizationRow;
  /** Administers the organization and the project. */
  readonly admin: TestUser;
  readonly project: ProjectRow;
  /** May read and write all secrets of the project's environment. */
  readonly serviceToken: { readonly token: string };
  /** By the name that requests give them: in a path, a query or a body. */
  readonly ids: Readonly<Record<string, string>>;
}

const at = '2030-01-01T00:00:00.000Z';
const times = { createdAt: at, updatedAt: at };

/** Directly in the root. */
const newFolder = ({ server: { parts } }: World, { id, projectId }: EnvironmentRow, name: string): FolderRow => {
  const place = { projectId, environmentId: id, parentId: id, name, path: `/${name}` };
  return { id: parts.ids.uuid(), ...place, description: null, version: 1, lastSecretModified: null, ...times };
};

/** A project that the organization's administrator administers too, with one of everything in it. */
const createProjectThings = async (
  world: World,
  organization: OrganizationRow,
  admin: TestUser,
  member: TestUser,
  identity: { id: string },
) => {
  const { ids, database } = world.server.parts;
  const project = await newProject(world, organization);
  await addToProject(world, project, admin, 'admin');
  const projectMembership = await addToProject(world, project, member, [{ subject: 'tags', action: 'read' }]);
  const identityMembership = await addToProject(world, project, identity, 'viewer');
  const { id: ownedIdentityId } = await newOwned(world, { admin, project });
  const environment = newEnvironment(world.server.parts, project.id, { name: 'Things', slug: 'dev', position: 1 });
  const deleted = {
    ...newEnvironment(world.server.parts, project.id, { name: 'Deleted things', slug: 'deleted-things', position: 2 }),
    softDeletedAt: at,
    deleteAfter: '2030-01-15T00:00:00.000Z',
  };
  const folder = newFolder(world, environment, 'things');
  const group = {
    id: ids.uuid(),
    organizationId: organization.id,
    name: 'Things',
    slug: `things-${ids.uuid()}`,
    role: 'no-access',
    roleId: null,
    ...times,
  };
  const privilege = {
    id: ids.uuid(),
    projectMembershipId: identityMembership.id,
    slug: `things-${ids.uuid()}`,
    permissions: '[]',
    ...permanent,
    ...times,
  };
  const userPrivilege = { ...privilege, id: ids.uuid(), projectMembershipId: projectMembership.id };
  const tag = {
    id: ids.uuid(),
    projectId: project.id,
    slug: `things-${ids.uuid()}`,
    color: null,
    createdBy: admin.id,
    createdByActorType: 'user' as const,
    ...times,
  };
  const shown = newFolder(world, environment, 'shown');
  const secretImport = {
    id: ids.uuid(),
    projectId: project.id,
    folderId: environment.id,
    sourceFolderId: shown.id,
    position: 1,
    version: 1,
    ...times,
  };
  await database.transaction(async ({ db }) => {
    await createStores(db).environments.insert(environment);
    await createStores(db).environments.insert(deleted);
    await createStores(db).tags.insert(tag);
    await createStores(db).folders.insert([folder, shown, newFolder(world, environment, 'archive')]);
    await createStores(db).secretImports.insert(secretImport);
    await db('groups').insert(group);
    await db('project_privileges').insert([privilege, userPrivilege]);
  });
  await addToProject(world, project, { groupId: group.id }, 'viewer');
  const secretName = `THINGS_${ids.uuid()}`;
  const { body } = await world.call('createSecret', {
    as: admin,
    params: { secretName },
    body: { projectId: project.id, environment: 'dev', secretValue: 'of things' },
  });
  await world.call('createSecret', {
    as: admin,
    params: { secretName },
    body: { projectId: project.id, environment: 'dev', secretPath: '/shown', secretValue: 'of things that are shown' },
  });
  // A second version, for nobody may redact the one of today.
  await world.call('updateSecret', {
    as: admin,
    params: { secretName },
    body: { projectId: project.id, environment: 'dev', secretValue: 'of things again' },
  });
  const serviceToken = {
    name: 'Things',
    workspaceId: project.id,
    scopes: [{ environment: 'dev', secretPath: '/**' }],
    expiresIn: null,
    permissions: ['read', 'write'],
  };
  const { body: service } = await world.call('createServiceToken', { as: admin, body: serviceToken });
  const authorities = await storeAuthorities(world, project);
  const certificate = await storeCertificate(world, project, authorities);
  const [firstVersion] = await versionsOf(world, body.secret.id as string);
  const projectIds = {
    projectId: project.id,
    projectSlug: project.slug,
    environmentId: environment.id,
    deletedEnvironmentId: deleted.id,
    folderId: folder.id,
    secretImportId: secretImport.id,
    groupId: group.id,
    projectRoleId: projectMembership.roleId!,
    projectMembershipId: projectMembership.id,
    identityMembershipId: identityMembership.id,
    ownedIdentityId,
    privilegeId: privilege.id,
    privilegeSlug: privilege.slug,
    userPrivilegeId: userPrivilege.id,
    tagId: tag.id,
    tagSlug: tag.slug,
    secretId: body.secret.id as string,
    versionId: firstVersion!.id,
    secretName,
    serviceTokenId: service.serviceTokenData.id as string,
    ...authorities,
    ...certificate,
  };
  return { project, projectIds, serviceToken: { token: service.serviceToken as string } };
};

export const createThings = async (world: World): Promise<Things> => {
  const { organization, admin, identity, secretId } = await newLoggedIn(world);
  const member = await world.newUser(organization, 'member');
  const membership = await world.server.parts.stores.memberships.findOfUser(organization.id, member.id);
  const role = await world.newRole(organization, [{ subject: 'settings', action: ['read'] }]);
  const newcomer = await world.newUser(organization, 'member');
  await world.call('attachOidcAuth', {
    as: admin,
    params: { identityId: identity.id },
    body: {
      oidcDiscoveryUrl: 'https://idp.example.com',
      boundIssuer: 'https://idp.example.com',
      boundSubject: 'repo:acme/rockets:*',
      boundClaims: {},
    },
  });
  const { project, projectIds, serviceToken } = await createProjectThings(world, organization, admin, member, identity);
  const ids = {
    organizationId: organization.id,
    userId: member.id,
    username: member.email,
    /** Not in the project yet. */
    newcomer: newcomer.email,
    sessionId: member.sessionId,
    roleId: role.id,
    tokenId: identity.tokenId,
    membershipId: membership!.id,
    identityId: identity.id,
    clientSecretId: secretId,
    ...projectIds,
  };
  return { organization, admin, project, serviceToken, ids };
};
