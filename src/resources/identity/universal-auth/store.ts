import type { Knex } from 'knex';
import type { AddressRange } from '../../../platform/addresses.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { TokenSettings } from '../access-tokens/store.ts';
import type { SqlBuilder } from '../../../platform/db/knex/derived-knex.ts';

/** The configuration with which an identity logs in with a client id and a client secret. */
export interface UniversalAuthRow extends TokenSettings {
  clientId: string;
  clientSecretTrustedIps: readonly AddressRange[];
  lockoutEnabled: boolean;
  lockoutThreshold: number;
  lockoutDurationSeconds: number;
  lockoutCounterResetSeconds: number;
  /** When the last of its `FailedLoginsRow`s expires; null, or in the past, if none counts. */
  failuresExpireAt: Timestamp | null;
}

/** The failed logins with one client id from one client address, and the lock that they led to. */
export interface FailedLoginsRow {
  universalAuthId: string;
  /** The result of `clientNetwork`. */
  address: string;
  failures: number;
  lockedUntil: Timestamp | null;
  /** The row has no effect after this time. */
  expiresAt: Timestamp;
}

const failedLogins = 'universal_auth_failed_logins';

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
const findByAddressSql = new Statement<FailedLoginsRow, { universalAuthId: string; address: string }>((db, param) =>
  db(failedLogins).where({ universalAuthId: param('universalAuthId'), address: param('address') }),
);

/**
 * Selects the end of the last lockout of any address, null if there is none, in queries that have the universal auth
 * as `ua`.
 */
export const lockedUntil = (db: SqlBuilder): Knex.QueryBuilder =>
  db(failedLogins).where('universalAuthId', db.ref('ua.id')).max('lockedUntil').as('lockedUntil');

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

/** Written only in transactions of the identity, so that counts are exact. */
export class FailedLoginStore extends Store {
  async find(universalAuthId: string, address: string): Promise<FailedLoginsRow | undefined> {
    return (await this.db.read(findByAddressSql, { universalAuthId, address }))[0];
  }

  async save(row: FailedLoginsRow): Promise<void> {
    this.db.write(
      this.db<FailedLoginsRow>(failedLogins).insert(row).onConflict(['universalAuthId', 'address']).merge(),
    );
  }

  async delete(universalAuthId: string, address: string): Promise<void> {
    this.db.write(this.db<FailedLoginsRow>(failedLogins).where({ universalAuthId, address }).delete());
  }

  /** Deletes all but `count` addresses: unlocked ones before locked ones, and those that expire first before others. */
  async trim(universalAuthId: string, count: number, now: Timestamp): Promise<void> {
    const surplus = this.db(failedLogins)
      .where({ universalAuthId })
      .orderByRaw('case when "lockedUntil" > ? then 0 else 1 end', [now])
      .orderBy([{ column: 'expiresAt', order: 'desc' }, 'address'])
      .offset(count)
      .select('address');
    this.db.write(
      this.db<FailedLoginsRow>(failedLogins).where({ universalAuthId }).whereIn('address', surplus).delete(),
    );
  }

  /** Counts the locked addresses. */
  async countLocked(universalAuthId: string, now: Timestamp): Promise<number> {
    const [row] = await this.db(failedLogins)
      .where({ universalAuthId })
      .where('lockedUntil', '>', now)
      .count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  async deleteAll(universalAuthId: string): Promise<void> {
    this.db.write(this.db<FailedLoginsRow>(failedLogins).where({ universalAuthId }).delete());
  }

  /**
   * Deletes up to `limit` rows that expired before that time, and returns how many. A row that a login renews meanwhile
   * is checked again, and stays.
   */
  async deleteExpired(before: Timestamp, limit: number): Promise<number> {
    const expired = this.db(failedLogins)
      .where('expiresAt', '<', before)
      .limit(limit)
      .select('universalAuthId', 'address');
    return this.db<FailedLoginsRow>(failedLogins)
      .where('expiresAt', '<', before)
      .whereIn(['universalAuthId', 'address'], expired)
      .delete();
  }
}
