import type { Transporter } from 'nodemailer';
import type { Mailbox } from './address.ts';
import type { SmtpServer } from './url.ts';

/** A message to one recipient. */
export interface Message {
  /** Stays the same when a message is sent again, so that mail programs recognize it. */
  readonly id: string;
  readonly to: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The mail server did not take the message. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  /** Whether it will not take the message later either. */
  readonly isFinal: boolean;
  /** A code of Nodemailer or the status of the mail server; its texts may name recipients and are left out. */
  readonly code: string;

  constructor(error: unknown) {
    const { code, responseCode } = error as { code?: unknown; responseCode?: unknown };
    const status = typeof responseCode === 'number' ? responseCode : 0;
    super('The mail server did not take the message.');
    // Only the response to a recipient or to the message is about this message; others are about the server.
    this.isFinal = status >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE');
    this.code = [typeof code === 'string' ? code : 'unknown', ...(status > 0 ? [status] : [])].join(' ');
  }
}

const connectTimeoutMs = 10_000;
const silenceTimeoutMs = 20_000;

/** Sends messages to one mail server, with a connection for each. */
export class SmtpTransport {
  readonly #server: SmtpServer;
  readonly #from: Mailbox;
  #transporter: Promise<Transporter> | undefined;

  constructor(server: SmtpServer, from: Mailbox) {
    this.#server = server;
    this.#from = from;
  }

  /** Sends the message; throws {@link MailRefused} unless the server has taken it. */
  async send({ id, to, ...content }: Message): Promise<void> {
    const transporter = await this.#open();
    const domain = this.#from.address.split('@')[1]!;
    try {
      await transporter.sendMail({
        from: { ...this.#from },
        // An object is not parsed, so that it is always one recipient.
        to: { name: '', address: to },
        envelope: { from: this.#from.address, to: [to] },
        messageId: `<${id}@${domain}>`,
        headers: { 'Auto-Submitted': 'auto-generated' },
        ...content,
      });
    } catch (error) {
      throw new MailRefused(error);
    }
  }

  /** Connects and logs in; throws {@link MailRefused} if that fails. */
  async verify(): Promise<void> {
    const transporter = await this.#open();
    try {
      await transporter.verify();
    } catch (error) {
      throw new MailRefused(error);
    }
  }

  /** Imports Nodemailer only when mail is sent. */
  #open(): Promise<Transporter> {
    const { host, port, isImplicitTls, requiresTls, login } = this.#server;
    this.#transporter ??= import('nodemailer').then(({ createTransport }) =>
      createTransport({
        host,
        port,
        secure: isImplicitTls,
        requireTLS: requiresTls && !isImplicitTls,
        ...(login && { auth: { user: login.user, pass: login.password } }),
        connectionTimeout: connectTimeoutMs,
        greetingTimeout: connectTimeoutMs,
        socketTimeout: silenceTimeoutMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      }),
    );
    return this.#transporter;
  }
}
