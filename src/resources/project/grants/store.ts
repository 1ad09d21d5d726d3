import type { RoleWithRules, Rule } from '../../../access/rule.ts';
import type { GrantedPrivilege, GrantedRole, MemberFacts } from '../../../access/granted.ts';
import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';

/** The rules of one role, privilege or service token. */
export interface WrittenRules {
  id: string;
  projectId: string;
  permissionsJson: string;
}

const pageSize = 100;

/** Who holds a grant in a project: a member of the organization, or a group. */
export interface GrantHolder {
  organizationId: string;
  membershipId: string | null;
  groupId: string | null;
}

/** A temporary grant whose end has not been announced. */
export interface EndingGrant extends GrantHolder {
  type: 'role' | 'privilege';
  id: string;
  slug: string;
  endsAt: Timestamp;
  projectId: string;
  projectName: string;
  /** The name of the machine identity or group; null for a user. */
  holderName: string | null;
}

const tableOf = { role: 'project_membership_roles', privilege: 'project_privileges' } as const;

const organizationRoles = new Statement<RoleWithRules, { membershipId: string }>((db, param) =>
  db('organization_memberships as m')
    .leftJoin('organization_roles as r', 'r.id', 'm.roleId')
    .where('m.id', param('membershipId'))
    .select('m.role', 'r.permissions')
    .unionAll(
      db('group_members as gm')
        .join('groups as g', 'g.id', 'gm.groupId')
        .leftJoin('organization_roles as r', 'r.id', 'g.roleId')
        .where('gm.membershipId', param('membershipId'))
        .select('g.role', 'r.permissions'),
    ),
);

interface MemberKey extends Record<string, unknown> {
  projectId: string;
  membershipId: string;
}

/** Selects the rules as text, so that rules that are cached already are not parsed again. */
const permissionsText = (db: SqlBuilder, permissions: string): Knex.Raw =>
  db.raw('cast(?? as text) as ??', [permissions, 'permissionsJson']);

/**
 * Selects the memberships of a member and of its groups in a project. A union, because an `or` of the two would read all
 * members of the project, which `test/platform/query-plans.test.ts` checks.
 */
export const membershipIdsOf = (db: SqlBuilder, projectId: Knex.Value, membershipId: Knex.Value): Knex.QueryBuilder =>
  db('project_memberships')
    .where({ projectId, membershipId })
    .select('id')
    .unionAll(
      db('project_memberships')
        .where({ projectId })
        .whereIn('groupId', db('group_members').where({ membershipId }).select('groupId'))
        .select('id'),
    );

const projectRoles = new Statement<GrantedRole, MemberKey>((db, param) =>
  db('project_memberships as pm')
    .leftJoin('project_membership_roles as mr', 'mr.projectMembershipId', 'pm.id')
    .leftJoin('project_roles as r', 'r.id', 'mr.customRoleId')
    .leftJoin('groups as g', 'g.id', 'pm.groupId')
    .whereIn('pm.id', membershipIdsOf(db, param('projectId'), param('membershipId')))
    .select('mr.id', 'mr.role', 'mr.temporaryAccessStartTime', 'mr.temporaryAccessEndTime')
    .select(
      'r.slug as customRoleSlug',
      'r.name as customRoleName',
      permissionsText(db, 'r.permissions'),
      'g.id as groupId',
      'g.name as groupName',
    ),
);

const projectPrivileges = new Statement<GrantedPrivilege, MemberKey>((db, param) =>
  db('project_privileges as p')
    .join('project_memberships as pm', 'pm.id', 'p.projectMembershipId')
    .where({ 'pm.projectId': param('projectId'), 'pm.membershipId': param('membershipId') })
    .select(
      'p.id',
      'p.slug',
      permissionsText(db, 'p.permissions'),
      'p.temporaryAccessStartTime',
      'p.temporaryAccessEndTime',
    ),
);

const facts = new Statement<MemberFacts, { membershipId: string }>((db, param) =>
  db('organization_memberships as m')
    .leftJoin('users as u', 'u.id', 'm.userId')
    .leftJoin('identities as i', 'i.id', 'm.identityId')
    .where('m.id', param('membershipId'))
    .select('m.userId', 'm.identityId', 'u.username', 'i.name as identityName'),
);

/** Reads the grants of members from all tables: their roles, those of their groups, and privileges. */
export class GrantStore extends Store {
  organizationRoles(membershipId: string): Promise<RoleWithRules[]> {
    return this.db.read(organizationRoles, { membershipId });
  }

  /** Lists the roles of a member in the project; empty if it is not a member. */
  projectRoles(projectId: string, membershipId: string): Promise<GrantedRole[]> {
    return this.db.read(projectRoles, { projectId, membershipId });
  }

  projectPrivileges(projectId: string, membershipId: string): Promise<GrantedPrivilege[]> {
    return this.db.read(projectPrivileges, { projectId, membershipId });
  }

  /**
   * Yields, in pages, the rules of roles and of active privileges and service tokens in one project or organization
   * whose text contains the name of the field; that excludes nearly all rules without such a condition.
   */
  async *rulesWithCondition(
    where: { projectId: string } | { organizationId: string },
    field: string,
    now: Timestamp,
  ): AsyncGenerator<{ projectId: string; rules: readonly Rule[] }[]> {
    const inProjects = 'projectId' in where ? [where.projectId] : this.db('projects').where(where).select('id');
    const mentions = (column: string) => this.db.raw('cast(?? as text) like ?', [column, `%"${field}"%`]);
    for (let after = ''; ;) {
      const rows = await this.db('project_roles as r')
        .whereIn('r.projectId', inProjects)
        .where('r.id', '>', after)
        .where(mentions('r.permissions'))
        .select<WrittenRules[]>('r.id', 'r.projectId', permissionsText(this.db, 'r.permissions'))
        .unionAll([
          this.db('project_privileges as p')
            .join('project_memberships as pm', 'pm.id', 'p.projectMembershipId')
            .whereIn('pm.projectId', inProjects)
            .where('p.id', '>', after)
            .where(
              (query) => void query.whereNull('p.temporaryAccessEndTime').orWhere('p.temporaryAccessEndTime', '>', now),
            )
            .where(mentions('p.permissions'))
            .select('p.id', 'pm.projectId', permissionsText(this.db, 'p.permissions')),
          this.db('service_tokens as t')
            .whereIn('t.projectId', inProjects)
            .where('t.id', '>', after)
            .where((query) => void query.whereNull('t.expiresAt').orWhere('t.expiresAt', '>', now))
            .where(mentions('t.rules'))
            .select('t.id', 't.projectId', permissionsText(this.db, 't.rules')),
        ])
        .orderBy('id')
        .limit(pageSize);
      yield rows.map(({ projectId, permissionsJson }) => ({
        projectId,
        rules: JSON.parse(permissionsJson) as readonly Rule[],
      }));
      if (rows.length < pageSize) return;
      after = rows.at(-1)!.id;
      // SQLite returns rows synchronously, so yield to other requests between pages.
      await new Promise(setImmediate);
    }
  }

  /** Lists grants that are active now and end by then, and whose end was not announced, those that end first before. */
  async listEnding(now: Timestamp, until: Timestamp, limit: number): Promise<EndingGrant[]> {
    const roles = this.#ending('role', now, until)
      .leftJoin('project_roles as r', 'r.id', 'x.customRoleId')
      .select<EndingGrant[]>(this.db.raw('coalesce(??, ??) as ??', ['r.slug', 'x.role', 'slug']));
    const privileges = this.#ending('privilege', now, until).select<EndingGrant[]>('x.slug');
    return [
      ...(await roles.limit(limit)).map((row) => ({ ...row, type: 'role' as const })),
      ...(await privileges.limit(limit)).map((row) => ({ ...row, type: 'privilege' as const })),
    ];
  }

  /** Marks the end as announced; true for exactly one caller, and only while the grant ends then. */
  async announceEnd({ type, id, endsAt }: EndingGrant): Promise<boolean> {
    return (
      (await this.db(tableOf[type])
        .where({ id, temporaryAccessEndTime: endsAt })
        .where((query) => void query.whereNull('announcedEnd').orWhereNot('announcedEnd', endsAt))
        .update({ announcedEnd: endsAt })) === 1
    );
  }

  #ending(type: EndingGrant['type'], now: Timestamp, until: Timestamp) {
    return this.db(`${tableOf[type]} as x`)
      .join('project_memberships as pm', 'pm.id', 'x.projectMembershipId')
      .join('projects as p', 'p.id', 'pm.projectId')
      .leftJoin('organization_memberships as m', 'm.id', 'pm.membershipId')
      .leftJoin('identities as i', 'i.id', 'm.identityId')
      .leftJoin('groups as g', 'g.id', 'pm.groupId')
      .where('x.temporaryAccessEndTime', '>', now)
      .where('x.temporaryAccessEndTime', '<=', until)
      .where('x.temporaryAccessStartTime', '<=', now)
      .whereRaw('(?? is null or ?? <> ??)', ['x.announcedEnd', 'x.announcedEnd', 'x.temporaryAccessEndTime'])
      .orderBy(['x.temporaryAccessEndTime', 'x.id'])
      .select('x.id', 'x.temporaryAccessEndTime as endsAt', 'pm.projectId', 'pm.membershipId', 'pm.groupId')
      .select('p.organizationId', 'p.name as projectName')
      .select(this.db.raw('coalesce(??, ??) as ??', ['i.name', 'g.name', 'holderName']));
  }

  async factsOf(membershipId: string): Promise<MemberFacts | undefined> {
    return (await this.db.read(facts, { membershipId }))[0];
  }
}
