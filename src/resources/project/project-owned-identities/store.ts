import { containsText } from '../../../platform/db/knex/search.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { IdentityRow } from '../../identity/identities/store.ts';
import { loginMethods } from '../../identity/login-methods/columns.ts';
import { lockouts, type LockoutColumns } from '../../identity/lockouts/columns.ts';

/** A machine identity that belongs to a project, with its auth methods. */
export interface OwnedIdentityRow extends IdentityRow, LockoutColumns {
  projectId: string;
  /** The membership of the organization. */
  membershipId: string;
  tokenAuthId: string | null;
  universalAuthId: string | null;
  oidcAuthId: string | null;
  /** Further methods, separated by commas. */
  loginMethods: string | null;
}

export class ProjectOwnedIdentityStore extends Store {
  /** Lists the ids, ordered by name and id; `search` is part of a name, and ignores case. */
  listIds(projectId: string, search: string | undefined): Promise<string[]> {
    return this.db<IdentityRow>('identities')
      .where({ projectId })
      .where((query) => {
        if (search !== undefined) void query.where(containsText(search, ['"name"']));
      })
      .orderBy(['name', 'id'])
      .pluck('id');
  }

  /** Lists these identities, ordered by name and id. */
  listByIds(projectId: string, ids: readonly string[]): Promise<OwnedIdentityRow[]> {
    return this.#rows(projectId).whereIn('i.id', ids).orderBy(['i.name', 'i.id']);
  }

  find(projectId: string, id: string): Promise<OwnedIdentityRow | undefined> {
    return this.#rows(projectId).where('i.id', id).first();
  }

  #rows(projectId: string) {
    return this.db('identities as i')
      .join('organization_memberships as m', 'm.identityId', 'i.id')
      .leftJoin('identity_token_auths as ta', 'ta.identityId', 'i.id')
      .leftJoin('identity_universal_auths as ua', 'ua.identityId', 'i.id')
      .leftJoin('identity_oidc_auths as oa', 'oa.identityId', 'i.id')
      .where('i.projectId', projectId)
      .select<OwnedIdentityRow[]>(
        'i.*',
        'm.id as membershipId',
        'ta.id as tokenAuthId',
        'ua.id as universalAuthId',
        'oa.id as oidcAuthId',
        loginMethods(this.db),
        ...lockouts(this.db),
      );
  }
}
