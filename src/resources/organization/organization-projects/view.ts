import type { Actor } from '../../../access/actor.ts';
import type { Reply } from '../../../contract.ts';
import type { IdentityMemberRow } from '../../identity/identities/store.ts';
import { authMethodsOf } from '../../identity/identities/view.ts';
import type { NamedProjectRole, ProjectMembershipRow } from '../../project/project-memberships/store.ts';
import { projectRoleView } from '../../project/project-memberships/view.ts';
import type { ProjectAndEnvironments } from '../../project/projects/service.ts';
import type { ProjectOfMember } from '../../project/projects/store.ts';
import type { MemberRow } from '../organization-users/store.ts';
import { userView } from '../organization-users/view.ts';

type ProjectInShort = Reply<'listOrganizationWorkspaces'>['workspaces'][number];
type GrantedMembership = Reply<'grantProjectAdminAccess'>['membership'];
type MembershipOfUser = Reply<'listProjectMembershipsOfUser'>['memberships'][number];
type MembershipOfIdentity = Reply<'listProjectMembershipsOfIdentity'>['identityMemberships'][number];

/** A membership with its roles. */
export interface MembershipWithRoles {
  readonly membership: ProjectOfMember;
  readonly roles: readonly NamedProjectRole[];
}

export const projectInShortView = ({ project, environments }: ProjectAndEnvironments): ProjectInShort => ({
  id: project.id,
  name: project.name,
  slug: project.slug,
  organization: project.organizationId,
  environments: environments.map(({ name, slug }) => ({ name, slug })),
});

export const grantedMembershipView = (
  { id, projectId, createdAt, updatedAt }: ProjectMembershipRow,
  actor: Actor,
): GrantedMembership => ({
  id,
  projectId,
  userId: actor.type === 'user' ? actor.id : null,
  identityId: actor.type === 'identity' ? actor.id : null,
  createdAt,
  updatedAt,
});

const projectOf = ({ projectId, projectName, projectType }: ProjectOfMember) => ({
  id: projectId,
  name: projectName,
  type: projectType,
});

export const membershipOfUserView = (
  { membership, roles }: MembershipWithRoles,
  member: MemberRow,
): MembershipOfUser => ({
  id: membership.id,
  userId: member.userId,
  projectId: membership.projectId,
  user: userView({ ...member, id: member.userId }),
  project: projectOf(membership),
  roles: roles.map(projectRoleView),
});

export const membershipOfIdentityView = (
  { membership, roles }: MembershipWithRoles,
  member: IdentityMemberRow,
): MembershipOfIdentity => ({
  id: membership.id,
  identityId: member.identityId,
  createdAt: membership.createdAt,
  updatedAt: membership.updatedAt,
  roles: roles.map(projectRoleView),
  identity: {
    id: member.identityId,
    name: member.name,
    authMethods: authMethodsOf(member),
    hasDeleteProtection: member.hasDeleteProtection,
  },
  project: projectOf(membership),
});
