import { projectNotFound } from '../../../access/access.ts';
import type { SubjectFields } from '../../../access/conditions.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import { administrator } from '../../project/project-memberships/administrator.ts';
import { newProjectMembership, roleRows } from '../../project/project-memberships/assign.ts';
import type { ProjectMembershipRow } from '../../project/project-memberships/store.ts';
import type { ProjectOfMember } from '../../project/projects/store.ts';
import type { MembershipWithRoles } from './view.ts';

/** Makes the caller an administrator of the project and nothing else, whatever it was there before. */
export const joinAsAdministrator = (scope: Scope, projectId: string): Promise<ProjectMembershipRow> =>
  scope.transaction(async (tx) => {
    const { access, actor, stores, clock, audit } = tx;
    const { id: organizationId, membershipId } = access.organization;
    const project = await stores.projects.lock(organizationId, projectId);
    if (!project) throw projectNotFound();
    const held = await stores.projectMemberships.lockOfMember(projectId, membershipId);
    const membership = {
      ...(held ?? newProjectMembership(tx, projectId, { membershipId })),
      updatedAt: timestamp(clock.now()),
    };
    const roles = roleRows(tx, membership.id, [administrator]);
    if (held) await stores.projectMemberships.replaceRoles(held, roles, membership.updatedAt);
    else await stores.projectMemberships.insert(membership, roles);
    await audit.record({
      type: 'org-admin-accessed-project',
      metadata: { projectId, projectMembershipId: membership.id, actorType: actor.type, actorId: actor.id },
      project,
    });
    return membership;
  });

/** Those in projects where the caller may see such a member; all of them for whoever may enter every project. */
const visible = async (
  { access, stores }: Pick<Scope, 'access' | 'stores'>,
  memberships: readonly ProjectOfMember[],
  subject: string,
  thing: SubjectFields,
): Promise<ProjectOfMember[]> => {
  if (access.allows('access-all-projects', 'organization-admin-console')) return [...memberships];
  const own = new Set((await stores.projects.listOfMember(access.organization.membershipId)).map(({ id }) => id));
  const shared = memberships.filter(({ projectId }) => own.has(projectId));
  const projects = await Promise.all(shared.map(({ projectId }) => access.inProject(projectId)));
  return shared.filter((_, index) => projects[index]!.allows('read', subject, thing));
};

/** The projects that a member of the organization is in itself, as far as the caller may know of them. */
export const membershipsOf = async (
  scope: Pick<Scope, 'access' | 'stores'>,
  membershipId: string,
  subject: 'member' | 'identity',
  thing: SubjectFields,
): Promise<MembershipWithRoles[]> => {
  const memberships = await visible(scope, await scope.stores.projects.membershipsOf(membershipId), subject, thing);
  const roles = await scope.stores.projectMemberships.rolesOf(memberships.map(({ id }) => id));
  return memberships.map((membership) => ({
    membership,
    roles: roles.filter(({ projectMembershipId }) => projectMembershipId === membership.id),
  }));
};
