import { expect } from 'chai';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { expectError } from '../support/expect/expect.ts';
import type { TestUser } from '../support/world/members.ts';
import {
  batchCall,
  newColleague,
  newProjectWithSecrets,
  type TestSecrets,
} from '../support/fixtures/project-secrets.ts';
import { newStorage, ownWorld, type Environment, type World } from '../support/world/world.ts';

/** More than the socket buffers of a client that does not read. */
const answerLimit = 32 * 1024 * 1024;
const megabyte = 'x'.repeat(1_000_000);

describe('responses that the client does not read', () => {
  let world: World;
  let setting: TestSecrets;

  /**
   * A server with a project whose secrets make a response of more than `megabytes`, through folders that import each
   * other.
   */
  const start = async (megabytes: number, environment: Environment): Promise<void> => {
    world = await ownWorld({ ...(await newStorage('sqlite')), ANSWER_LIMIT: String(answerLimit), ...environment });
    const folders = Array.from({ length: megabytes - 1 }, (_, index) => `/into-${index}`);
    setting = await newProjectWithSecrets(world, ['/source', ...folders]);
    expect(
      (
        await batchCall(() => world, 'createSecrets')(setting, {
          secretPath: '/source',
          secrets: [{ secretKey: 'LARGE', secretValue: megabyte }],
        })
      ).status,
    ).to.equal(200);
    for (const path of folders) {
      const body = {
        projectId: setting.project.id,
        environment: 'dev',
        path,
        import: { environment: 'dev', path: '/source' },
      };
      expect((await world.call('createSecretImport', { as: setting.admin, body })).status).to.equal(200);
    }
  };

  const path = (secretPath = '/'): string =>
    `/api/v4/secrets?projectId=${setting.project.id}&environment=dev&recursive=true&includeImports=true&secretPath=${secretPath}`;

  /** Requests the large response without reading it. */
  const askAndWait = async (as: TestUser): Promise<Socket> => {
    const socket = connect(Number(new URL(world.server.url).port), '127.0.0.1');
    socket.on('error', () => undefined);
    socket.pause();
    await once(socket, 'connect');
    socket.write(`GET ${path()} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${as.token}\r\nConnection: close\r\n\r\n`);
    return socket;
  };

  /** The first bytes of a response, and its total length until the connection ends. */
  const readAll = async (socket: Socket): Promise<{ head: string; bytes: number }> => {
    const read = { head: '', bytes: 0 };
    socket.on('data', (chunk: Buffer) => {
      if (read.bytes < 4096) read.head += chunk.toString('latin1', 0, 4096);
      read.bytes += chunk.length;
    });
    socket.resume();
    await once(socket, 'close');
    return read;
  };

  const lengthIn = (head: string): number =>
    Number(/Content-Length: (\d+)/.exec(head)![1]) + head.indexOf('\r\n\r\n') + 4;

  const bytesWaiting = (): number => world.server.outgoing.bytesWaiting;

  const until = async (isSo: () => boolean): Promise<void> => {
    while (!isSo()) await setImmediate();
  };

  it('close their connection after ANSWER_TIMEOUT_MS', async () => {
    await start(30, { ANSWER_TIMEOUT_MS: '300' });
    const socket = await askAndWait(setting.admin);
    await until(() => world.logged().includes('connection closed: its client does not read the answer'));
    const { head, bytes } = await readAll(socket);
    expect(head).to.match(/^HTTP\/1\.1 200 OK/);
    expect(bytes).to.be.below(lengthIn(head));
    expect(world.logged()).to.match(/"operation":"listSecrets".*"aborted":true/);
  });

  it('use limited memory for each caller and in total: 503 above that', async () => {
    await start(23, { ANSWER_TIMEOUT_MS: '600000' });
    const [second, third] = [await newColleague(world, setting), await newColleague(world, setting)];
    const ask = (as: TestUser, secretPath?: string) => world.send('GET', path(secretPath), { as });
    const waiting = [await askAndWait(setting.admin)];
    await until(() => bytesWaiting() > 0);

    const refused = await ask(setting.admin);
    expectError(refused, 503, 'AnswerBacklog', /wait for their readers/);
    expect(refused.headers).to.include({ 'retry-after': '2' }).and.not.have.property('etag');
    const one = bytesWaiting();
    waiting.push(await askAndWait(second));
    await until(() => bytesWaiting() > one);
    expectError(await ask(third), 503, 'AnswerBacklog');
    expect((await ask(setting.admin, '/into-1')).status).to.equal(200);
    expect((await world.call('getStatus')).status).to.equal(200);

    for (const socket of waiting) {
      const { head, bytes } = await readAll(socket);
      expect(head).to.match(/^HTTP\/1\.1 200 OK/);
      expect(bytes).to.equal(lengthIn(head));
    }
    await until(() => bytesWaiting() === 0);
    expect((await ask(third)).status).to.equal(200);
  });
});

describe('responses larger than ANSWER_LIMIT', () => {
  it('are 400 for reads, and sent for changes', async () => {
    const world = await ownWorld({ ...(await newStorage('sqlite')), ANSWER_LIMIT: '65536' });
    const setting = await newProjectWithSecrets(world);
    const create = batchCall(() => world, 'createSecrets');
    const get = (secretName: string) =>
      world.call('getSecret', {
        as: setting.admin,
        params: { secretName },
        query: { projectId: setting.project.id, environment: 'dev' },
      });
    // Each of these characters takes six bytes in JSON.
    const controls = (count: number): string => '\u0001'.repeat(count);
    const created = await create(setting, {
      secrets: [
        { secretKey: 'FITS', secretValue: controls(10_000) },
        { secretKey: 'GROWS', secretValue: controls(11_000) },
        { secretKey: 'LONG', secretValue: 'x'.repeat(65_536) },
      ],
    });
    expect(created.status).to.equal(200);
    expect(Buffer.byteLength(created.text)).to.be.above(65_536);
    expect((await get('FITS')).status).to.equal(200);
    for (const name of ['GROWS', 'LONG']) {
      const refused = await get(name);
      expectError(refused, 400, 'AnswerTooLarge', /larger than 65536 bytes \(ANSWER_LIMIT\)\. Ask for less/);
      expect(refused.headers).not.to.have.property('etag');
    }
    expect(
      (
        await world.call('getSecret', {
          as: setting.admin,
          params: { secretName: 'LONG' },
          query: { projectId: setting.project.id, environment: 'dev', viewSecretValue: 'false' },
        })
      ).status,
    ).to.equal(200);
  });
});

describe('responses that are sent in chunks', () => {
  it('are complete, whatever characters they contain', async () => {
    const world = await ownWorld(await newStorage('sqlite'));
    const setting = await newProjectWithSecrets(world);
    for (const [index, before] of ['', 'x', 'xy', 'xyz'].entries()) {
      const secretValue = before + '\u{1f511}\u00e9'.repeat(100_000);
      const secretKey = `KEY_${index}`;
      expect(
        (await batchCall(() => world, 'createSecrets')(setting, { secrets: [{ secretKey, secretValue }] })).status,
      ).to.equal(200);
      const { status, body } = await world.call('getSecret', {
        as: setting.admin,
        params: { secretName: secretKey },
        query: { projectId: setting.project.id, environment: 'dev' },
      });
      expect([status, body.secret.secretValue === secretValue]).to.deep.equal([200, true]);
    }
  });
});
