import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { containsText } from '../../../platform/db/knex/search.ts';
import { Store } from '../../../platform/db/knex/store.ts';

export type TemporaryState = 'active' | 'planned' | 'ended';
export type HolderType = 'user' | 'identity' | 'group';

/** A temporary role or privilege, with its holder. */
export interface TemporaryGrantRow {
  type: 'role' | 'privilege';
  id: string;
  slug: string;
  /** The slug of a built-in role, or `custom`; null for a privilege. */
  role: string | null;
  customRoleId: string | null;
  roleName: string | null;
  startsAt: Timestamp;
  endsAt: Timestamp;
  projectMembershipId: string;
  /** The membership of the organization; null for a group. */
  membershipId: string | null;
  userId: string | null;
  username: string | null;
  identityId: string | null;
  identityName: string | null;
  groupId: string | null;
  groupName: string | null;
}

/** The end and the id of a grant, which lists are ordered by. */
export interface TemporaryPosition {
  readonly endsAt: Timestamp;
  readonly id: string;
}

export interface TemporaryFilter {
  readonly projectId: string;
  /** Undefined for those that are active or planned. */
  readonly state: TemporaryState | undefined;
  readonly now: Timestamp;
  /** Only those that end by then. */
  readonly endsBy: Timestamp | undefined;
  readonly search: string | undefined;
  readonly projectMembershipId: string | undefined;
  readonly holders: readonly HolderType[];
}

const holderColumns: Readonly<Record<HolderType, string>> = {
  user: 'm.userId',
  identity: 'm.identityId',
  group: 'pm.groupId',
};

const holderNames = ['"u"."username"', '"i"."name"', '"g"."name"'];

/** Lists with ended grants begin with the last end, others with the first. */
export const compareTemporary = (isEnded: boolean) => (one: TemporaryPosition, other: TemporaryPosition) => {
  const isEarlier = one.endsAt === other.endsAt ? one.id < other.id : one.endsAt < other.endsAt;
  return isEarlier === isEnded ? 1 : -1;
};

type GrantColumns = Omit<TemporaryGrantRow, 'type'>;

const together = (roles: readonly GrantColumns[], privileges: readonly GrantColumns[]): TemporaryGrantRow[] => [
  ...roles.map((row) => ({ ...row, type: 'role' as const })),
  ...privileges.map((row) => ({ ...row, type: 'privilege' as const })),
];

/** Only the grants of the filter after a position, in their order. */
const narrowed = (
  query: Knex.QueryBuilder,
  { state, now, endsBy, holders, projectMembershipId }: TemporaryFilter,
  after: TemporaryPosition | undefined,
): Knex.QueryBuilder<object, GrantColumns[]> => {
  const isEnded = state === 'ended';
  const order = isEnded ? 'desc' : 'asc';
  void query
    .where('x.temporaryAccessEndTime', isEnded ? '<=' : '>', now)
    .where((each) => holders.forEach((holder) => void each.orWhereNotNull(holderColumns[holder])))
    .orderBy([
      { column: 'x.temporaryAccessEndTime', order },
      { column: 'x.id', order },
    ]);
  if (state === 'active') void query.where('x.temporaryAccessStartTime', '<=', now);
  if (state === 'planned') void query.where('x.temporaryAccessStartTime', '>', now);
  if (endsBy !== undefined) void query.where('x.temporaryAccessEndTime', '<=', endsBy);
  if (projectMembershipId !== undefined) void query.where('pm.id', projectMembershipId);
  if (after)
    void query.whereRaw(`(??, ??) ${isEnded ? '<' : '>'} (?, ?)`, [
      'x.temporaryAccessEndTime',
      'x.id',
      after.endsAt,
      after.id,
    ]);
  return query as Knex.QueryBuilder<object, GrantColumns[]>;
};

/** Reads temporary roles and privileges of all members of a project. */
export class TemporaryAccessStore extends Store {
  /** Lists grants after a position; those that end first, or that ended last, come first. */
  async list(
    filter: TemporaryFilter,
    after: TemporaryPosition | undefined,
    limit: number,
  ): Promise<TemporaryGrantRow[]> {
    const [roles, privileges] = await Promise.all([
      narrowed(this.#roles(filter.projectId), filter, after)
        .where(this.#matches(filter.search, 'coalesce("r"."slug", "x"."role")'))
        .limit(limit),
      narrowed(this.#privileges(filter.projectId), filter, after)
        .where(this.#matches(filter.search, '"x"."slug"'))
        .limit(limit),
    ]);
    return together(roles, privileges)
      .sort(compareTemporary(filter.state === 'ended'))
      .slice(0, limit);
  }

  /** Finds a temporary role or privilege by its id. */
  async find(projectId: string, id: string): Promise<TemporaryGrantRow | undefined> {
    const isTemporary = (query: Knex.QueryBuilder) => query.where('x.id', id).whereNotNull('x.temporaryAccessEndTime');
    const [roles, privileges] = await Promise.all([
      isTemporary(this.#roles(projectId)) as Promise<GrantColumns[]>,
      isTemporary(this.#privileges(projectId)) as Promise<GrantColumns[]>,
    ]);
    return together(roles, privileges)[0];
  }

  /** Lists the rules of these custom roles and privileges as text. */
  listRules(roleIds: readonly string[], privilegeIds: readonly string[]): Promise<{ id: string; rulesJson: string }[]> {
    const rules = this.db.raw('cast(?? as text) as ??', ['permissions', 'rulesJson']);
    return this.db.read(
      this.db('project_roles')
        .whereIn('id', roleIds)
        .select('id', rules)
        .unionAll(this.db('project_privileges').whereIn('id', privilegeIds).select('id', rules)),
    );
  }

  #matches(search: string | undefined, slug: string) {
    return search === undefined ? {} : containsText(search, [slug, ...holderNames]);
  }

  #roles(projectId: string) {
    return this.#grants('project_membership_roles', projectId)
      .leftJoin('project_roles as r', 'r.id', 'x.customRoleId')
      .select(this.db.raw('coalesce(??, ??) as ??', ['r.slug', 'x.role', 'slug']))
      .select<GrantColumns[]>('x.role', 'x.customRoleId', 'r.name as roleName');
  }

  #privileges(projectId: string) {
    return this.#grants('project_privileges', projectId)
      .select(this.db.raw('null as ??, null as ??, null as ??', ['role', 'customRoleId', 'roleName']))
      .select<GrantColumns[]>('x.slug');
  }

  #grants(table: string, projectId: string) {
    return this.db('project_memberships as pm')
      .join(`${table} as x`, 'x.projectMembershipId', 'pm.id')
      .leftJoin('organization_memberships as m', 'm.id', 'pm.membershipId')
      .leftJoin('users as u', 'u.id', 'm.userId')
      .leftJoin('identities as i', 'i.id', 'm.identityId')
      .leftJoin('groups as g', 'g.id', 'pm.groupId')
      .where('pm.projectId', projectId)
      .select('x.id', 'x.temporaryAccessStartTime as startsAt', 'x.temporaryAccessEndTime as endsAt')
      .select('pm.id as projectMembershipId', 'pm.membershipId', 'pm.groupId', 'g.name as groupName')
      .select('m.userId', 'u.username', 'm.identityId', 'i.name as identityName');
  }
}
