import { newEntry } from '../../../audit/audit.ts';
import { reminderDue } from '../../../audit/events.ts';
import type { ProjectWithRevisions } from '../../../access/project.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Parts } from '../../../scope.ts';
import { createStores, type Stores } from '../../../stores.ts';
import type { ContactRow } from '../../project/project-users/store.ts';
import { queueReminder } from '../../../events/webhook-queue.ts';
import { addressOf, describableBy, findReminded, type RemindedSecret } from './audience.ts';
import { daysAfter } from './rules.ts';
import type { DueReminder } from './store.ts';
import { ofProject } from '../../../transaction-keys.ts';

export type DueDeps = Pick<
  Parts,
  'database' | 'stores' | 'clock' | 'ids' | 'keyring' | 'config' | 'abilities' | 'mailer'
>;

/** How many reminders are acted on at once; a recipient gets one mail for all of them in a project. */
const batch = 100;

/** The most users of a project that are reminded. */
const maxContacts = 1_000;

/** A secret in a deleted environment is looked for again after this many days. */
const missingDays = 1;

/** The request data of audit log entries that no request caused. */
const noRequest = { requestId: '', operation: 'reminders', ip: '', userAgent: '' };

/** A due reminder whose secret exists, and who is to be reminded. */
interface Notice {
  readonly reminder: DueReminder;
  readonly secret: RemindedSecret;
}

interface Addressee {
  readonly contact: ContactRow;
  readonly reminders: readonly DueReminder[];
}

/** Finds who is reminded of which secrets: the recipients, or the direct members, who may describe them now. */
const findAddressees = async (
  deps: DueDeps,
  project: ProjectWithRevisions,
  notices: readonly Notice[],
): Promise<Addressee[]> => {
  const { stores } = deps;
  const named = [...new Set(notices.flatMap(({ reminder }) => reminder.recipients))];
  const direct = notices.some(({ reminder }) => reminder.recipients.length === 0)
    ? await stores.projectUsers.listContacts(project, maxContacts)
    : [];
  const directIds = new Set(direct.map(({ userId }) => userId));
  const recipients = named.length > 0 ? await stores.projectUsers.findContacts(project.organizationId, named) : [];
  const contacts = new Map([...direct, ...recipients].map((contact) => [contact.userId, contact]));
  const addressees: Addressee[] = [];
  for (const contact of contacts.values()) {
    const mayDescribe = await describableBy(deps, project, contact);
    const isFor = ({ recipients }: DueReminder): boolean =>
      recipients.length === 0 ? directIds.has(contact.userId) : recipients.includes(contact.userId);
    const reminders = notices
      .filter(({ reminder, secret }) => isFor(reminder) && mayDescribe(secret))
      .map(({ reminder }) => reminder);
    if (reminders.length > 0) addressees.push({ contact, reminders });
  }
  return addressees;
};

/** Sets the next date of the reminder, or deletes it; false if another node has done so. */
const claim = ({ reminders }: Stores, reminder: DueReminder, isFound: boolean, now: Date): Promise<boolean> => {
  if (!isFound) return reminders.advance(reminder, daysAfter(now, missingDays));
  return reminder.repeatDays === null
    ? reminders.complete(reminder)
    : reminders.advance(reminder, daysAfter(now, reminder.repeatDays));
};

/** Acts on due reminders of one project, and returns how many; the mails are queued in the same transaction. */
const remindIn = async (deps: DueDeps, due: readonly DueReminder[]): Promise<number> => {
  const { stores, database, clock, ids, config, mailer } = deps;
  const [{ projectId, organizationId }] = due as [DueReminder];
  const project = await stores.projects.findById(organizationId, projectId);
  if (!project) return 0;
  const secrets = await findReminded(
    deps,
    organizationId,
    due.map(({ secretId }) => secretId),
  );
  const notices = due.flatMap((reminder) => {
    const secret = secrets.get(reminder.secretId);
    return secret ? [{ reminder, secret }] : [];
  });
  const addressees = mailer ? await findAddressees(deps, project, notices) : [];
  const now = clock.now();
  return database.transaction(ofProject(project), async ({ db, afterCommit }) => {
    const tx = { ...deps, stores: createStores(db), afterCommit };
    const claimed = new Set<DueReminder>();
    for (const reminder of due)
      if (await claim(tx.stores, reminder, secrets.has(reminder.secretId), now)) claimed.add(reminder);
    const reminded = notices.filter(({ reminder }) => claimed.has(reminder));
    await mailer?.enqueue(tx, {
      organizationId,
      kind: 'reminder',
      mails: addressees.flatMap(({ contact, reminders }) => {
        const content = reminders.filter((reminder) => claimed.has(reminder));
        return content.length === 0
          ? []
          : [
              {
                recipient: addressOf(contact),
                content: {
                  projectId,
                  userId: contact.userId,
                  secrets: content.map(({ secretId, message }) => ({ secretId, message })),
                },
              },
            ];
      }),
    });
    const auditDeps = { clock, ids, retentionDays: config.auditRetentionDays, request: noRequest, actor: undefined };
    for (const {
      reminder: { secretId },
      secret: { row },
    } of reminded) {
      const folder = { id: row.folderId, environment: row.environmentSlug, path: row.path };
      if (row.ownerId === '') queueReminder(tx, projectId, folder, row.key);
      await tx.stores.auditLogs.insert(
        newEntry(auditDeps, {
          type: reminderDue,
          metadata: { environment: row.environmentSlug, secretPath: row.path, secretId, secretKey: row.key },
          project,
          actor: { type: 'platform' },
          organizationId,
        }),
      );
    }
    return claimed.size;
  });
};

/** Acts on every due reminder once, whichever node is first; returns how many. */
export const remindOfSecrets = async (deps: DueDeps): Promise<number> => {
  for (let total = 0; ;) {
    const due = await deps.stores.reminders.listDue(timestamp(deps.clock.now()), batch);
    let count = 0;
    for (const projectId of new Set(due.map((reminder) => reminder.projectId)))
      count += await remindIn(
        deps,
        due.filter((reminder) => reminder.projectId === projectId),
      );
    total += count;
    // Without any of its own, another node is acting on them.
    if (due.length < batch || count === 0) return total;
  }
};
