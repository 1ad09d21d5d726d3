import type { Knex } from 'knex';

const dayMs = 86_400_000;
const pageSize = 200;

interface StoredReminder {
  id: string;
  projectId: string;
  reminderRepeatDays: number;
  reminderNote: string | null;
  createdAt: string;
}

/** The latest time that both databases can store. */
const latest = new Date('9999-12-31T23:59:59.999Z').getTime();

/** The reminder that a version asks for, counted from that version; a date in the past is due at once. */
const reminderOf = ({ id, projectId, reminderRepeatDays, reminderNote, createdAt }: StoredReminder): object => ({
  id,
  secretId: id,
  projectId,
  message: reminderNote,
  repeatDays: reminderRepeatDays,
  nextReminderDate: new Date(
    Math.min(latest, new Date(createdAt).getTime() + reminderRepeatDays * dayMs),
  ).toISOString(),
  fromDate: null,
  recipients: '[]',
  createdAt,
  updatedAt: createdAt,
});

const storeExisting = async (knex: Knex): Promise<void> => {
  for (let after = ''; ;) {
    const page = await knex('secrets as s')
      .join('secret_versions as v', (join) => void join.on('v.secretId', 's.id').andOn('v.version', 's.version'))
      .where('v.reminderRepeatDays', '>', 0)
      .where('s.id', '>', after)
      .orderBy('s.id')
      .limit(pageSize)
      .select<StoredReminder[]>('s.id', 's.projectId', 'v.reminderRepeatDays', 'v.reminderNote', 'v.createdAt');
    if (page.length > 0) await knex('secret_reminders').insert(page.map(reminderOf));
    if (page.length < pageSize) return;
    after = page.at(-1)!.id;
  }
};

/** Mail that waits to be sent, the reminders of secrets, and which ends of access were announced. */
export const up = async (knex: Knex): Promise<void> => {
  await knex.schema.createTable('mails', (table) => {
    table.text('id').primary();
    table.text('organizationId').notNullable().references('id').inTable('organizations').onDelete('CASCADE');
    table.text('kind').notNullable();
    table.text('recipient').notNullable();
    table.integer('attempts').notNullable();
    // Also the end of the lease of the node that sends it.
    table.text('nextAttemptAt').notNullable();
    table.text('createdAt').notNullable();
    table.text('expiresAt').notNullable();
    // Mail that was sent is kept for the limits, without its content.
    table.text('sentAt');
    // Encrypted with the root key, because it may contain the code of an invitation.
    table.text('sealedContent').notNullable();
    table.index(['sentAt', 'nextAttemptAt']);
    table.index(['organizationId', 'sentAt']);
    table.index(['recipient', 'createdAt']);
    table.index('expiresAt');
  });

  await knex.schema.createTable('secret_reminders', (table) => {
    table.text('id').primary();
    table.text('secretId').notNullable().unique().references('id').inTable('secrets').onDelete('CASCADE');
    table.text('projectId').notNullable().references('id').inTable('projects').onDelete('CASCADE');
    table.text('message');
    table.integer('repeatDays');
    table.text('nextReminderDate').notNullable();
    table.text('fromDate');
    // Ids of users; empty for all direct members of the project.
    table.json('recipients').notNullable();
    table.text('createdAt').notNullable();
    table.text('updatedAt').notNullable();
    table.index('nextReminderDate');
    table.index('projectId');
  });
  await storeExisting(knex);

  for (const name of ['project_membership_roles', 'project_privileges'])
    await knex.schema.alterTable(name, (table) => {
      // The end that its holder was told of.
      table.text('announcedEnd');
      table.index('temporaryAccessEndTime');
    });
};
