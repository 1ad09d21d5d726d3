import { expect } from 'chai';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { scratchFolder } from '../support/world/folders.ts';
import { serve, type Server } from '../support/world/program.ts';

/** The result of one request: the status and `Connection` header of the response, or the code of the error. */
type Outcome = { readonly status: number; readonly connection: string | undefined } | { readonly code: string };

const send = (url: string, path: string, agent: Agent): Promise<Outcome> =>
  new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException): void => resolve({ code: error.code ?? error.message });
    const answered = (res: IncomingMessage): void => {
      res.resume().on('error', failed);
      res.on('end', () => resolve({ status: res.statusCode!, connection: res.headers.connection }));
    };
    request(`${url}${path}`, { agent }, answered).on('error', failed).end();
  });

/** Sends requests in sequence as fast as possible, until the server accepts no more connections. */
const keepBusy = async ({ url }: Server, onAnswer: () => void): Promise<Outcome[]> => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const outcomes: Outcome[] = [];
  for (;;) {
    const outcome = await send(url, '/api/status', agent);
    outcomes.push(outcome);
    if ('code' in outcome) break;
    onAnswer();
  }
  agent.destroy();
  return outcomes;
};

const newServer = (delayMs: number): Promise<Server> =>
  serve({ DATA_DIR: join(scratchFolder(), 'data'), LOG_LEVEL: 'silent', DRAIN_DELAY_MS: String(delayMs) });

describe('a graceful stop', () => {
  it('resets no connection of a busy client', async () => {
    for (let stop = 0; stop < 3; stop += 1) {
      const server = await newServer(300);
      let answers = 0;
      const clients = Array.from({ length: 30 }, () =>
        keepBusy(server, () => {
          answers += 1;
          if (answers === 100) server.child.kill('SIGTERM');
        }),
      );
      const [outcomes, [code]] = await Promise.all([Promise.all(clients), once(server.child, 'exit')]);
      expect(code).to.equal(0);
      for (const all of outcomes) {
        expect(all.pop()).to.deep.equal({ code: 'ECONNREFUSED' });
        expect(
          all.map((outcome) => ('code' in outcome ? outcome.code : outcome.status)).filter((result) => result !== 200),
        ).to.deep.equal([]);
        expect(all.at(-1)).to.have.property('connection', 'close');
      }
    }
  });

  it('is announced by 503 on /readyz and `Connection: close`, while connections are still accepted', async () => {
    const server = await newServer(600_000);
    const agent = new Agent({ keepAlive: true });
    let ready = await send(server.url, '/readyz', agent);
    while ('status' in ready && ready.status !== 200) ready = await send(server.url, '/readyz', agent);
    expect(ready).to.deep.equal({ status: 200, connection: 'keep-alive' });
    server.child.kill('SIGTERM');
    while ('status' in ready && ready.status === 200) ready = await send(server.url, '/readyz', agent);
    expect(ready).to.deep.equal({ status: 503, connection: 'close' });
    for (let number = 0; number < 3; number += 1)
      expect(await send(server.url, '/api/status', agent)).to.deep.equal({ status: 200, connection: 'close' });
    agent.destroy();
    // After a second signal it does not wait.
    server.child.kill('SIGTERM');
    expect((await once(server.child, 'exit'))[0]).to.equal(130);
  });

  it('ends idle connections, and exits', async () => {
    const server = await newServer(0);
    const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET /api/status HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(socket, 'data');
    socket.resume();
    server.child.kill('SIGTERM');
    const ended = once(socket, 'end');
    const [code] = (await once(server.child, 'exit')) as [number];
    await ended;
    expect(code).to.equal(0);
  });
});
