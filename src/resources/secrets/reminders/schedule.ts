import { timestamp } from '../../../platform/clock.ts';
import { badRequest } from '../../../platform/errors.ts';
import type { Scope } from '../../../scope.ts';
import { daysAfter } from './rules.ts';
import type { ReminderRow } from './store.ts';

/** The reminder that a version of a secret shows. */
interface ShownReminder {
  readonly reminderRepeatDays: number | null;
  readonly reminderNote: string | null;
}

/** A request that sets the reminder of a secret, even if it has the same one already. */
export interface ReminderRequest {
  readonly recipients: readonly string[];
}

/** A secret with the reminder of its new version; `before` is that of the last one. */
interface RemindedVersion {
  readonly id: string;
  readonly before?: ShownReminder;
  readonly state: ShownReminder;
  readonly reminder?: ReminderRequest | undefined;
}

/** 400 unless all of these are users of the organization. */
export const requireRecipients = async (
  { stores, access }: Pick<Scope, 'stores' | 'access'>,
  recipients: readonly string[],
): Promise<void> => {
  if (recipients.length === 0) return;
  const known = new Set(await stores.memberships.findUserIds(access.organization.id, recipients));
  const unknown = recipients.filter((id) => !known.has(id));
  if (unknown.length > 0)
    throw badRequest(`These recipients of the reminder are not users of the organization: ${unknown.join(', ')}.`);
};

const isNew = ({ before, state, reminder }: RemindedVersion): boolean =>
  state.reminderRepeatDays !== null &&
  (reminder !== undefined || before?.reminderRepeatDays !== state.reminderRepeatDays);

const isRemoved = ({ before, state }: RemindedVersion): boolean =>
  (before?.reminderRepeatDays ?? null) !== null && state.reminderRepeatDays === null;

const isReworded = (version: RemindedVersion): boolean =>
  version.state.reminderRepeatDays !== null &&
  !isNew(version) &&
  version.before?.reminderNote !== version.state.reminderNote;

const newReminder = (
  { ids, clock }: Pick<Scope, 'ids' | 'clock'>,
  projectId: string,
  { id, state, reminder }: RemindedVersion,
): ReminderRow => {
  const now = clock.now();
  return {
    id: ids.uuid(),
    secretId: id,
    projectId,
    message: state.reminderNote,
    repeatDays: state.reminderRepeatDays,
    nextReminderDate: daysAfter(now, state.reminderRepeatDays!),
    fromDate: null,
    recipients: reminder?.recipients ?? [],
    createdAt: timestamp(now),
    updatedAt: timestamp(now),
  };
};

/** Makes the reminders of the secrets those of their new versions; needs no statement if nothing changes. */
export const scheduleReminders = async (
  tx: Scope,
  projectId: string,
  versions: readonly RemindedVersion[],
): Promise<void> => {
  const { reminders } = tx.stores;
  const created = versions.filter(isNew);
  if (created.length > 0) {
    await requireRecipients(tx, [...new Set(created.flatMap(({ reminder }) => reminder?.recipients ?? []))]);
    reminders.put(created.map((version) => newReminder(tx, projectId, version)));
  }
  const removed = versions.filter(isRemoved);
  if (removed.length > 0) reminders.delete(removed.map(({ id }) => id));
  for (const { id, state } of versions.filter(isReworded))
    reminders.setMessage(id, state.reminderNote, timestamp(tx.clock.now()));
};
