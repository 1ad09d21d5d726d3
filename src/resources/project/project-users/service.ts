import { userOf } from '../../../access/actor.ts';
import { badRequest } from '../../../platform/errors.ts';
import { filterYielding } from '../../../platform/yielding.ts';
import { projectNotFound } from '../../../access/access.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import type { Scope } from '../../../scope.ts';
import {
  replaceRoles,
  endMembership,
  requestedRoles,
  type RequestedRole,
  type RoleInput,
} from '../project-memberships/service.ts';
import type { NamedProjectRole, ProjectMembershipRoleRow, ProjectMembershipRow } from '../project-memberships/store.ts';
import { findUser, projectUserNotFound, requireEach } from './guard.ts';
import { auditedUserFields, joinAll, findRecipient, requireJoinable, type Person } from './join.ts';
import { refusedFor, readUsernames, type RequestedUsers } from './rules.ts';
import type { ProjectUserRow } from './store.ts';
import type { UserWithRoles } from './view.ts';
import { ofProject } from '../../../transaction-keys.ts';

/** The user's membership in the path of a request. */
interface MembershipInPath {
  readonly projectMembershipId: string;
}

const missingUsernames = (usernames: readonly string[], users: readonly { username: string }[]): string[] => {
  const usernamesOfUsers = new Set(users.map(({ username }) => username));
  return usernames.filter((username) => !usernamesOfUsers.has(username));
};

const findPeople = async ({ access, stores }: Scope, usernames: readonly string[]): Promise<Person[]> => {
  const people = await stores.users.findByUsernames(access.organization.id, usernames);
  const strangers = missingUsernames(usernames, people);
  if (strangers.length > 0)
    throw refusedFor(strangers, (names) => `Not in this organization: ${names}. Invite them first.`);
  return people;
};

interface RolesOfNewUsers {
  readonly roleSlugs: readonly string[];
  readonly roles?: readonly RoleInput[];
}

const rolesOfNewUsers = ({ roleSlugs, roles }: RolesOfNewUsers): RequestedRole[] =>
  roles
    ? requestedRoles(roles)
    : requestedRoles(
        [...new Set(roleSlugs)].map((role) => ({ role, isTemporary: false })),
        'roleSlugs',
      );

/** Adds users of the organization to the project: all of them or none. */
export const addUsers = async (
  scope: Scope,
  project: ProjectAccess,
  input: RequestedUsers & RolesOfNewUsers,
): Promise<(ProjectMembershipRow & { userId: string })[]> => {
  const usernames = readUsernames(input);
  const requested = rolesOfNewUsers(input);
  requireEach(project, 'create', usernames);
  const { id: projectId, organizationId } = project.row;
  return scope.transaction(ofProject(project.row), async (tx) => {
    const [people, stored, present] = await Promise.all([
      findPeople(tx, usernames),
      tx.stores.projects.findById(organizationId, projectId),
      tx.stores.projectUsers.findByUsernames(projectId, usernames),
    ]);
    if (!stored) throw projectNotFound();
    const roles = await requireJoinable(tx, project, people, requested);
    if (present.length > 0)
      throw refusedFor(
        present.map(({ username }) => username),
        (names) => `In this project already: ${names}. Change their roles instead.`,
      );
    return joinAll(tx, project, people, requested, roles);
  });
};

const findMembership = async ({ stores }: Scope, { projectId, id }: ProjectUserRow): Promise<ProjectMembershipRow> => {
  const membership = await stores.projectMemberships.find(projectId, id);
  if (!membership) throw projectUserNotFound();
  return membership;
};

/** 400 for an approver whom a policy lists, because it would wait for somebody who cannot approve any more. */
const requireNoApprover = async (
  { stores }: Scope,
  { projectId, membershipId, username }: ProjectUserRow,
): Promise<void> => {
  const names = await stores.approvalPolicies.listNamesOfApprover(projectId, membershipId);
  if (names.length > 0)
    throw badRequest(`${username} is an approver of these policies: ${names.join(', ')}. Change or delete them first.`);
};

const removeAll = (
  scope: Scope,
  project: ProjectAccess,
  users: readonly ProjectUserRow[],
  { type = 'remove-project-member', leavesApprovers = false } = {},
): Promise<readonly ProjectUserRow[]> =>
  scope.transaction(ofProject(project.row), async (tx) => {
    if (!leavesApprovers) for (const user of users) await requireNoApprover(tx, user);
    let hadDenies = false;
    for (const user of users) {
      const membership = await findMembership(tx, user);
      const recipient = findRecipient(tx, user.membershipId, user.username);
      const by = type === 'leave-project' ? 'owner' : 'manager';
      if (await endMembership(tx, project, membership, recipient, by)) hadDenies = true;
    }
    await tx.audit.record({
      type,
      metadata: { members: users.map(auditedUserFields), hadDenies },
      project: project.row,
    });
    return users;
  });

/** Ends the memberships of all of these people or none, and returns them. */
export const removeUsers = async (
  scope: Scope,
  project: ProjectAccess,
  input: RequestedUsers,
): Promise<readonly ProjectUserRow[]> => {
  const usernames = readUsernames(input);
  requireEach(project, 'delete', usernames);
  const users = await scope.stores.projectUsers.findByUsernames(project.row.id, usernames);
  const strangers = missingUsernames(usernames, users);
  if (strangers.length > 0) throw refusedFor(strangers, (names) => `Not in this project: ${names}.`);
  return removeAll(scope, project, users);
};

export const removeUser = async (
  scope: Scope,
  project: ProjectAccess,
  { projectMembershipId }: MembershipInPath,
): Promise<ProjectUserRow> => {
  const user = await findUser(project, 'delete', () =>
    scope.stores.projectUsers.findById(project.row.id, projectMembershipId),
  );
  await removeAll(scope, project, [user], { leavesApprovers: true });
  return user;
};

/** Ends the caller's own membership, which requires no permission; 403 unless the caller has what it denies. */
export const leaveAsUser = async (scope: Scope, project: ProjectAccess): Promise<ProjectUserRow> => {
  const user = await scope.stores.projectUsers.findOfUser(project.row.id, userOf(scope).id);
  if (!user) throw badRequest('You are in this project only through a group. Ask to be removed from the group.');
  await removeAll(scope, project, [user], { type: 'leave-project' });
  return user;
};

/** Replaces the roles of a user in the project. */
export const changeUserRoles = async (
  scope: Scope,
  project: ProjectAccess,
  { projectMembershipId }: MembershipInPath,
  roles: readonly RoleInput[],
): Promise<ProjectMembershipRoleRow[]> => {
  const requested = requestedRoles(roles);
  const user = await findUser(project, 'edit', () =>
    scope.stores.projectUsers.findById(project.row.id, projectMembershipId),
  );
  return scope.transaction(ofProject(project.row), async (tx) => {
    const { roles: changed, hadDenies } = await replaceRoles(
      tx,
      project,
      await findMembership(tx, user),
      findRecipient(tx, user.membershipId, user.username),
      requested,
    );
    await tx.audit.record({
      type: 'update-project-member-roles',
      metadata: { projectMembershipId: user.id, ...auditedUserFields(user), roles: requested, hadDenies },
      project: project.row,
    });
    return changed;
  });
};

/** Lists the users of the project whose memberships the caller may read. */
export const listUsers = async ({ stores }: Scope, project: ProjectAccess): Promise<UserWithRoles[]> => {
  project.requireSome('read', 'member');
  const users = await filterYielding(await stores.projectUsers.list(project.row.id), ({ username }) =>
    project.allows('read', 'member', { userEmail: username }),
  );
  const usersById = new Map(users.map((user) => [user.id, { user, roles: [] as NamedProjectRole[] }]));
  for (const role of await stores.projectMemberships.listRoles([...usersById.keys()]))
    usersById.get(role.projectMembershipId)!.roles.push(role);
  return [...usersById.values()];
};

const findUserWithRoles = async (
  { stores }: Scope,
  project: ProjectAccess,
  find: () => Promise<ProjectUserRow | undefined>,
): Promise<UserWithRoles> => {
  const user = await findUser(project, 'read', find);
  return { user, roles: await stores.projectMemberships.listRoles([user.id]) };
};

export const findProjectMember = (
  scope: Scope,
  project: ProjectAccess,
  { projectMembershipId }: MembershipInPath,
): Promise<UserWithRoles> =>
  findUserWithRoles(scope, project, () => scope.stores.projectUsers.findById(project.row.id, projectMembershipId));

export const findProjectMemberByUserId = (
  scope: Scope,
  project: ProjectAccess,
  userId: string,
): Promise<UserWithRoles> =>
  findUserWithRoles(scope, project, () => scope.stores.projectUsers.findOfUser(project.row.id, userId));

export const findProjectMemberByUsername = async (
  scope: Scope,
  project: ProjectAccess,
  name: string,
): Promise<UserWithRoles> => {
  const username = name.toLowerCase();
  requireEach(project, 'read', [username]);
  return findUserWithRoles(
    scope,
    project,
    async () => (await scope.stores.projectUsers.findByUsernames(project.row.id, [username]))[0],
  );
};
