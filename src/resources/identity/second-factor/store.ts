import type { SecondFactor } from '../../../access/actor.ts';
import type { Timestamp } from '../../../platform/clock.ts';
import { keyIdIn, namedKeyIds } from '../../../platform/db/knex/key-ids.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/**
 * Whose second factor: that of the account itself, for passwords and passkeys; or that of a provider, which counts in the
 * sessions that this provider opens and nowhere else.
 */
export interface FactorOwner {
  userId: string;
  providerId: string | null;
}

/** What an owner has set up, and whether logins ask for it; an owner without a row has nothing. */
export interface SecondFactorRow extends FactorOwner {
  /** Whether every login asks for a second factor. */
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

export interface RecoveryCodeRow extends FactorOwner {
  codeHash: string;
}

/** The wrong codes for one owner from one client address, or from all of them. */
export interface FailuresRow extends FactorOwner {
  /** The result of `clientNetwork`; empty for the sum over all addresses. */
  address: string;
  failures: number;
  lockedUntil: Timestamp | null;
  /** The row has no effect after this time. */
  expiresAt: Timestamp;
}

export class SecondFactorStore extends Store {
  find(owner: FactorOwner): Promise<SecondFactorRow | undefined> {
    return this.#of(owner).first();
  }

  /** Stores the row in place of the one before. */
  async save({ userId, providerId, ...row }: SecondFactorRow): Promise<void> {
    const owner = { userId, providerId };
    if ((await this.#of(owner).update(row)) === 0)
      await this.db<SecondFactorRow>('second_factors').insert({ ...owner, ...row });
  }

  /** Creates the row of an owner who has none; a factor to ask for first is chosen only then. */
  async ensure(owner: FactorOwner, selectedMethod: SecondFactor, updatedAt: Timestamp): Promise<void> {
    const nothing = { isEnabled: false, sealedTotpSecret: null, isTotpVerified: false, lastTotpStep: null };
    if (!(await this.find(owner)))
      await this.db<SecondFactorRow>('second_factors').insert({ ...owner, selectedMethod, updatedAt, ...nothing });
    await this.#of(owner).where({ selectedMethod: null }).update({ selectedMethod });
  }

  async update(owner: FactorOwner, changes: Partial<Omit<SecondFactorRow, keyof FactorOwner>>): Promise<void> {
    this.db.write(this.#of(owner).update(changes));
  }

  /** Deletes the rows of the user, those of all providers included. */
  async delete(userId: string): Promise<void> {
    this.db.write(this.db<SecondFactorRow>('second_factors').where({ userId }).delete());
  }

  #of({ userId, providerId }: FactorOwner) {
    return this.db<SecondFactorRow>('second_factors').where({ userId, providerId });
  }

  /** Lists the root keys that encrypt a key of an authenticator app. */
  rootKeyIds(): Promise<string[]> {
    return namedKeyIds(this.db, 'sealedTotpSecret', this.db('second_factors').whereNotNull('sealedTotpSecret'));
  }

  /** Lists a batch of the rows whose key another root key encrypts. */
  listForeign(rootKeyId: string, limit: number): Promise<(FactorOwner & { sealedTotpSecret: string })[]> {
    return this.db('second_factors')
      .whereNotNull('sealedTotpSecret')
      .whereNot(keyIdIn(this.db, 'sealedTotpSecret') as unknown as string, rootKeyId)
      .orderBy(['userId', 'providerId'])
      .limit(limit)
      .select('userId', 'providerId', 'sealedTotpSecret');
  }

  reseal(owner: FactorOwner, sealedTotpSecret: string): void {
    this.db.write(this.#of(owner).update({ sealedTotpSecret }));
  }
}

export class RecoveryCodeStore extends Store {
  async replace(owner: FactorOwner, codeHashes: readonly string[]): Promise<void> {
    await this.deleteOf(owner);
    this.db.insert(
      'recovery_codes',
      codeHashes.map((codeHash) => ({ ...owner, codeHash })),
    );
  }

  /** Deletes the code with one of these hashes; false if there is none, for example because it was used. */
  async take(owner: FactorOwner, codeHashes: readonly string[]): Promise<boolean> {
    return (await this.#of(owner).whereIn('codeHash', codeHashes).delete()) > 0;
  }

  async count(owner: FactorOwner): Promise<number> {
    const [row] = await this.#of(owner).count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  async deleteOf(owner: FactorOwner): Promise<void> {
    this.db.write(this.#of(owner).delete());
  }

  /** Deletes the codes of the user, those of all providers included. */
  async deleteAll(userId: string): Promise<void> {
    this.db.write(this.db<RecoveryCodeRow>('recovery_codes').where({ userId }).delete());
  }

  #of({ userId, providerId }: FactorOwner) {
    return this.db<RecoveryCodeRow>('recovery_codes').where({ userId, providerId });
  }

  hashKeyIds(): Promise<string[]> {
    return namedKeyIds(this.db, 'codeHash', this.db('recovery_codes'));
  }
}

/** Written only in transactions of the account, so that counts are exact. */
export class SecondFactorFailureStore extends Store {
  /** Finds the rows of these addresses. */
  list(owner: FactorOwner, addresses: readonly string[]): Promise<FailuresRow[]> {
    return this.#of(owner).whereIn('address', addresses);
  }

  async save({ userId, providerId, address, ...row }: FailuresRow): Promise<void> {
    const owner = { userId, providerId };
    if ((await this.#of(owner).where({ address }).update(row)) === 0)
      await this.db<FailuresRow>('second_factor_failures').insert({ ...owner, address, ...row });
  }

  async delete(owner: FactorOwner, address: string): Promise<void> {
    this.db.write(this.#of(owner).where({ address }).delete());
  }

  /** Deletes the rows of the user, those of all providers included. */
  async deleteAll(userId: string): Promise<void> {
    this.db.write(this.db<FailuresRow>('second_factor_failures').where({ userId }).delete());
  }

  /** Deletes up to `limit` rows that expired before that time, and returns how many. */
  async deleteExpired(before: Timestamp, limit: number): Promise<number> {
    const expired = this.db('second_factor_failures').where('expiresAt', '<', before).limit(limit);
    return this.db<FailuresRow>('second_factor_failures')
      .where('expiresAt', '<', before)
      .whereIn(['userId', 'address'], expired.select('userId', 'address'))
      .delete();
  }

  #of({ userId, providerId }: FactorOwner) {
    return this.db<FailuresRow>('second_factor_failures').where({ userId, providerId });
  }
}
