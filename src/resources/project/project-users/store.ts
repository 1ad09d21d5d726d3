import type { ProjectRow } from '../../../access/project.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { GrantHolder } from '../grants/store.ts';
import type { ProjectMembershipRow } from '../project-memberships/store.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';

/** A user's direct membership of a project, with the user. */
export interface ProjectUserRow
  extends ProjectMembershipRow, Pick<UserRow, 'username' | 'email' | 'firstName' | 'lastName' | 'passwordHash'> {
  membershipId: string;
  userId: string;
}

/** A user who can be sent mail about a project, as a member of the organization. */
export interface ContactRow extends Pick<UserRow, 'username' | 'email'> {
  userId: string;
  membershipId: string;
  /** That of the organization. */
  accessRevision: number;
}

const directUsers = (db: SqlBuilder) =>
  db('project_memberships as pm')
    .join('organization_memberships as m', 'm.id', 'pm.membershipId')
    .join('users as u', 'u.id', 'm.userId')
    .select<ProjectUserRow[]>(
      'pm.*',
      'm.userId',
      'u.username',
      'u.email',
      'u.firstName',
      'u.lastName',
      'u.passwordHash',
    );

interface IdInOrganization extends Record<string, unknown> {
  organizationId: string;
  id: string;
}

const findInOrganizationSql = new Statement<ProjectUserRow, IdInOrganization>((db, param) =>
  directUsers(db).where({ 'pm.id': param('id'), 'm.organizationId': param('organizationId') }),
);
const findOfPrivilegeSql = new Statement<ProjectUserRow, IdInOrganization>((db, param) =>
  directUsers(db)
    .join('project_privileges as v', 'v.projectMembershipId', 'pm.id')
    .where({ 'v.id': param('id'), 'm.organizationId': param('organizationId') }),
);

export class ProjectUserStore extends Store {
  /** Lists the users of the project, ordered by username. */
  list(projectId: string): Promise<ProjectUserRow[]> {
    return this.#users(projectId).orderBy('u.username');
  }

  /** Finds the members with these usernames, ordered by username. */
  findByUsernames(projectId: string, usernames: readonly string[]): Promise<ProjectUserRow[]> {
    return this.#users(projectId).whereIn('u.username', usernames).orderBy('u.username');
  }

  /** Lists active users who are direct members of the project, ordered by username. */
  listContacts(
    { id, organizationId }: Pick<ProjectRow, 'id' | 'organizationId'>,
    limit: number,
  ): Promise<ContactRow[]> {
    const members = this.db('project_memberships')
      .where({ projectId: id })
      .whereNotNull('membershipId')
      .select('membershipId');
    return this.#contacts(organizationId).whereIn('m.id', members).orderBy('u.username').limit(limit);
  }

  /** Lists those of these users who are active in the organization, ordered by username. */
  findContacts(organizationId: string, userIds: readonly string[]): Promise<ContactRow[]> {
    return this.#contacts(organizationId).whereIn('m.userId', userIds).orderBy('u.username');
  }

  /** Lists active users who hold the grant, themselves or through a group, ordered by username. */
  listHolders({ organizationId, membershipId, groupId }: GrantHolder, limit: number): Promise<ContactRow[]> {
    return this.#contacts(organizationId)
      .where((query) => {
        void query.where('m.id', membershipId);
        void query.orWhereIn('m.id', this.db('group_members').where({ groupId }).select('membershipId'));
      })
      .orderBy('u.username')
      .limit(limit);
  }

  /** Lists active users who have the role `admin` in the project now, ordered by username. */
  listAdministrators(
    { id, organizationId }: Pick<ProjectRow, 'id' | 'organizationId'>,
    now: Timestamp,
    limit: number,
  ): Promise<ContactRow[]> {
    const administrators = this.db('project_memberships as pm')
      .join('project_membership_roles as mr', 'mr.projectMembershipId', 'pm.id')
      .where({ 'pm.projectId': id, 'mr.role': 'admin' })
      .whereNotNull('pm.membershipId')
      .where(
        (query) =>
          void query.whereNull('mr.temporaryAccessStartTime').orWhere('mr.temporaryAccessStartTime', '<=', now),
      )
      .where(
        (query) => void query.whereNull('mr.temporaryAccessEndTime').orWhere('mr.temporaryAccessEndTime', '>', now),
      )
      .select('pm.membershipId');
    return this.#contacts(organizationId).whereIn('m.id', administrators).orderBy('u.username').limit(limit);
  }

  findById(projectId: string, id: string): Promise<ProjectUserRow | undefined> {
    return this.#users(projectId).where({ 'pm.id': id }).first();
  }

  /** Finds the membership in any project of the organization. */
  async findInOrganization(organizationId: string, id: string): Promise<ProjectUserRow | undefined> {
    return (await this.db.read(findInOrganizationSql, { organizationId, id }))[0];
  }

  /** Finds the user who has the privilege in any project of the organization. */
  async findOfPrivilege(organizationId: string, privilegeId: string): Promise<ProjectUserRow | undefined> {
    return (await this.db.read(findOfPrivilegeSql, { organizationId, id: privilegeId }))[0];
  }

  findOfUser(projectId: string, userId: string): Promise<ProjectUserRow | undefined> {
    return this.#users(projectId).where({ 'u.id': userId }).first();
  }

  #contacts(organizationId: string) {
    return this.db('organization_memberships as m')
      .join('users as u', 'u.id', 'm.userId')
      .join('organizations as o', 'o.id', 'm.organizationId')
      .where({ 'm.organizationId': organizationId, 'm.status': 'accepted', 'm.isActive': true })
      .select<ContactRow[]>('m.userId', 'm.id as membershipId', 'u.username', 'u.email', 'o.accessRevision');
  }

  #users(projectId: string) {
    return directUsers(this.db).where({ 'pm.projectId': projectId });
  }
}
