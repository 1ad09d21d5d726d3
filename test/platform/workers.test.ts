import { expect } from 'chai';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { operations, type OperationId } from '../../generated/operations.ts';
import { pathOf } from '../support/expect/contract.ts';
import type { ClientRequest } from '../support/clients/client.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { LogLines, type LogLine } from '../support/world/log-lines.ts';
import { freePort } from '../support/world/ports.ts';
import { bootstrapCommandOf, waitForExit, waitForStart, sallyport, type Server } from '../support/world/program.ts';
import { newEmptyStorage, type Environment } from '../support/world/world.ts';

interface Answer {
  readonly status: number;
  readonly reqId: string;
  readonly body: any;
}

interface Asked extends ClientRequest {
  readonly token?: string;
  /** The connection; a new one unless it is given. */
  readonly agent?: Agent;
}

const ask = async (
  { url }: Server,
  id: OperationId,
  { params, query, body, token, agent }: Asked = {},
): Promise<Answer> => {
  const sent = request(`${url}${pathOf(operations[id], params)}?${new URLSearchParams(query).toString()}`, {
    method: operations[id].method,
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    agent: agent ?? false,
    // A connection that was just being passed to a worker that is killed stays without an answer.
    signal: AbortSignal.timeout(120_000),
  });
  sent.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return { status: response.statusCode!, reqId: String(response.headers['x-request-id']), body: await json(response) };
};

const credentials = { email: 'ada@example.com', password: 'my own password' };

/** A login whose body is still to come, so that it is under way. */
const beginLogin = async ({ url }: Server): Promise<{ socket: Socket; finish: () => Promise<string> }> => {
  const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' });
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.write(
    `POST /api/v3/auth/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  expect(String((await once(socket, 'data'))[0])).to.contain('100 Continue');
  return {
    socket,
    finish: async () => {
      socket.write(body);
      return String((await once(socket, 'data'))[0]);
    },
  };
};

describe('two workers on one port', () => {
  let storage: Environment;
  let metricsUrl: string;
  let server: Server;
  let log: LogLines;
  let token: string;
  const agents: Agent[] = [];

  const expectOk = async (id: OperationId, asked: Asked = {}): Promise<any> => {
    const { status, body } = await ask(server, id, { token, ...asked });
    expect(status, `${id}: ${JSON.stringify(body)}`).to.equal(200);
    return body;
  };

  const workerOf = async (reqId: string): Promise<number> => (await log.find((line) => line.reqId === reqId)).worker!;

  /** A connection to each worker. */
  const connectToBoth = async (): Promise<[Agent, Agent]> => {
    const byWorker = new Map<number, Agent>();
    while (byWorker.size < 2) {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      agents.push(agent);
      byWorker.set(await workerOf((await ask(server, 'getStatus', { agent })).reqId), agent);
    }
    return [byWorker.get(1)!, byWorker.get(2)!];
  };

  const requestCount = async (): Promise<number> => {
    const text = await (await fetch(metricsUrl)).text();
    const counts = text.matchAll(/^sallyport_requests_total\{.*\} (\d+)$/gm);
    return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
  };

  const start = async (environment: Environment = {}): Promise<void> => {
    // Until a worker knows that the server is set up, it logs requests without a caller at this level.
    const level = { LOG_LEVEL: 'debug' };
    const settings = { ...storage, ...level, PORT: '0', WORKERS: '2', DRAIN_DELAY_MS: '0', ...environment };
    const child = sallyport(['serve'], settings);
    log = new LogLines(child);
    server = await waitForStart(child);
  };

  before(async () => {
    storage = await newEmptyStorage('postgres');
    const listen = `127.0.0.1:${await freePort()}`;
    metricsUrl = `http://${listen}/metrics`;
    await start({ METRICS_LISTEN: listen, HEALTH_LISTEN: listen });
  });
  after(() => {
    for (const agent of agents) agent.destroy();
    server.child.kill('SIGKILL');
  });

  it('migrate an empty database once, and are announced once, with the command for the first administrator', async () => {
    expect(await bootstrapCommandOf(server)).to.include(`dist/sallyport.cjs bootstrap --email`);
    expect(server.output().match(/Sallyport is at/g)).to.have.length(1);
    expect(server.output().match(/This server is new/g)).to.have.length(1);
    const body = { ...credentials, organization: 'Acme' };
    token = (await expectOk('bootstrapInstance', { body })).identity.credentials.token;
  });

  it('share the connections, and are one server in its metrics and its health', async () => {
    const before = await requestCount();
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(server, 'getStatus')));
    const workers = await Promise.all(answers.map(({ reqId }) => workerOf(reqId)));
    expect(new Set(workers)).to.deep.equal(new Set([1, 2]));
    expect(await requestCount()).to.equal(before + 20);
    const text = await (await fetch(metricsUrl)).text();
    expect(text.match(/^sallyport_event_streams 0$/gm)).to.have.length(1);
    expect(text).to.match(/^process_start_time_seconds \d+$/m);
    const health = new URL('/healthz', metricsUrl);
    expect((await fetch(health)).status).to.equal(200);
    while ((await fetch(new URL('/readyz', metricsUrl))).status !== 200);
  });

  it('see with the next request what the other has changed or revoked', async () => {
    const [one, other] = await connectToBoth();
    const { project } = await expectOk('createProject', { agent: one, body: { projectName: 'Shared' } });
    const place = { projectId: project.id as string, environment: 'dev' };
    const params = { secretName: 'KEY' };
    const read = async (): Promise<string> =>
      (await expectOk('getSecret', { agent: other, params, query: place })).secret.secretValue;
    await expectOk('createSecret', { agent: one, params, body: { ...place, secretValue: 'first' } });
    for (const secretValue of ['second', 'third', 'fourth']) {
      await read();
      await read();
      await expectOk('updateSecret', { agent: one, params, body: { ...place, secretValue } });
      expect(await read()).to.equal(secretValue);
    }

    const { identity } = await expectOk('createIdentity', { agent: one, body: { name: 'Machine' } });
    const ofIdentity = { identityId: identity.id as string };
    await expectOk('attachTokenAuth', { agent: one, params: ofIdentity, body: {} });
    const { accessToken } = await expectOk('createTokenAuthToken', { agent: one, params: ofIdentity, body: {} });
    const membership = { ...ofIdentity, projectId: place.projectId };
    await expectOk('addProjectIdentity', { agent: one, params: membership, body: { role: 'viewer' } });
    const readAsMachine = async (): Promise<number> =>
      (await ask(server, 'getSecret', { agent: other, token: accessToken, params, query: place })).status;
    expect(await readAsMachine()).to.equal(200);
    await expectOk('removeProjectIdentity', { agent: one, params: membership });
    expect(await readAsMachine()).to.be.oneOf([403, 404]);
    await expectOk('revokeAccessToken', { agent: one, body: { accessToken } });
    expect(await readAsMachine()).to.equal(401);
  });

  it('lose nothing that was acknowledged when one is killed, go on without it, and get it back', async () => {
    const { project } = await expectOk('createProject', { body: { projectName: 'Killed' } });
    const place = { projectId: project.id as string, environment: 'dev' };
    const before = await requestCount();
    const startsOfFirst = (): LogLine[] => log.filter(({ msg, worker }) => msg === 'worker listening' && worker === 1);
    const { pid } = await log.find(({ msg, worker }) => msg === 'worker listening' && worker === 1);
    const acknowledged: string[] = [];
    let isBack = false;
    let next = 0;
    const write = async (): Promise<void> => {
      while (!isBack) {
        const secretName = `KEY_${(next += 1)}`;
        const body = { ...place, secretValue: 'kept' };
        const answer = await ask(server, 'createSecret', { token, params: { secretName }, body }).catch(
          () => undefined,
        );
        if (!answer) continue;
        expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
        acknowledged.push(secretName);
        if (acknowledged.length === 50) process.kill(pid!, 'SIGKILL');
        isBack = startsOfFirst().length === 2;
      }
    };
    await Promise.all(Array.from({ length: 4 }, write));
    expect(acknowledged.length, 'those of the other').to.be.above(60);
    await connectToBoth();
    expect(await log.find(({ msg }) => msg === 'worker ended unexpectedly and is restarted')).to.include({
      worker: 1,
      signal: 'SIGKILL',
    });
    const { secrets } = await expectOk('listSecrets', { query: place });
    expect(secrets.map(({ secretKey }: { secretKey: string }) => secretKey)).to.include.members(acknowledged);
    expect(await requestCount(), 'counts of the killed worker').to.be.at.least(before);
    expect(server.output().match(/Sallyport is at/g)).to.have.length(1);
  });

  it('close a connection that one of them had not taken yet when it is killed', async () => {
    const starts = (): LogLine[] => log.filter(({ msg, worker }) => msg === 'worker listening' && worker === 2);
    const { pid } = starts().at(-1)!;
    const count = starts().length;
    process.kill(pid!, 'SIGSTOP');
    // Each worker gets one of the two.
    const sockets = Array.from({ length: 2 }, () => connect(Number(new URL(server.url).port), '127.0.0.1'));
    const ends = sockets.map((socket) => {
      socket.on('error', () => undefined).resume();
      socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
      return new Promise((resolve) => socket.once('close', resolve));
    });
    await Promise.race(ends);
    expect((await ask(server, 'getStatus')).status).to.equal(200);
    expect(sockets.filter(({ closed }) => !closed)).to.have.length(1);
    process.kill(pid!, 'SIGKILL');
    await log.find((line) => starts().indexOf(line) === count);
    expect((await ask(server, 'getStatus')).status).to.equal(200);
    expect(sockets.filter(({ closed }) => !closed)).to.have.length(0);
  });

  it('refuse the start once, as one server', async () => {
    const otherKey = Buffer.alloc(32, 'another key for tests only').toString('hex');
    const { code, err } = await waitForExit(
      sallyport(['serve'], { ...storage, PORT: '0', WORKERS: '2', ROOT_KEY: otherKey }),
    );
    expect(code).to.equal(1);
    expect(err.match(/root key does not fit/g)).to.have.length(1);
    const taken = await waitForExit(sallyport(['serve'], { ...storage, WORKERS: '2', PORT: new URL(server.url).port }));
    expect(taken).to.deep.include({ code: 1 });
    expect(taken.err.trim()).to.match(/^Cannot listen on 127\.0\.0\.1:\d+: the port is in use\.$/);
  });

  it('finish the requests under way on SIGTERM, and exit together', async () => {
    const logins = [await beginLogin(server), await beginLogin(server)];
    server.child.kill('SIGTERM');
    await log.find(({ msg }) => msg === 'draining');
    for (const { finish } of logins) expect(await finish()).to.match(/^HTTP\/1\.1 400 [^]*\r\nConnection: close\r\n/);
    expect((await once(server.child, 'exit'))[0]).to.equal(0);
    await log.find(({ msg }) => msg === 'stopped');
  });

  it('end at once on the second signal', async () => {
    await start();
    const { socket } = await beginLogin(server);
    server.child.kill('SIGINT');
    await log.find(({ msg }) => msg === 'draining');
    server.child.kill('SIGINT');
    expect((await once(server.child, 'exit'))[0]).to.equal(130);
    // The worker is gone as well.
    socket.on('error', () => undefined).resume();
    if (!socket.closed) await once(socket, 'close');
  });
});

describe('several workers on SQLite', () => {
  it('are refused, and the message says why and what to do', async () => {
    for (const WORKERS of ['2', 'auto']) {
      const { code, err } = await waitForExit(
        sallyport(['serve'], { DATA_DIR: join(scratchFolder(), 'data'), WORKERS }),
      );
      expect(code).to.equal(1);
      expect(err).to.match(/^WORKERS must be 1 with SQLite: one process writes its file.* Set DATABASE_URL/);
    }
  });
});
