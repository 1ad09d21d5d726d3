import { expect } from 'chai';
import { once } from 'node:events';
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openSqliteFile } from '../../src/platform/db/sqlite/driver.ts';
import { Client } from '../support/clients/client.ts';
import { LogLines } from '../support/world/log-lines.ts';
import { serve, type Server } from '../support/world/program.ts';
import { newStorage, type Environment } from '../support/world/world.ts';

const keys = Array.from({ length: 100 }, (_, index) => `KEY_${index}`);

/** Overwrites all pages of a table and its indexes, as a broken disk might. */
const damage = ({ DATA_DIR }: Environment, table: string): void => {
  const file = join(DATA_DIR!, 'sallyport.db');
  const database = openSqliteFile(file, { timeout: 5000 });
  database.pragma('wal_checkpoint(TRUNCATE)');
  const pages = database
    .prepare('select pageno, pgsize from dbstat where name in (select name from sqlite_master where tbl_name = ?)')
    .all(table) as { pageno: number; pgsize: number }[];
  database.close();
  const handle = openSync(file, 'r+');
  for (const { pageno, pgsize } of pages)
    writeSync(handle, Buffer.alloc(pgsize, 0xff), 0, pgsize, (pageno - 1) * pgsize);
  closeSync(handle);
  expect(pages).not.to.have.length(0);
};

describe('a damaged page of the SQLite file', () => {
  let storage: Environment;
  let server: Server;
  let token: string;
  let where: { projectId: string; environment: string };
  let log: LogLines;

  const start = async (): Promise<void> => {
    server = await serve({ ...storage, LOG_LEVEL: 'error' });
    log = new LogLines(server.child);
  };

  const stop = async (): Promise<void> => {
    server.child.kill('SIGTERM');
    if (server.child.exitCode === null && server.child.signalCode === null) await once(server.child, 'exit');
  };

  const ask = async (path: string, options: RequestInit = {}): Promise<{ status: number; text: string }> => {
    const response = await fetch(`${server.url}${path}`, {
      ...options,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    return { status: response.status, text: await response.text() };
  };

  const untilReady = async (): Promise<void> => {
    while ((await ask('/readyz')).status !== 200) await setTimeout(50);
  };

  beforeEach(async () => {
    storage = await newStorage('sqlite');
    await start();
    const body = { email: 'ada@example.com', password: 'my own password', organization: 'Acme' };
    token = (await new Client(server).call('bootstrapInstance', { body })).identity.credentials.token as string;
    const client = new Client(server, token);
    const { project } = await client.call('createProject', { body: { projectName: 'Damage' } });
    where = { projectId: project.id as string, environment: project.environments[0].slug as string };
    await client.call('createSecrets', {
      body: { ...where, secrets: keys.map((secretKey) => ({ secretKey, secretValue: 'v'.repeat(1000) })) },
    });
  });
  afterEach(stop);

  const secretsPath = (key: string): string => `/api/v4/secrets/${key}?${new URLSearchParams(where).toString()}`;

  /** Requests that need the table are 500; all others succeed. */
  const expectDamageContained = async (): Promise<void> => {
    for (const request of [
      ask(secretsPath('KEY_7')),
      ask(secretsPath('')),
      ask(secretsPath('KEY_8'), { method: 'PATCH', body: JSON.stringify({ ...where, secretValue: 'other' }) }),
    ]) {
      const { status, text } = await request;
      expect(status, text).to.equal(500);
      expect(JSON.parse(text)).to.include({
        error: 'InternalServerError',
        message: 'Internal server error.',
      });
    }
    expect((await ask(`/api/v1/projects/${where.projectId}`)).status, 'other tables are read').to.equal(200);
    expect(
      (await ask('/api/v1/projects', { method: 'POST', body: JSON.stringify({ projectName: 'Another' }) })).status,
      'and written',
    ).to.equal(200);
    const readiness = await ask('/readyz');
    expect(readiness.status).to.equal(503);
    expect(JSON.parse(readiness.text)).to.include({
      message: 'The database is damaged. The log of the server says more.',
    });
    expect((await ask('/healthz')).status).to.equal(200);
    expect(server.child.exitCode).to.equal(null);
    const line = await log.find(({ msg }) => msg?.includes('the database is damaged'));
    expect(line).to.have.nested.property('err.cause.code', 'SQLITE_CORRUPT');
  };

  it('is 500 for requests that need it and does not end the process, when it is damaged while the server is stopped', async () => {
    await stop();
    damage(storage, 'secrets');
    damage(storage, 'secret_versions');
    await start();
    await untilReady();
    await expectDamageContained();
    await stop();
    expect(server.child.exitCode, 'it stops normally').to.equal(0);
  });

  it('behaves the same when it is damaged while the server is running', async () => {
    await stop();
    await start();
    await untilReady();
    damage(storage, 'secrets');
    await expectDamageContained();
  });

  it('stops writes of the audit log, but loses none of its entries while the process is running', async () => {
    await stop();
    damage(storage, 'audit_log_entries');
    await start();
    await untilReady();
    expect((await ask(secretsPath('KEY_7'))).status, 'the entry waits').to.equal(200);
    while ((await ask('/readyz')).status !== 503) await setTimeout(50);
    expect(
      (await ask('/api/v1/projects', { method: 'POST', body: JSON.stringify({ projectName: 'Another' }) })).status,
    ).to.equal(500);
    expect((await ask(secretsPath('KEY_7'))).status).to.equal(200);
    await log.find(({ msg }) => msg?.includes('audit log entries not written yet'));
    expect(server.child.exitCode).to.equal(null);
  });
});
