import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The exact text of the body. */
  readonly text: string;
  readonly body: any;
}

/** A server on its own socket that receives the requests of webhooks; emits `received` for each. */
export class WebhookReceiver extends EventEmitter {
  readonly #server: Server;
  /** Every request so far. */
  readonly received: ReceivedRequest[] = [];
  /** The status of all responses from now on. */
  status = 200;
  /** Responds to all requests instead. */
  override: RequestListener | undefined;

  private constructor(server: Server) {
    super();
    this.#server = server;
    server.on('request', (req, res) => {
      const chunks: Buffer[] = [];
      req.on('data', (chunk: Buffer) => chunks.push(chunk));
      req.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        this.received.push({ path: req.url!, headers: req.headers, text, body: JSON.parse(text) });
        if (this.override) this.override(req, res);
        else res.writeHead(this.status).end();
        this.emit('received');
      });
    });
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new WebhookReceiver(server);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** The folders of the requests since the last call. */
  paths(): string[] {
    return this.received.splice(0).map(({ body }) => body.project.secretPath as string);
  }

  stop(): void {
    this.#server.close().closeAllConnections();
  }
}
