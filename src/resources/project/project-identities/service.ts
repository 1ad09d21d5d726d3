import type { ProjectRow } from '../../../access/project.ts';
import { readProjectAbility, valuesOf } from '../../../access/abilities.ts';
import { projectNotFound } from '../../../access/access.ts';
import { ProjectAccessByRules, type ProjectAccess } from '../../../access/project-access.ts';
import type { Request } from '../../../contract.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import { filterInSlices } from '../../../platform/slices.ts';
import type { Scope } from '../../../scope.ts';
import {
  findIdentity as findOrganizationIdentity,
  requireBoundaryOf,
  identityNotFound,
} from '../../identity/identities/guard.ts';
import type { IdentityRow } from '../../identity/identities/store.ts';
import type { RoleRecipient } from '../project-memberships/assign.ts';
import { changeRoles, join, leave, wantedOnJoining, requestedRoles } from '../project-memberships/service.ts';
import type { HeldProjectRole, ProjectMembershipRow } from '../project-memberships/store.ts';
import type { ProjectIdentityRow } from './store.ts';

/** A machine identity of a project with its roles there. */
export interface ProjectIdentity {
  readonly member: ProjectIdentityRow;
  readonly roles: readonly HeldProjectRole[];
  readonly project: ProjectRow;
}

type Named = Request<'getProjectIdentity'>['params'];

/** A membership with whose it is. */
export type IdentityMembership = ProjectMembershipRow & { readonly identityId: string };

const notInProject = () => notFound('There is no such machine identity in this project.');

/** 404 for a project that was deleted meanwhile; afterwards it stays until the transaction is over. */
export const requireStanding = async ({ access, stores }: Scope, projectId: string): Promise<void> => {
  if (!(await stores.projects.lock(access.organization.id, projectId))) throw projectNotFound();
};

/**
 * The identity's membership of the caller's organization; nobody else changes or deletes the identity until the
 * transaction is over.
 */
const lockIdentity = async (
  { access, stores }: Scope,
  identityId: string,
): Promise<{ identity: IdentityRow; membershipId: string; recipient: RoleRecipient }> => {
  const organizationId = access.organization.id;
  const identity = await stores.identities.lock(organizationId, identityId);
  const membership = identity && (await stores.memberships.findOfIdentity(organizationId, identityId));
  if (!membership) throw identityNotFound();
  return {
    identity,
    membershipId: membership.id,
    recipient: { subject: 'identity', thing: { identityId }, values: await valuesOf(stores, membership.id) },
  };
};

/** The same with its membership of the project, locked too; 404 if it is there only through a group. */
const lockMember = async (tx: Scope, projectId: string, identityId: string) => {
  const { identity, membershipId, recipient } = await lockIdentity(tx, identityId);
  const membership = await tx.stores.projectMemberships.lockOfMember(projectId, membershipId);
  if (!membership) throw notInProject();
  return { identity, membership, recipient };
};

export const addIdentity = async (
  scope: Scope,
  project: ProjectAccess,
  { identityId }: Pick<Named, 'identityId'>,
  chosen: Request<'addProjectIdentity'>['body'],
): Promise<IdentityMembership> => {
  const wanted = wantedOnJoining(chosen);
  const { id: projectId } = project.project;
  return scope.transaction(async (tx) => {
    await requireStanding(tx, projectId);
    const { identity, membershipId, recipient } = await lockIdentity(tx, identityId);
    if (identity.projectId !== null && identity.projectId !== projectId)
      throw badRequest('This machine identity belongs to another project, and cannot be added to this one.');
    const { membership } = await join(tx, project, { membershipId }, recipient, wanted);
    await tx.audit.record({
      type: 'create-identity-project-membership',
      metadata: { identityId, roles: wanted },
      project: project.project,
    });
    return { ...membership, identityId };
  });
};

export const changeIdentityRoles = async (
  scope: Scope,
  project: ProjectAccess,
  { identityId }: Pick<Named, 'identityId'>,
  { roles: chosen }: Request<'updateProjectIdentity'>['body'],
) => {
  const wanted = requestedRoles(chosen);
  project.require('edit', 'identity', { identityId });
  const { id: projectId } = project.project;
  return scope.transaction(async (tx) => {
    const { membership, recipient } = await lockMember(tx, projectId, identityId);
    const roles = await changeRoles(tx, project, membership, recipient, wanted);
    await tx.audit.record({
      type: 'update-identity-project-membership',
      metadata: { identityId, roles: wanted },
      project: project.project,
    });
    const changed = await tx.stores.projectMemberships.lock(projectId, membership.id);
    return { membership: { ...changed!, identityId }, roles };
  });
};

/**
 * The project with what the caller holds there: `delete` on the identity, or nothing that matters for its owner. That
 * is whoever may delete identities of the organization and holds what this one holds elsewhere: otherwise a stranger
 * could keep an identity from those who look after it by adding it to a project that they are not in.
 */
const findForRemoval = async (
  scope: Scope,
  { projectId, identityId }: Named,
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

const isThereThroughGroup = async (
  { stores }: Scope,
  projectId: string,
  { membershipId }: ProjectMembershipRow,
): Promise<boolean> =>
  (await stores.grants.projectRoles(projectId, membershipId!)).some(({ groupId }) => groupId !== null);

export const removeIdentity = async (scope: Scope, { projectId, identityId }: Named): Promise<IdentityMembership> => {
  const { project, isOwner } = await findForRemoval(scope, { projectId, identityId });
  return scope.transaction(async (tx) => {
    const { identity, membership, recipient } = await lockMember(tx, projectId, identityId);
    if (identity.projectId !== null)
      throw badRequest('This machine identity belongs to the project. Delete it instead, or give it no access.');
    // Without any other membership there is nothing left that the denies of this one could have held back.
    if (isOwner && !(await isThereThroughGroup(tx, projectId, membership)))
      await tx.stores.projectMemberships.delete(membership);
    else await leave(tx, project, membership, recipient);
    await tx.audit.record({
      type: 'delete-identity-project-membership',
      metadata: { identityId },
      project: project.project,
    });
    return { ...membership, identityId };
  });
};

const withRoles = async (
  { stores }: Scope,
  { project }: ProjectAccess,
  member: ProjectIdentityRow,
): Promise<ProjectIdentity> => ({
  member,
  roles: await stores.projectMemberships.rolesOf([member.id]),
  project,
});

/** 404 for one that is not in the project, or there only through a group. */
export const findIdentity = async (
  scope: Scope,
  project: ProjectAccess,
  { identityId }: Pick<Named, 'identityId'>,
): Promise<ProjectIdentity> => {
  project.require('read', 'identity', { identityId });
  const member = await scope.stores.projectIdentities.find(project.project.id, identityId);
  if (!member) throw notInProject();
  return withRoles(scope, project, member);
};

/** The membership's own project decides who may read it. */
export const findByMembership = async (scope: Scope, id: string): Promise<ProjectIdentity> => {
  const member = await scope.stores.projectIdentities.findByMembership(scope.access.organization.id, id);
  if (!member) throw notFound('There is no such membership of a machine identity.');
  const project = await scope.access.inProject(member.projectId);
  project.require('read', 'identity', { identityId: member.identityId });
  return withRoles(scope, project, member);
};

/** A page of those that the caller may read, and how many of them there are. */
export const pageOfIdentities = async (
  { stores }: Scope,
  project: ProjectAccess,
  { offset, limit, ...order }: Request<'listProjectIdentities'>['query'],
): Promise<{ identities: ProjectIdentity[]; totalCount: number }> => {
  project.requireSome('read', 'identity');
  const all = await stores.projectIdentities.list(project.project.id, order);
  const readable = await filterInSlices(all, ({ identityId }) => project.allows('read', 'identity', { identityId }));
  const ids = readable.slice(offset, offset + limit).map(({ id }) => id);
  const roles = new Map<string, HeldProjectRole[]>(ids.map((id) => [id, []]));
  for (const role of await stores.projectMemberships.rolesOf(ids)) roles.get(role.projectMembershipId)?.push(role);
  const members = await stores.projectIdentities.findAll(ids, order.orderDirection);
  return {
    identities: members.map((member) => ({ member, roles: roles.get(member.id) ?? [], project: project.project })),
    totalCount: readable.length,
  };
};
