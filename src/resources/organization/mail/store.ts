import type { PossibleTimes, Timestamp } from '../../../platform/clock.ts';
import { inChunks } from '../../../platform/db/knex/chunks.ts';
import { keyIdIn, namedKeyIds } from '../../../platform/db/knex/key-ids.ts';
import { Store } from '../../../platform/db/knex/store.ts';

export type MailKind =
  | 'invitation'
  | 'password-reset'
  | 'reminder'
  | 'access-ending'
  | 'rotation-failed'
  | 'revocation-failed'
  | 'access-request'
  | 'change-request';

/** A mail that waits to be sent, or was sent. */
export interface MailRow {
  id: string;
  organizationId: string;
  kind: MailKind;
  recipient: string;
  attempts: number;
  /** Not sent before; while a node sends the mail, the end of its lease. */
  nextAttemptAt: Timestamp;
  createdAt: Timestamp;
  expiresAt: Timestamp;
  sentAt: Timestamp | null;
  /** Empty once the mail was sent. */
  sealedContent: string;
}

interface Count {
  name: string;
  count: number;
}

const numbersOf = (rows: readonly Count[]): Map<string, number> =>
  new Map(rows.map(({ name, count }) => [name, count]));

export class MailStore extends Store {
  async insert(mails: readonly MailRow[]): Promise<void> {
    this.db.insert('mails', mails);
  }

  /** Counts the mails of a kind that were created for each of these recipients since that time, sent or not. */
  async countTo(
    recipients: readonly string[],
    { kind, organizationId, since }: { kind: MailKind; organizationId?: string; since: Timestamp },
  ): Promise<Map<string, number>> {
    const where = organizationId === undefined ? { kind } : { kind, organizationId };
    const rows = await inChunks(recipients, (part) =>
      this.db('mails')
        .where(where)
        .where('createdAt', '>', since)
        .whereIn('recipient', part)
        .groupBy('recipient')
        .select<Count[]>('recipient as name')
        .count({ count: '*' }),
    );
    return numbersOf(rows as unknown as Count[]);
  }

  /** Counts the mails of the organization that wait to be sent. */
  async countWaiting(organizationId: string): Promise<number> {
    const [row] = await this.db('mails')
      .where({ organizationId, sentAt: null })
      .count<{ rows: number }[]>({ rows: '*' });
    return row!.rows;
  }

  /** Counts the mails that were sent for each of these organizations since that time. */
  async countSent(organizationIds: readonly string[], since: Timestamp): Promise<Map<string, number>> {
    const rows = await this.db('mails')
      .whereIn('organizationId', organizationIds)
      .where('sentAt', '>', since)
      .groupBy('organizationId')
      .select<Count[]>('organizationId as name')
      .count({ count: '*' });
    return numbersOf(rows as unknown as Count[]);
  }

  /** Lists mails that are to be sent now, the oldest first. */
  listDue(now: Timestamp, limit: number): Promise<MailRow[]> {
    return this.db<MailRow>('mails')
      .whereNull('sentAt')
      .where('nextAttemptAt', '<=', now)
      .orderBy(['nextAttemptAt', 'id'])
      .limit(limit);
  }

  /** Takes the mails over for one attempt: nobody else sends them before that time. */
  async lease(ids: readonly string[], until: Timestamp): Promise<void> {
    this.db.write(
      this.db<MailRow>('mails').whereIn('id', ids).update({ nextAttemptAt: until }).increment('attempts', 1),
    );
  }

  /** Makes due what waits beyond these times although it cannot; see `src/queue-clock.ts`. */
  async bringForward({ now, furthest }: PossibleTimes): Promise<void> {
    this.db.write(
      this.db<MailRow>('mails')
        .whereNull('sentAt')
        .where('nextAttemptAt', '>', now)
        .where((query) => void query.where('nextAttemptAt', '>', furthest).orWhere({ attempts: 0 }))
        .update({ nextAttemptAt: now }),
    );
  }

  async postpone(ids: readonly string[], until: Timestamp): Promise<void> {
    this.db.write(this.db<MailRow>('mails').whereIn('id', ids).update({ nextAttemptAt: until }));
  }

  /** Ends an attempt, unless the lease is over and another attempt has begun. */
  async finish(
    { id, attempts }: Pick<MailRow, 'id' | 'attempts'>,
    result: Pick<MailRow, 'sentAt' | 'sealedContent'> | Pick<MailRow, 'nextAttemptAt'>,
  ): Promise<void> {
    this.db.write(this.db<MailRow>('mails').where({ id, attempts }).update(result));
  }

  async delete(ids: readonly string[]): Promise<void> {
    this.db.write(this.db<MailRow>('mails').whereIn('id', ids).delete());
  }

  /** Deletes up to `limit` mails that expired before that time, sent or not, and returns how many. */
  deleteExpired(before: Timestamp, limit: number): Promise<number> {
    const expired = this.db('mails').where('expiresAt', '<=', before).orderBy('expiresAt').limit(limit).select('id');
    return this.db<MailRow>('mails').whereIn('id', expired).delete();
  }

  /** Lists the ids of the root keys that encrypt mails. */
  rootKeyIds(): Promise<string[]> {
    return namedKeyIds(this.db, 'sealedContent', this.db('mails').whereNull('sentAt'));
  }

  /** Lists a batch of the mails that another root key encrypts. */
  listForeign(rootKeyId: string, limit: number): Promise<Pick<MailRow, 'id' | 'sealedContent'>[]> {
    return this.db<MailRow>('mails')
      .whereNull('sentAt')
      .whereNot(keyIdIn(this.db, 'sealedContent') as unknown as string, rootKeyId)
      .orderBy('id')
      .limit(limit)
      .select('id', 'sealedContent');
  }

  reseal(id: string, sealedContent: string): void {
    this.db.write(this.db<MailRow>('mails').where({ id, sentAt: null }).update({ sealedContent }));
  }
}
