import { expect } from 'chai';
import express, { type RequestHandler } from 'express';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { readConfig } from '../../src/config.ts';
import { maxWaitingRequests } from '../../src/http/pipelining.ts';
import { createHttpServer, listen } from '../../src/http/server.ts';
import { createLog } from '../../src/platform/log.ts';

/** More than the socket buffers of a client that does not read. */
const large = Buffer.alloc(64 * 1024 * 1024, 'x');

const get = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe('pipelined requests', () => {
  const servers: ReturnType<typeof createHttpServer>[] = [];
  const lines: string[] = [];

  /** Starts our server with the app of the test. */
  const start = async (handler: RequestHandler): Promise<() => Promise<Socket>> => {
    const app = express();
    app.use(handler);
    const server = createHttpServer(
      { express: app, refuse: () => undefined, log: createLog('info', { write: (line) => void lines.push(line) }) },
      readConfig({}),
    );
    servers.push(server);
    const { port } = await listen(server, '127.0.0.1', 0);
    return async () => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      await once(socket, 'connect');
      return socket;
    };
  };
  after(() => servers.forEach((server) => server.close().closeAllConnections()));

  /** The bodies of the next responses, once they have this many bytes. */
  const read = async (socket: Socket, bytes: number): Promise<string> => {
    let text = '';
    const bodies = (): string => text.replace(/HTTP\/1\.1 200 OK\r\n(?:[^\r\n]+\r\n)+\r\n/g, '');
    socket.on('data', (chunk: Buffer) => (text += chunk.toString('latin1')));
    while (bodies().length < bytes) await once(socket, 'data');
    return bodies();
  };

  it('are handled one at a time, each after the previous response has been read', async () => {
    const started: string[] = [];
    const open = await start((req, res) => {
      started.push(req.path);
      res.end(req.path === '/other' ? 'other' : large);
    });
    const [socket, other] = [await open(), await open()];
    socket.pause();
    socket.write(['/0', '/1', '/2'].map(get).join(''));
    while (started.length === 0) await new Promise(setImmediate);
    other.write(get('/other'));
    await read(other, 'other'.length);
    expect(started).to.deep.equal(['/0', '/other']);

    let taken = 0;
    socket.on('data', (chunk: Buffer) => (taken += chunk.length));
    socket.resume();
    while (taken < 3 * large.length) await once(socket, 'data');
    expect(started).to.deep.equal(['/0', '/other', '/1', '/2']);
    socket.destroy();
    other.destroy();
  });

  it('are all answered in order, however many a client sends', async () => {
    let underWay = 0;
    let most = 0;
    const open = await start((req, res) => {
      most = Math.max(most, (underWay += 1));
      setImmediate(() => {
        underWay -= 1;
        res.end(req.query.n as string);
      });
    });
    const socket = await open();
    const numbers = Array.from({ length: 3000 }, (_, index) => `${index};`);
    const padding = `X-Padding: ${'x'.repeat(200)}\r\n`;
    socket.write(numbers.map((n) => `GET /?n=${n} HTTP/1.1\r\nHost: x\r\n${padding}\r\n`).join(''));
    const bodies = await read(socket, numbers.join('').length);
    expect(bodies).to.equal(numbers.join(''));
    expect(most).to.equal(1);
    socket.destroy();
  });

  it('are handled with their bodies, even if these arrive later', async () => {
    const open = await start((req, res) => {
      let body = '';
      req.setEncoding('utf8').on('data', (text: string) => (body += text));
      req.on('end', () => res.end(`[${body}]`));
    });
    const socket = await open();
    const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 6\r\n\r\n';
    socket.write(`${post}first.${post}second`.slice(0, -3));
    await read(socket, '[first.]'.length);
    socket.write(`ond${post}third.`);
    expect(await read(socket, '[second][third.]'.length)).to.equal('[second][third.]');
    socket.destroy();
  });

  it('close their connection if there are too many, and no more are started', async () => {
    let started = 0;
    const open = await start(() => void (started += 1));
    const socket = await open();
    socket.resume();
    socket.write('GET / HTTP/1.1\r\nHost:x\r\n\r\n'.repeat(2 * maxWaitingRequests));
    await once(socket, 'close');
    expect(started).to.equal(1);
    expect(lines.join('')).to.contain('too many pipelined requests');
  });
});
