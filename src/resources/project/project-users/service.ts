import { userOf } from '../../../access/actor.ts';
import { badRequest } from '../../../platform/errors.ts';
import { filterInSlices } from '../../../platform/slices.ts';
import { projectNotFound } from '../../../access/access.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Scope } from '../../../scope.ts';
import { changeRoles, leave, requestedRoles, type RoleInput } from '../project-memberships/service.ts';
import type { HeldProjectRole, ProjectMembershipRoleRow, ProjectMembershipRow } from '../project-memberships/store.ts';
import { findUser, projectUserNotFound, requireEach } from './guard.ts';
import { audited, joinAll, recipientOf, requireJoinable, type Person } from './join.ts';
import { refusedFor, usernamesOf, type RequestedUsers } from './rules.ts';
import type { ProjectUserRow } from './store.ts';
import type { WithRoles } from './view.ts';

/** A user's membership of a project, by the name of the path. */
interface Place {
  readonly projectMembershipId: string;
}

const without = (usernames: readonly string[], found: readonly { username: string }[]): string[] => {
  const known = new Set(found.map(({ username }) => username));
  return usernames.filter((username) => !known.has(username));
};

const findPeople = async ({ access, stores }: Scope, usernames: readonly string[]): Promise<Person[]> => {
  const people = await stores.users.lockByUsernames(access.organization.id, usernames);
  const strangers = without(usernames, people);
  if (strangers.length > 0)
    throw refusedFor(strangers, (names) => `Not in this organization: ${names}. Invite them first.`);
  return people;
};

/** Makes users of the organization members of the project, with these roles for good: all of them or none. */
export const addUsers = async (
  scope: Scope,
  project: ProjectAccess,
  { roleSlugs, ...named }: RequestedUsers & { readonly roleSlugs: readonly string[] },
): Promise<(ProjectMembershipRow & { userId: string })[]> => {
  const usernames = usernamesOf(named);
  const wanted = requestedRoles(
    [...new Set(roleSlugs)].map((role) => ({ role, isTemporary: false })),
    'roleSlugs',
  );
  requireEach(project, 'create', usernames);
  const { id: projectId } = project.project;
  return scope.transaction(async (tx) => {
    const people = await findPeople(tx, usernames);
    if (!(await tx.stores.projectUsers.lockProject(projectId))) throw projectNotFound();
    await requireJoinable(tx, project, people, wanted);
    const present = await tx.stores.projectUsers.findByUsernames(projectId, usernames);
    if (present.length > 0)
      throw refusedFor(
        present.map(({ username }) => username),
        (names) => `In this project already: ${names}. Change their roles instead.`,
      );
    return joinAll(tx, project, people, wanted);
  });
};

const lock = async ({ stores }: Scope, { projectId, id }: ProjectUserRow): Promise<ProjectMembershipRow> => {
  const membership = await stores.projectMemberships.lock(projectId, id);
  if (!membership) throw projectUserNotFound();
  return membership;
};

const removeAll = (
  scope: Scope,
  project: ProjectAccess,
  users: readonly ProjectUserRow[],
  type = 'remove-project-member',
): Promise<readonly ProjectUserRow[]> =>
  scope.transaction(async (tx) => {
    for (const user of users)
      await leave(tx, project, await lock(tx, user), await recipientOf(tx, user.membershipId, user.username));
    await tx.audit.record({ type, metadata: { members: users.map(audited) }, project: project.project });
    return users;
  });

/** Ends the memberships of these people: all of them or none; answers with what they were. */
export const removeUsers = async (
  scope: Scope,
  project: ProjectAccess,
  named: RequestedUsers,
): Promise<readonly ProjectUserRow[]> => {
  const usernames = usernamesOf(named);
  requireEach(project, 'delete', usernames);
  const users = await scope.stores.projectUsers.findByUsernames(project.project.id, usernames);
  const strangers = without(usernames, users);
  if (strangers.length > 0) throw refusedFor(strangers, (names) => `Not in this project: ${names}.`);
  return removeAll(scope, project, users);
};

export const removeUser = async (
  scope: Scope,
  project: ProjectAccess,
  { projectMembershipId }: Place,
): Promise<ProjectUserRow> => {
  const user = await findUser(project, 'delete', () =>
    scope.stores.projectUsers.findById(project.project.id, projectMembershipId),
  );
  await removeAll(scope, project, [user]);
  return user;
};

/** Ends the caller's own membership, for which no permission is asked; what it denies, the caller has to hold. */
export const leaveAsUser = async (scope: Scope, project: ProjectAccess): Promise<ProjectUserRow> => {
  const user = await scope.stores.projectUsers.findOfUser(project.project.id, userOf(scope).id);
  if (!user) throw badRequest('You are in this project only through a group. Ask to be removed from the group.');
  await removeAll(scope, project, [user], 'leave-project');
  return user;
};

/** Replaces the roles of a user in the project. */
export const changeUserRoles = async (
  scope: Scope,
  project: ProjectAccess,
  { projectMembershipId }: Place,
  roles: readonly RoleInput[],
): Promise<ProjectMembershipRoleRow[]> => {
  const wanted = requestedRoles(roles);
  const user = await findUser(project, 'edit', () =>
    scope.stores.projectUsers.findById(project.project.id, projectMembershipId),
  );
  return scope.transaction(async (tx) => {
    const changed = await changeRoles(
      tx,
      project,
      await lock(tx, user),
      await recipientOf(tx, user.membershipId, user.username),
      wanted,
    );
    await tx.audit.record({
      type: 'update-project-member-roles',
      metadata: { projectMembershipId: user.id, ...audited(user), roles: wanted },
      project: project.project,
    });
    return changed;
  });
};

/** All users of the project whose memberships the caller may read. */
export const listUsers = async ({ stores }: Scope, project: ProjectAccess): Promise<WithRoles[]> => {
  project.requireSome('read', 'member');
  const users = await filterInSlices(await stores.projectUsers.list(project.project.id), ({ username }) =>
    project.allows('read', 'member', { userEmail: username }),
  );
  const found = new Map(users.map((user) => [user.id, { user, roles: [] as HeldProjectRole[] }]));
  for (const role of await stores.projectMemberships.rolesOf([...found.keys()]))
    found.get(role.projectMembershipId)!.roles.push(role);
  return [...found.values()];
};

const readUser = async (
  { stores }: Scope,
  project: ProjectAccess,
  find: () => Promise<ProjectUserRow | undefined>,
): Promise<WithRoles> => {
  const user = await findUser(project, 'read', find);
  return { user, roles: await stores.projectMemberships.rolesOf([user.id]) };
};

export const findProjectMember = (
  scope: Scope,
  project: ProjectAccess,
  { projectMembershipId }: Place,
): Promise<WithRoles> =>
  readUser(scope, project, () => scope.stores.projectUsers.findById(project.project.id, projectMembershipId));

export const findProjectMemberOf = (scope: Scope, project: ProjectAccess, userId: string): Promise<WithRoles> =>
  readUser(scope, project, () => scope.stores.projectUsers.findOfUser(project.project.id, userId));

export const findProjectMemberByUsername = async (
  scope: Scope,
  project: ProjectAccess,
  name: string,
): Promise<WithRoles> => {
  const username = name.toLowerCase();
  requireEach(project, 'read', [username]);
  return readUser(
    scope,
    project,
    async () => (await scope.stores.projectUsers.findByUsernames(project.project.id, [username]))[0],
  );
};
