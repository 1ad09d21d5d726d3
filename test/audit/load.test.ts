import autocannon from 'autocannon';
import { expect } from 'chai';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import { Client } from '../support/clients/client.ts';
import { serve, type Server } from '../support/world/program.ts';
import { execute } from '../support/world/sql.ts';
import { databaseKinds, newStorage, type Environment } from '../support/world/world.ts';

/** Starts a server, and returns a function that reads one of its secrets repeatedly. */
const prepare = async (
  storage: Environment,
): Promise<{ server: Server; read: { url: string; headers: { authorization: string }; timeout: number } }> => {
  const server = await serve({ ...storage, LOG_LEVEL: 'fatal' });
  const body = { email: 'ada@example.com', password: 'my own password', organization: 'Acme' };
  const token = (await new Client(server).call('bootstrapInstance', { body })).identity.credentials.token as string;
  const client = new Client(server, token);
  const { project } = await client.call('createProject', { body: { projectName: 'Load' } });
  const where = { projectId: project.id as string, environment: project.environments[0].slug as string };
  await client.call('createSecret', { params: { secretName: 'KEY' }, body: { ...where, secretValue: 'value' } });
  const url = `${server.url}/api/v4/secrets/KEY?${new URLSearchParams(where).toString()}`;
  return { server, read: { url, headers: { authorization: `Bearer ${token}` }, timeout: 200 } };
};

/** The number of read entries after a graceful stop. */
const entriesAfterStop = async (storage: Environment, { child }: Server): Promise<number> => {
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).to.equal(0);
  const [entries] = await execute(
    storage,
    `select count(*) as count from audit_log_entries where "eventType" = 'get-secret'`,
  );
  return Number(entries!.count);
};

for (const kind of databaseKinds) {
  describe(`the audit log under load [${kind}]`, () => {
    it('has an entry for every answered read, with hundreds of connections', async () => {
      const storage = await newStorage(kind);
      const { server, read } = await prepare(storage);
      const answers = await autocannon({ ...read, connections: 500, amount: 2000 });
      expect([answers['2xx'], answers.non2xx, answers.errors]).to.deep.equal([2000, 0, 0]);
      expect(await entriesAfterStop(storage, server)).to.equal(2000);
    });
  });
}

describe('the audit log while its table cannot be written', () => {
  it('delays responses instead of losing entries', async () => {
    const storage = await newStorage('postgres');
    const { server, read } = await prepare(storage);
    const locker = new pg.Client({ connectionString: storage.DATABASE_URL! });
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE audit_log_entries IN ACCESS EXCLUSIVE MODE');

    let [answered, before] = [0, -1];
    const reading = new Promise<autocannon.Result>((resolve, reject) => {
      const options = { ...read, connections: 200, amount: 11_000 };
      autocannon(options, (error: Error | null, result) => (error ? reject(error) : resolve(result))).on(
        'response',
        () => (answered += 1),
      );
    });
    // Until no request is answered any more, or all of them are.
    while (answered === 0 || (answered > before && answered < 11_000)) {
      before = answered;
      await setTimeout(2000);
    }
    await locker.query('COMMIT');
    await locker.end();
    const answers = await reading;
    expect(answers.errors).to.equal(0);
    expect(await entriesAfterStop(storage, server)).to.equal(answers['2xx']);
  });
});
