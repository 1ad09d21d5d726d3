import { secondsAfter, timestamp, type Clock } from '../platform/clock.ts';
import type { Keyring } from '../platform/crypto/keys.ts';
import { decryptMail, SealError } from '../platform/crypto/sealing.ts';
import type { Database } from '../platform/db/database.ts';
import type { Log } from '../platform/log.ts';
import { MailRefused, type Message } from '../platform/smtp/transport.ts';
import type { MailKind, MailRow } from '../resources/organization/mail/store.ts';
import { createStores, type Stores } from '../stores.ts';
import type { Composers } from './contents.ts';
import { queueMails, type MailTransaction, type NewMails } from './queue.ts';
import { renderMail, type MailText } from './text.ts';
import { ofTask } from '../transaction-keys.ts';

const everyMs = 60_000;
/** How many mails a node takes over at once; it sends them one after the other. */
const batch = 5;
/** Longer than a batch takes if every mail runs into all time limits. */
const leaseSeconds = 600;
const maxAttempts = 30;
const firstDelaySeconds = 60;
export const longestDelaySeconds = 3_600;
/** The most mails that are sent for one organization within an hour, on all nodes together. */
const perHour = 500;
const hourSeconds = 3_600;
const postponedSeconds = 600;

interface Deps {
  readonly database: Database;
  readonly clock: Clock;
  readonly keyring: Keyring;
  readonly log: Log;
  readonly transport: { send(message: Message): Promise<void> };
  readonly composers: Composers;
}

type AnyComposer = (content: never, organizationId: string) => Promise<MailText | undefined>;

const delayAfter = (attempts: number): number => Math.min(longestDelaySeconds, firstDelaySeconds * 2 ** (attempts - 1));

/** Sends queued mails, each by one node, at least once; retries for a day. */
export class Mailer {
  readonly #deps: Deps;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<unknown> | undefined;
  #isWoken = false;
  readonly #closing = new AbortController();
  /** Mails that the mail server has taken. */
  sent = 0;
  /** Attempts that failed and are repeated. */
  retried = 0;
  /** Mails that were given up: refused, too old, or beyond a limit. */
  dropped = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** Queues mails in the transaction of their cause, and returns how many; they are sent after the commit. */
  async enqueue<Kind extends MailKind>(
    tx: MailTransaction & { readonly afterCommit: (hook: () => void) => void },
    mails: NewMails<Kind>,
  ): Promise<number> {
    const count = await queueMails(tx, mails);
    tx.afterCommit(() => {
      this.dropped += mails.mails.length - count;
      if (count > 0) this.wake();
    });
    return count;
  }

  /** Looks for mails of other nodes and for repeated attempts periodically. */
  start(): void {
    this.#timer = setInterval(() => this.wake(), everyMs);
    this.#timer.unref();
    this.wake();
  }

  /** Sends what is due in the background. */
  wake(): void {
    this.#isWoken = true;
    if (this.#isClosing()) return;
    this.#running ??= this.#runWhileWoken().finally(() => {
      this.#running = undefined;
      if (this.#isWoken) this.wake();
    });
  }

  /** Stops after the mail that is being sent. */
  async close(): Promise<void> {
    this.#closing.abort();
    this.#isWoken = false;
    clearInterval(this.#timer);
    await this.idle();
  }

  /** Resolves when nothing is being sent. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running;
  }

  /** Sends the mails that are due. */
  async sendDue(): Promise<void> {
    while (!this.#isClosing()) {
      const { mails, count } = await this.#claim();
      if (count === 0) return;
      for (const mail of mails) {
        if (this.#isClosing()) return;
        await this.#attempt(mail);
      }
    }
  }

  #isClosing(): boolean {
    return this.#closing.signal.aborted;
  }

  async #runWhileWoken(): Promise<void> {
    while (this.#isWoken) {
      this.#isWoken = false;
      await this.sendDue().catch((err: unknown) => this.#deps.log.warn({ err }, 'mail delivery interrupted'));
    }
  }

  #change<T>(work: (stores: Stores) => Promise<T>): Promise<T> {
    return this.#deps.database.transaction(ofTask('mail'), ({ db }) => work(createStores(db)));
  }

  /** Takes mails over, postpones those beyond the limit of their organization, and deletes those that are too old. */
  async #claim(): Promise<{ mails: readonly MailRow[]; count: number }> {
    const now = this.#deps.clock.now();
    const { due, taken, expired } = await this.#change(async ({ mails }) => {
      const due = await mails.listDue(timestamp(now), batch);
      if (due.length === 0) return { due, taken: [], expired: [] };
      const sent = await mails.countSent(
        [...new Set(due.map(({ organizationId }) => organizationId))],
        timestamp(secondsAfter(now, -hourSeconds)),
      );
      const expired = due.filter(({ expiresAt, attempts }) => expiresAt <= timestamp(now) || attempts >= maxAttempts);
      const postponed: MailRow[] = [];
      const taken: MailRow[] = [];
      for (const mail of due.filter((one) => !expired.includes(one))) {
        const count = sent.get(mail.organizationId) ?? 0;
        (count < perHour ? taken : postponed).push(mail);
        sent.set(mail.organizationId, count + 1);
      }
      const idsOf = (rows: readonly MailRow[]) => rows.map(({ id }) => id);
      await mails.delete(idsOf(expired));
      await mails.postpone(idsOf(postponed), timestamp(secondsAfter(now, postponedSeconds)));
      await mails.lease(idsOf(taken), timestamp(secondsAfter(now, leaseSeconds)));
      return { due, taken, expired };
    });
    for (const mail of expired) this.#drop(mail, 'expired');
    return { mails: taken.map((mail) => ({ ...mail, attempts: mail.attempts + 1 })), count: due.length };
  }

  #drop({ id, kind, attempts }: MailRow, reason: string): void {
    this.dropped += 1;
    this.#deps.log.warn({ mailId: id, kind, attempts, reason }, 'mail given up');
  }

  async #giveUp(mail: MailRow, reason: string): Promise<void> {
    await this.#change(({ mails }) => mails.delete([mail.id]));
    this.#drop(mail, reason);
  }

  #compose({ id, kind, organizationId, sealedContent }: MailRow): Promise<MailText | undefined> {
    const { [kind]: compose }: Readonly<Record<MailKind, AnyComposer>> = this.#deps.composers;
    return compose(JSON.parse(decryptMail(this.#deps.keyring, id, sealedContent)) as never, organizationId);
  }

  async #attempt(mail: MailRow): Promise<void> {
    const { id, kind, attempts } = mail;
    try {
      const text = await this.#compose(mail);
      // It is no longer valid, or the recipient may no longer know.
      if (!text) return await this.#change(({ mails }) => mails.delete([id]));
      await this.#deps.transport.send({ id, to: mail.recipient, ...renderMail(text) });
    } catch (error) {
      if (error instanceof SealError) return this.#giveUp(mail, 'not decryptable');
      if (!(error instanceof MailRefused)) throw error;
      if (error.isFinal) return this.#giveUp(mail, error.code);
      this.retried += 1;
      this.#deps.log.warn({ mailId: id, kind, attempts, code: error.code }, 'mail not sent, will be tried again');
      const nextAttemptAt = timestamp(secondsAfter(this.#deps.clock.now(), delayAfter(attempts)));
      return this.#change(({ mails }) => mails.finish(mail, { nextAttemptAt }));
    }
    this.sent += 1;
    const sentAt = timestamp(this.#deps.clock.now());
    await this.#change(({ mails }) => mails.finish(mail, { sentAt, sealedContent: '' }));
  }
}
