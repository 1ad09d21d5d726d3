import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface CliListener {
  readonly port: number;
  /** The body of the first request that is not a preflight. */
  readonly received: Promise<string>;
  readonly close: () => Server;
}

/** Listens as the official CLI does while it waits for the session of a browser on `origin`. */
export const listenAsCli = async (origin: string): Promise<CliListener> => {
  let resolve: (body: string) => void;
  const received = new Promise<string>((done) => (resolve = done));
  const server = createServer(async (req, res) => {
    res.setHeader('Vary', 'Origin');
    if (req.headers.origin === origin) {
      res.setHeader('Access-Control-Allow-Origin', origin);
      res.setHeader('Access-Control-Allow-Credentials', 'true');
    }
    if (req.method === 'OPTIONS' && req.headers['access-control-request-method']) {
      res.setHeader('Access-Control-Allow-Methods', 'POST, OPTIONS');
      res.setHeader('Access-Control-Allow-Headers', 'Content-Type');
      return res.writeHead(204).end();
    }
    resolve(await text(req));
    return res.end();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: (server.address() as AddressInfo).port, received, close: () => server.close() };
};
