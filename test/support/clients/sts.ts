import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect } from 'chai';
import { callerIdentityBody, signatureOf, type AccessKey } from '../fixtures/signed-aws-requests.ts';

const authorization =
  /^AWS4-HMAC-SHA256 Credential=(\w+)\/\d{8}\/([\w-]+)\/sts\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/;

/** Responds like the STS of AWS, in XML or JSON, and recomputes signatures; `npm run test:logins` asks moto the same. */
export class TestSts {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly key: AccessKey = { id: 'AKIATEST', secret: 'for tests only' };
  arn = 'arn:aws:sts::123456789012:assumed-role/build/i-0123';
  userId = 'AROATEST:i-0123';
  format: 'json' | 'xml' = 'json';
  calls = 0;
  /** Responds to all requests instead. */
  override: ((req: IncomingMessage, res: ServerResponse) => void) | undefined;

  private constructor() {
    this.#server = createServer((req, res) => {
      this.calls += 1;
      if (this.override) this.override(req, res);
      else void this.#respond(req, res);
    });
    this.#server.on('connection', (socket: Socket) => {
      this.#sockets.add(socket);
      socket.once('close', () => this.#sockets.delete(socket));
    });
  }

  static async start(): Promise<TestSts> {
    const sts = new TestSts();
    await new Promise<void>((resolve) => sts.#server.listen(0, '127.0.0.1', resolve));
    return sts;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const body = await text(req);
    expect({ method: req.method, url: req.url }).to.deep.equal({ method: 'POST', url: '/' });
    expect(body.split('&').sort().join('&')).to.equal(callerIdentityBody);
    const [, id, region, names, sent] = authorization.exec(req.headers.authorization ?? '') ?? [];
    const headers = Object.fromEntries(names!.split(';').map((name) => [name, req.headers[name] as string]));
    if (id !== this.key.id || sent !== signatureOf(this.key, region!, { headers, body }))
      return void res
        .writeHead(403)
        .end('<ErrorResponse><Error><Code>SignatureDoesNotMatch</Code></Error></ErrorResponse>');
    const account = /::(\d+):/.exec(this.arn)?.[1] ?? '';
    if (this.format === 'json') {
      const result = { Account: account, Arn: this.arn, UserId: this.userId };
      const answer = { GetCallerIdentityResponse: { GetCallerIdentityResult: result, ResponseMetadata: {} } };
      return void res.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(answer));
    }
    res
      .writeHead(200, { 'Content-Type': 'text/xml' })
      .end(
        `<GetCallerIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">\n<GetCallerIdentityResult>\n<Arn>${this.arn}</Arn>\n<UserId>${this.userId}</UserId>\n<Account>${account}</Account>\n</GetCallerIdentityResult>\n</GetCallerIdentityResponse>`,
      );
  }
}
