import type { GrantedPrivilege } from '../../../access/granted.ts';
import { Store } from '../../../platform/db/knex/store.ts';

export interface ProjectMemberKinds {
  readonly users: boolean;
  readonly identities: boolean;
}

/** A user or a machine identity of a project, itself or through a group. */
export interface ProjectMemberRow {
  membershipId: string;
  userId: string | null;
  username: string | null;
  identityId: string | null;
  identityName: string | null;
}

/** A membership of a project that a member has, itself or through a group. */
export interface HeldMembershipRow {
  membershipId: string;
  projectMembershipId: string;
  groupId: string | null;
  groupName: string | null;
}

/** Reads who is in a project and what they hold, for many members with one statement. */
export class ProjectMemberStore extends Store {
  /** Lists members who can log in to the organization, ordered by membership. */
  list(
    projectId: string,
    { users, identities }: ProjectMemberKinds,
    after: string,
    limit: number,
  ): Promise<ProjectMemberRow[]> {
    const members = this.db('project_memberships')
      .where({ projectId })
      .where('membershipId', '>', after)
      .select('membershipId')
      .union(
        this.db('project_memberships as pm')
          .join('group_members as gm', 'gm.groupId', 'pm.groupId')
          .where('pm.projectId', projectId)
          .where('gm.membershipId', '>', after)
          .select('gm.membershipId'),
      );
    const query = this.db('organization_memberships as m')
      .leftJoin('users as u', 'u.id', 'm.userId')
      .leftJoin('identities as i', 'i.id', 'm.identityId')
      .whereIn('m.id', members)
      .where({ 'm.status': 'accepted', 'm.isActive': true })
      .orderBy('m.id')
      .limit(limit)
      .select<ProjectMemberRow[]>(
        'm.id as membershipId',
        'm.userId',
        'u.username',
        'm.identityId',
        'i.name as identityName',
      );
    if (!users) void query.whereNotNull('m.identityId');
    if (!identities) void query.whereNotNull('m.userId');
    return query;
  }

  /** Lists the memberships of these members in the project, their own and those of their groups. */
  listHeld(projectId: string, membershipIds: readonly string[]): Promise<HeldMembershipRow[]> {
    const own = this.db('project_memberships as pm')
      .where('pm.projectId', projectId)
      .whereIn('pm.membershipId', membershipIds)
      .select('pm.membershipId', 'pm.id as projectMembershipId')
      .select(this.db.raw('null as ??, null as ??', ['groupId', 'groupName']));
    // A cross join keeps SQLite from reading all members of the project first.
    const ofGroups = this.db('group_members as gm')
      .joinRaw('cross join ?? as ??', ['project_memberships', 'pm'])
      .join('groups as g', 'g.id', 'gm.groupId')
      .where('pm.groupId', this.db.ref('gm.groupId'))
      .where('pm.projectId', projectId)
      .whereIn('gm.membershipId', membershipIds)
      .select('gm.membershipId', 'pm.id as projectMembershipId', 'g.id as groupId', 'g.name as groupName');
    return this.db.read(own.unionAll(ofGroups));
  }

  /** Counts the additional privileges of each of these members who has any. */
  async countPrivileges(projectId: string, membershipIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const rows = await this.db('project_memberships as pm')
      .join('project_privileges as p', 'p.projectMembershipId', 'pm.id')
      .where('pm.projectId', projectId)
      .whereIn('pm.membershipId', membershipIds)
      .groupBy('pm.membershipId')
      .select<{ membershipId: string }[]>('pm.membershipId')
      .count<{ membershipId: string; rows: number }[]>({ rows: '*' });
    return new Map(rows.map(({ membershipId, rows: count }) => [membershipId, count]));
  }

  /** Lists the additional privileges of these members whose rules may be about the subject. */
  listPrivileges(
    projectId: string,
    membershipIds: readonly string[],
    subject: string,
  ): Promise<(GrantedPrivilege & { membershipId: string })[]> {
    return this.db.read(
      this.db('project_memberships as pm')
        .join('project_privileges as p', 'p.projectMembershipId', 'pm.id')
        .where('pm.projectId', projectId)
        .whereIn('pm.membershipId', membershipIds)
        .whereRaw('cast(?? as text) like ?', ['p.permissions', `%"${subject}"%`])
        .select('pm.membershipId', 'p.id', 'p.slug', 'p.temporaryAccessStartTime', 'p.temporaryAccessEndTime')
        .select(this.db.raw('cast(?? as text) as ??', ['p.permissions', 'permissionsJson'])),
    );
  }

  /** Lists the rules of these custom roles as text, if they may be about the subject. */
  listRules(roleIds: readonly string[], subject: string): Promise<{ id: string; permissionsJson: string }[]> {
    return this.db.read(
      this.db('project_roles')
        .whereIn('id', roleIds)
        .whereRaw('cast(?? as text) like ?', ['permissions', `%"${subject}"%`])
        .select('id', this.db.raw('cast(?? as text) as ??', ['permissions', 'permissionsJson'])),
    );
  }

  /** Lists machine identities of the organization with this name, ordered by id. */
  listIdentitiesNamed(
    organizationId: string,
    name: string,
    limit: number,
  ): Promise<{ identityId: string; membershipId: string }[]> {
    return this.db('identities as i')
      .join('organization_memberships as m', 'm.identityId', 'i.id')
      .where({ 'i.organizationId': organizationId, 'i.name': name })
      .orderBy('i.id')
      .limit(limit)
      .select('i.id as identityId', 'm.id as membershipId');
  }
}
