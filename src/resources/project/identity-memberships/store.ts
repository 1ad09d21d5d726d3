import type { ProjectRow } from '../../../access/project.ts';
import type { Knex } from 'knex';
import { pageOf, type Page } from '../../../platform/db/knex/pages.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { matchesFilter, type IdentityFilter, type TextFilter } from '../../identity/identities/store.ts';

export type MembershipScope = 'organization' | 'project';

/** All given conditions must match, and at least one of `anyOf`. */
export interface MembershipFilter extends IdentityFilter {
  readonly anyOf?: readonly IdentityFilter[] | undefined;
}

/** The memberships that a caller may read. */
export interface ReadableMemberships {
  readonly organizationId: string;
  /** Whether the caller may read those of the organization. */
  readonly inOrganization: boolean;
  /** Those of all projects; or those of some projects, and some single memberships. */
  readonly inProjects: 'all' | { readonly projectIds: readonly string[]; readonly membershipIds: readonly string[] };
}

export interface MembershipRef {
  id: string;
  scope: MembershipScope;
}

export interface MembershipPage extends Page {
  readonly orderBy: 'name' | 'role' | 'lastLogin';
  readonly orderDirection: 'asc' | 'desc';
}

type Where = (query: Knex.QueryBuilder) => void;

const nameMatches = (filter: TextFilter = {}): Where => matchesFilter('"i"."name"', filter);

const matches =
  ({ name, role, anyOf }: MembershipFilter, roleMatches: (filter?: TextFilter) => Where): Where =>
  (query) => {
    void query.where(nameMatches(name)).where(roleMatches(role));
    if (!anyOf) return;
    void query.where((any) => {
      // An alternative without conditions matches everything.
      for (const each of anyOf)
        void any.orWhere(
          (one) => void one.whereRaw('1 = 1').where(nameMatches(each.name)).where(roleMatches(each.role)),
        );
    });
  };

/** The memberships of machine identities in organizations and projects. */
export class IdentityMembershipStore extends Store {
  /** Lists a page of the matching memberships, and their total number. */
  listPage(
    readable: ReadableMemberships,
    filter: MembershipFilter,
    { orderBy, orderDirection, ...page }: MembershipPage,
  ): Promise<{ rows: MembershipRef[]; totalCount: number }> {
    const query = this.db<MembershipRef>(
      this.#inOrganization(readable, filter).unionAll(this.#inProjects(readable, filter)).as('found'),
    )
      .select<MembershipRef[]>('id', 'scope')
      .orderBy([{ column: orderBy, order: orderDirection }, 'name', 'id']);
    return pageOf(query, page);
  }

  async count(readable: ReadableMemberships, filter: MembershipFilter, scope: MembershipScope): Promise<number> {
    const query =
      scope === 'organization' ? this.#inOrganization(readable, filter) : this.#inProjects(readable, filter);
    const [row] = await query.clearSelect().count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  projects(ids: readonly string[]): Promise<Pick<ProjectRow, 'id' | 'name' | 'slug' | 'type'>[]> {
    return this.db<ProjectRow>('projects').whereIn('id', ids).select('id', 'name', 'slug', 'type');
  }

  #inOrganization({ organizationId, inOrganization }: ReadableMemberships, filter: MembershipFilter) {
    const role = 'coalesce("r"."slug", "m"."role")';
    return this.db('organization_memberships as m')
      .join('identities as i', 'i.id', 'm.identityId')
      .leftJoin('organization_roles as r', 'r.id', 'm.roleId')
      .where('m.organizationId', organizationId)
      .whereRaw(inOrganization ? '1 = 1' : '1 = 0')
      .where(matches(filter, (roleFilter = {}) => matchesFilter(role, roleFilter)))
      .select(
        'm.id',
        this.db.raw(`cast('organization' as text) as "scope"`),
        'i.name',
        this.db.raw(`${role} as "role"`),
        this.db.raw(`coalesce("m"."lastLoginTime", '') as "lastLogin"`),
      );
  }

  #inProjects({ organizationId, inProjects }: ReadableMemberships, filter: MembershipFilter) {
    const role = 'coalesce("pr"."slug", "mr"."role")';
    const roles = () =>
      this.db('project_membership_roles as mr')
        .leftJoin('project_roles as pr', 'pr.id', 'mr.customRoleId')
        .whereRaw('"mr"."projectMembershipId" = "pm"."id"');
    const hasRole = (roleFilter: TextFilter = {}): Where => {
      const isFiltered = Object.values(roleFilter).some((part) => part !== undefined);
      return (query) =>
        void (isFiltered && query.whereExists(roles().where(matchesFilter(role, roleFilter)).select(this.db.raw('1'))));
    };
    return this.db('project_memberships as pm')
      .join('organization_memberships as m', 'm.id', 'pm.membershipId')
      .join('identities as i', 'i.id', 'm.identityId')
      .where('m.organizationId', organizationId)
      .where((query) => {
        if (inProjects !== 'all')
          void query.whereIn('pm.projectId', inProjects.projectIds).orWhereIn('pm.id', inProjects.membershipIds);
      })
      .where(matches(filter, hasRole))
      .select('pm.id', this.db.raw(`cast('project' as text) as "scope"`), 'i.name')
      .select(
        roles().min(this.db.raw(role)).as('role'),
        this.db.raw(`coalesce("m"."lastLoginTime", '') as "lastLogin"`),
      );
  }
}
