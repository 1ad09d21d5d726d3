import type { Timestamp } from '../../../platform/clock.ts';
import { Store } from '../../../platform/db/knex/store.ts';

export interface PasskeyRow {
  id: string;
  userId: string;
  /** The id that the authenticator chose. */
  credentialId: string;
  publicKey: string;
  /** How often it was used, as the authenticator says; 0 if it does not count. */
  counter: number;
  transports: readonly string[];
  name: string;
  createdAt: Timestamp;
  lastUsedAt: Timestamp | null;
}

export type ChallengePurpose = 'register' | 'check';

interface ChallengeRow {
  sessionId: string;
  purpose: ChallengePurpose;
  challenge: string;
  expiresAt: Timestamp;
}

export class PasskeyStore extends Store {
  async insert(passkey: PasskeyRow): Promise<void> {
    this.db.insert('passkeys', [passkey]);
  }

  listOfUser(userId: string): Promise<PasskeyRow[]> {
    return this.db<PasskeyRow>('passkeys').where({ userId }).orderBy(['createdAt', 'id']);
  }

  async hasAny(userId: string): Promise<boolean> {
    return (await this.db<PasskeyRow>('passkeys').where({ userId }).first('id')) !== undefined;
  }

  findOfUser(userId: string, id: string): Promise<PasskeyRow | undefined> {
    return this.db<PasskeyRow>('passkeys').where({ userId, id }).first();
  }

  findByCredential(credentialId: string): Promise<PasskeyRow | undefined> {
    return this.db<PasskeyRow>('passkeys').where({ credentialId }).first();
  }

  async rename(id: string, name: string): Promise<void> {
    this.db.write(this.db<PasskeyRow>('passkeys').where({ id }).update({ name }));
  }

  /** Stores a use; false if the passkey was used or deleted since it was read. */
  async use({ id, counter }: PasskeyRow, newCounter: number, now: Timestamp): Promise<boolean> {
    const passkeys = this.db<PasskeyRow>('passkeys').where({ id, counter });
    return (await passkeys.update({ counter: newCounter, lastUsedAt: now })) === 1;
  }

  async delete(id: string): Promise<void> {
    this.db.write(this.db<PasskeyRow>('passkeys').where({ id }).delete());
  }

  async deleteAll(userId: string): Promise<void> {
    this.db.write(this.db<PasskeyRow>('passkeys').where({ userId }).delete());
  }
}

export class PasskeyChallengeStore extends Store {
  /** Stores the challenge instead of an earlier one of the session. */
  async save(row: ChallengeRow): Promise<void> {
    this.db.write(this.db<ChallengeRow>('passkey_challenges').insert(row).onConflict(['sessionId', 'purpose']).merge());
  }

  /** Deletes the challenge of the session and returns it. */
  async take(sessionId: string, purpose: ChallengePurpose, now: Timestamp): Promise<string | undefined> {
    const challenges = this.db<ChallengeRow>('passkey_challenges').where({ sessionId, purpose });
    const row = await challenges.clone().first();
    if (!row) return undefined;
    this.db.write(challenges.clone().delete());
    return now < row.expiresAt ? row.challenge : undefined;
  }

  /** Marks the challenge of a login as used; false if it was already. */
  async markUsed(challenge: string, expiresAt: Timestamp): Promise<boolean> {
    const rows: unknown[] = await this.db('used_passkey_challenges')
      .insert({ challenge, expiresAt })
      .onConflict('challenge')
      .ignore()
      .returning('challenge');
    return rows.length === 1;
  }

  /** Deletes up to `limit` used challenges that expired before that time, and returns how many. */
  async deleteExpired(before: Timestamp, limit: number): Promise<number> {
    const expired = this.db('used_passkey_challenges').where('expiresAt', '<', before).limit(limit).select('challenge');
    return this.db('used_passkey_challenges').whereIn('challenge', expired).delete();
  }
}
