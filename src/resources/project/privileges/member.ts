import type { SubjectFields } from '../../../access/conditions.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { ProjectMembershipRow } from '../project-memberships/store.ts';
import type { ProjectUserRow } from '../project-users/store.ts';

/** A project membership of a single member of the organization, not of a group. */
export interface DirectMembership extends ProjectMembershipRow {
  readonly membershipId: string;
}

/** A member of a project, with what privileges, permission checks and the audit log need of it. */
export interface Member {
  /** The subject and subject fields of permissions to assign privileges to it. */
  readonly subject: 'identity' | 'member';
  readonly fields: SubjectFields;
  readonly noun: string;
  /** The name of its privileges in event types of the audit log. */
  readonly privilege: string;
  /** The fields that identify it in the audit log. */
  readonly audited: Readonly<Record<string, string>>;
  /** Finds its own membership of the project, not one through a group; 404 if there is none. */
  findMembership(scope: Pick<Scope, 'access' | 'stores'>, projectId: string): Promise<DirectMembership>;
  /** Lists the slugs of its privileges in the project, without knowing its membership. */
  listSlugs(scope: Pick<Scope, 'access' | 'stores'>, projectId: string): Promise<string[]>;
}

const identityNotInProject = () => notFound('This project has no machine identity with this id.');

/**
 * Finds the identity's membership; 404 if it is not in the project, and 400 if it is there only through a group: a
 * privilege belongs to a membership.
 */
const findIdentity = async (
  { access, stores }: Pick<Scope, 'access' | 'stores'>,
  projectId: string,
  identityId: string,
): Promise<DirectMembership> => {
  const { memberships, projectMemberships, grants } = stores;
  const membership = await projectMemberships.findOfIdentity(access.organization.id, projectId, identityId);
  if (membership) return membership;
  const member = await memberships.findOfIdentity(access.organization.id, identityId);
  if (!member) throw identityNotInProject();
  const isThroughGroup = (await grants.projectRoles(projectId, member.id)).length > 0;
  if (isThroughGroup)
    throw badRequest(
      'This machine identity is in the project only through a group. Add it to the project itself first.',
    );
  throw identityNotInProject();
};

export const identityMember = (identityId: string): Member => ({
  subject: 'identity',
  fields: { identityId },
  noun: 'machine identity',
  privilege: 'identity-project-additional-privilege',
  audited: { identityId },
  findMembership: (scope, projectId) => findIdentity(scope, projectId, identityId),
  listSlugs: ({ access, stores }, projectId) =>
    stores.privileges.listSlugsOfIdentity(access.organization.id, projectId, identityId),
});

export const userMember = ({
  id,
  userId,
  username,
  membershipId,
}: Pick<ProjectUserRow, 'id' | 'userId' | 'username' | 'membershipId'>): Member => ({
  subject: 'member',
  fields: { userEmail: username },
  noun: 'user',
  privilege: 'user-project-additional-privilege',
  audited: { userId, username, projectMembershipId: id },
  findMembership: async ({ stores }, projectId) => {
    const membership = await stores.projectMemberships.findOfMember(projectId, membershipId);
    // A user who left the project and joined it again has another membership.
    if (membership?.id !== id) throw notFound('This user is not a member of this project.');
    return { ...membership, membershipId };
  },
  listSlugs: ({ stores }) => stores.privileges.listSlugs(id),
});
