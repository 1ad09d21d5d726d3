import { statSync } from 'node:fs';
import { expect } from 'chai';
import type { Database, Snapshot } from '../../src/platform/db/database.ts';
import { StorageHealth } from '../../src/platform/db/health.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { SqliteConnection } from '../../src/platform/db/sqlite/connection.ts';
import { ReadTransactions } from '../../src/platform/db/sqlite/read-transactions.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { createTables, log, onEachTestDatabase, type Item } from './test-database.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

const unchecked = async (): Promise<void> => undefined;

const countOf = async ({ db }: Pick<Snapshot, 'db'>, id: string): Promise<number> =>
  (await db<Item>('items').where({ id }).first())!.count;

const setCount = (database: Database, id: string, count: number): Promise<unknown> =>
  database.transaction(ofInstance, ({ db }) => db('items').where({ id }).update({ count }));

onEachTestDatabase('snapshots of the database', (test) => {
  it('read the state of their first statement, whatever is committed after it', async () => {
    const { database, insert } = test();
    for (const id of ['one', 'other']) await insert(id);
    const snapshot = database.snapshot(unchecked);
    expect(await countOf(snapshot, 'one')).to.equal(0);
    await database.transaction(ofInstance, ({ db }) =>
      db('items').whereIn('id', ['one', 'other']).update({ count: 1 }),
    );
    await insert('added');
    expect(await countOf(snapshot, 'other')).to.equal(0);
    expect(await snapshot.db('items').where({ id: 'added' })).to.deep.equal([]);
    snapshot.end();
    expect(await countOf({ db: database.read }, 'other')).to.equal(1);
  });

  it('see every change that was acknowledged before their first statement', async () => {
    const { database, insert } = test();
    await insert('seen');
    for (let count = 1; count <= 20; count += 1) {
      const snapshot = database.snapshot(unchecked);
      await setCount(database, 'seen', count);
      expect(await countOf(snapshot, 'seen')).to.equal(count);
      snapshot.end();
    }
  });

  it('read many rows of one state, beside other reads', async () => {
    const { database } = test();
    const ids = Array.from({ length: 5_000 }, (_, index) => `row-${index}`);
    await database.transaction(ofInstance, ({ db }) =>
      db.insert(
        'items',
        ids.map((id) => ({ id, count: 0 })),
      ),
    );
    const rows = ({ db }: Pick<Snapshot, 'db'>) => db.read<Item>(db('items').whereLike('id', 'row-%'));
    const snapshot = database.snapshot(unchecked);
    const [first, second, , now] = await Promise.all([
      rows(snapshot),
      countOf(snapshot, 'row-1'),
      database.transaction(ofInstance, ({ db }) => db('items').whereLike('id', 'row-%').update({ count: 1 })),
      rows({ db: database.read }),
    ]);
    const again = await rows(snapshot);
    snapshot.end();
    for (const list of [first, again])
      expect([list.length, ...new Set(list.map(({ count }) => count))]).to.deep.equal([ids.length, 0]);
    expect(second).to.equal(0);
    expect(now).to.have.length(ids.length);
  });

  it('wait for each other if there are very many, and each reads one state', async () => {
    const { database, insert } = test();
    for (const id of ['left', 'right']) await insert(id);
    const read = async (): Promise<readonly number[]> => {
      const snapshot = database.snapshot(unchecked);
      const left = await countOf(snapshot, 'left');
      await new Promise(setImmediate);
      const right = await countOf(snapshot, 'right');
      snapshot.end();
      return [left, right];
    };
    const reads: Promise<readonly number[]>[] = [];
    for (let count = 1; count <= 30; count += 1) {
      for (let index = 0; index < 3; index += 1) reads.push(read());
      await database.transaction(ofInstance, ({ db }) =>
        db('items').whereIn('id', ['left', 'right']).update({ count }),
      );
    }
    for (const [left, right] of await Promise.all(reads)) expect(left).to.equal(right);
  });

  it('check with their first statement what was read before', async () => {
    const { database, insert } = test();
    await insert('checked');
    const seen: number[] = [];
    const snapshot = database.snapshot(async (db) => {
      seen.push(await countOf({ db }, 'checked'));
      throw new Error('outdated');
    });
    const error = await countOf(snapshot, 'checked').catch((reason: unknown) => reason);
    expect(error).to.be.an('error').with.property('message', 'outdated');
    await setCount(database, 'checked', 1);
    seen.push(await countOf(snapshot, 'checked'));
    snapshot.end();
    expect(seen).to.deep.equal([0, 0]);
  });

  it('cannot write', async () => {
    const snapshot = test().database.snapshot(unchecked);
    const error = await snapshot
      .db('items')
      .insert({ id: 'never' })
      .catch((reason: unknown) => reason);
    expect(error)
      .to.be.an('error')
      .with.property('message')
      .that.matches(/transaction/);
    snapshot.end();
  });

  it('end after their time limit', async () => {
    const { location, insert, database: other } = test();
    await insert('slow');
    const database = openDatabase(location, log, 4_000);
    const snapshot = database.snapshot(unchecked);
    let error: unknown;
    while (error === undefined) {
      await new Promise(setImmediate);
      await countOf(snapshot, 'slow').catch((reason: unknown) => (error = reason));
    }
    expect(error)
      .to.include({ status: 503 })
      .and.have.property('message')
      .that.matches(/took too long/);
    await setCount(other, 'slow', 1);
    await database.close();
  });
});

describe('read transactions of SQLite', () => {
  it('do not let the log of changes grow forever, although there is always a snapshot', async () => {
    const file = `${scratchFolder()}/log.db`;
    await createTables({ kind: 'sqlite', file });
    const health = new StorageHealth(log);
    const writer = new SqliteConnection(file, 'read-write', health);
    const transactions = new ReadTransactions(file, health, { maxKeptMs: 0 });
    const sizes: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const joined = transactions.join();
      joined.connection.run('select count(*) from items');
      transactions.endCurrent();
      for (let index = 0; index < 100; index += 1)
        writer.run('insert into `items` (id, name) values (?, ?)', [
          `${round} ${index}`,
          `${round} ${index} ${'x'.repeat(5_000)}`,
        ]);
      sizes.push(statSync(`${file}-wal`).size);
      expect(transactions.isFull, 'others wait').to.equal(true);
      const waiting = transactions.wait();
      transactions.leave(joined);
      await waiting;
    }
    expect(sizes[3]).to.be.below(2 * sizes[0]!);
    await transactions.close();
    writer.close();
  });
});
