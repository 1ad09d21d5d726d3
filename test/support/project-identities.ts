import type { Rule } from '../../src/access/rule.ts';
import { changesWhere } from './audit.ts';
import type { TestIdentity } from './members.ts';
import { addToProject, newProjectWithAdmin, type TestProject } from './projects.ts';
import type { World } from './world.ts';

const at = '2030-01-01T00:00:00.000Z';
const times = { createdAt: at, updatedAt: at };

export interface IdentitySetting extends TestProject {
  /** Of the organization, without any role there. */
  readonly identity: TestIdentity;
  readonly params: { readonly projectId: string; readonly identityId: string };
}

/** A project with an administrator, and a machine identity that is not in it. */
export const newSetting = async (world: World): Promise<IdentitySetting> => {
  const setting = await newProjectWithAdmin(world);
  const identity = await world.newIdentity(setting.organization, 'no-access');
  return { ...setting, identity, params: { projectId: setting.project.id, identityId: identity.id } };
};

/** The same with the identity in the project. */
export const newMemberSetting = async (
  world: World,
  role: string | readonly Rule[] = 'viewer',
): Promise<IdentitySetting & { membershipId: string; roleId: string | null }> => {
  const setting = await newSetting(world);
  const { id, roleId } = await addToProject(world, setting.project, setting.identity, role);
  return { ...setting, membershipId: id, roleId };
};

/** A custom role of the project. */
export const newProjectRole = async (
  { server: { parts } }: World,
  { project }: Pick<TestProject, 'project'>,
  slug: string,
  permissions: readonly Rule[],
): Promise<string> => {
  const id = parts.ids.uuid();
  await parts.database.transaction(({ db }) =>
    db('project_roles').insert({
      id,
      projectId: project.id,
      slug,
      name: `The ${slug}`,
      description: null,
      permissions: JSON.stringify(permissions),
      ...times,
    }),
  );
  return id;
};

/** A caller in the project with these roles for good, each a slug. */
export const newCaller = async (
  world: World,
  { organization, project, admin }: TestProject,
  ...roles: string[]
): Promise<TestIdentity> => {
  const caller = await world.newIdentity(organization, 'no-access');
  const params = { projectId: project.id, identityId: caller.id };
  const { status, body } = await world.call('addProjectIdentity', {
    as: admin,
    params,
    body: { roles: roles.map((role) => ({ role })) },
  });
  if (status !== 200) throw new Error(`no caller: ${JSON.stringify(body)}`);
  return caller;
};

/** A group in the project as its viewer, with the machine identity in it. */
export const addThroughGroup = async (
  world: World,
  { organization, project, identity }: IdentitySetting,
): Promise<void> => {
  const { ids, database, stores } = world.server.parts;
  const group = {
    id: ids.uuid(),
    organizationId: organization.id,
    name: 'Machines',
    slug: `machines-${ids.uuid()}`,
    role: 'no-access',
    roleId: null,
    ...times,
  };
  const membership = await stores.memberships.findOfIdentity(organization.id, identity.id);
  await database.transaction(async ({ db }) => {
    await db('groups').insert(group);
    await db('group_members').insert({ groupId: group.id, membershipId: membership!.id, createdAt: at });
  });
  await addToProject(world, project, { groupId: group.id }, 'viewer');
};

/** Something that the role `viewer` opens. */
export const look = (world: World, as: { token: string }, { id: projectId }: { id: string }) =>
  world.call('listProjectIdentities', { as, params: { projectId } });

/** Who is in the project and as what, as it is stored. */
export const stored = async ({ server: { parts } }: World, { id: projectId }: { id: string }) => {
  const memberships = await parts.database.read('project_memberships').where({ projectId }).orderBy('id');
  const roles = await parts.database
    .read('project_membership_roles')
    .whereIn(
      'projectMembershipId',
      memberships.map(({ id }) => id),
    )
    .orderBy('id');
  return { memberships, roles };
};

/** What is in the audit log of the project about this identity. */
export const entriesAbout = async (
  world: World,
  { project, identity }: Pick<IdentitySetting, 'project' | 'identity'>,
) => {
  const rows = await changesWhere(world, { projectId: project.id });
  return rows
    .map(({ eventType, eventMetadata }) => ({ eventType, eventMetadata }))
    .filter(({ eventMetadata }) => eventMetadata.identityId === identity.id);
};

export const forGood = {
  isTemporary: false,
  temporaryMode: null,
  temporaryRange: null,
  temporaryAccessStartTime: null,
  temporaryAccessEndTime: null,
};

/** A role as requests choose it for a time. */
export const forTime = (role: string, temporaryAccessStartTime: string, temporaryRange: string) => ({
  role,
  isTemporary: true,
  temporaryMode: 'relative',
  temporaryRange,
  temporaryAccessStartTime,
});
