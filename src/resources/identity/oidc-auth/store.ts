import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { BoundClaims, ConfigurationStore, ForLogin, LoginMethodRow } from '../login-methods/store.ts';

/** The configuration with which an identity logs in with tokens of an OpenID provider. */
export interface OidcAuthRow extends LoginMethodRow, BoundClaims {
  oidcDiscoveryUrl: string;
  /** PEM; empty for the authorities that the system trusts. */
  caCert: string;
  boundIssuer: string;
  /** The claim by the name that rules refer to it with. */
  claimMetadataMapping: Readonly<Record<string, string>> | null;
}

/** The restrictions of an OIDC auth, with its identity. */
export interface OidcBindingRow extends Pick<OidcAuthRow, 'id' | 'identityId' | 'boundSubject' | 'boundClaims'> {
  identityName: string;
}

const findForLoginSql = new Statement<ForLogin<OidcAuthRow>, { identityId: string }>((db, param) =>
  db('identity_oidc_auths as oa')
    .join('identities as i', 'i.id', 'oa.identityId')
    .where('oa.identityId', param('identityId'))
    .select('oa.*', 'i.organizationId'),
);

export class OidcAuthStore extends Store implements ConfigurationStore<OidcAuthRow> {
  async insert(auth: OidcAuthRow): Promise<void> {
    await this.db<OidcAuthRow>('identity_oidc_auths').insert(auth);
  }

  findByIdentity(identityId: string): Promise<OidcAuthRow | undefined> {
    return this.db<OidcAuthRow>('identity_oidc_auths').where({ identityId }).first();
  }

  /** Finds what a login needs. */
  async findForLogin(identityId: string): Promise<ForLogin<OidcAuthRow> | undefined> {
    return (await this.db.read(findForLoginSql, { identityId }))[0];
  }

  /** Lists a page of the restrictions in all organizations, ordered by id, after the given id. */
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
    this.db.write(this.db<OidcAuthRow>('identity_oidc_auths').where({ id }).update(changes));
  }

  async delete(id: string): Promise<void> {
    this.db.write(this.db<OidcAuthRow>('identity_oidc_auths').where({ id }).delete());
  }
}
