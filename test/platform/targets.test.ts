import { expect } from 'chai';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import pg from 'pg';
import { generatePassword } from '../../src/platform/crypto/generated-passwords.ts';
import { OutgoingClient } from '../../src/platform/outgoing/client.ts';
import { type TargetError, withoutValues } from '../../src/platform/targets/errors.ts';
import { postgresProtocol } from '../../src/platform/targets/postgres.ts';
import type { SqlSession } from '../../src/platform/targets/sql.ts';
import { Targets } from '../../src/platform/targets/targets.ts';
import { isTemplateOf, render } from '../../src/platform/targets/template.ts';
import { CuttableProxy } from '../support/clients/proxy.ts';
import { newPostgresDatabase, overNetwork } from '../support/world/postgres.ts';

const failureOf = (work: Promise<unknown>): Promise<TargetError> =>
  work.then(
    () => expect.fail('it did not fail'),
    (error: unknown) => error as TargetError,
  );

describe('targets', () => {
  let url: URL;
  let admin: pg.Client;
  let elapsed = 0;
  const clock = { elapsed: () => elapsed };
  const outgoing = new OutgoingClient(['127.0.0.1']);

  before(async () => {
    url = overNetwork(await newPostgresDatabase());
    admin = new pg.Client({ connectionString: url.href });
    await admin.connect();
  });
  after(() => admin.end());

  const login = () => ({
    host: '127.0.0.1',
    database: url.pathname.slice(1),
    username: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    tls: undefined,
  });
  const useOf = (port: number) => ({ address: { host: '127.0.0.1', port }, isEncrypted: false, caller: 'one' });
  const inPostgres = <T>(targets: Targets, work: (session: SqlSession) => Promise<T>, more = {}): Promise<T> =>
    targets.use(useOf(Number(url.port)), postgresProtocol({ ...login(), ...more }), work);
  const run = (targets: Targets, text: string, more = {}): Promise<void> =>
    inPostgres(targets, (session) => session.run(text), more);
  const countOf = async (table: string): Promise<number> => (await admin.query(`SELECT 1 FROM ${table}`)).rowCount!;

  it('run a text of several statements whole, with quoted semicolons', async () => {
    const targets = new Targets({ outgoing, clock });
    await run(
      targets,
      `CREATE TABLE whole (a text); DO $$ BEGIN INSERT INTO whole VALUES ('x;y'); END $$; INSERT INTO whole VALUES (';')`,
    );
    expect(await countOf('whole')).to.equal(2);
  });

  it('undo all statements of a text of which one fails, and say what PostgreSQL said', async () => {
    const targets = new Targets({ outgoing, clock });
    const failure = await failureOf(run(targets, `CREATE TABLE half (a int); SELECT 1/0`));
    expect([failure.failure, failure.code]).to.deep.equal(['refused', '22012']);
    expect(failure.message).to.include('division by zero');
    await admin.query('CREATE TABLE half (a int)');
  });

  it('do not commit what was given up', async () => {
    await admin.query('CREATE TABLE late (a int)');
    const proxy = new CuttableProxy({ host: '127.0.0.1', port: Number(url.port) });
    await proxy.start();
    proxy.trap = { text: 'INSERT INTO late', moment: 'after' };
    const targets = new Targets({ outgoing, clock });
    const failure = await failureOf(
      targets.use(useOf(proxy.port), postgresProtocol(login()), (session) =>
        session.run('INSERT INTO late VALUES (1)'),
      ),
    );
    expect(failure.failure).to.equal('unreachable');
    await proxy.cut();
    // Waits for the transaction, if it has not ended yet.
    await admin.query('LOCK TABLE late; COMMIT');
    expect(await countOf('late')).to.equal(0);
  });

  it('refuse a login with a wrong password, and one without a name', async () => {
    const targets = new Targets({ outgoing, clock });
    const wrong = await failureOf(run(targets, 'SELECT 1', { password: 'wrong' }));
    const nobody = await failureOf(run(targets, 'SELECT 1', { username: '' }));
    expect([wrong.failure, nobody.failure]).to.deep.equal(['refused', 'refused']);
  });

  it('refuse private addresses and unencrypted connections to hosts that are not listed, and name the setting', async () => {
    const targets = new Targets({ outgoing: new OutgoingClient([]), clock });
    for (const host of ['127.0.0.1', 'localhost', '10.1.2.3', '::1', '127.1', '0x7f000001'])
      expect(targets.problemOf({ address: { host, port: 5432 }, isEncrypted: true }), host).to.match(/ALLOW_HOSTS/);
    for (const host of ['https://db', 'db:5432', 'u@db', 'db/x', ''])
      expect(targets.problemOf({ address: { host, port: 5432 }, isEncrypted: true }), host).to.match(/name or an addr/);
    const plain = targets.problemOf({ address: { host: 'db.example.com', port: 5432 }, isEncrypted: false });
    expect(plain).to.equal('The host must be reached with TLS, unless ALLOW_HOSTS lists it.');
    const failure = await failureOf(run(targets, 'SELECT 1'));
    expect(failure.failure).to.equal('not_allowed');
  });

  it('never log in to the database of the server itself, by whichever name or address', async () => {
    const ownDatabase = [{ host: 'localhost', port: Number(url.port) }];
    const listed = new OutgoingClient(['127.0.0.1', '127.0.0.2', 'localhost']);
    const targets = new Targets({ outgoing: listed, clock, ownDatabase });
    for (const host of ['127.0.0.1', 'localhost']) {
      const use = { ...useOf(Number(url.port)), address: { host, port: Number(url.port) } };
      const failure = await failureOf(targets.use(use, postgresProtocol(login()), () => Promise.resolve()));
      expect(failure.message, host).to.equal('The host is that of the database of this server.');
    }
  });

  it('end the connection to what is no PostgreSQL, and nothing else', async () => {
    const responses = [
      [0x52, 0, 0, 0, 8, 0, 0, 0, 99],
      [0x52, 0, 0, 0, 4],
      [0x54, 0, 0, 0, 6, 0, 9],
      [...Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
    ];
    let response: Buffer;
    const server = createServer((socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(response));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    for (const tls of [undefined, { ca: '', verifiesCertificate: true }])
      for (const bytes of responses) {
        response = Buffer.from(bytes);
        const targets = new Targets({ outgoing, clock });
        const use = targets.use(useOf(port), postgresProtocol({ ...login(), tls }), () => Promise.resolve());
        expect((await failureOf(use)).failure, response.toString('hex')).to.match(/^(unreachable|refused)$/);
      }
    server.close();
  });

  it('are left alone while they are away, and tried once after each pause', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => {
      sockets.push(socket);
      socket.destroy();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const targets = new Targets({ outgoing, clock });
    const attempt = async () => {
      const use = targets.use(useOf(port), postgresProtocol(login()), () => Promise.resolve());
      const failure = await failureOf(use);
      expect(failure.failure).to.equal('unreachable');
      return failure.message;
    };
    for (let count = 0; count < 3; count += 1) await attempt();
    expect(await attempt()).to.equal('It was not reached lately. The next attempt is in 5 s.');
    expect(sockets).to.have.length(3);
    elapsed += 5_000;
    await Promise.all([attempt(), attempt(), attempt()]);
    expect(sockets).to.have.length(4);
    expect(await attempt()).to.include('The next attempt is in 10 s.');
    server.close();
  });

  it('fill in the placeholders of statements, and know no others', () => {
    expect(isTemplateOf('a {{ username }} {{{password}}} {x}', ['username', 'password'])).to.equal(true);
    for (const text of ['{{#each x}}', '{{other}}', '{{username', '{{> x}}'])
      expect(isTemplateOf(text, ['username']), text).to.equal(false);
    expect(render("a '{{ username }}' {{{password}}}", { username: 'u', password: '{{username}}$&' })).to.equal(
      "a 'u' {{username}}$&",
    );
  });

  it('show no value that is a secret, also within words and within another one', () => {
    expect(withoutValues('user ab-!x failed for ab', ['ab', '', 'ab-!'])).to.equal(
      'user [REDACTED]x failed for [REDACTED]',
    );
  });

  it('get passwords with what they have to contain, and nothing else', () => {
    for (let count = 0; count < 100; count += 1) {
      const text = generatePassword({
        length: 12,
        required: { lowercase: 2, uppercase: 0, digits: 1, symbols: 3 },
        allowedSymbols: '-_',
      });
      expect(text).to.match(/^[a-z\d_-]{12}$/);
      expect(text.replaceAll(/[^a-z]/g, '').length).to.be.at.least(2);
      expect(text.replaceAll(/[^_-]/g, '').length).to.be.at.least(3);
      expect(text).to.match(/\d/);
    }
  });
});
