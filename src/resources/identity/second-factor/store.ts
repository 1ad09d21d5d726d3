import type { SecondFactor } from '../../../access/actor.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { keyIdIn, namedKeyIds } from '../../../platform/db/knex/key-ids.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** What a user has set up, and whether logins ask for it; a user without a row has nothing. */
export interface SecondFactorRow {
  userId: string;
  /** Whether every login of the user asks for a second factor. */
  isEnabled: boolean;
  /** The factor that logins ask for first. */
  selectedMethod: SecondFactor | null;
  /** The key of the authenticator app; null if there is none. */
  sealedTotpSecret: string | null;
  /** Whether the user has shown a code of the app. */
  isTotpVerified: boolean;
  /** The step of time of the last code that was used. */
  lastTotpStep: number | null;
  updatedAt: Timestamp;
}

export interface RecoveryCodeRow {
  userId: string;
  codeHash: string;
}

/** The wrong codes for one user from one client address, or from all of them. */
export interface FailuresRow {
  userId: string;
  /** The result of `clientNetwork`; empty for the sum over all addresses. */
  address: string;
  failures: number;
  lockedUntil: Timestamp | null;
  /** The row has no effect after this time. */
  expiresAt: Timestamp;
}

export class SecondFactorStore extends Store {
  find(userId: string): Promise<SecondFactorRow | undefined> {
    return this.db<SecondFactorRow>('second_factors').where({ userId }).first();
  }

  /** Locks the row until the transaction ends, so that a code is used once and wrong ones are counted exactly. */
  lock(userId: string): Promise<SecondFactorRow | undefined> {
    return this.db<SecondFactorRow>('second_factors').where({ userId }).forUpdate().first();
  }

  async save(row: SecondFactorRow): Promise<void> {
    await this.db<SecondFactorRow>('second_factors').insert(row).onConflict('userId').merge();
  }

  /** Creates the row of a user who has none; a factor to ask for first is chosen only then. */
  async ensure(userId: string, selectedMethod: SecondFactor, updatedAt: Timestamp): Promise<void> {
    const nothing = { isEnabled: false, sealedTotpSecret: null, isTotpVerified: false, lastTotpStep: null };
    await this.db<SecondFactorRow>('second_factors')
      .insert({ userId, selectedMethod, updatedAt, ...nothing })
      .onConflict('userId')
      .ignore();
    await this.db<SecondFactorRow>('second_factors').where({ userId, selectedMethod: null }).update({ selectedMethod });
  }

  async update(userId: string, changes: Partial<Omit<SecondFactorRow, 'userId'>>): Promise<void> {
    await this.db<SecondFactorRow>('second_factors').where({ userId }).update(changes);
  }

  async delete(userId: string): Promise<void> {
    await this.db<SecondFactorRow>('second_factors').where({ userId }).delete();
  }

  /** Lists the root keys that encrypt a key of an authenticator app. */
  rootKeyIds(): Promise<string[]> {
    return namedKeyIds(this.db, 'sealedTotpSecret', this.db('second_factors').whereNotNull('sealedTotpSecret'));
  }

  /** Locks a batch of the rows whose key another root key encrypts. */
  lockForeign(rootKeyId: string, limit: number): Promise<{ userId: string; sealedTotpSecret: string }[]> {
    return this.db('second_factors')
      .whereNotNull('sealedTotpSecret')
      .whereNot(keyIdIn(this.db, 'sealedTotpSecret') as unknown as string, rootKeyId)
      .orderBy('userId')
      .limit(limit)
      .forUpdate()
      .select('userId', 'sealedTotpSecret');
  }

  reseal(userId: string, sealedTotpSecret: string): void {
    this.db.enqueueQuery(this.db<SecondFactorRow>('second_factors').where({ userId }).update({ sealedTotpSecret }));
  }
}

export class RecoveryCodeStore extends Store {
  async replace(userId: string, codeHashes: readonly string[]): Promise<void> {
    await this.deleteAll(userId);
    await this.db<RecoveryCodeRow>('recovery_codes').insert(codeHashes.map((codeHash) => ({ userId, codeHash })));
  }

  /** Deletes the code with one of these hashes; false if there is none, for example because it was used. */
  async take(userId: string, codeHashes: readonly string[]): Promise<boolean> {
    const codes = this.db<RecoveryCodeRow>('recovery_codes').where({ userId });
    return (await codes.whereIn('codeHash', codeHashes).delete()) > 0;
  }

  async count(userId: string): Promise<number> {
    const [row] = await this.db('recovery_codes').where({ userId }).count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  async deleteAll(userId: string): Promise<void> {
    await this.db<RecoveryCodeRow>('recovery_codes').where({ userId }).delete();
  }

  hashKeyIds(): Promise<string[]> {
    return namedKeyIds(this.db, 'codeHash', this.db('recovery_codes'));
  }
}

/** Written only while the row of the second factor is locked, so that counts are exact. */
export class SecondFactorFailureStore extends Store {
  /** Finds the rows of these addresses. */
  list(userId: string, addresses: readonly string[]): Promise<FailuresRow[]> {
    return this.db<FailuresRow>('second_factor_failures').where({ userId }).whereIn('address', addresses);
  }

  async save(row: FailuresRow): Promise<void> {
    await this.db<FailuresRow>('second_factor_failures').insert(row).onConflict(['userId', 'address']).merge();
  }

  async delete(userId: string, address: string): Promise<void> {
    await this.db<FailuresRow>('second_factor_failures').where({ userId, address }).delete();
  }

  async deleteAll(userId: string): Promise<void> {
    await this.db<FailuresRow>('second_factor_failures').where({ userId }).delete();
  }

  /** Deletes up to `limit` rows that expired before that time, and returns how many. */
  async deleteExpired(before: Timestamp, limit: number): Promise<number> {
    const expired = this.db('second_factor_failures').where('expiresAt', '<', before).limit(limit);
    return this.db<FailuresRow>('second_factor_failures')
      .where('expiresAt', '<', before)
      .whereIn(['userId', 'address'], expired.select('userId', 'address'))
      .delete();
  }
}
