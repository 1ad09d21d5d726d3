import type { Timestamp } from '../../../platform/clock.ts';
import { namedKeyIds } from '../../../platform/db/knex/key-ids.ts';
import { Store } from '../../../platform/db/knex/store.ts';
import type { UserRow } from '../../organization/organization-users/store.ts';

/** The pending reset of a password: first the code of a link, then the token that the code was exchanged for. */
export interface PasswordResetRow {
  userId: string;
  /** The keyed hash of the code or token that is valid now. */
  codeHash: string;
  /** The name of the administrator who created the link; null if the user asked for it. */
  createdBy: string | null;
  createdAt: Timestamp;
  expiresAt: Timestamp;
}

/** A reset with the account that it is for. */
export interface PresentedReset
  extends
    PasswordResetRow,
    Pick<
      UserRow,
      'username' | 'email' | 'firstName' | 'lastName' | 'passwordHash' | 'superAdmin' | 'addressProvedAt'
    > {}

export class PasswordResetStore extends Store {
  /** Stores the reset in place of the one before. */
  async put(reset: PasswordResetRow): Promise<void> {
    this.db.write(this.db<PasswordResetRow>('password_resets').insert(reset).onConflict('userId').merge());
  }

  findByUsername(username: string): Promise<PresentedReset | undefined> {
    return this.#presented().where({ 'u.username': username }).first();
  }

  findOfUser(userId: string): Promise<PresentedReset | undefined> {
    return this.#presented().where({ 'r.userId': userId }).first();
  }

  /** Returns false unless the hash is still that one. */
  async trade(
    userId: string,
    codeHash: string,
    by: Pick<PasswordResetRow, 'codeHash' | 'expiresAt'>,
  ): Promise<boolean> {
    return (await this.db<PasswordResetRow>('password_resets').where({ userId, codeHash }).update(by)) === 1;
  }

  /** Returns false unless the hash is still that one. */
  async take(userId: string, codeHash: string): Promise<boolean> {
    return (await this.db<PasswordResetRow>('password_resets').where({ userId, codeHash }).delete()) === 1;
  }

  async cancel(userId: string): Promise<void> {
    this.db.write(this.db<PasswordResetRow>('password_resets').where({ userId }).delete());
  }

  /** Deletes up to `limit` resets that expired before that time, and returns how many. */
  deleteExpired(before: Timestamp, limit: number): Promise<number> {
    const expired = this.db('password_resets').where('expiresAt', '<=', before).limit(limit).select('userId');
    return this.db<PasswordResetRow>('password_resets').whereIn('userId', expired).delete();
  }

  /** Lists the ids of the root keys that hash the pending resets. */
  hashKeyIds(now: Timestamp): Promise<string[]> {
    return namedKeyIds(this.db, 'codeHash', this.db('password_resets').where('expiresAt', '>', now));
  }

  #presented() {
    return this.db('password_resets as r')
      .join('users as u', 'u.id', 'r.userId')
      .select<PresentedReset[]>(
        'r.*',
        'u.username',
        'u.email',
        'u.firstName',
        'u.lastName',
        'u.passwordHash',
        'u.superAdmin',
        'u.addressProvedAt',
      );
  }
}
