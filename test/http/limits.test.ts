import { expect } from 'chai';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { Draining } from '../../src/http/draining.ts';
import { listen } from '../../src/http/server.ts';
import { expectError } from '../support/expect/expect.ts';
import { newStorage, ownWorld, type Environment, type World } from '../support/world/world.ts';

const credentials = { email: 'nobody@example.com', password: 'wrong' };

const start = async (environment: Environment): Promise<World> =>
  ownWorld({ ...(await newStorage('sqlite')), ...environment });

const open = async (world: World): Promise<Socket> => {
  const socket = connect(Number(new URL(world.server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};

/** Stops this whole process, with the server in it. */
const pause = (ms: number): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);

describe('limits', () => {
  it('password logins are counted per client address', async () => {
    const world = await start({ LOGIN_RATE_LIMIT: '3', TRUST_PROXY: '127.0.0.1' });
    const login = (address: string) =>
      world.call('login', { body: credentials, headers: { 'X-Forwarded-For': address } });
    for (const remaining of [2, 1, 0]) {
      const { status, headers } = await login('203.0.113.1');
      expect(status).to.equal(400);
      expect(headers.ratelimit).to.match(new RegExp(`^limit=3, remaining=${remaining}, reset=\\d+$`));
    }
    const refused = await login('203.0.113.1');
    expectError(refused, 429, 'RateLimitExceeded', /Try again in \d+ seconds/);
    expect(Number(refused.headers['retry-after'])).to.be.within(1, 60);
    expect((await login('203.0.113.2')).status).to.equal(400);
    expect((await world.call('getStatus', { headers: { 'X-Forwarded-For': '203.0.113.1' } })).status).to.equal(200);
  });

  it('a forwarded address is used only from a trusted proxy', async () => {
    const world = await start({ LOGIN_RATE_LIMIT: '1' });
    const login = (address: string) =>
      world.call('login', { body: credentials, headers: { 'X-Forwarded-For': address } });
    expect((await login('203.0.113.1')).status).to.equal(400);
    expect((await login('203.0.113.2')).status).to.equal(429);
    expect(world.logged()).to.contain('"ip":"127.0.0.1"').and.not.contain('203.0.113');
  });

  it('all requests are counted if a general limit is set', async () => {
    const world = await start({ RATE_LIMIT: '2' });
    expect((await world.call('getStatus')).status).to.equal(200);
    expect((await world.call('getHealth')).status).to.equal(200);
    expectError(await world.call('getStatus'), 429, 'RateLimitExceeded');
  });

  it('a client that does not finish its headers is disconnected', async () => {
    const world = await start({ HEADERS_TIMEOUT_MS: '100', REQUEST_TIMEOUT_MS: '200' });
    const socket = await open(world);
    socket.write('GET /api/status HTTP/1.1\r\nHost: x\r\nX-Slow: ');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString()).to.match(/^HTTP\/1\.1 408/);
    await once(socket, 'close');
  });

  it('a client that does not finish its body is disconnected', async () => {
    const world = await start({ HEADERS_TIMEOUT_MS: '2000', REQUEST_TIMEOUT_MS: '2000' });
    const socket = await open(world);
    socket.write(
      'POST /api/v3/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
    );
    socket.resume();
    await once(socket, 'close');
    expect((await world.call('getStatus')).status).to.equal(200);
  });

  it('a request that is completed while the whole server is paused is answered, and its connection is kept', async () => {
    const world = await start({ HEADERS_TIMEOUT_MS: '1000', REQUEST_TIMEOUT_MS: '1000' });
    const body = JSON.stringify(credentials);
    const headers = `Host: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    const get = 'GET /api/status HTTP/1.1\r\nHost: x\r\n\r\n';
    const requests: [before: string, meanwhile: string, status: number][] = [
      ['', get, 200],
      [`POST /api/v3/auth/login HTTP/1.1\r\n${headers}\r\n`, body, 400],
    ];
    for (const [before, meanwhile, status] of requests) {
      const socket = await open(world);
      const nextStatus = async (): Promise<number> => {
        const [answer] = (await Promise.race([once(socket, 'data'), once(socket, 'end')])) as [Buffer?];
        return Number(String(answer).split(' ')[1]);
      };
      socket.write(before);
      // Until the server has accepted the connection and read the first part.
      for (let count = 0; count < 5; count += 1) await setImmediate();
      socket.write(meanwhile);
      pause(1500);
      expect(await nextStatus()).to.equal(status);
      socket.write(get);
      expect(await nextStatus()).to.equal(200);
      socket.destroy();
    }
  });

  it('an idle connection is closed', async () => {
    const world = await start({ IDLE_TIMEOUT_MS: '100' });
    const socket = await open(world);
    socket.resume();
    await once(socket, 'close');
  });

  it('a connection beyond the maximum is closed at once, and another is accepted when one is closed', async () => {
    const world = await start({ MAX_CONNECTIONS: '2' });
    const [first, second] = [await open(world), await open(world)];
    const third = await open(world);
    third.resume();
    await once(third, 'close');
    first.end();
    second.end();
    await Promise.all([once(first, 'close'), once(second, 'close')]);
    // The server may notice the closed connections later than the client.
    let status: number | undefined;
    while (status === undefined)
      status = await world.call('getStatus').then(
        (response) => response.status,
        () => undefined,
      );
    expect(status).to.equal(200);
  });

  it('the body of a refused request is not awaited', async () => {
    const world = await start({});
    const socket = await open(world);
    socket.write(
      'PATCH /api/v1/organization/x HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{',
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    expect(answer.toString())
      .to.match(/^HTTP\/1\.1 401/)
      .and.match(/\r\nConnection: close\r\n/i);
    await once(socket, 'close');
  });
});

describe('draining', () => {
  it('aborts requests that do not finish in time', async () => {
    const server = createServer(() => undefined);
    const { port } = await listen(server, '127.0.0.1', 0);
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(server, 'request');
    socket.resume();
    await Promise.all([
      new Draining().drain([server], { delayMs: 0, limitMs: 100 }, () => undefined),
      once(socket, 'close'),
    ]);
  });
});

describe('other origins', () => {
  const preflight = { Origin: 'https://app.example.com', 'Access-Control-Request-Method': 'POST' };

  it('are refused unless they are configured', async () => {
    const world = await start({});
    const response = await world.send('OPTIONS', '/api/v3/auth/login', { headers: preflight });
    expect(response.status).to.equal(405);
    expect(response.headers).not.to.have.property('access-control-allow-origin');
  });

  it('are accepted if they are configured', async () => {
    const world = await start({ CORS_ORIGINS: 'https://app.example.com, https://other.example.com' });
    const response = await world.send('OPTIONS', '/api/v3/auth/login', { headers: preflight });
    expect(response.status).to.equal(204);
    expect(response.headers['access-control-allow-origin']).to.equal('https://app.example.com');
    const foreign = await world.call('getStatus', { headers: { Origin: 'https://evil.example.com' } });
    expect(foreign.headers).not.to.have.property('access-control-allow-origin');
  });
});
