import { expect } from 'chai';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { maxHeaderSize } from '../../src/http/client-errors.ts';
import { newStorage, ownWorld, type Environment, type World } from '../support/world/world.ts';

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: any;
}

const start = async (environment: Environment = {}): Promise<World> =>
  ownWorld({ ...(await newStorage('sqlite')), ...environment });

const open = async (world: World): Promise<Socket> => {
  const socket = connect(Number(new URL(world.server.url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};

/** Everything received until the server closes the connection. */
const readToEnd = async (socket: Socket): Promise<string> => {
  let text = '';
  socket.on('data', (chunk) => (text += String(chunk)));
  await once(socket, 'close');
  return text;
};

const parse = (text: string): Answer => {
  const [head, body] = text.split('\r\n\r\n', 2) as [string, string];
  const [first, ...lines] = head.split('\r\n') as [string, ...string[]];
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
  return { status: Number(first.split(' ')[1]), headers, body: JSON.parse(body) };
};

const send = async (world: World, text: string): Promise<Answer> => {
  const socket = await open(world);
  const answer = readToEnd(socket);
  socket.write(text);
  return parse(await answer);
};

const requestOf = (size: number): string => {
  const [before, after] = ['GET /api/v1/organization/', ' HTTP/1.1\r\nHost: x\r\n\r\n'];
  return `${before}${'i'.repeat(size - before.length - after.length)}${after}`;
};

const expectRefusal = ({ status, headers, body }: Answer, expected: number, error: string, message: RegExp): void => {
  expect({ status, error: body.error, statusCode: body.statusCode }).to.deep.equal({
    status: expected,
    error,
    statusCode: expected,
  });
  expect(body).to.have.all.keys('reqId', 'statusCode', 'error', 'message');
  expect(body.message).to.match(message);
  expect(body.reqId)
    .to.match(/^req-[0-9A-Za-z]{14}$/)
    .and.equal(headers['x-request-id']);
  expect(headers).to.include({
    connection: 'close',
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
  });
  expect(headers).not.to.have.property('x-powered-by');
};

describe('an invalid HTTP request', () => {
  it('is answered with 431 if its path or headers are too large', async () => {
    const world = await start();
    for (const text of [
      requestOf(maxHeaderSize + 200),
      `GET /api/status HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(maxHeaderSize)}\r\n\r\n`,
      `TRACE ${'/x'.repeat(maxHeaderSize)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    ]) {
      const answer = await send(world, text);
      expectRefusal(answer, 431, 'RequestHeaderFieldsTooLarge', /larger than 32768 bytes/);
      expect(world.logged()).to.contain(`"reqId":"${answer.body.reqId}"`);
    }
    expect((await world.call('getStatus')).status).to.equal(200);
  });

  it('receives its answer even if it continues for long', async () => {
    const world = await start();
    expectRefusal(await send(world, requestOf(8 * 1024 * 1024)), 431, 'RequestHeaderFieldsTooLarge', /larger/);
  });

  it('does not include one with the longest id, which is answered with 404', async () => {
    const world = await start();
    const organization = await world.newOrganization();
    const as = await world.newUser(organization, 'admin');
    for (const length of [16_383, 16_384, 16_385])
      expect((await world.send('GET', `/api/v1/organization/${'i'.repeat(length)}`, { as })).status).to.equal(404);
  });

  it('is answered with 400 if it cannot be parsed, without repeating it', async () => {
    const world = await start();
    for (const text of [
      'canary\r\n\r\n',
      'GET /canary HTTP/9.9\r\n\r\n',
      'GET /api/status HTTP/1.1\r\nHost: x\r\nbad header canary\r\n\r\n',
      'POST /api/v3/auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      '\u0016\u0003\u0001 canary of TLS\r\n\r\n',
    ]) {
      const answer = await send(world, text);
      expectRefusal(answer, 400, 'BadRequest', /not a valid HTTP\/1.1 request/);
      expect(JSON.stringify(answer)).not.to.contain('canary');
    }
    expect((await world.call('getStatus')).status).to.equal(200);
  });

  it('is answered with 400 if only its body cannot be parsed', async () => {
    const world = await start();
    const answer = await send(
      world,
      'POST /api/v3/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nno chunk\r\n',
    );
    expectRefusal(answer, 400, 'BadRequest', /not a valid HTTP\/1.1 request/);
  });

  it('is answered with 408 if its headers or its body do not arrive in time', async () => {
    const world = await start({ HEADERS_TIMEOUT_MS: '100', REQUEST_TIMEOUT_MS: '200' });
    const login =
      'POST /api/v3/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{';
    for (const text of ['GET /api/status HTTP/1.1\r\nHost: x\r\nX-Slow: ', login])
      expectRefusal(await send(world, text), 408, 'RequestTimeout', /in time/);
  });

  it('does not affect the answer to the previous request', async () => {
    const world = await start();
    const socket = await open(world);
    const text = readToEnd(socket);
    socket.write('GET /api/status HTTP/1.1\r\nHost: x\r\n\r\ncanary\r\n\r\n');
    const answers = (await text).split(/^HTTP\/1\.1 /m).slice(1);
    expect(answers.map((answer) => answer.slice(0, 3))).to.deep.equal(['200']);
    expect((await world.call('getStatus')).status).to.equal(200);
  });

  it('has no effect if the client has disconnected', async () => {
    const world = await start();
    for (const text of ['canary\r\n\r\n', requestOf(1024 * 1024), 'GET /api/status HTTP/1.1\r\nHo']) {
      const socket = await open(world);
      socket.write(text);
      socket.resetAndDestroy();
    }
    expect((await world.call('getStatus')).status).to.equal(200);
  });
});
