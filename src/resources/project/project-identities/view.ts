import type { Reply } from '../../../contract.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { authMethodsOf, lockedAuthMethodsOf, metadataView } from '../../identity/identities/view.ts';
import type { MetadataRow } from '../../organization/memberships/store.ts';
import { projectRoleView } from '../project-memberships/view.ts';
import type { IdentityMembership, ProjectIdentity } from './service.ts';

type Membership = Reply<'addProjectIdentity'>['identityMembership'];
type ListItem = Reply<'listProjectIdentities'>['identityMemberships'][number];
type ProjectIdentityReply = Reply<'getProjectIdentity'>['identityMembership'];

/** Shows a membership in responses of operations that change it. */
export const membershipView = ({
  id,
  projectId,
  identityId,
  createdAt,
  updatedAt,
}: IdentityMembership): Membership => ({ id, projectId, identityId, createdAt, updatedAt });

/** Shows the fields that all views of an identity in a project share. */
export const identityInProjectView = ({ member, roles, project }: ProjectIdentity) => ({
  id: member.id,
  identityId: member.identityId,
  createdAt: member.createdAt,
  updatedAt: member.updatedAt,
  roles: roles.map(projectRoleView),
  identity: { id: member.identityId, name: member.name, authMethods: authMethodsOf(member) },
  project: { id: project.id, name: project.name },
});

export const identityListItemView = (projectIdentity: ProjectIdentity, now: Timestamp): ListItem => {
  const { identity, ...membership } = identityInProjectView(projectIdentity);
  const { organizationId: orgId, owningProjectId: projectId } = projectIdentity.member;
  return {
    ...membership,
    identity: {
      ...identity,
      orgId,
      projectId,
      activeLockoutAuthMethods: lockedAuthMethodsOf(projectIdentity.member, now),
    },
  };
};

export const projectIdentityView = (
  projectIdentity: ProjectIdentity,
  metadata: readonly MetadataRow[],
  now: Timestamp,
): ProjectIdentityReply => {
  const { identity, ...membership } = identityListItemView(projectIdentity, now);
  const { lastLoginAuthMethod, lastLoginTime } = projectIdentity.member;
  return {
    ...membership,
    lastLoginAuthMethod,
    lastLoginTime,
    identity: { ...identity, metadata: metadata.map(metadataView) },
  };
};
