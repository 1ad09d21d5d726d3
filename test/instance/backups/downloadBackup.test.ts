import { expect } from 'chai';
import { once } from 'node:events';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { lastBackupAt } from '../../../src/platform/db/sqlite/data-directory.ts';
import { ofTask } from '../../../src/transaction-keys.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { scratchFolder } from '../../support/world/folders.ts';
import { newStorage, onDatabase, ownWorld, type Environment, type World } from '../../support/world/world.ts';

const mebibyte = 1_048_576;

describe('downloadBackup', () => {
  let storage: Environment;
  let world: World;
  let root: { token: string };
  before(async () => {
    storage = await newStorage('sqlite');
    world = await ownWorld(storage);
    const user = await world.newUser(await world.newOrganization(), 'admin');
    await world.makeInstanceAdmin(user);
    root = user;
  });

  const download = () => world.call('downloadBackup', { as: root });
  const leftovers = (): string[] => readdirSync(storage.DATA_DIR!).filter((name) => name.startsWith('download'));

  /** The client may have everything before the server notes it. */
  const expectNoted = async (at: string): Promise<void> => {
    while (lastBackupAt(storage.DATA_DIR!)?.toISOString() !== at) await new Promise(setImmediate);
  };

  it('returns a copy of the database that a server can use, and records it', async () => {
    const { body } = await world.call('createIdentity', { as: root, body: { name: 'In the backup' } });
    const response = await world.clock.later(60, download);
    expect(response.status).to.equal(200);
    expect(response.headers).to.include({
      'content-type': 'application/octet-stream',
      'content-disposition': 'attachment; filename="sallyport-2030-01-01T00-01-00Z.db"',
      'cache-control': 'no-store',
    });
    expect(leftovers()).to.deep.equal([]);
    await expectNoted('2030-01-01T00:01:00.000Z');
    expect((await entriesOf(world, response)).map(({ eventType }) => eventType)).to.deep.equal(['download-backup']);

    const DATA_DIR = join(scratchFolder(), 'restored');
    mkdirSync(DATA_DIR, { mode: 0o700 });
    writeFileSync(join(DATA_DIR, 'sallyport.db'), response.body as Buffer, { mode: 0o600 });
    const restored = await ownWorld({ ...storage, DATA_DIR });
    const params = { identityId: body.identity.id as string };
    expect((await restored.call('getIdentity', { as: root, params })).body.identity.identity.name).to.equal(
      'In the backup',
    );
  });

  it('makes one copy at a time, and nothing is left of one whose client disconnects', async () => {
    const filler = 'x'.repeat(mebibyte);
    await world.server.parts.database.transaction(ofTask('test'), async ({ db }) => {
      for (let id = 100; id < 140; id += 1) await db('write_probe').insert({ id, filler });
    });
    const headers = { authorization: `Bearer ${root.token}` };
    const sent = request(`${world.server.url}/api/v1/admin/backups/download`, {
      method: 'POST',
      headers,
      agent: false,
    });
    sent.on('error', () => undefined).end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    expect(response.statusCode).to.equal(200);
    expect(Number(response.headers['content-length'])).to.be.greaterThan(40 * mebibyte);
    const refused = await download();
    expectError(refused, 429, 'RateLimitExceeded', /Another backup is being made/);
    expect(refused.headers['retry-after']).to.equal('10');
    expect(leftovers(), 'the file has no name').to.deep.equal([]);

    response.on('error', () => undefined);
    sent.destroy();
    await expectNoted('2030-01-01T00:01:00.000Z');
    let next = await world.clock.later(120, download);
    while (next.status === 429) next = await world.clock.later(120, download);
    expect(next.status).to.equal(200);
    expect((next.body as Buffer).length).to.be.greaterThan(40 * mebibyte);
    await expectNoted('2030-01-01T00:02:00.000Z');
    expect(world.logged()).not.to.include('"level":50');
  });

  it('ends a copy that is being made when the client disconnects', async () => {
    const { backups } = world.server.parts;
    const gone = new AbortController();
    backups.beginDownload();
    const copy = backups.copyForDownload(gone.signal).then(
      () => 'made',
      (error: Error) => error.name,
    );
    gone.abort();
    expect(await copy).to.equal('AbortError');
    backups.endDownload(false);
    expect(leftovers()).to.deep.equal([]);
    let next = await download();
    while (next.status === 429) next = await download();
    expect(next.status).to.equal(200);
  });

  it('is for instance administrators', async () => {
    const user = await world.newUser(await world.newOrganization(), 'admin');
    expectError(await world.call('downloadBackup', { as: user }), 403, 'ForbiddenError');
    expectError(await world.call('getBackups', { as: user }), 403, 'ForbiddenError');
  });
});

onDatabase('postgres', 'downloadBackup [postgres]', (world) => {
  it('refers to pg_dump', async () => {
    const root = await world().newUser(await world().newOrganization(), 'admin');
    await world().makeInstanceAdmin(root);
    expectError(await world().call('downloadBackup', { as: root }), 400, 'BadRequest', /Use pg_dump/);
    const { body } = await world().call('getBackups', { as: root });
    expect(body).to.deep.equal({ isSupported: false, lastAt: null, schedule: null });
  });
});
