import type { Knex } from 'knex';
import type { AddressRange } from '../../../platform/addresses.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { Statement } from '../../../platform/db/knex/statement.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { TokenSettings } from '../token-auth/store.ts';

/** How an identity logs in with a client id and a client secret. */
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
  /** As `clientNetwork` gives it. */
  address: string;
  failures: number;
  lockedUntil: Timestamp | null;
  /** From then on the row has no effect. */
  expiresAt: Timestamp;
}

const failedLogins = 'universal_auth_failed_logins';

const byClientId = new Statement<UniversalAuthRow, { clientId: string }>((db, param) =>
  db('identity_universal_auths').where({ clientId: param('clientId') }),
);
const locked = new Statement<UniversalAuthRow, { id: string }>((db, param) =>
  db('identity_universal_auths')
    .where({ id: param('id') })
    .forUpdate(),
);
const ofAddress = new Statement<FailedLoginsRow, { universalAuthId: string; address: string }>((db, param) =>
  db(failedLogins).where({ universalAuthId: param('universalAuthId'), address: param('address') }),
);

/**
 * For queries that have the universal auth as `ua`: when the last lock of any address ends, or ended; null without one.
 */
export const lockedUntil = (db: Knex): Knex.QueryBuilder =>
  db(failedLogins).where('universalAuthId', db.ref('ua.id')).max('lockedUntil').as('lockedUntil');

export class UniversalAuthStore extends Store {
  async insert(auth: UniversalAuthRow): Promise<void> {
    await this.db<UniversalAuthRow>('identity_universal_auths').insert(auth);
  }

  findByIdentity(identityId: string): Promise<UniversalAuthRow | undefined> {
    return this.db<UniversalAuthRow>('identity_universal_auths').where({ identityId }).first();
  }

  async findByClientId(clientId: string): Promise<UniversalAuthRow | undefined> {
    return (await this.db.prepared(byClientId, { clientId }))[0];
  }

  /** Locked until the end of the transaction, so that attempts to log in are judged one after another. */
  async lock(id: string): Promise<UniversalAuthRow | undefined> {
    return (await this.db.prepared(locked, { id }))[0];
  }

  async update(id: string, changes: Partial<Omit<UniversalAuthRow, 'id' | 'identityId' | 'createdAt'>>): Promise<void> {
    await this.db<UniversalAuthRow>('identity_universal_auths').where({ id }).update(changes);
  }

  async delete(id: string): Promise<void> {
    await this.db<UniversalAuthRow>('identity_universal_auths').where({ id }).delete();
  }
}

/** Written only while the row of the universal auth is locked, so that counts are exact. */
export class FailedLoginStore extends Store {
  async find(universalAuthId: string, address: string): Promise<FailedLoginsRow | undefined> {
    return (await this.db.prepared(ofAddress, { universalAuthId, address }))[0];
  }

  async save(row: FailedLoginsRow): Promise<void> {
    await this.db<FailedLoginsRow>(failedLogins).insert(row).onConflict(['universalAuthId', 'address']).merge();
  }

  async delete(universalAuthId: string, address: string): Promise<void> {
    await this.db<FailedLoginsRow>(failedLogins).where({ universalAuthId, address }).delete();
  }

  /**
   * Leaves only that many addresses: unlocked ones go before locked ones, and those that expire first before others.
   */
  async trim(universalAuthId: string, count: number, now: Timestamp): Promise<void> {
    const surplus = this.db(failedLogins)
      .where({ universalAuthId })
      .orderByRaw('case when "lockedUntil" > ? then 0 else 1 end', [now])
      .orderBy([{ column: 'expiresAt', order: 'desc' }, 'address'])
      .offset(count)
      .select('address');
    await this.db<FailedLoginsRow>(failedLogins).where({ universalAuthId }).whereIn('address', surplus).delete();
  }

  /** How many addresses are locked. */
  async countLocked(universalAuthId: string, now: Timestamp): Promise<number> {
    const [row] = await this.db(failedLogins)
      .where({ universalAuthId })
      .where('lockedUntil', '>', now)
      .count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  async deleteAll(universalAuthId: string): Promise<void> {
    await this.db<FailedLoginsRow>(failedLogins).where({ universalAuthId }).delete();
  }

  /**
   * Removes some of those that expired before then, and returns how many. A row that a login renews meanwhile is
   * checked again, and stays.
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
