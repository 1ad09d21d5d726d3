import { expect } from 'chai';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { migrations } from '../../migrations/index.ts';
import { readConfig } from '../../src/config.ts';
import { startServer, type RunningServer } from '../../src/main.ts';
import { createLog } from '../../src/platform/log.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { overNetwork } from '../support/world/postgres.ts';
import { execute } from '../support/world/sql.ts';
import { databaseKinds, newEmptyStorage, newStorage, type Environment } from '../support/world/world.ts';

const otherKey = Buffer.alloc(32, 'another key for tests only').toString('hex');

const start = (environment: Environment): Promise<RunningServer> =>
  startServer(readConfig({ PORT: '0', ...environment }), createLog('silent'));

const startAndStop = async (environment: Environment): Promise<void> => (await start(environment)).stop();

const refusal = async (environment: Environment): Promise<string> => {
  const outcome = await start(environment).catch((error: unknown) => error);
  if (!(outcome instanceof Error)) {
    await (outcome as RunningServer).stop();
    throw new Error('the server started');
  }
  expect(outcome.name).to.equal('StartError');
  return outcome.message;
};

for (const kind of databaseKinds) {
  describe(`startup [${kind}]`, () => {
    let storage: Environment;
    beforeEach(async () => {
      storage = await newStorage(kind);
    });

    it('preserves the data after a restart', async () => {
      await startAndStop(storage);
      const before = await execute(storage, 'select * from instance');
      await startAndStop(storage);
      expect(await execute(storage, 'select * from instance')).to.deep.equal(before);
      expect(before).to.have.length(1);
    });

    it('refuses a database of a newer version, and changes nothing', async () => {
      await startAndStop(storage);
      await execute(storage, "insert into schema_migrations (name, batch) values ('9999-from-the-future', 2)");
      expect(await refusal(storage)).to.match(/newer version of Sallyport \(it has 9999-from-the-future\)/);
    });

    it('refuses a root key that is not the one of the database, and changes nothing', async () => {
      await startAndStop(storage);
      const before = await execute(storage, 'select * from instance');
      expect(await refusal({ ...storage, ROOT_KEY: otherKey })).to.match(/root key does not fit this database/);
      expect(await execute(storage, 'select * from instance')).to.deep.equal(before);
      await startAndStop({ ...storage, ROOT_KEY: `${otherKey},${storage.ROOT_KEY}` });
    });

    it('continues after a process that died while it held the migration lock', async () => {
      await startAndStop(storage);
      await execute(storage, 'update schema_migrations_lock set is_locked = 1');
      await startAndStop(storage);
    });
  });
}

describe('starting several nodes at once on an empty PostgreSQL', () => {
  it('brings the schema up to date once', async () => {
    const storage = await newEmptyStorage('postgres');
    const nodes = await Promise.all(Array.from({ length: 4 }, () => start(storage)));
    expect(await execute(storage, 'select name from schema_migrations')).to.deep.equal(
      migrations.map(({ name }) => ({ name })),
    );
    expect(await execute(storage, 'select id from instance')).to.have.length(1);
    await Promise.all(nodes.map((node) => node.stop()));
  });

  it('lets only nodes with the same root key in', async () => {
    const storage = await newEmptyStorage('postgres');
    const results = await Promise.allSettled([start(storage), start({ ...storage, ROOT_KEY: otherKey })]);
    expect(results.map(({ status }) => status)).to.have.members(['fulfilled', 'rejected']);
    for (const result of results) if (result.status === 'fulfilled') await result.value.stop();
  });

  it('reports that PostgreSQL is unreachable', async () => {
    const storage = await newStorage('postgres');
    const url = overNetwork(storage.DATABASE_URL!);
    url.port = '1';
    expect(await refusal({ ...storage, DATABASE_URL: url.href }))
      .to.match(/database cannot be used: .*ECONNREFUSED/)
      .and.not.contain(url.password);
  });
});

describe('the data directory', () => {
  let directory: string;
  beforeEach(() => {
    directory = join(scratchFolder(), 'data');
  });

  const modes = (): Record<string, string> =>
    Object.fromEntries(
      ['.', ...readdirSync(directory)].map((name) => [
        name,
        (statSync(join(directory, name)).mode & 0o777).toString(8),
      ]),
    );

  it('is accessible to its owner only, and so is every file in it', async () => {
    const server = await start({ DATA_DIR: directory });
    expect(modes()).to.include({
      '.': '700',
      'sallyport.db': '600',
      'sallyport.db-wal': '600',
      'sallyport.db-shm': '600',
      'root.key': '600',
      lock: '600',
    });
    await server.stop();
    expect(Object.values(modes()).filter((mode) => !['700', '600'].includes(mode))).to.deep.equal([]);
  });

  it('is restricted to its owner if it is empty, and refused if it contains other files', async () => {
    mkdirSync(directory);
    chmodSync(directory, 0o755);
    await startAndStop({ DATA_DIR: directory });
    expect(modes()).to.include({ '.': '700' });

    const foreign = join(scratchFolder(), 'foreign');
    mkdirSync(foreign);
    chmodSync(foreign, 0o755);
    writeFileSync(join(foreign, 'diary.txt'), 'mine');
    expect(await refusal({ DATA_DIR: foreign })).to.match(/holds other files/);
    expect(readdirSync(foreign)).to.deep.equal(['diary.txt']);
  });

  it('is used by one process at a time', async () => {
    const server = await start({ DATA_DIR: directory });
    expect(await refusal({ DATA_DIR: directory })).to.match(/Another process is using the data directory/);
    await server.stop();
    await startAndStop({ DATA_DIR: directory });
  });

  it('receives a root key once, and the server does not start without it again', async () => {
    await startAndStop({ DATA_DIR: directory });
    const file = join(directory, 'root.key');
    const key = readFileSync(file, 'utf8');
    await startAndStop({ DATA_DIR: directory });
    expect(readFileSync(file, 'utf8')).to.equal(key);

    rmSync(file);
    expect(await refusal({ DATA_DIR: directory })).to.match(/its root key .* does not/);
    expect(existsSync(file)).to.equal(false);
    writeFileSync(file, 'not a key');
    expect(await refusal({ DATA_DIR: directory })).to.match(/does not contain a root key/);
    rmSync(file);
    await startAndStop({ DATA_DIR: directory, ROOT_KEY: key.trim() });
  });

  it('is refused with a message when its file is not a database', async () => {
    mkdirSync(directory, { mode: 0o700 });
    writeFileSync(
      join(directory, 'sallyport.db'),
      'this was never a database, but it is long enough to be taken for one'.repeat(100),
    );
    expect(await refusal({ DATA_DIR: directory, ROOT_KEY: otherKey })).to.match(/database cannot be used/);
  });

  it('is not created when the port is in use', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    expect(await refusal({ DATA_DIR: directory, PORT: String(port) })).to.equal(
      `Cannot listen on 127.0.0.1:${port}: the port is in use.`,
    );
    expect(await refusal({ DATA_DIR: directory, METRICS_LISTEN: `127.0.0.1:${port}` })).to.equal(
      `Cannot listen on 127.0.0.1:${port}: the port is in use.`,
    );
    expect(existsSync(directory)).to.equal(false);
    other.close();
  });

  it('is refused with a message when a file in it is not writable', async () => {
    for (const [name, environment] of Object.entries({
      lock: {},
      'root.key': {},
      'sallyport.db': { ROOT_KEY: otherKey },
    })) {
      const folder = join(scratchFolder(), 'data');
      mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
      chmodSync(folder, 0o700);
      expect(await refusal({ DATA_DIR: folder, ...environment }), name).to.match(
        /^The data directory .* cannot be used: EISDIR/,
      );
    }
    const below = join(scratchFolder(), 'a-file');
    writeFileSync(below, '');
    expect(await refusal({ DATA_DIR: join(below, 'data') })).to.match(/^The data directory .* cannot be used: ENOTDIR/);
  });

  it('is refused with a message when it cannot be used', async () => {
    const file = join(scratchFolder(), 'a-file');
    writeFileSync(file, '');
    expect(await refusal({ DATA_DIR: file })).to.match(/cannot be used/);
  });
});
