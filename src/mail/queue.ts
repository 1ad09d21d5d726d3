import { secondsAfter, timestamp, type Clock } from '../platform/clock.ts';
import type { Keyring } from '../platform/crypto/keys.ts';
import { encryptMail } from '../platform/crypto/sealing.ts';
import type { Ids } from '../platform/ids.ts';
import { isMailAddress } from '../platform/smtp/address.ts';
import type { MailKind, MailRow } from '../resources/organization/mail/store.ts';
import type { Stores } from '../stores.ts';
import type { MailContents } from './contents.ts';

/** How long a mail waits at most. */
export const lifetimeSeconds = 86_400;

/** The most mails of a kind that one organization queues for one recipient in a day. */
const perRecipient: Readonly<Record<MailKind, number>> = {
  invitation: 5,
  'password-reset': 5,
  reminder: 20,
  'access-ending': 20,
  'rotation-failed': 20,
  'access-request': 100,
  'revocation-failed': 20,
  'change-request': 100,
};

/** The most invitations that all organizations together queue for one recipient in a day. */
const invitationsPerRecipient = 20;

/** The most mails of one organization that wait. */
const waitingPerOrganization = 5_000;

/** What queueing a mail needs of a transaction. */
export interface MailTransaction {
  readonly stores: Pick<Stores, 'mails'>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly keyring: Keyring;
}

/** Mails of one kind for members of one organization. */
export interface NewMails<Kind extends MailKind = MailKind> {
  readonly organizationId: string;
  readonly kind: Kind;
  readonly mails: readonly { readonly recipient: string; readonly content: MailContents[Kind] }[];
}

/** Returns those recipients who can be sent mail and have not been sent too much. */
const allowedRecipients = async (
  { stores, clock }: MailTransaction,
  { organizationId, kind, mails }: NewMails,
): Promise<ReadonlySet<string>> => {
  const recipients = [...new Set(mails.map(({ recipient }) => recipient))].filter(isMailAddress);
  const since = timestamp(secondsAfter(clock.now(), -lifetimeSeconds));
  const byOrganization = await stores.mails.countTo(recipients, { kind, organizationId, since });
  const byAll =
    kind === 'invitation' ? await stores.mails.countTo(recipients, { kind, since }) : new Map<string, number>();
  return new Set(
    recipients.filter(
      (recipient) =>
        (byOrganization.get(recipient) ?? 0) < perRecipient[kind] &&
        (byAll.get(recipient) ?? 0) < invitationsPerRecipient,
    ),
  );
};

/**
 * Stores mails in the transaction of their cause, up to the limits, and returns how many; those beyond the limits are
 * not sent.
 */
export const queueMails = async <Kind extends MailKind>(
  tx: MailTransaction,
  mails: NewMails<Kind>,
): Promise<number> => {
  if (mails.mails.length === 0) return 0;
  const { organizationId, kind } = mails;
  const allowed = await allowedRecipients(tx, mails);
  const room = waitingPerOrganization - (await tx.stores.mails.countWaiting(organizationId));
  const now = tx.clock.now();
  const rows = mails.mails
    .filter(({ recipient }) => allowed.has(recipient))
    .slice(0, Math.max(0, room))
    .map(({ recipient, content }): MailRow => {
      const id = tx.ids.uuid();
      return {
        id,
        organizationId,
        kind,
        recipient,
        attempts: 0,
        nextAttemptAt: timestamp(now),
        createdAt: timestamp(now),
        expiresAt: timestamp(secondsAfter(now, lifetimeSeconds)),
        sentAt: null,
        sealedContent: encryptMail(tx.keyring, id, JSON.stringify(content)),
      };
    });
  await tx.stores.mails.insert(rows);
  return rows.length;
};
