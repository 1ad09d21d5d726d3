import { Store } from '../../../platform/db/knex/store.ts';
import type { TokenSettings } from '../token-auth/store.ts';

/** How an identity logs in with tokens of an OpenID provider. */
export interface OidcAuthRow extends Omit<TokenSettings, 'accessTokenPeriod'> {
  oidcDiscoveryUrl: string;
  /** In PEM; empty for the usual authorities. */
  caCert: string;
  boundIssuer: string;
  /** Separated by a comma and a space; empty for any. */
  boundAudiences: string;
  /** Empty for any. */
  boundSubject: string;
  /** By claim, what it must match. */
  boundClaims: Readonly<Record<string, string>>;
  /** By the name that rules know it by, the claim. */
  claimMetadataMapping: Readonly<Record<string, string>> | null;
}

/** What an OIDC auth is bound to, with the identity that it is of. */
export interface OidcBindingRow extends Pick<OidcAuthRow, 'id' | 'identityId' | 'boundSubject' | 'boundClaims'> {
  identityName: string;
}

export class OidcAuthStore extends Store {
  async insert(auth: OidcAuthRow): Promise<void> {
    await this.db<OidcAuthRow>('identity_oidc_auths').insert(auth);
  }

  findByIdentity(identityId: string): Promise<OidcAuthRow | undefined> {
    return this.db<OidcAuthRow>('identity_oidc_auths').where({ identityId }).first();
  }

  /** Nobody else changes or removes it until the transaction is over. */
  lock(id: string): Promise<OidcAuthRow | undefined> {
    return this.db<OidcAuthRow>('identity_oidc_auths').where({ id }).forUpdate().first();
  }

  /** One page of those of every organization, by id: the first ones after that id. */
  listBindings(after: string, limit: number): Promise<OidcBindingRow[]> {
    return this.db('identity_oidc_auths as oa')
      .join('identities as i', 'i.id', 'oa.identityId')
      .where('oa.id', '>', after)
      .orderBy('oa.id')
      .limit(limit)
      .select<OidcBindingRow[]>(
        'oa.id',
        'oa.identityId',
        'oa.boundSubject',
        'oa.boundClaims',
        'i.name as identityName',
      );
  }

  async update(id: string, changes: Partial<Omit<OidcAuthRow, 'id' | 'identityId' | 'createdAt'>>): Promise<void> {
    await this.db<OidcAuthRow>('identity_oidc_auths').where({ id }).update(changes);
  }

  async delete(id: string): Promise<void> {
    await this.db<OidcAuthRow>('identity_oidc_auths').where({ id }).delete();
  }
}
