import type { Period } from '../../../access/granted.ts';
import type { ProjectRow } from '../../../access/project.ts';
import type { RoleWithRules } from '../../../access/rule.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { pageOf, type Page } from '../../../platform/db/knex/pages.ts';
import { containsText } from '../../../platform/db/knex/search.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { bumpOrganizationAccess } from '../../project/revisions/store.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';

export interface GroupRow {
  id: string;
  organizationId: string;
  name: string;
  slug: string;
  /** The role in the organization: the slug of a built-in role, or `custom` with `roleId`. */
  role: string;
  roleId: string | null;
  /** The group at the provider of single sign-on whose members are in this one; null if people decide who is in it. */
  providerGroupName: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A group with the rules of its role in the organization. */
export interface GroupWithRole extends GroupRow, RoleWithRules {
  role: string;
  customRoleSlug: string | null;
  customRoleName: string | null;
}

export interface GroupSearch extends Page {
  /** Part of the name or the slug; ignores case. */
  readonly search?: string | undefined;
  /** The slugs of accepted roles. */
  readonly roles?: readonly string[] | undefined;
  readonly orderBy: 'name' | 'slug' | 'role';
  readonly orderDirection: 'asc' | 'desc';
}

/** The SQL expressions for sorting; the slug of a custom role is in another table. */
const orderExpressions = { name: '"g"."name"', slug: '"g"."slug"', role: 'coalesce("r"."slug", "g"."role")' };

/** A role that a group has in a project. */
export interface GroupProjectRole
  extends RoleWithRules, Pick<Period, 'isTemporary' | 'temporaryAccessStartTime' | 'temporaryAccessEndTime'> {
  projectId: string;
}

/** A project that a group is a member of. */
export interface GroupProjectRow extends Pick<ProjectRow, 'id' | 'name' | 'slug' | 'description' | 'type'> {
  joinedProjectAt: Timestamp;
  /** The membership of the group in the project. */
  projectMembershipId: string;
}

const withRole = (db: SqlBuilder) =>
  db('groups as g')
    .leftJoin('organization_roles as r', 'r.id', 'g.roleId')
    .select<GroupWithRole[]>('g.*', 'r.permissions', 'r.slug as customRoleSlug', 'r.name as customRoleName');

const findByIdSql = new Statement<GroupWithRole, { organizationId: string; id: string }>((db, param) =>
  withRole(db).where({ 'g.organizationId': param('organizationId'), 'g.id': param('id') }),
);

export class GroupStore extends Store {
  /** Returns which of these slugs groups of the organization have. */
  async takenSlugs(organizationId: string, slugs: readonly string[]): Promise<string[]> {
    const rows = await this.db<GroupRow>('groups').where({ organizationId }).whereIn('slug', slugs).select('slug');
    return rows.map(({ slug }) => slug);
  }

  /** Does not invalidate cached permissions, because a new group has no members. */
  async insert(group: GroupRow): Promise<void> {
    this.db.insert('groups', [group]);
  }

  async findById(organizationId: string, id: string): Promise<GroupWithRole | undefined> {
    return (await this.db.read(findByIdSql, { organizationId, id }))[0];
  }

  /** Lists the groups of an organization, ordered by name. */
  list(organizationId: string): Promise<GroupWithRole[]> {
    return withRole(this.db).where('g.organizationId', organizationId).orderBy(['g.name', 'g.id']);
  }

  /** Lists the groups of an organization that have a name at its provider of single sign-on. */
  listOfProvider(organizationId: string): Promise<(GroupRow & { providerGroupName: string })[]> {
    return this.db<GroupRow & { providerGroupName: string }>('groups')
      .where({ organizationId })
      .whereNotNull('providerGroupName')
      .orderBy(['name', 'id']);
  }

  /** Lists a page of the matching groups in the given order, then by name and id, and their total number. */
  search(
    organizationId: string,
    { search = '', roles, orderBy, orderDirection, ...page }: GroupSearch,
  ): Promise<{ rows: GroupWithRole[]; totalCount: number }> {
    const matches = withRole(this.db)
      .where('g.organizationId', organizationId)
      .where(containsText(search, [orderExpressions.name, orderExpressions.slug]))
      .where((query) => {
        if (roles) void query.whereRaw(`${orderExpressions.role} in (${roles.map(() => '?').join()})`, roles);
      })
      .orderByRaw(`${orderExpressions[orderBy]} ${orderDirection}`)
      .orderBy(['g.name', 'g.id']);
    return pageOf(matches, page);
  }

  /** Updates the group, and invalidates the cached permissions of its members. */
  async update(id: string, changes: Partial<Omit<GroupRow, 'id' | 'organizationId' | 'createdAt'>>): Promise<void> {
    bumpOrganizationAccess(this.db, 'groups', id);
    this.db.write(this.db<GroupRow>('groups').where({ id }).update(changes));
  }

  /** Deletes the group and its memberships of projects. */
  async delete(id: string): Promise<void> {
    bumpOrganizationAccess(this.db, 'groups', id);
    this.db.write(this.db<GroupRow>('groups').where({ id }).delete());
  }

  async countWithRole(roleId: string): Promise<number> {
    const [row] = await this.db('groups').where({ roleId }).count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  /** Lists the group's roles in all projects, except those that ended before that time. */
  listRolesInProjects(groupId: string, now: Timestamp): Promise<GroupProjectRole[]> {
    return this.db('project_memberships as pm')
      .join('project_membership_roles as mr', 'mr.projectMembershipId', 'pm.id')
      .leftJoin('project_roles as r', 'r.id', 'mr.customRoleId')
      .where('pm.groupId', groupId)
      .where(
        (query) => void query.whereNull('mr.temporaryAccessEndTime').orWhere('mr.temporaryAccessEndTime', '>', now),
      )
      .select<GroupProjectRole[]>(
        'pm.projectId',
        'mr.role',
        'mr.isTemporary',
        'mr.temporaryAccessStartTime',
        'mr.temporaryAccessEndTime',
        'r.permissions',
      )
      .orderBy(['pm.projectId', 'mr.id']);
  }

  /**
   * Lists a page of the group's projects, ordered by name, and their total number; `among` restricts them to these ids.
   */
  listProjects(
    groupId: string,
    page: Page,
    among?: readonly string[],
  ): Promise<{ rows: GroupProjectRow[]; totalCount: number }> {
    const matches = this.db('project_memberships as pm')
      .join('projects as p', 'p.id', 'pm.projectId')
      .where('pm.groupId', groupId)
      .where((query) => {
        if (among) void query.whereIn('p.id', among);
      })
      .select<GroupProjectRow[]>(
        'p.id',
        'p.name',
        'p.slug',
        'p.description',
        'p.type',
        'pm.createdAt as joinedProjectAt',
        'pm.id as projectMembershipId',
      )
      .orderByRaw('lower("p"."name"), "p"."id"');
    return pageOf(matches, page);
  }
}
