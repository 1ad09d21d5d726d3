import type { AddressRange } from '../../../platform/addresses.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { TokenSettings } from '../access-tokens/store.ts';
import type { LockoutSettings } from '../lockouts/store.ts';

/** The configuration with which an identity logs in with a client id and a client secret. */
export interface UniversalAuthRow extends TokenSettings, LockoutSettings {
  clientId: string;
  clientSecretTrustedIps: readonly AddressRange[];
  /** When the last of its `FailedLoginsRow`s expires; null, or in the past, if none counts. */
  failuresExpireAt: Timestamp | null;
}

/** A configuration with the organization of its identity. */
type WithOrganization = UniversalAuthRow & { readonly organizationId: string };

const findByClientIdSql = new Statement<WithOrganization, { clientId: string }>((db, param) =>
  db('identity_universal_auths as ua')
    .join('identities as i', 'i.id', 'ua.identityId')
    .where({ 'ua.clientId': param('clientId') })
    .select('ua.*', 'i.organizationId'),
);
const findByIdSql = new Statement<UniversalAuthRow, { id: string }>((db, param) =>
  db('identity_universal_auths').where({ id: param('id') }),
);

export class UniversalAuthStore extends Store {
  async insert(auth: UniversalAuthRow): Promise<void> {
    await this.db<UniversalAuthRow>('identity_universal_auths').insert(auth);
  }

  findByIdentity(identityId: string): Promise<UniversalAuthRow | undefined> {
    return this.db<UniversalAuthRow>('identity_universal_auths').where({ identityId }).first();
  }

  async findByClientId(clientId: string): Promise<WithOrganization | undefined> {
    return (await this.db.read(findByClientIdSql, { clientId }))[0];
  }

  async find(id: string): Promise<UniversalAuthRow | undefined> {
    return (await this.db.read(findByIdSql, { id }))[0];
  }

  async update(id: string, changes: Partial<Omit<UniversalAuthRow, 'id' | 'identityId' | 'createdAt'>>): Promise<void> {
    this.db.write(this.db<UniversalAuthRow>('identity_universal_auths').where({ id }).update(changes));
  }

  async delete(id: string): Promise<void> {
    this.db.write(this.db<UniversalAuthRow>('identity_universal_auths').where({ id }).delete());
  }
}
