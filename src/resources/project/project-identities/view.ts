import type { Reply } from '../../../contract.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { authMethodsOf, lockedAuthMethodsOf, metadataView } from '../../identity/identities/view.ts';
import type { MetadataRow } from '../../organization/memberships/store.ts';
import { heldRoleView } from '../project-memberships/view.ts';
import type { IdentityMembership, ProjectIdentity } from './service.ts';

type Membership = Reply<'addProjectIdentity'>['identityMembership'];
type Listed = Reply<'listProjectIdentities'>['identityMemberships'][number];
type Single = Reply<'getProjectIdentity'>['identityMembership'];

/** As changes answer it. */
export const membershipView = ({
  id,
  projectId,
  identityId,
  createdAt,
  updatedAt,
}: IdentityMembership): Membership => ({ id, projectId, identityId, createdAt, updatedAt });

/** What every form of it shows. */
export const identityInProjectView = ({ member, roles, project }: ProjectIdentity) => ({
  id: member.id,
  identityId: member.identityId,
  createdAt: member.createdAt,
  updatedAt: member.updatedAt,
  roles: roles.map(heldRoleView),
  identity: { id: member.identityId, name: member.name, authMethods: authMethodsOf(member) },
  project: { id: project.id, name: project.name },
});

export const listedIdentityView = (found: ProjectIdentity, now: Timestamp): Listed => {
  const { identity, ...membership } = identityInProjectView(found);
  const { organizationId: orgId, owningProjectId: projectId } = found.member;
  return {
    ...membership,
    identity: { ...identity, orgId, projectId, activeLockoutAuthMethods: lockedAuthMethodsOf(found.member, now) },
  };
};

export const projectIdentityView = (
  found: ProjectIdentity,
  metadata: readonly MetadataRow[],
  now: Timestamp,
): Single => {
  const { identity, ...membership } = listedIdentityView(found, now);
  const { lastLoginAuthMethod, lastLoginTime } = found.member;
  return {
    ...membership,
    lastLoginAuthMethod,
    lastLoginTime,
    identity: { ...identity, metadata: metadata.map(metadataView) },
  };
};
