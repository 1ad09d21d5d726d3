import type { Period } from '../../../access/granted.ts';
import type { ProjectRow } from '../../../access/project.ts';
import type { HeldRole } from '../../../access/rule.ts';
import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { pageOf, type Page } from '../../../platform/db/knex/pages.ts';
import { containsText } from '../../../platform/db/knex/search.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';

export interface GroupRow {
  id: string;
  organizationId: string;
  name: string;
  slug: string;
  /** In the organization: the slug of a built-in role, or `custom` with `roleId`. */
  role: string;
  roleId: string | null;
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A group with what its role in the organization allows. */
export interface GroupWithRole extends GroupRow, HeldRole {
  role: string;
  customRoleSlug: string | null;
  customRoleName: string | null;
}

export interface GroupSearch extends Page {
  /** Part of the name or the slug, in upper or lower case. */
  readonly search?: string | undefined;
  /** Slugs, of which the group's role is one. */
  readonly roles?: readonly string[] | undefined;
  readonly orderBy: 'name' | 'slug' | 'role';
  readonly orderDirection: 'asc' | 'desc';
}

/** In SQL; with a custom role, a group has its slug elsewhere. */
const orders = { name: '"g"."name"', slug: '"g"."slug"', role: 'coalesce("r"."slug", "g"."role")' };

/** A role that a group has in a project. */
export interface GroupProjectRole
  extends HeldRole, Pick<Period, 'isTemporary' | 'temporaryAccessStartTime' | 'temporaryAccessEndTime'> {
  projectId: string;
}

/** A project that a group is a member of. */
export interface GroupProjectRow extends Pick<ProjectRow, 'id' | 'name' | 'slug' | 'description' | 'type'> {
  joinedProjectAt: Timestamp;
}

const withRole = (db: Knex) =>
  db('groups as g')
    .leftJoin('organization_roles as r', 'r.id', 'g.roleId')
    .select<GroupWithRole[]>('g.*', 'r.permissions', 'r.slug as customRoleSlug', 'r.name as customRoleName');

const byId = new Statement<GroupWithRole, { organizationId: string; id: string }>((db, param) =>
  withRole(db).where({ 'g.organizationId': param('organizationId'), 'g.id': param('id') }),
);

export class GroupStore extends Store {
  /** Nobody is in it yet, so nothing that is remembered of anybody is wrong. */
  async insert(group: GroupRow): Promise<void> {
    await this.db<GroupRow>('groups').insert(group);
  }

  async findById(organizationId: string, id: string): Promise<GroupWithRole | undefined> {
    return (await this.db.prepared(byId, { organizationId, id }))[0];
  }

  /** Nobody else changes it, or puts anybody in or out, until the transaction is over. */
  async lock(organizationId: string, id: string): Promise<GroupWithRole | undefined> {
    const locked = await this.db<GroupRow>('groups').where({ organizationId, id }).forUpdate().first('id');
    // Read only now: with the role in the same query, PostgreSQL could join the role that the group had before the
    // wait.
    return locked && this.findById(organizationId, id);
  }

  /** By name. */
  list(organizationId: string): Promise<GroupWithRole[]> {
    return withRole(this.db).where('g.organizationId', organizationId).orderBy(['g.name', 'g.id']);
  }

  /**
   * One page of those that fit, and how many there are on all of them. What is equal in the order goes by name, then
   * id.
   */
  search(
    organizationId: string,
    { search = '', roles, orderBy, orderDirection, ...page }: GroupSearch,
  ): Promise<{ rows: GroupWithRole[]; totalCount: number }> {
    const found = withRole(this.db)
      .where('g.organizationId', organizationId)
      .where(containsText(search, [orders.name, orders.slug]))
      .where((query) => {
        if (roles) void query.whereRaw(`${orders.role} in (${roles.map(() => '?').join()})`, roles);
      })
      .orderByRaw(`${orders[orderBy]} ${orderDirection}`)
      .orderBy(['g.name', 'g.id']);
    return pageOf(found, page);
  }

  /** Whatever was remembered of what its members may do, and of whom they have it from, is forgotten. */
  async update(id: string, changes: Partial<Omit<GroupRow, 'id' | 'organizationId' | 'createdAt'>>): Promise<void> {
    await this.#bumpAccess(id);
    await this.db<GroupRow>('groups').where({ id }).update(changes);
  }

  /** With its memberships of projects; its members stay what else they are. */
  async delete(id: string): Promise<void> {
    await this.#bumpAccess(id);
    await this.db<GroupRow>('groups').where({ id }).delete();
  }

  async countWithRole(roleId: string): Promise<number> {
    const [row] = await this.db('groups').where({ roleId }).count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  /** Its roles in every project, but for those that are over by then. */
  rolesInProjects(groupId: string, now: Timestamp): Promise<GroupProjectRole[]> {
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

  /** One page of its projects, by name, and how many there are on all of them; `among` these, unless all are meant. */
  projectsOf(
    groupId: string,
    page: Page,
    among?: readonly string[],
  ): Promise<{ rows: GroupProjectRow[]; totalCount: number }> {
    const found = this.db('project_memberships as pm')
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
      )
      .orderByRaw('lower("p"."name"), "p"."id"');
    return pageOf(found, page);
  }

  async #bumpAccess(id: string): Promise<void> {
    const owner = this.db<GroupRow>('groups').where({ id }).select('organizationId');
    await this.db('organizations').whereIn('id', owner).increment('accessRevision', 1);
  }
}
