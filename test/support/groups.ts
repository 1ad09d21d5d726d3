import type { Period } from '../../src/access/granted.ts';
import type { ProjectRow } from '../../src/access/project.ts';
import { timestamp } from '../../src/platform/clock.ts';
import type { GroupRow } from '../../src/resources/organization/groups/store.ts';
import type { OrganizationRow } from '../../src/resources/organization/organizations/store.ts';
import { createStores } from '../../src/stores.ts';
import { changesWhere } from './audit.ts';
import type { TestRole } from './members.ts';
import { addToProject, type TestProjectRole } from './projects.ts';
import type { World } from './world.ts';

/** A group without members, stored as the server itself stores it. */
export const newGroup = async (
  { server: { parts } }: World,
  organization: Pick<OrganizationRow, 'id'>,
  { role = 'no-access', name = 'Test group' }: { role?: TestRole; name?: string } = {},
): Promise<GroupRow> => {
  const now = timestamp(parts.clock.now());
  const id = parts.ids.uuid();
  const held = typeof role === 'string' ? { role, roleId: null } : { role: 'custom', roleId: role.id };
  const group = {
    id,
    organizationId: organization.id,
    name,
    slug: `group-${id}`,
    ...held,
    createdAt: now,
    updatedAt: now,
  };
  await parts.database.transaction(({ db }) => createStores(db).groups.insert(group));
  return group;
};

/** The id of somebody's membership of the organization. */
export const membershipIdOf = async (
  { server }: World,
  { organizationId }: GroupRow,
  { id }: { id: string },
): Promise<string> => {
  const { memberships } = server.parts.stores;
  return ((await memberships.findOfUser(organizationId, id)) ?? (await memberships.findOfIdentity(organizationId, id)))!
    .id;
};

/** Puts users and identities of its organization in the group. */
export const addToGroup = async (world: World, group: GroupRow, ...members: { id: string }[]): Promise<void> => {
  const { clock, database } = world.server.parts;
  for (const member of members) {
    const membershipId = await membershipIdOf(world, group, member);
    await database.transaction(({ db }) =>
      createStores(db).groupMembers.insert(group.id, membershipId, timestamp(clock.now())),
    );
  }
};

/** A group of the organization with these users and identities in it. */
export const newGroupOf = async (
  world: World,
  organization: Pick<OrganizationRow, 'id'>,
  ...members: { id: string }[]
): Promise<{ groupId: string }> => {
  const group = await newGroup(world, organization);
  await addToGroup(world, group, ...members);
  return { groupId: group.id };
};

/** Gives a membership of the project one more role. */
export const addRoleInProject = async (
  world: World,
  project: ProjectRow,
  { id }: { id: string },
  role: TestProjectRole,
  period?: Period,
): Promise<void> => {
  const carrier = await addToProject(
    world,
    project,
    { groupId: (await newGroup(world, { id: project.organizationId })).id },
    role,
    period,
  );
  await world.server.parts.database.transaction(async ({ db }) => {
    await db('project_membership_roles').where({ projectMembershipId: carrier.id }).update({ projectMembershipId: id });
    await createStores(db).projects.bumpAccess(project.id);
  });
};

/** Everything that operations on groups may change in the organization. */
export const groupsOf = async (world: World, { id: organizationId }: OrganizationRow): Promise<unknown> => {
  const { read } = world.server.parts.database;
  return Promise.all([
    read('organizations').where({ id: organizationId }),
    read('groups').where({ organizationId }).orderBy('id'),
    read('group_members')
      .whereIn('groupId', read('groups').where({ organizationId }).select('id'))
      .orderBy(['groupId', 'membershipId']),
    read('project_memberships').whereIn('groupId', read('groups').where({ organizationId }).select('id')).orderBy('id'),
    changesWhere(world, { organizationId }),
  ]);
};

/** What the audit log has of the organization, the same kinds of events together. */
export const auditOf = async (world: World, { id: organizationId }: OrganizationRow): Promise<unknown[]> =>
  (await changesWhere(world, { organizationId, projectId: null })).map(({ eventType, eventMetadata }) => ({
    eventType,
    eventMetadata,
  }));
