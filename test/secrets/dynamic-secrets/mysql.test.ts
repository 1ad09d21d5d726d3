import { once } from 'node:events';
import { createServer as createTcpServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { expect } from 'chai';
import mysql from 'mysql2';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newDynamicSecrets, revokeDue } from '../../support/fixtures/dynamic-secrets.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { storing } from './providers.fixtures.ts';

const inputs = {
  client: 'mysql2',
  host: '127.0.0.1',
  port: 3306,
  database: 'shop',
  username: 'root-user',
  password: 'root-password',
  creationStatement:
    "CREATE USER '{{username}}' IDENTIFIED BY '{{password}}'; GRANT SELECT ON shop.* TO '{{username}}'",
  revocationStatement: "REVOKE SELECT ON shop.* FROM '{{username}}'; DROP USER '{{username}}'",
};

interface Refusal {
  readonly code: number;
  readonly message: string;
}

/** Numbers the packets of each command anew, which the server side of the driver does not. */
const number = (connection: mysql.Connection, sequenceId: number) => Object.assign(connection, { sequenceId });

/** The server side of the driver; a real MariaDB is in `npm run test:targets`. */
class StandIn {
  readonly #server = mysql.createServer((connection: mysql.Connection) => this.#serve(connection));
  readonly queries: string[] = [];
  /** What is refused, by the beginning of the statement. */
  refused: Readonly<Record<string, (sql: string) => Refusal>> = {};
  loginError: Refusal | undefined;
  sessions: { Id: number; User: string }[] = [];

  async start(): Promise<number> {
    this.#server.listen(0);
    // The driver does not say when it listens, nor where.
    const { _server: server } = this.#server as unknown as { _server: Server };
    await once(server, 'listening');
    return (server.address() as AddressInfo).port;
  }

  stop(): void {
    this.#server.close(() => undefined);
  }

  #serve(connection: mysql.Connection): void {
    connection.serverHandshake({
      protocolVersion: 10,
      serverVersion: '8.4.0',
      connectionId: 1,
      statusFlags: 2,
      characterSet: 45,
      capabilityFlags: 0xff_f7_ff,
      authCallback: (_: unknown, done: (error: null, refusal?: Refusal) => void) => {
        done(null, this.loginError);
        number(connection, 0);
      },
    });
    connection.on('error', () => undefined);
    // It tells SET apart, as something to be prepared.
    for (const kind of ['query', 'stmt_prepare']) connection.on(kind, (sql: string) => this.#answer(connection, sql));
  }

  #answer(connection: mysql.Connection, sql: string): void {
    this.queries.push(sql);
    number(connection, 1);
    const [, refuse] = Object.entries(this.refused).find(([beginning]) => sql.startsWith(beginning)) ?? [];
    if (refuse) connection.writeError(refuse(sql));
    else if (sql === 'SHOW PROCESSLIST') connection.writeTextResult(this.sessions, columns);
    else connection.writeOk({});
    number(connection, 0);
  }
}

const column = (name: string, columnType: number) => ({
  ...{ catalog: 'def', schema: '', table: '', orgTable: '', name, orgName: '' },
  ...{ characterSet: 45, columnLength: 128, columnType, flags: 0, decimals: 0 },
});
const columns = [column('Id', 3), column('User', 253)];

onEachDatabase('dynamic secrets of MySQL', (world) => {
  let port: number;
  let target: StandIn;
  beforeEach(async () => {
    target = new StandIn();
    port = await target.start();
  });
  afterEach(() => target.stop());

  const leasing = async () => {
    const setting = await newDynamicSecrets(world());
    const { admin, place } = setting;
    await setting.create({ type: 'sql-database', inputs: { ...inputs, port } });
    target.queries.length = 0;
    const body = { ...place, dynamicSecretName: 'db' };
    return { ...setting, tryLease: () => world().call('createDynamicSecretLease', { as: admin, body }) };
  };

  it('are one of two kinds of databases of SQL', async () => {
    const store = await storing(world(), 'sql-database');
    expectIssues(await store({ ...inputs, client: 'mssql' }), 'body provider.inputs.client enum');
    expect((await store({ ...inputs, port })).status).to.equal(200);
  });

  it('run one statement after the other, and end the sessions of the user', async () => {
    const { lease, revoke } = await leasing();
    const body = await lease('db');
    const { DB_USERNAME: username, DB_PASSWORD: password } = body.data;
    expect(username).to.match(/^[A-Za-z]\w{31}$/);
    expect(target.queries.slice(1)).to.deep.equal([
      `CREATE USER '${username}' IDENTIFIED BY '${password}'`,
      `GRANT SELECT ON shop.* TO '${username}'`,
    ]);
    target.queries.length = 0;
    target.sessions = [
      { Id: 7, User: username },
      { Id: 8, User: 'another' },
    ];
    expect((await revoke(body.lease.id)).status).to.equal(null);
    expect(target.queries.slice(-2)).to.deep.equal(['SHOW PROCESSLIST', 'KILL 7']);
  });

  it('are revoked if the user, or what it was granted, is gone', async () => {
    const { lease, revoke } = await leasing();
    const gone = (code: number) => () => ({ code, message: 'There is no such grant or user' });
    target.refused = { REVOKE: gone(1141), DROP: gone(1396), KILL: gone(1094) };
    const body = await lease('db');
    target.sessions = [{ Id: 7, User: body.data.DB_USERNAME }];
    expect((await revoke(body.lease.id)).status).to.equal(null);
    expect(target.queries).to.include(`DROP USER '${body.data.DB_USERNAME}'`);
  });

  it('stay to be revoked while sessions cannot be ended', async () => {
    const { lease, revoke } = await leasing();
    const body = await lease('db');
    target.sessions = [{ Id: 7, User: body.data.DB_USERNAME }];
    target.refused = { KILL: () => ({ code: 1095, message: 'You are not owner of thread 7' }) };
    const { status, statusDetails } = await revoke(body.lease.id);
    expect(status).to.equal('Failed to delete');
    expect(statusDetails).to.include(
      'The user is removed, but has open sessions: You are not owner of thread 7 (1095)',
    );
  });

  it('remove the user again if a later statement fails, and nothing if the first does', async () => {
    const { tryLease } = await leasing();
    const denied = () => ({ code: 1044, message: 'Access denied for root-user to database shop' });
    target.refused = { GRANT: denied };
    expectError(
      await tryLease(),
      400,
      'BadRequest',
      /Access denied for \[REDACTED\] to database \[REDACTED\] \(1044\)$/,
    );
    await revokeDue(world(), 300);
    expect(target.queries.some((sql) => sql.startsWith('DROP USER'))).to.equal(true);
    target.queries.length = 0;
    target.refused = { CREATE: denied };
    expectError(await tryLease(), 400, 'BadRequest', /Access denied/);
    await revokeDue(world(), 300);
    expect(target.queries.some((sql) => sql.startsWith('DROP USER'))).to.equal(false);
  });

  it('show nothing of a statement that is not valid, in which the password is', async () => {
    const { tryLease } = await leasing();
    let shown = '';
    target.refused = {
      CREATE: (sql) => {
        shown = sql.slice(-20);
        return { code: 1064, message: `You have an error in your SQL syntax; check it near '${shown}' at line 3` };
      },
    };
    const refused = await tryLease();
    expectError(refused, 400, 'BadRequest', /The statement is not valid SQL at its line 3 \(1064\)$/);
    expect(refused.text).not.to.include(shown);
  });

  it('are refused in the words of the server, without those of the login', async () => {
    const store = await storing(world(), 'sql-database');
    target.loginError = { code: 1045, message: "Access denied for user 'root-user' (root-password)" };
    const refused = await store({ ...inputs, port });
    expectError(refused, 400, 'BadRequest', /user '\[REDACTED\]' \(\[REDACTED\]\) \(1045\)$/);
    target.loginError = undefined;
    const encrypted = await store({ ...inputs, port, sslEnabled: true });
    expectError(encrypted, 400, 'BadRequest', /The server does not support TLS\.$/);
  });
});

onEachDatabase('what is no MySQL', (world) => {
  let server: Server;
  let answer: (socket: Socket) => void;
  before(async () => {
    server = createTcpServer((socket) => answer(socket.on('error', () => undefined)));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });
  after(() => server.close());

  it('is refused, whatever it says', async () => {
    const store = await storing(world(), 'sql-database');
    const { port } = server.address() as AddressInfo;
    const packet = (number: number, ...bytes: number[]) => Buffer.from([bytes.length, 0, 0, number, ...bytes]);
    const greeting = packet(
      0,
      10,
      56,
      0,
      ...Array<number>(8 + 4 + 1).fill(1),
      255,
      247,
      45,
      2,
      0,
      255,
      255,
      21,
      ...Array<number>(10).fill(0),
      ...Array<number>(13).fill(1),
    );
    const answers: readonly Buffer[][] = [
      [Buffer.from('HTTP/1.1 400 Bad Request\r\n\r\n')],
      [packet(0, 10)],
      [packet(0)],
      [greeting, packet(2, 0xfe, ...Buffer.from('unknown_plugin\0'))],
      [greeting, packet(2, 0xfe, ...Buffer.from('mysql_clear_password\0'))],
      [greeting, packet(2, 0xfe)],
      [greeting, packet(2, 0)],
      [greeting, packet(2, 7, 7)],
    ];
    for (const [index, texts] of answers.entries()) {
      answer = (socket) => {
        socket.write(texts[0]!);
        socket.once('data', () => socket.end(texts[1] ?? ''));
        if (texts.length === 1) socket.end();
      };
      const refused = await store({ ...inputs, port });
      expectError(refused, 400, 'BadRequest', /Failed to connect with provider/);
      expect(refused.text, `answer ${index}`).not.to.include(inputs.password);
    }
  });
});
