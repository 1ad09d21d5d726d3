import { expect } from 'chai';
import pg from 'pg';
import type { Database } from '../../src/platform/db/database.ts';
import type { Db } from '../../src/platform/db/knex/queries.ts';
import { Statement } from '../../src/platform/db/knex/statement.ts';
import { openPostgres } from '../../src/platform/db/postgres/database.ts';
import { newPostgresDatabase } from '../support/world/postgres.ts';
import { patientMs } from '../support/world/time-limit.ts';
import { createTables, log, type Item } from './test-database.ts';

/** Inserts an item with the number of its transaction. */
const insertSql = new Statement<never, { id: string; name: string | null }>((db, param) =>
  db('items').insert({ id: param('id'), name: param('name'), count: db.raw('txid_current()::text::integer') }),
);
const lockSql = new Statement<Item, { id: string }>((db, param) =>
  db('items')
    .where({ id: param('id') })
    .forUpdate()
    .select('id'),
);
const countSql = new Statement<never, { id: string }>((db, param) =>
  db('items')
    .where({ id: param('id') })
    .increment('count'),
);

describe('transactions that share a commit on PostgreSQL', () => {
  let [url, database]: [string?, Database?] = [];
  before(async () => {
    url = await newPostgresDatabase();
    await createTables({ kind: 'postgres', url, poolSize: 4 });
    database = openPostgres(url, { log, poolSize: 4, timeLimitMs: patientMs });
    await database.transaction(({ db }) =>
      db.insertRows(
        'items',
        ['row-a', 'row-b', 'total'].map((id) => ({ id })),
      ),
    );
  });
  after(() => database!.close());

  const runs = new Map<string, number>();
  const insert = (
    id: string,
    {
      key = 'key',
      locked = 'row-a',
      name = null,
      more = () => undefined,
    }: {
      key?: string;
      locked?: string;
      name?: string | null;
      more?: (db: Db) => unknown;
    } = {},
  ): Promise<unknown> =>
    database!.transaction(async ({ db, isRetry }) => {
      runs.set(id, (runs.get(id) ?? 0) + 1);
      if (!isRetry) db.shareCommit({ key, locked });
      db.enqueue(lockSql, { id: locked });
      db.enqueue(insertSql, { id, name });
      await more(db);
    });
  const transactionsOf = async (...ids: readonly string[]): Promise<number[]> =>
    database!.read<Item>('items').whereIn('id', ids).orderBy('id').pluck('count');

  it('have the same key and end in the same turn, or while another one is committed', async () => {
    await Promise.all([insert('same-1'), insert('same-2'), insert('same-3', { locked: 'row-b' })]);
    expect(new Set(await transactionsOf('same-1', 'same-2', 'same-3'))).to.have.property('size', 1);
    const first = insert('later-1');
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    await Promise.all([first, insert('later-2'), insert('later-3')]);
    const [alone, ...others] = await transactionsOf('later-1', 'later-2', 'later-3');
    expect(new Set(others)).to.have.property('size', 1);
    expect(others).not.to.include(alone);
  });

  it('are not those of another key, nor those that await a statement of theirs', async () => {
    const more = (db: Db): unknown => db.prepared(lockSql, { id: 'row-b' });
    await Promise.all([insert('apart-1'), insert('apart-2', { key: 'other' }), insert('apart-3', { more })]);
    expect(new Set(await transactionsOf('apart-1', 'apart-2', 'apart-3'))).to.have.property('size', 3);
  });

  it('run their last steps once', async () => {
    const more = (db: Db): void => db.beforeCommit('total', (tx) => tx.enqueue(countSql, { id: 'total' }));
    await Promise.all([insert('steps-1', { more }), insert('steps-2', { more })]);
    expect(await transactionsOf('total')).to.deep.equal([1]);
  });

  it('run again one by one if one of them fails, which alone is refused', async () => {
    const name = 'taken';
    const outcomes = await Promise.allSettled([insert('one', { name }), insert('two', { name }), insert('three')]);
    expect(outcomes.map(({ status }) => status).toSorted()).to.deep.equal(['fulfilled', 'fulfilled', 'rejected']);
    const refused = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult;
    expect((refused.reason as Error).name).to.equal('UniqueViolation');
    expect(['one', 'two', 'three'].map((id) => runs.get(id))).to.deep.equal([2, 2, 2]);
    expect(await transactionsOf('one', 'two', 'three')).to.have.length(2);
  });

  it('do not wait for a row that only another one needs', async () => {
    const blocker = new pg.Client(url!);
    await blocker.connect();
    await blocker.query('begin');
    await blocker.query("select 1 from items where id = 'row-b' for update");
    const waiting = insert('waiting', { locked: 'row-b' });
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    await insert('free');
    expect(await transactionsOf('waiting')).to.deep.equal([]);
    await blocker.query('commit');
    await waiting;
    expect(await transactionsOf('waiting')).to.have.length(1);
    await blocker.end();
  });

  it('all fail with an unknown outcome if the connection is lost', async () => {
    const more = (db: Db): void => db.enqueueQuery(db.select(db.raw('pg_terminate_backend(pg_backend_pid())')));
    const outcomes = await Promise.allSettled([insert('lost-1', { more }), insert('lost-2')]);
    for (const outcome of outcomes)
      expect((outcome as PromiseRejectedResult).reason).to.have.property('name', 'CommitOutcomeUnknown');
    expect(await transactionsOf('lost-1', 'lost-2')).to.deep.equal([]);
    await insert('after');
  });
});
