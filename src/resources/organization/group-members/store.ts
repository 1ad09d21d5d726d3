import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { pageOf, type Page } from '../../../platform/db/knex/pages.ts';
import { containsText } from '../../../platform/db/knex/search.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { GroupRow } from '../groups/store.ts';
import type { UserRow } from '../organization-users/store.ts';

/** A user of an organization, by the membership that groups know it by. */
export interface GroupableUser extends Pick<UserRow, 'id' | 'username' | 'email' | 'firstName' | 'lastName'> {
  membershipId: string;
}

interface Presence {
  /** Null for those who are not in the group. */
  joinedGroupAt: Timestamp | null;
}

/** A user or a machine identity of the organization, with since when it is in the group. */
export type CandidateRow = Presence &
  (
    | {
        userId: string;
        username: string;
        email: string | null;
        firstName: string | null;
        lastName: string | null;
        identityId: null;
        identityName: null;
      }
    | {
        userId: null;
        username: null;
        email: null;
        firstName: null;
        lastName: null;
        identityId: string;
        identityName: string;
      }
  );

/** Everything that is given must fit. */
export interface CandidateFilter {
  readonly kind?: 'user' | 'identity' | undefined;
  readonly isMember?: boolean | undefined;
  /** Part of a name or address, in upper or lower case, as is `username`. */
  readonly search?: string | undefined;
  readonly username?: string | undefined;
}

export interface CandidatePage extends Page {
  readonly orderDirection?: 'asc' | 'desc';
}

/** Null for those who have no name, machine identities among them. */
const fullName = `nullif(trim(coalesce("u"."firstName", '') || ' ' || coalesce("u"."lastName", '')), '')`;
const searchable = ['"u"."email"', '"u"."username"', fullName, '"i"."name"'];
const sortKey = `lower(coalesce(${fullName}, "u"."username", "i"."name"))`;

const fits =
  ({ kind, isMember, search, username }: CandidateFilter) =>
  (query: Knex.QueryBuilder): void => {
    if (kind !== undefined) void query.whereNotNull(kind === 'user' ? 'm.userId' : 'm.identityId');
    if (isMember !== undefined) void query[isMember ? 'whereNotNull' : 'whereNull']('gm.membershipId');
    if (search !== undefined) void query.where(containsText(search, searchable));
    if (username !== undefined) void query.where(containsText(username, ['"u"."username"']));
  };

export class GroupMemberStore extends Store {
  /** Stays in the organization until the transaction is over, so that it can be put in a group. */
  lockUser(organizationId: string, username: string): Promise<GroupableUser | undefined> {
    return this.db('organization_memberships as m')
      .join('users as u', 'u.id', 'm.userId')
      .where({ 'm.organizationId': organizationId, 'u.username': username })
      .forShare('m')
      .first<GroupableUser | undefined>(
        'm.id as membershipId',
        'u.id',
        'u.username',
        'u.email',
        'u.firstName',
        'u.lastName',
      );
  }

  async has(groupId: string, membershipId: string): Promise<boolean> {
    return (await this.db('group_members').where({ groupId, membershipId }).first('groupId')) !== undefined;
  }

  async insert(groupId: string, membershipId: string, createdAt: Timestamp): Promise<void> {
    await this.#bumpAccess(groupId);
    await this.db('group_members').insert({ groupId, membershipId, createdAt });
  }

  /** False when it was not there. */
  async delete(groupId: string, membershipId: string): Promise<boolean> {
    await this.#bumpAccess(groupId);
    return (await this.db('group_members').where({ groupId, membershipId }).delete()) === 1;
  }

  /**
   * One page of those of the group's organization that fit, by name, then id, and how many there are on all of them.
   */
  search(
    group: Pick<GroupRow, 'id' | 'organizationId'>,
    filter: CandidateFilter,
    page: CandidatePage,
  ): Promise<{ rows: CandidateRow[]; totalCount: number }> {
    const found = this.db('organization_memberships as m')
      .leftJoin('users as u', 'u.id', 'm.userId')
      .leftJoin('identities as i', 'i.id', 'm.identityId')
      .leftJoin(
        'group_members as gm',
        (join) => void join.on('gm.membershipId', 'm.id').andOnVal('gm.groupId', group.id),
      )
      .where('m.organizationId', group.organizationId)
      .where(fits(filter))
      .select('m.userId', 'u.username', 'u.email', 'u.firstName', 'u.lastName')
      .select<CandidateRow[]>('m.identityId', 'i.name as identityName', 'gm.createdAt as joinedGroupAt')
      .orderByRaw(`${sortKey} ${page.orderDirection ?? 'asc'}, coalesce("m"."userId", "m"."identityId")`);
    return pageOf(found, page);
  }

  /** Whatever was remembered of what members may do is forgotten. */
  async #bumpAccess(groupId: string): Promise<void> {
    const owner = this.db<GroupRow>('groups').where({ id: groupId }).select('organizationId');
    await this.db('organizations').whereIn('id', owner).increment('accessRevision', 1);
  }
}
