import type { Request } from '../../../contract.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Scope } from '../../../scope.ts';
import { auditedVersionSecret } from '../secret-versions/find.ts';
import { findSecretById, findSecretAgain, type SecretInProject } from '../secrets/reading/find-by-id.ts';
import { checkReminder, datesOf } from './rules.ts';
import { requireRecipients } from './schedule.ts';
import type { ReminderRow } from './store.ts';
import { ofProject } from '../../../transaction-keys.ts';

const edit = ['edit'];

/** Shows the reminder with the secret; its new time of change makes cached responses stale. */
const showWithSecret = async (
  { stores, clock }: Scope,
  { row }: SecretInProject,
  { repeatDays, message }: Pick<ReminderRow, 'repeatDays' | 'message'>,
): Promise<void> => {
  await stores.secretVersions.setReminder(row, {
    reminderRepeatDays: repeatDays,
    reminderNote: repeatDays === null ? null : message,
  });
  await stores.secrets.change([{ ...row, updatedAt: timestamp(clock.now()) }], 'content');
};

/** Stores the reminder of the secret in place of the one before. */
export const putReminder = async (
  scope: Scope,
  secretId: string,
  input: Request<'setSecretReminder'>['body'],
): Promise<void> => {
  checkReminder(input);
  const visible = await findSecretById(scope, secretId, edit, 'unencrypted');
  await scope.transaction(ofProject(visible.project.row), async (tx) => {
    const secret = await findSecretAgain(tx, visible, edit);
    const recipients = [...new Set(input.recipients ?? [])];
    await requireRecipients(tx, recipients);
    const now = timestamp(tx.clock.now());
    const message = input.message?.trim() ?? '';
    const reminder: ReminderRow = {
      id: tx.ids.uuid(),
      secretId,
      projectId: secret.row.projectId,
      message: message === '' ? null : message,
      repeatDays: input.repeatDays ?? null,
      ...datesOf(input, tx.clock.now()),
      recipients,
      createdAt: now,
      updatedAt: now,
    };
    tx.stores.reminders.put([reminder]);
    await showWithSecret(tx, secret, reminder);
    const { repeatDays, nextReminderDate } = reminder;
    await tx.audit.record({
      type: 'create-secret-reminder',
      metadata: { ...auditedVersionSecret(secret), repeatDays, nextReminderDate, recipients },
      project: secret.project.row,
    });
  });
};

/** Deletes the reminder of the secret, if it has one. */
export const removeReminder = async (scope: Scope, secretId: string): Promise<void> => {
  const visible = await findSecretById(scope, secretId, edit, 'unencrypted');
  await scope.transaction(ofProject(visible.project.row), async (tx) => {
    const secret = await findSecretAgain(tx, visible, edit);
    tx.stores.reminders.delete([secretId]);
    await showWithSecret(tx, secret, { repeatDays: null, message: null });
    await tx.audit.record({
      type: 'delete-secret-reminder',
      metadata: auditedVersionSecret(secret),
      project: secret.project.row,
    });
  });
};
