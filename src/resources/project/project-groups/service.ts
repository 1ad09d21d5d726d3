import { projectNotFound } from '../../../access/access.ts';
import type { ProjectAccess } from '../../../access/project-access.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import { filterYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import type { GroupRow } from '../../organization/groups/store.ts';
import type { RoleRecipient } from '../project-memberships/assign.ts';
import {
  replaceRoles,
  addToProject,
  endMembership,
  rolesOnJoining,
  requestedRoles,
  type RoleInput,
} from '../project-memberships/service.ts';
import type { NamedProjectRole, ProjectMembershipRoleRow, ProjectMembershipRow } from '../project-memberships/store.ts';
import type { ProjectGroupRow } from './store.ts';
import { ofProject } from '../../../transaction-keys.ts';

type Group = Pick<GroupRow, 'id' | 'organizationId' | 'name' | 'slug'>;

/** The group in the path of a request. */
export type GroupInPath = { readonly groupId: string } | { readonly groupIdOrName: string };

const groupNotFound = () => notFound('Group not found in this project.');

/** Returns the group as a recipient of roles; it has no values for templates, because its members differ. */
const toRecipient = ({ name }: Group): RoleRecipient => ({ subject: 'groups', fields: { groupName: name } });

const findGroups = async (
  { access: { organization }, stores }: Scope,
  path: GroupInPath,
): Promise<readonly Group[]> => {
  if ('groupIdOrName' in path) return stores.projectGroups.findGroups(organization.id, path.groupIdOrName);
  const group = await stores.groups.findById(organization.id, path.groupId);
  return group ? [group] : [];
};

const nameInPath = (path: GroupInPath): string => ('groupId' in path ? path.groupId : path.groupIdOrName);

/** Finds the group; 403 unless the caller may do the action with it, 400 if it could be another one. */
const authorizeGroup = async (
  scope: Scope,
  project: ProjectAccess,
  action: string,
  path: GroupInPath,
): Promise<Group> => {
  project.requireSome(action, 'groups');
  const [group, ...others] = await findGroups(scope, path);
  // Checked for an unknown group too, so that a 403 does not reveal whether the group exists.
  for (const { name: groupName } of group ? [group, ...others] : [{ name: nameInPath(path) }])
    project.require(action, 'groups', { groupName });
  if (others.length > 0)
    throw badRequest(`There are several groups with the name or slug "${nameInPath(path)}". Use the id of the group.`);
  if (!group) throw action === 'create' ? notFound('Group not found in this organization.') : groupNotFound();
  return group;
};

export interface GroupInProject {
  readonly membership: ProjectGroupRow;
  readonly roles: readonly NamedProjectRole[];
}

const withRoles = async (
  { stores }: Pick<Scope, 'stores'>,
  { id: groupId, name: groupName, slug: groupSlug }: Group,
  membership: ProjectMembershipRow,
): Promise<GroupInProject> => ({
  membership: { ...membership, groupId, groupName, groupSlug },
  roles: await stores.projectMemberships.listRoles([membership.id]),
});

/** Lists the groups of the project that the caller may read. */
export const listGroupsOf = async (scope: Scope, project: ProjectAccess): Promise<GroupInProject[]> => {
  project.requireSome('read', 'groups');
  const memberships = await filterYielding(await scope.stores.projectGroups.list(project.row.id), ({ groupName }) =>
    project.allows('read', 'groups', { groupName }),
  );
  const roles = await scope.stores.projectMemberships.listRoles(memberships.map(({ id }) => id));
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
  const group = await authorizeGroup(scope, project, 'read', path);
  const membership = await scope.stores.projectMemberships.findOfGroup(project.row.id, group.id);
  if (!membership) throw groupNotFound();
  return withRoles(scope, group, membership);
};

export const addGroup = async (
  scope: Scope,
  project: ProjectAccess,
  path: GroupInPath,
  body: { role?: string; roles?: readonly RoleInput[] },
): Promise<GroupInProject> => {
  const roles = rolesOnJoining(body);
  const group = await authorizeGroup(scope, project, 'create', path);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const [stored, current] = await Promise.all([
      tx.stores.projects.findById(group.organizationId, project.row.id),
      tx.stores.groups.findById(group.organizationId, group.id),
    ]);
    if (!current) throw groupNotFound();
    if (!stored) throw projectNotFound();
    const membership = await addToProject(tx, project, { groupId: group.id }, toRecipient(group), roles);
    await tx.audit.record({
      type: 'add-group-to-project',
      metadata: { groupId: group.id, name: group.name, roles },
      project: project.row,
    });
    return withRoles(tx, group, membership);
  });
};

const findMembership = async (tx: Scope, project: ProjectAccess, group: Group): Promise<ProjectMembershipRow> => {
  const membership = await tx.stores.projectMemberships.findOfGroup(project.row.id, group.id);
  if (!membership) throw groupNotFound();
  return membership;
};

export const changeGroupRoles = async (
  scope: Scope,
  project: ProjectAccess,
  path: GroupInPath,
  roles: readonly RoleInput[],
): Promise<ProjectMembershipRoleRow[]> => {
  const requested = requestedRoles(roles);
  const group = await authorizeGroup(scope, project, 'edit', path);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const { roles: changed, hadDenies } = await replaceRoles(
      tx,
      project,
      await findMembership(tx, project, group),
      toRecipient(group),
      requested,
    );
    await tx.audit.record({
      type: 'update-group-project-membership',
      metadata: { groupId: group.id, name: group.name, roles: requested, hadDenies },
      project: project.row,
    });
    return changed;
  });
};

export const removeGroup = async (
  scope: Scope,
  project: ProjectAccess,
  path: GroupInPath,
): Promise<ProjectMembershipRow> => {
  const group = await authorizeGroup(scope, project, 'delete', path);
  return scope.transaction(ofProject(project.row), async (tx) => {
    const membership = await findMembership(tx, project, group);
    const hadDenies = await endMembership(tx, project, membership, toRecipient(group));
    await tx.audit.record({
      type: 'remove-group-from-project',
      metadata: { groupId: group.id, name: group.name, hadDenies },
      project: project.row,
    });
    return membership;
  });
};
