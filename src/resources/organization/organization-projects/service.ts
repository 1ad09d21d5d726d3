import { projectNotFound } from '../../../access/access.ts';
import type { SubjectFields } from '../../../access/conditions.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import { administrator, newProjectMembership, roleRows } from '../../project/project-memberships/assign.ts';
import type { ProjectMembershipRow } from '../../project/project-memberships/store.ts';
import type { ProjectOfMember } from '../../project/projects/store.ts';
import type { MembershipWithRoles } from './view.ts';
import { ofProject } from '../../../transaction-keys.ts';

/** Makes the caller an administrator of the project, in place of any roles that the caller had there. */
export const joinAsAdministrator = (scope: Scope, projectId: string): Promise<ProjectMembershipRow> =>
  scope.transaction(ofProject({ id: projectId, organizationId: scope.access.organization.id }), async (tx) => {
    const { access, actor, stores, clock, audit } = tx;
    const { id: organizationId, membershipId } = access.organization;
    const [project, current] = await Promise.all([
      stores.projects.findById(organizationId, projectId),
      stores.projectMemberships.findOfMember(projectId, membershipId),
    ]);
    if (!project) throw projectNotFound();
    const membership = {
      ...(current ?? newProjectMembership(tx, projectId, { membershipId })),
      updatedAt: timestamp(clock.now()),
    };
    const roles = roleRows(tx, membership.id, [administrator]);
    if (current) await stores.projectMemberships.replaceRoles(current, roles, membership.updatedAt);
    else await stores.projectMemberships.insert(membership, roles);
    await audit.record({
      type: 'org-admin-accessed-project',
      metadata: { projectId, projectMembershipId: membership.id, actorType: actor.type, actorId: actor.id },
      project,
    });
    return membership;
  });

/** Filters the memberships of projects in which the caller may see such a member. */
const filterVisible = async (
  { access, stores }: Pick<Scope, 'access' | 'stores'>,
  memberships: readonly ProjectOfMember[],
  subject: string,
  fields: SubjectFields,
): Promise<ProjectOfMember[]> => {
  if (access.allows('access-all-projects', 'organization-admin-console')) return [...memberships];
  const callerProjectIds = new Set(
    (await stores.projects.listOfMember(access.organization.membershipId)).map(({ id }) => id),
  );
  const shared = memberships.filter(({ projectId }) => callerProjectIds.has(projectId));
  const projects = await Promise.all(shared.map(({ projectId }) => access.inProject(projectId)));
  return shared.filter((_, index) => projects[index]!.allows('read', subject, fields));
};

/** Lists the direct memberships of a member in projects, as far as the caller may see them. */
export const listMemberships = async (
  scope: Pick<Scope, 'access' | 'stores'>,
  membershipId: string,
  subject: 'member' | 'identity',
  fields: SubjectFields,
): Promise<MembershipWithRoles[]> => {
  const memberships = await filterVisible(
    scope,
    await scope.stores.projects.membershipsOf(membershipId),
    subject,
    fields,
  );
  const roles = await scope.stores.projectMemberships.listRoles(memberships.map(({ id }) => id));
  return memberships.map((membership) => ({
    membership,
    roles: roles.filter(({ projectMembershipId }) => projectMembershipId === membership.id),
  }));
};
