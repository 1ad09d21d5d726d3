import type { Timestamp } from '../../../platform/clock.ts';
import { Store } from '../../../platform/db/knex/store.ts';

/** The reminder of a secret; a secret has at most one. */
export interface ReminderRow {
  id: string;
  secretId: string;
  projectId: string;
  message: string | null;
  /** Null for a reminder that does not repeat. */
  repeatDays: number | null;
  nextReminderDate: Timestamp;
  fromDate: Timestamp | null;
  /** Ids of users; empty for all direct members of the project. */
  recipients: readonly string[];
  createdAt: Timestamp;
  updatedAt: Timestamp;
}

/** A reminder with the organization of its secret. */
export interface DueReminder extends ReminderRow {
  organizationId: string;
}

/** Everything but the id and the time of creation, which an existing reminder keeps. */
const replaced: (keyof ReminderRow)[] = [
  'message',
  'repeatDays',
  'nextReminderDate',
  'fromDate',
  'recipients',
  'updatedAt',
];

export class ReminderStore extends Store {
  find(secretId: string): Promise<ReminderRow | undefined> {
    return this.db<ReminderRow>('secret_reminders').where({ secretId }).first();
  }

  /** Stores the reminders in place of those that the secrets have. */
  put(reminders: readonly ReminderRow[]): void {
    this.db.insert('secret_reminders', reminders, { onConflict: 'secretId', columns: replaced });
  }

  setMessage(secretId: string, message: string | null, updatedAt: Timestamp): void {
    this.db.write(this.db<ReminderRow>('secret_reminders').where({ secretId }).update({ message, updatedAt }));
  }

  /** Deletes the reminders of these secrets. */
  delete(secretIds: readonly string[]): void {
    this.db.write(this.db<ReminderRow>('secret_reminders').whereIn('secretId', secretIds).delete());
  }

  /** Lists reminders whose date has come, the oldest first. */
  listDue(now: Timestamp, limit: number): Promise<DueReminder[]> {
    return this.db('secret_reminders as r')
      .join('projects as p', 'p.id', 'r.projectId')
      .where('r.nextReminderDate', '<=', now)
      .orderBy(['r.nextReminderDate', 'r.id'])
      .limit(limit)
      .select<DueReminder[]>('r.*', 'p.organizationId');
  }

  /** Sets the next date; true for exactly one caller, and only if the reminder is still due at the same date. */
  async advance({ id, nextReminderDate }: ReminderRow, next: Timestamp): Promise<boolean> {
    return (
      (await this.db<ReminderRow>('secret_reminders')
        .where({ id, nextReminderDate })
        .update({ nextReminderDate: next })) === 1
    );
  }

  /** Deletes the reminder; true for exactly one caller, and only if it is still due at the same date. */
  async complete({ id, nextReminderDate }: ReminderRow): Promise<boolean> {
    return (await this.db<ReminderRow>('secret_reminders').where({ id, nextReminderDate }).delete()) === 1;
  }
}
