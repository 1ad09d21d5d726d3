import type { ProjectAccess } from '../../../access/project-access.ts';
import { notFound } from '../../../platform/errors.ts';
import { filterInSlices } from '../../../platform/slices.ts';
import type { Scope } from '../../../scope.ts';
import type { GroupRow } from '../../organization/groups/store.ts';
import { requireStanding } from '../project-identities/service.ts';
import type { RoleRecipient } from '../project-memberships/assign.ts';
import {
  changeRoles,
  join,
  leave,
  wantedOnJoining,
  requestedRoles,
  type RoleInput,
} from '../project-memberships/service.ts';
import type { HeldProjectRole, ProjectMembershipRoleRow, ProjectMembershipRow } from '../project-memberships/store.ts';
import type { ProjectGroupRow } from './store.ts';

type Group = Pick<GroupRow, 'id' | 'organizationId' | 'name' | 'slug'>;

/** A group as the path of a request names it. */
export type GroupInPath = { readonly groupId: string } | { readonly groupIdOrName: string };

const unknownGroup = () => notFound('There is no such group in this project.');

/** A group as the project's permissions speak of it; many are in it, so it has no values for templates. */
const recipientOf = ({ name }: Group): RoleRecipient => ({ subject: 'groups', thing: { groupName: name } });

const findGroup = ({ access: { organization }, stores }: Scope, path: GroupInPath): Promise<Group | undefined> =>
  'groupId' in path
    ? stores.groups.findById(organization.id, path.groupId)
    : stores.projectGroups.findGroup(organization.id, path.groupIdOrName);

const nameIn = (path: GroupInPath): string => ('groupId' in path ? path.groupId : path.groupIdOrName);

/** The group, if the caller may do this with it. */
const findGroupFor = async (
  scope: Scope,
  project: ProjectAccess,
  action: string,
  path: GroupInPath,
): Promise<Group> => {
  project.requireSome(action, 'groups');
  const group = await findGroup(scope, path);
  // As if there were one of that name: whoever may not touch that one is not told that there is none.
  project.require(action, 'groups', { groupName: group?.name ?? nameIn(path) });
  if (!group) throw action === 'create' ? notFound('There is no such group in this organization.') : unknownGroup();
  return group;
};

export interface GroupInProject {
  readonly membership: ProjectGroupRow;
  readonly roles: readonly HeldProjectRole[];
}

/** The groups of the project that the caller may read. */
export const groupsOf = async (scope: Scope, project: ProjectAccess): Promise<GroupInProject[]> => {
  project.requireSome('read', 'groups');
  const memberships = await filterInSlices(await scope.stores.projectGroups.list(project.project.id), ({ groupName }) =>
    project.allows('read', 'groups', { groupName }),
  );
  const roles = await scope.stores.projectMemberships.rolesOf(memberships.map(({ id }) => id));
  return memberships.map((membership) => ({
    membership,
    roles: roles.filter(({ projectMembershipId }) => projectMembershipId === membership.id),
  }));
};

export const findProjectGroup = async (
  scope: Scope,
  project: ProjectAccess,
  path: GroupInPath,
): Promise<GroupInProject> => {
  const group = await findGroupFor(scope, project, 'read', path);
  const { projectMemberships } = scope.stores;
  const membership = await projectMemberships.findOfGroup(project.project.id, group.id);
  if (!membership) throw unknownGroup();
  return {
    membership: { ...membership, groupId: group.id, groupName: group.name, groupSlug: group.slug },
    roles: await projectMemberships.rolesOf([membership.id]),
  };
};

export const addGroup = async (
  scope: Scope,
  project: ProjectAccess,
  path: GroupInPath,
  body: { role?: string; roles?: readonly RoleInput[] },
): Promise<ProjectMembershipRow> => {
  const wanted = wantedOnJoining(body);
  const group = await findGroupFor(scope, project, 'create', path);
  return scope.transaction(async (tx) => {
    if (!(await tx.stores.groups.lock(group.organizationId, group.id))) throw unknownGroup();
    await requireStanding(tx, project.project.id);
    const { membership } = await join(tx, project, { groupId: group.id }, recipientOf(group), wanted);
    await tx.audit.record({
      type: 'add-group-to-project',
      metadata: { groupId: group.id, name: group.name, roles: wanted },
      project: project.project,
    });
    return membership;
  });
};

/** The membership of the group, which stays as it is until the transaction is over. */
const lockMembership = async (tx: Scope, project: ProjectAccess, group: Group): Promise<ProjectMembershipRow> => {
  const membership = await tx.stores.projectMemberships.lockOfGroup(project.project.id, group.id);
  if (!membership) throw unknownGroup();
  return membership;
};

export const changeGroupRoles = async (
  scope: Scope,
  project: ProjectAccess,
  path: GroupInPath,
  roles: readonly RoleInput[],
): Promise<ProjectMembershipRoleRow[]> => {
  const wanted = requestedRoles(roles);
  const group = await findGroupFor(scope, project, 'edit', path);
  return scope.transaction(async (tx) => {
    const changed = await changeRoles(
      tx,
      project,
      await lockMembership(tx, project, group),
      recipientOf(group),
      wanted,
    );
    await tx.audit.record({
      type: 'update-group-project-membership',
      metadata: { groupId: group.id, name: group.name, roles: wanted },
      project: project.project,
    });
    return changed;
  });
};

export const removeGroup = async (
  scope: Scope,
  project: ProjectAccess,
  path: GroupInPath,
): Promise<ProjectMembershipRow> => {
  const group = await findGroupFor(scope, project, 'delete', path);
  return scope.transaction(async (tx) => {
    const membership = await lockMembership(tx, project, group);
    await leave(tx, project, membership, recipientOf(group));
    await tx.audit.record({
      type: 'remove-group-from-project',
      metadata: { groupId: group.id, name: group.name },
      project: project.project,
    });
    return membership;
  });
};
