import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as the server has received it. */
export interface ReceivedMail {
  readonly to: string;
  readonly headers: string;
  /** The decoded body, with all of its parts. */
  readonly body: string;
}

export interface MailServerOptions {
  /** Offers STARTTLS, or expects TLS at once. */
  readonly tls?: { readonly cert: string; readonly key: string; readonly isImplicit: boolean };
  readonly login?: { readonly user: string; readonly password: string };
}

const decode = (text: string): string =>
  Buffer.from(
    text.replace(/=\r\n/g, '').replace(/=([\dA-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16))),
    'latin1',
  ).toString('utf8');

const received = (to: string, raw: string): ReceivedMail => {
  const end = raw.indexOf('\r\n\r\n');
  return { to, headers: raw.slice(0, end), body: decode(raw.slice(end)) };
};

const open: TestMailServer[] = [];

/** A real mail server on its own socket. */
export class TestMailServer {
  readonly #server: SMTPServer;
  readonly #scheme: string;
  readonly mails: ReceivedMail[] = [];
  /** The status with which it refuses recipients or messages; 0 for none. */
  refusal = { recipient: 0, message: 0 };

  private constructor({ tls, login }: MailServerOptions) {
    this.#scheme = tls?.isImplicit ? 'smtps' : 'smtp';
    this.#server = new SMTPServer({
      logger: false,
      authOptional: login === undefined,
      allowInsecureAuth: true,
      disabledCommands: [...(tls ? [] : ['STARTTLS']), ...(login ? [] : ['AUTH'])],
      ...(tls && { secure: tls.isImplicit, cert: tls.cert, key: tls.key }),
      onAuth: ({ username, password }, _session, done) =>
        username === login?.user && password === login?.password
          ? done(null, { user: username })
          : done(new Error('wrong login')),
      onRcptTo: (_address, _session, done) => done(this.#refused('recipient')),
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const refused = this.#refused('message');
          if (!refused)
            for (const { address } of session.envelope.rcptTo)
              this.mails.push(received(address, Buffer.concat(chunks).toString('latin1')));
          done(refused);
        });
      },
    });
    this.#server.on('error', () => undefined);
  }

  static async start(options: MailServerOptions = {}): Promise<TestMailServer> {
    const server = new TestMailServer(options);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', () => resolve()));
    open.push(server);
    return server;
  }

  /** The host and port. */
  get address(): string {
    return `127.0.0.1:${(this.#server.server.address() as AddressInfo).port}`;
  }

  get url(): string {
    return `${this.#scheme}://${this.address}`;
  }

  mailsTo(address: string): ReceivedMail[] {
    return this.mails.filter(({ to }) => to === address);
  }

  close(): Promise<void> {
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }

  #refused(what: keyof TestMailServer['refusal']): Error | null {
    const responseCode = this.refusal[what];
    return responseCode === 0 ? null : Object.assign(new Error('refused for a test'), { responseCode });
  }
}

export const closeMailServers = async (): Promise<void> => {
  await Promise.all(open.splice(0).map((server) => server.close()));
};
