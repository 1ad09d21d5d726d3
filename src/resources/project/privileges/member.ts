import type { Thing } from '../../../access/conditions.ts';
import { badRequest, notFound } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import type { ProjectMembershipRow } from '../project-memberships/store.ts';
import type { ProjectUserRow } from '../project-users/store.ts';

/** A membership of a project, of a member of the organization. */
export interface OwnMembership extends ProjectMembershipRow {
  readonly membershipId: string;
}

/** A member of a project as privileges, the rules about them and the audit log know it. */
export interface Member {
  /** What rules about giving it privileges are about, and the fields that they may name. */
  readonly subject: 'identity' | 'member';
  readonly fields: Thing;
  readonly noun: string;
  /** What its privileges are called in events of the audit log. */
  readonly privilege: string;
  /** How the audit log names it. */
  readonly audited: Readonly<Record<string, string>>;
  /** Its own membership of the project, not one of a group; 404 if there is none. */
  findMembership(scope: Pick<Scope, 'access' | 'stores'>, projectId: string, isLocked: boolean): Promise<OwnMembership>;
}

const noSuchIdentity = () => notFound('There is no such machine identity in this project.');

/**
 * 404 when it is not in the project, and 400 when it is there only through a group: a privilege needs a membership to
 * belong to.
 */
const findIdentity = async (
  { access, stores }: Pick<Scope, 'access' | 'stores'>,
  projectId: string,
  identityId: string,
  isLocked: boolean,
): Promise<OwnMembership> => {
  const member = await stores.memberships.findOfIdentity(access.organization.id, identityId);
  if (!member) throw noSuchIdentity();
  const { projectMemberships, grants } = stores;
  const membership = await (isLocked
    ? projectMemberships.lockOfMember(projectId, member.id)
    : projectMemberships.findOfMember(projectId, member.id));
  if (membership) return { ...membership, membershipId: member.id };
  const isThroughGroup = (await grants.projectRoles(projectId, member.id)).length > 0;
  if (isThroughGroup)
    throw badRequest(
      'This machine identity is in the project only through a group. Add it to the project itself first.',
    );
  throw noSuchIdentity();
};

export const identityMember = (identityId: string): Member => ({
  subject: 'identity',
  fields: { identityId },
  noun: 'machine identity',
  privilege: 'identity-project-additional-privilege',
  audited: { identityId },
  findMembership: (scope, projectId, isLocked) => findIdentity(scope, projectId, identityId, isLocked),
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
  findMembership: async ({ stores }, projectId, isLocked) => {
    const { projectMemberships } = stores;
    const membership = await (isLocked
      ? projectMemberships.lockOfMember(projectId, membershipId)
      : projectMemberships.findOfMember(projectId, membershipId));
    // Whoever left the project and joined it again has another membership.
    if (membership?.id !== id) throw notFound('There is no such user in this project.');
    return { ...membership, membershipId };
  },
});
