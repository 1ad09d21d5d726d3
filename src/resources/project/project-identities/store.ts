import type { Timestamp } from '../../../platform/clock.ts';
import type { Page } from '../../../platform/db/knex/pages.ts';
import { containsText } from '../../../platform/db/knex/search.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import { loginMethods } from '../../identity/login-methods/columns.ts';
import { lockouts, type LockoutColumns } from '../../identity/lockouts/columns.ts';

/** A machine identity as a member of a project, with its auth methods. */
export interface ProjectIdentityRow extends LockoutColumns {
  id: string;
  projectId: string;
  /** The membership of the organization. */
  membershipId: string;
  identityId: string;
  createdAt: Timestamp;
  updatedAt: Timestamp;
  name: string;
  hasDeleteProtection: boolean;
  organizationId: string;
  /** The project that owns the identity; null if the organization does. */
  owningProjectId: string | null;
  lastLoginAuthMethod: string | null;
  lastLoginTime: Timestamp | null;
  tokenAuthId: string | null;
  universalAuthId: string | null;
  oidcAuthId: string | null;
  /** Further methods, separated by commas. */
  loginMethods: string | null;
}

export interface ProjectIdentityOrder {
  /** Part of a name; ignores case. */
  readonly search?: string | undefined;
  readonly orderDirection: 'asc' | 'desc';
}

/** The machine identities that are direct members of projects, not only through a group. */
export class ProjectIdentityStore extends Store {
  /** Lists all identities, or a page, with only the columns that rules need, ordered by name and id. */
  list(
    projectId: string,
    { search, orderDirection }: ProjectIdentityOrder,
    page?: Page,
  ): Promise<Pick<ProjectIdentityRow, 'id' | 'identityId'>[]> {
    const identities = this.#matching(projectId, search)
      .orderBy([{ column: 'i.name', order: orderDirection }, 'i.id'])
      .select<Pick<ProjectIdentityRow, 'id' | 'identityId'>[]>('pm.id', 'm.identityId');
    return page ? identities.offset(page.offset).limit(page.limit) : identities;
  }

  async count(projectId: string, search: string | undefined): Promise<number> {
    const [row] = await this.#matching(projectId, search).count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  /** Lists these identities, ordered by name and id. */
  listByIds(ids: readonly string[], orderDirection: 'asc' | 'desc'): Promise<ProjectIdentityRow[]> {
    return this.#rows()
      .whereIn('pm.id', ids)
      .orderBy([{ column: 'i.name', order: orderDirection }, 'i.id']);
  }

  find(projectId: string, identityId: string): Promise<ProjectIdentityRow | undefined> {
    return this.#rows().where({ 'pm.projectId': projectId, 'm.identityId': identityId }).first();
  }

  /** Finds the identity by its membership of any project of the organization. */
  findByMembership(organizationId: string, id: string): Promise<ProjectIdentityRow | undefined> {
    return this.#rows().where({ 'm.organizationId': organizationId, 'pm.id': id }).first();
  }

  #matching(projectId: string, search: string | undefined) {
    const identities = this.#members().where('pm.projectId', projectId);
    return search === undefined ? identities : identities.where(containsText(search, ['"i"."name"']));
  }

  #members() {
    return this.db('project_memberships as pm')
      .join('organization_memberships as m', 'm.id', 'pm.membershipId')
      .join('identities as i', 'i.id', 'm.identityId');
  }

  #rows() {
    return this.#members()
      .leftJoin('identity_token_auths as ta', 'ta.identityId', 'i.id')
      .leftJoin('identity_universal_auths as ua', 'ua.identityId', 'i.id')
      .leftJoin('identity_oidc_auths as oa', 'oa.identityId', 'i.id')
      .select('ta.id as tokenAuthId', 'ua.id as universalAuthId', 'oa.id as oidcAuthId')
      .select(loginMethods(this.db), ...lockouts(this.db))
      .select(
        'm.identityId',
        'm.organizationId',
        'm.lastLoginAuthMethod',
        'm.lastLoginTime',
        'i.name',
        'i.hasDeleteProtection',
        'i.projectId as owningProjectId',
      )
      .select<ProjectIdentityRow[]>('pm.id', 'pm.projectId', 'pm.membershipId', 'pm.createdAt', 'pm.updatedAt');
  }
}
