import type { ProjectRow } from '../../../access/project.ts';
import { readProjectAbility, valuesOf } from '../../../access/abilities.ts';
import { projectNotFound } from '../../../access/access.ts';
import { ProjectAccessByRules, type ProjectAccess } from '../../../access/project-access.ts';
import type { Request } from '../../../contract.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import { filterYielding } from '../../../platform/yielding.ts';
import type { Scope } from '../../../scope.ts';
import {
  findIdentity as findOrganizationIdentity,
  requireBoundaryOf,
  identityNotFound,
} from '../../identity/identities/guard.ts';
import type { RoleRecipient } from '../project-memberships/assign.ts';
import {
  replaceRoles,
  addToProject,
  endMembership,
  rolesOnJoining,
  requestedRoles,
} from '../project-memberships/service.ts';
import type { NamedProjectRole, ProjectMembershipRow } from '../project-memberships/store.ts';
import type { ProjectIdentityRow } from './store.ts';
import { ofProject } from '../../../transaction-keys.ts';

/** A machine identity of a project, with its roles there. */
export interface ProjectIdentity {
  readonly member: ProjectIdentityRow;
  readonly roles: readonly NamedProjectRole[];
  readonly project: ProjectRow;
}

type IdentityInPath = Request<'getProjectIdentity'>['params'];

/** A membership with the id of its identity. */
export type IdentityMembership = ProjectMembershipRow & { readonly identityId: string };

const identityNotInProject = () => notFound('Machine identity not found in this project.');

/** Returns the identity as a receiver of roles, with its values for templates. */
const findRecipient = async ({ stores }: Scope, identityId: string, membershipId: string): Promise<RoleRecipient> => ({
  subject: 'identity',
  fields: { identityId },
  values: await valuesOf(stores, membershipId),
});

/** Finds the identity and its membership of the project; 404 if it is a member only through a group. */
const findMember = async ({ access, stores }: Scope, projectId: string, identityId: string) => {
  const { id: organizationId } = access.organization;
  const [identity, membership] = await Promise.all([
    stores.identities.findById(organizationId, identityId),
    stores.projectMemberships.findOfIdentity(organizationId, projectId, identityId),
  ]);
  if (!identity) throw identityNotFound();
  if (!membership) throw identityNotInProject();
  return { identity, membership };
};

export const addIdentity = async (
  scope: Scope,
  project: ProjectAccess,
  { identityId }: Pick<IdentityInPath, 'identityId'>,
  input: Request<'addProjectIdentity'>['body'],
): Promise<IdentityMembership> => {
  const wanted = rolesOnJoining(input);
  const { id: projectId } = project.row;
  return scope.transaction(ofProject(project.row), async (tx) => {
    const { id: organizationId } = tx.access.organization;
    const [stored, identity, member] = await Promise.all([
      tx.stores.projects.findById(organizationId, projectId),
      tx.stores.identities.findById(organizationId, identityId),
      tx.stores.memberships.findOfIdentity(organizationId, identityId),
    ]);
    if (!stored) throw projectNotFound();
    if (!identity || !member) throw identityNotFound();
    if (identity.projectId !== null && identity.projectId !== projectId)
      throw badRequest('This machine identity belongs to another project, and cannot be added to this one.');
    const recipient = findRecipient(tx, identityId, member.id);
    const membership = await addToProject(tx, project, { membershipId: member.id }, recipient, wanted);
    await tx.audit.record({
      type: 'create-identity-project-membership',
      metadata: { identityId, roles: wanted },
      project: project.row,
    });
    return { ...membership, identityId };
  });
};

export const changeIdentityRoles = async (
  scope: Scope,
  project: ProjectAccess,
  { identityId }: Pick<IdentityInPath, 'identityId'>,
  { roles: roleInputs }: Request<'updateProjectIdentity'>['body'],
) => {
  const wanted = requestedRoles(roleInputs);
  project.require('edit', 'identity', { identityId });
  const { id: projectId } = project.row;
  return scope.transaction(ofProject(project.row), async (tx) => {
    const { membership: before } = await findMember(tx, projectId, identityId);
    const recipient = findRecipient(tx, identityId, before.membershipId);
    const { membership, roles, hadDenies } = await replaceRoles(tx, project, before, recipient, wanted);
    await tx.audit.record({
      type: 'update-identity-project-membership',
      metadata: { identityId, roles: wanted, hadDenies },
      project: project.row,
    });
    return { membership: { ...membership, identityId }, roles };
  });
};

/**
 * Finds the project from which the caller may remove the identity: with `delete` on the identity there, or as an owner,
 * who may delete identities of the organization and has the identity's permissions elsewhere. Otherwise adding an
 * identity to a project would prevent its owners from deleting it.
 */
const findForRemoval = async (
  scope: Scope,
  { projectId, identityId }: IdentityInPath,
): Promise<{ project: ProjectAccess; isOwner: boolean }> => {
  const { access, stores, clock } = scope;
  const row = await stores.projects.findById(access.organization.id, projectId);
  if (!row) throw projectNotFound();
  const project = new ProjectAccessByRules(
    row,
    await readProjectAbility(stores, projectId, access.organization),
    clock,
    access,
  );
  if (project.allows('delete', 'identity', { identityId })) return { project, isOwner: false };
  if (!access.allows('delete', 'identity')) {
    await access.inProject(projectId);
    project.refuse('delete', 'identity');
  }
  await requireBoundaryOf(scope, await findOrganizationIdentity(scope, identityId), projectId);
  return { project, isOwner: true };
};

const isMemberThroughGroup = async (
  { stores }: Scope,
  projectId: string,
  { membershipId }: ProjectMembershipRow,
): Promise<boolean> =>
  (await stores.grants.projectRoles(projectId, membershipId!)).some(({ groupId }) => groupId !== null);

export const removeIdentity = async (
  scope: Scope,
  { projectId, identityId }: IdentityInPath,
): Promise<IdentityMembership> => {
  const { project, isOwner } = await findForRemoval(scope, { projectId, identityId });
  return scope.transaction(ofProject(project.row), async (tx) => {
    const { identity, membership } = await findMember(tx, projectId, identityId);
    if (identity.projectId !== null)
      throw badRequest('This machine identity belongs to the project. Delete it instead, or give it no access.');
    // Removing the last membership also removes everything that its denies restricted.
    const needsNoDenies = isOwner && !(await isMemberThroughGroup(tx, projectId, membership));
    if (needsNoDenies) await tx.stores.projectMemberships.delete(membership);
    const by = isOwner ? 'owner' : 'manager';
    const recipient = () => findRecipient(tx, identityId, membership.membershipId);
    const hadDenies = !needsNoDenies && (await endMembership(tx, project, membership, recipient(), by));
    await tx.audit.record({
      type: 'delete-identity-project-membership',
      metadata: { identityId, hadDenies },
      project: project.row,
    });
    return { ...membership, identityId };
  });
};

const withRoles = async (
  { stores }: Scope,
  { row: project }: ProjectAccess,
  member: ProjectIdentityRow,
): Promise<ProjectIdentity> => ({
  member,
  roles: await stores.projectMemberships.listRoles([member.id]),
  project,
});

/** Finds the identity; 404 if it is not a member of the project, or only through a group. */
export const findIdentity = async (
  scope: Scope,
  project: ProjectAccess,
  { identityId }: Pick<IdentityInPath, 'identityId'>,
): Promise<ProjectIdentity> => {
  project.require('read', 'identity', { identityId });
  const member = await scope.stores.projectIdentities.find(project.row.id, identityId);
  if (!member) throw identityNotInProject();
  return withRoles(scope, project, member);
};

/** Finds the identity by its membership; 403 unless the caller may read it in that project. */
export const findByMembership = async (scope: Scope, id: string): Promise<ProjectIdentity> => {
  const member = await scope.stores.projectIdentities.findByMembership(scope.access.organization.id, id);
  if (!member) throw notFound('Machine identity membership not found.');
  const project = await scope.access.inProject(member.projectId);
  project.require('read', 'identity', { identityId: member.identityId });
  return withRoles(scope, project, member);
};

/** Finds the memberships of a page of the identities that the caller may read, and the number of all of them. */
const findPage = async (
  { stores }: Scope,
  project: ProjectAccess,
  { offset, limit, ...order }: Request<'listProjectIdentities'>['query'],
): Promise<{ ids: string[]; totalCount: number }> => {
  const projectId = project.row.id;
  const readRules = project.narrow('read', 'identity', {});
  // Most callers may read every identity: then the database pages, and nothing is filtered here.
  if (readRules.allowsAll) {
    const page = await stores.projectIdentities.list(projectId, order, { offset, limit });
    return {
      ids: page.map(({ id }) => id),
      totalCount: await stores.projectIdentities.count(projectId, order.search),
    };
  }
  const all = await stores.projectIdentities.list(projectId, order);
  const readable = await filterYielding(all, ({ identityId }) => readRules.allows({ identityId }));
  return { ids: readable.slice(offset, offset + limit).map(({ id }) => id), totalCount: readable.length };
};

/** Lists a page of the identities that the caller may read, and their total number. */
export const listIdentityPage = async (
  scope: Scope,
  project: ProjectAccess,
  query: Request<'listProjectIdentities'>['query'],
): Promise<{ identities: ProjectIdentity[]; totalCount: number }> => {
  const { stores } = scope;
  project.requireSome('read', 'identity');
  const { ids, totalCount } = await findPage(scope, project, query);
  const roles = new Map<string, NamedProjectRole[]>(ids.map((id) => [id, []]));
  for (const role of await stores.projectMemberships.listRoles(ids)) roles.get(role.projectMembershipId)?.push(role);
  const members = await stores.projectIdentities.listByIds(ids, query.orderDirection);
  return {
    identities: members.map((member) => ({ member, roles: roles.get(member.id) ?? [], project: project.row })),
    totalCount,
  };
};
