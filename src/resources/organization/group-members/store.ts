import type { Knex } from 'knex';
import type { Timestamp } from '../../../platform/clock.ts';
import { pageOf, type Page } from '../../../platform/db/knex/pages.ts';
import { containsText } from '../../../platform/db/knex/search.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { bumpOrganizationAccess } from '../../project/revisions/store.ts';
import type { GroupRow } from '../groups/store.ts';
import type { UserRow } from '../organization-users/store.ts';

/** A user of an organization, with the id of the membership that groups refer to. */
export interface GroupableUser extends Pick<UserRow, 'id' | 'username' | 'email' | 'firstName' | 'lastName'> {
  membershipId: string;
}

interface Presence {
  /** Null if the candidate is not in the group. */
  joinedGroupAt: Timestamp | null;
}

/** A user or machine identity of the organization, with the time since which it is in the group. */
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

/** All given conditions must match. */
export interface CandidateFilter {
  readonly kind?: 'user' | 'identity' | undefined;
  readonly isMember?: boolean | undefined;
  /** Part of a name or address; ignores case, like `username`. */
  readonly search?: string | undefined;
  readonly username?: string | undefined;
}

export interface CandidatePage extends Page {
  readonly orderDirection?: 'asc' | 'desc';
  /** Whether members of the group come before the others. */
  readonly membersFirst?: boolean;
}

/** Null for users without a name, and for machine identities. */
const fullName = `nullif(trim(coalesce("u"."firstName", '') || ' ' || coalesce("u"."lastName", '')), '')`;
const searchable = ['"u"."email"', '"u"."username"', fullName, '"i"."name"'];
const isNoMember = '"gm"."membershipId" is null';
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
  /** Finds the user's membership of the organization. */
  findUser(organizationId: string, username: string): Promise<GroupableUser | undefined> {
    return this.db('organization_memberships as m')
      .join('users as u', 'u.id', 'm.userId')
      .where({ 'm.organizationId': organizationId, 'u.username': username })
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

  /** Lists the ids of the groups that the membership is in. */
  listGroupIds(membershipId: string): Promise<string[]> {
    return this.db('group_members').where({ membershipId }).pluck<string[]>('groupId');
  }

  async insert(groupId: string, membershipId: string, createdAt: Timestamp): Promise<void> {
    bumpOrganizationAccess(this.db, 'groups', groupId);
    this.db.insert('group_members', [{ groupId, membershipId, createdAt }]);
  }

  /** Returns false if the membership is not in the group. */
  async delete(groupId: string, membershipId: string): Promise<boolean> {
    bumpOrganizationAccess(this.db, 'groups', groupId);
    return (await this.db('group_members').where({ groupId, membershipId }).delete()) === 1;
  }

  /**
   * Lists a page of the matching members of the group's organization, ordered by name and id, and their total number.
   */
  search(
    group: Pick<GroupRow, 'id' | 'organizationId'>,
    filter: CandidateFilter,
    page: CandidatePage,
  ): Promise<{ rows: CandidateRow[]; totalCount: number }> {
    const query = this.db('organization_memberships as m')
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
      .orderByRaw(
        [
          ...(page.membersFirst ? [isNoMember] : []),
          `${sortKey} ${page.orderDirection ?? 'asc'}`,
          'coalesce("m"."userId", "m"."identityId")',
        ].join(),
      );
    return pageOf(query, page);
  }
}
