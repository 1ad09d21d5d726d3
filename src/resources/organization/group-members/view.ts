import type { Reply } from '../../../contract.ts';
import type { NamedProjectRole } from '../../project/project-memberships/store.ts';
import { projectRoleView } from '../../project/project-memberships/view.ts';
import type { GroupProjectRow } from '../groups/store.ts';
import type { CandidateRow, GroupableUser } from './store.ts';

type User = Reply<'addUserToGroup'>;
type Member = Reply<'listGroupMembers'>['members'][number];
type UserCandidate = Reply<'listGroupUsers'>['users'][number];
type IdentityCandidate = Reply<'listGroupIdentities'>['machineIdentities'][number];

export const userView = ({ id, username, email, firstName, lastName }: Omit<GroupableUser, 'membershipId'>): User => ({
  id,
  username,
  email,
  firstName,
  lastName,
});

const presence = ({ joinedGroupAt }: CandidateRow) => ({ isPartOfGroup: joinedGroupAt !== null, joinedGroupAt });

export const memberView = (row: CandidateRow): Member => {
  const joinedGroupAt = row.joinedGroupAt!;
  return row.userId === null
    ? {
        id: row.identityId,
        joinedGroupAt,
        type: 'machineIdentity',
        machineIdentity: { id: row.identityId, name: row.identityName },
      }
    : { id: row.userId, joinedGroupAt, type: 'user', user: userView({ ...row, id: row.userId }) };
};

export const userCandidateViews = (rows: readonly CandidateRow[]): UserCandidate[] =>
  rows.flatMap((row) => (row.userId === null ? [] : [{ ...userView({ ...row, id: row.userId }), ...presence(row) }]));

export const identityCandidateViews = (rows: readonly CandidateRow[]): IdentityCandidate[] =>
  rows.flatMap((row) =>
    row.identityId === null ? [] : [{ id: row.identityId, name: row.identityName, ...presence(row) }],
  );

type Project = Reply<'listGroupProjects'>['projects'][number];

/** `roles` has those of all projects on the page. */
export const groupProjectView = (
  { projectMembershipId, ...project }: GroupProjectRow,
  roles: readonly NamedProjectRole[],
): Project => ({
  ...project,
  joinedGroupAt: project.joinedProjectAt,
  roles: roles.filter((role) => role.projectMembershipId === projectMembershipId).map(projectRoleView),
});
