import type { ProjectRow } from '../../../access/project.ts';
import type { MailContents } from '../../../mail/contents.ts';
import type { Mailer } from '../../../mail/mailer.ts';
import type { MailTransaction } from '../../../mail/queue.ts';
import { timestamp } from '../../../platform/clock.ts';
import type { Stores } from '../../../stores.ts';
import type { MailKind } from '../../organization/mail/store.ts';

/** The most users who get one mail. */
const maxContacts = 100;

/** What telling the administrators needs of a transaction. */
export interface TellingTransaction extends MailTransaction {
  readonly stores: Stores;
  /** Undefined if there is no mail server. */
  readonly mailer: Mailer | undefined;
  readonly afterCommit: (hook: () => void) => void;
}

/** Queues a mail to each administrator of the project, if there is a mail server. */
export const mailAdministrators = async <Kind extends MailKind>(
  tx: TellingTransaction,
  { id, organizationId }: Pick<ProjectRow, 'id' | 'organizationId'>,
  kind: Kind,
  content: MailContents[Kind],
): Promise<void> => {
  if (!tx.mailer) return;
  const now = timestamp(tx.clock.now());
  const contacts = await tx.stores.projectUsers.listAdministrators({ id, organizationId }, now, maxContacts);
  const mails = contacts.map(({ email, username }) => ({ recipient: email ?? username, content }));
  await tx.mailer.enqueue(tx, { organizationId, kind, mails });
};
