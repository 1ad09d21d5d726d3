import { expect } from 'chai';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { Client } from '../support/clients/client.ts';
import { expectError } from '../support/expect/expect.ts';
import { run, serve, waitForStart } from '../support/world/program.ts';
import { databaseKinds, newStorage, ownWorld, type DatabaseKind, type World } from '../support/world/world.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

const refusing = ['secrets', 'write_probe'];

/** Leaves no space: on SQLite through its own limit, on PostgreSQL through the error that it raises then. */
const fill = ({ server: { parts } }: World, kind: DatabaseKind): Promise<void> =>
  parts.database.transaction(ofInstance, async ({ db }) => {
    if (kind === 'sqlite') {
      const [{ page_count: pages }] = (await db.raw('pragma page_count')) as unknown as [{ page_count: number }];
      await db.raw(`pragma max_page_count = ${pages}`);
      return;
    }
    await db.raw(
      `create function no_room() returns trigger language plpgsql as 'begin raise exception using errcode = ''53100''; end'`,
    );
    for (const table of refusing)
      await db.raw(
        `create trigger no_room before insert or update on ${table} for each row execute function no_room()`,
      );
  });

const free = ({ server: { parts } }: World, kind: DatabaseKind): Promise<void> =>
  parts.database.transaction(ofInstance, async ({ db }) => {
    await db.raw(kind === 'sqlite' ? 'pragma max_page_count = 1000000' : 'drop function no_room() cascade');
  });

for (const kind of databaseKinds) {
  describe(`a full disk [${kind}]`, () => {
    it('is 503 for changes and on /readyz until there is space again', async () => {
      const world = await ownWorld(await newStorage(kind));
      const as = await world.newUser(await world.newOrganization(), 'admin');
      const { body } = await world.call('createProject', { as, body: { projectName: 'Full' } });
      const where = { projectId: body.project.id as string, environment: body.project.environments[0].slug as string };
      const create = (secretName: string) =>
        world.call('createSecret', {
          as,
          params: { secretName },
          body: { ...where, secretValue: 'v'.repeat(200_000) },
        });
      expect((await create('FIRST')).status).to.equal(200);
      expect((await world.call('getReadiness')).status).to.equal(200);

      await fill(world, kind);
      const refused = await create('SECOND');
      expectError(refused, 503, 'DiskFull', /disk is full/);
      expect(refused.headers['retry-after']).to.equal('10');
      expectError(await world.call('getReadiness'), 503, 'DiskFull', /disk is full/);
      expect(
        (await world.call('getSecret', { as, params: { secretName: 'FIRST' }, query: where })).status,
        'reads succeed',
      ).to.equal(200);
      expect(world.logged()).to.include('the disk is full: changes are refused');

      await free(world, kind);
      while ((await world.call('getReadiness')).status !== 200) await setTimeout(50);
      expect((await create('SECOND')).status).to.equal(200);
    });
  });
}

describe('a disk to which SQLite cannot write', () => {
  it('is 503 for changes; acknowledged changes are stored, and refused ones are not', async () => {
    const storage = await newStorage('sqlite');
    const environment = { ...storage, PORT: '0', LOG_LEVEL: 'fatal' };
    // The largest file that the process may write: 8 MiB if a block has 1024 bytes, 4 MiB if it has 512.
    const command = `trap '' XFSZ; ulimit -f 8192; exec "$0" dist/sallyport.cjs serve`;
    const server = await waitForStart(run('sh', ['-c', command, process.execPath], environment));
    const body = { email: 'ada@example.com', password: 'my own password', organization: 'Acme' };
    const token = (await new Client(server).call('bootstrapInstance', { body })).identity.credentials.token as string;
    const client = new Client(server, token);
    const { project } = await client.call('createProject', { body: { projectName: 'Full' } });
    const where = { projectId: project.id as string, environment: project.environments[0].slug as string };
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    while ((await fetch(`${server.url}/readyz`)).status !== 200) await setTimeout(50);
    const acknowledged: string[] = [];
    let refusal: { status: number; error: string } | undefined;
    while (!refusal) {
      const name = `KEY_${acknowledged.length}`;
      const response = await fetch(`${server.url}/api/v4/secrets/${name}`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...where, secretValue: 'v'.repeat(500_000) }),
      });
      const answer = (await response.json()) as { error: string };
      if (response.status === 200) acknowledged.push(name);
      else refusal = { status: response.status, error: answer.error };
    }
    expect(refusal).to.deep.equal({ status: 503, error: 'DiskFull' });
    expect(await (await fetch(`${server.url}/readyz`)).json()).to.include({ statusCode: 503, error: 'DiskFull' });
    expect((await fetch(`${server.url}/healthz`)).status).to.equal(200);
    server.child.kill('SIGKILL');
    await once(server.child, 'exit');

    const again = await serve(storage);
    const { secrets } = await new Client(again, token).call('listSecrets', {
      query: { ...where, viewSecretValue: 'false' },
    });
    expect((secrets as { secretKey: string }[]).map(({ secretKey }) => secretKey)).to.have.members(acknowledged);
    again.child.kill('SIGTERM');
    await once(again.child, 'exit');
  });
});
