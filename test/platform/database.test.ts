import { expect } from 'chai';
import knexFactory, { type Knex } from 'knex';
import type { Database } from '../../src/platform/db/database.ts';
import { SqliteClient } from '../../src/platform/db/sqlite/driver.ts';
import { ForeignKeyViolation, UniqueViolation } from '../../src/platform/db/errors.ts';
import { openDatabase, type Location } from '../../src/platform/db/open.ts';
import { openPostgres } from '../../src/platform/db/postgres/database.ts';
import type { Db } from '../../src/platform/db/knex/queries.ts';
import { Statement } from '../../src/platform/db/knex/statement.ts';
import { openSqlite } from '../../src/platform/db/sqlite/database.ts';
import { createLog } from '../../src/platform/log.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { newPostgresDatabase } from '../support/world/postgres.ts';
import { countEventLoopTurns } from '../support/expect/event-loop.ts';
import { databaseKinds, type DatabaseKind } from '../support/world/world.ts';

const log = createLog('silent');

const newLocation = async (kind: DatabaseKind): Promise<Location> =>
  kind === 'sqlite'
    ? { kind, file: `${scratchFolder()}/test.db` }
    : { kind, url: await newPostgresDatabase(), poolSize: 10 };

const createTables = async (location: Location): Promise<void> => {
  const knex: Knex =
    location.kind === 'sqlite'
      ? knexFactory({ client: SqliteClient, connection: { filename: location.file }, useNullAsDefault: true })
      : knexFactory({ client: 'pg', connection: location.url });
  await knex.schema.createTable('things', (table) => {
    table.text('id').primary();
    table.text('name').unique();
    table.integer('count').notNullable().defaultTo(0);
    table.boolean('isOn');
    table.json('data');
  });
  await knex.schema.createTable('parts', (table) => {
    table.text('thingId').notNullable().references('id').inTable('things').onDelete('CASCADE');
  });
  await knex.destroy();
};

interface Thing {
  id: string;
  name: string | null;
  count: number;
  isOn: boolean | null;
  data: unknown;
}

for (const kind of databaseKinds) {
  describe(`the database port [${kind}]`, () => {
    let location: Location;
    let database: Database;
    before(async () => {
      location = await newLocation(kind);
      await createTables(location);
      database = openDatabase(location, log);
    });
    after(() => database.close());

    const insert = (id: string, more: Partial<Thing> = {}) =>
      database.transaction(async ({ db }) => db<Thing>('things').insert({ id, ...more }));
    const find = (id: string): Promise<Thing | undefined> => database.read<Thing>('things').where({ id }).first();
    const reopenShort = (timeLimitMs: number): Database =>
      location.kind === 'sqlite'
        ? openSqlite(location.file, { log, timeLimitMs })
        : openPostgres(location.url, { log, poolSize: 2, timeLimitMs });

    it('finds rows by a list of any length with one statement, and changes rows that exist already', async () => {
      const ids = Array.from({ length: 1_000 }, (_, index) => `listed-${String(index).padStart(4, '0')}`);
      const row = { isOn: null, data: null };
      const rows = ids.map((id, count) => ({ id, name: `n'"${id}`, count, ...row }));
      await database.transaction(({ db }) => db.insertRows('things', rows));
      const byNames = new Statement<Thing, { names: readonly string[]; least: number }>((db, param, isIn) =>
        db('things')
          .where(isIn('name', 'names'))
          .where('count', '>=', param('least') as never)
          .orderBy('id'),
      );
      const found = async (length: number, least = 0) =>
        (await database.read.prepared(byNames, { names: rows.slice(0, length).map(({ name }) => name), least })).map(
          ({ id }) => id,
        );
      for (const length of [0, 1, 2, 1_000]) expect(await found(length)).to.deep.equal(ids.slice(0, length));
      expect(await found(3, 2)).to.deep.equal([ids[2]]);

      const merge = { onConflict: 'id', columns: ['count'] };
      for (const some of [rows.slice(0, 1), rows.slice(0, 120)])
        await database.transaction(({ db }) =>
          db.insertRows(
            'things',
            some.map((each) => ({ ...each, name: 'not changed', count: 7 })),
            merge,
          ),
        );
      expect(await find(ids[119]!)).to.include({ name: rows[119]!.name, count: 7 });
      expect(await find(ids[120]!)).to.include({ count: 120 });
    });

    it('reads very many rows as they are at one moment, and lets others have their turn in between', async () => {
      const count = 30_000;
      await database.transaction(({ db }) =>
        db.insertRows(
          'things',
          Array.from({ length: count }, (_, index) => ({
            id: `many-${index}`,
            name: null,
            count: 1,
            isOn: true,
            data: '[1]',
          })),
        ),
      );
      const many = new Statement<Thing, { prefix: string }>(
        (db, param) => db('things').where('id', 'like', param('prefix')).select('*'),
        'at-length',
      );
      const reading = countEventLoopTurns(() => database.read.prepared(many, { prefix: 'many-%' }));
      await database.transaction(({ db }) => db('things').where('id', 'like', 'many-%').update({ count: 2 }));
      const { result, turns } = await reading;
      expect(result).to.have.length(count);
      expect(new Set(result.map((row) => row.count)).size).to.equal(1);
      expect(result[0]).to.deep.include({ isOn: true, data: [1] });
      expect(turns).to.be.above(kind === 'sqlite' ? 2 : 0);
      await database.transaction(({ db }) => db('things').where('id', 'like', 'many-%').delete());
    });

    it('reads long lists as it reads one row', async () => {
      const rows = Array.from({ length: 120 }, (_, index) => ({
        id: `list-${index}`,
        name: index % 2 ? `"${index}" \\ \u20ac` : null,
        count: index,
        isOn: [true, false, null][index % 3]!,
        data: index % 4 ? { list: [index, null, 'x'] } : null,
      }));
      await database.transaction(({ db }) => db.insertRows('things', rows));
      const build = (use: 'often' | 'at-length') =>
        new Statement<Thing, { from: string }>(
          (db, param) => db('things').where('id', '>=', param('from')).where('id', 'like', 'list-%').select('*'),
          use,
        );
      const read = async (use: 'often' | 'at-length') =>
        (await database.read.prepared(build(use), { from: 'list-' })).sort((one, other) => one.count - other.count);
      expect(await read('often')).to.deep.equal(rows);
      expect(await read('at-length')).to.deep.equal(rows);
      expect(await database.read.prepared(build('at-length'), { from: 'm' })).to.deep.equal([]);
    });

    it('finds the first of several, in their order', async () => {
      for (const id of ['first-b', 'first-a', 'first-c']) await insert(id);
      expect(
        await database.read<Thing>('things').where('id', 'like', 'first-%').orderBy('id').first('id'),
      ).to.deep.equal({ id: 'first-a' });
      expect(
        await database.read<Thing>('things').where('id', 'like', 'first-%').orderBy('id', 'desc').limit(1).select('id'),
      ).to.deep.equal([{ id: 'first-c' }]);
    });

    it('gives back what was put in, with the same types on both databases', async () => {
      const data = { list: [1, 'two', null], nested: { z: 1, a: true } };
      await insert('types', { name: 'Ünïcödé', count: 7, isOn: true, data });
      expect(await find('types')).to.deep.equal({ id: 'types', name: 'Ünïcödé', count: 7, isOn: true, data });
      await insert('off', { isOn: false, data: ['an', 'array'] });
      expect(await find('off')).to.deep.equal({ id: 'off', name: null, count: 0, isOn: false, data: ['an', 'array'] });
      expect(JSON.stringify((await find('types'))!.data), 'keys keep their order').to.equal(JSON.stringify(data));
    });

    it('counts and sums as numbers, and tells how many rows changed', async () => {
      await insert('count-1', { count: 2 });
      await insert('count-2', { count: 3 });
      const [row] = await database
        .read('things')
        .whereLike('id', 'count-%')
        .count({ rows: '*' })
        .sum({ total: 'count' });
      expect(row).to.deep.equal({ rows: 2, total: 5 });
      const changed = await database.transaction(async ({ db }) =>
        db('things').whereLike('id', 'count-%').update({ count: 0 }),
      );
      expect(changed).to.equal(2);
      const returned = await database.transaction(async ({ db }) =>
        db('things').where({ id: 'count-1' }).update({ count: 9 }).returning(['id', 'count']),
      );
      expect(returned).to.deep.equal([{ id: 'count-1', count: 9 }]);
      expect(await database.read('things').whereLike('id', 'count-%').orderBy('id').pluck('id')).to.deep.equal([
        'count-1',
        'count-2',
      ]);
    });

    it('runs prepared statements with the values of each call', async () => {
      await insert('prepared-1', { count: 1, isOn: true });
      await insert('prepared-2', { count: 2, isOn: false });
      const statement = new Statement<Thing, { id: string; count: number }>((db, param) =>
        db('things').where('id', param('id')).andWhere('count', '>=', param('count')).select('*'),
      );
      for (let round = 0; round < 3; round += 1) {
        expect(
          (await database.read.prepared(statement, { id: 'prepared-1', count: 1 })).map(({ isOn }) => isOn),
        ).to.deep.equal([true]);
        expect(
          (await database.read.prepared(statement, { id: 'prepared-2', count: 1 })).map(({ isOn }) => isOn),
        ).to.deep.equal([false]);
        expect(await database.read.prepared(statement, { id: 'prepared-1', count: 2 })).to.deep.equal([]);
      }
    });

    it('cannot write outside a transaction', async () => {
      for (const write of [
        () => Promise.resolve(database.read('things').insert({ id: 'sneaked' })),
        () => database.read.insertRows('things', [{ id: 'sneaked' }]),
      ]) {
        expect(await write().catch((thrown: unknown) => thrown))
          .to.be.an('error')
          .with.property('message', 'writing needs a transaction');
      }
      expect(await find('sneaked')).to.equal(undefined);
    });

    it('undoes all of a unit of work that fails, and nothing of its neighbours', async () => {
      const results = await Promise.allSettled(
        Array.from({ length: 20 }, (_, number) =>
          database.transaction(async ({ db }) => {
            await db('things').insert({ id: `mixed-${number}` });
            if (number % 2 === 1) throw new Error('changed my mind');
            return number;
          }),
        ),
      );
      expect(results.map(({ status }) => status)).to.deep.equal(
        results.map((_, number) => (number % 2 === 1 ? 'rejected' : 'fulfilled')),
      );
      expect(await database.read('things').whereLike('id', 'mixed-%').count({ rows: '*' })).to.deep.equal([
        { rows: 10 },
      ]);
    });

    it('loses no update under fifty parallel writers', async () => {
      await insert('counter');
      await Promise.all(
        Array.from({ length: 50 }, () =>
          database.transaction(async ({ db }) => db('things').where({ id: 'counter' }).increment('count', 1)),
        ),
      );
      expect((await find('counter'))!.count).to.equal(50);
    });

    it('lets a locked row be read and written by one at a time', async () => {
      await insert('locked');
      await Promise.all(
        Array.from({ length: 20 }, () =>
          database.transaction(async ({ db }) => {
            const { count } = (await db<Thing>('things').where({ id: 'locked' }).forUpdate().first())!;
            await db('things')
              .where({ id: 'locked' })
              .update({ count: count + 1 });
          }),
        ),
      );
      expect((await find('locked'))!.count).to.equal(20);
    });

    it('says that a unique value is taken, whichever column it is', async () => {
      await insert('unique', { name: 'taken' });
      for (const row of [{ id: 'unique' }, { id: 'other', name: 'taken' }]) {
        expect(await insert(row.id, row).catch((error: unknown) => error)).to.be.instanceOf(UniqueViolation);
      }
    });

    it('holds foreign keys, and lets them cascade', async () => {
      const orphan = await database
        .transaction(async ({ db }) => db('parts').insert({ thingId: 'nobody' }))
        .catch((error: unknown) => error);
      expect(orphan).to.be.instanceOf(ForeignKeyViolation);
      await insert('whole');
      await database.transaction(async ({ db }) => {
        await db('parts').insert({ thingId: 'whole' });
        await db('things').where({ id: 'whole' }).delete();
      });
      expect(await database.read('parts').count({ rows: '*' })).to.deep.equal([{ rows: 0 }]);
    });

    it('runs hooks once the work is durable, in order, and not for work that failed', async () => {
      const seen: unknown[] = [];
      await Promise.allSettled([
        database.transaction(async ({ db, afterCommit }) => {
          await db('things').insert({ id: 'hook-1' });
          afterCommit(() => seen.push('one'));
          afterCommit(() => seen.push('two'));
          seen.push('working');
        }),
        database.transaction(async ({ afterCommit }) => {
          afterCommit(() => seen.push('never'));
          throw new Error('no');
        }),
      ]);
      expect(seen).to.deep.equal(['working', 'one', 'two']);
    });

    it('keeps nobody from their answer when a hook fails', async () => {
      const seen: string[] = [];
      const results = await Promise.all(
        ['one', 'two'].map((name) =>
          database.transaction(async ({ afterCommit }) => {
            afterCommit(() => {
              throw new Error('a hook with a fault');
            });
            afterCommit(() => seen.push(name));
            return name;
          }),
        ),
      );
      expect(results).to.deep.equal(['one', 'two']);
      expect(seen).to.have.members(['one', 'two']);
    });

    it('shows nothing before it is committed', async () => {
      let during: unknown = 'not looked';
      await database.transaction(async ({ db }) => {
        await db('things').insert({ id: 'unseen' });
        during = await find('unseen');
      });
      expect(during).to.equal(undefined);
      expect(await find('unseen')).to.be.an('object');
    });

    it('does what is left for the end of a transaction last, once for each key, in their order', async () => {
      const done: string[] = [];
      await database.transaction(async ({ db }) => {
        done.length = 0;
        for (const key of ['end-b', 'end-a', 'end-b'])
          db.beforeCommit(key, async (tx) => {
            await tx('things').insert({ id: key });
            done.push(key);
          });
        await db('things').insert({ id: 'end' });
        done.push('work');
      });
      expect(done).to.deep.equal(['work', 'end-a', 'end-b']);
      for (const id of ['end', 'end-a', 'end-b']) expect(await find(id)).to.be.an('object');
      expect(() => database.read.beforeCommit('end-c', () => Promise.resolve())).to.throw(
        'writing needs a transaction',
      );
    });

    it('undoes the work when what is left for its end fails', async () => {
      const failed = new Error('failed');
      const error = await database
        .transaction(async ({ db }) => {
          db.beforeCommit('failing', () => Promise.reject(failed));
          await db('things').insert({ id: 'before-failing' });
        })
        .catch((thrown: unknown) => thrown);
      expect(error).to.equal(failed);
      expect(await find('before-failing')).to.equal(undefined);
    });

    it('may cache what it read, until its table is written', async () => {
      const named = new Statement<Thing, { id: string }>(
        (db, param) => db('things').where({ id: param('id') }),
        'cached',
      );
      const ask = () => database.read.prepared(named, { id: 'cached' });
      expect(await ask()).to.deep.equal([]);
      await insert('cached', { name: 'first' });
      const first = await ask();
      expect(first).to.have.length(1);
      if (kind === 'sqlite') {
        expect(await ask()).to.equal(first);
        expect([first, first[0]].map((each) => Object.isFrozen(each))).to.deep.equal([true, true]);
      }
      const undone = new Error('undone');
      const change = database.transaction(async ({ db }) => {
        await db<Thing>('things').where({ id: 'cached' }).update({ name: 'second' });
        expect((await db.prepared(named, { id: 'cached' }))[0]).to.include({ name: 'second' });
        expect((await ask())[0]).to.include({ name: 'first' });
        throw undone;
      });
      expect(await change.catch((error: unknown) => error)).to.equal(undone);
      expect((await ask())[0]).to.include({ name: 'first' });
      await database.transaction(({ db }) => db<Thing>('things').where({ id: 'cached' }).update({ name: 'third' }));
      expect((await ask())[0]).to.include({ name: 'third' });
    });

    it('caches rows across commits of other tables, and never across those that may change theirs', async () => {
      const partsOf = new Statement<{ thingId: string }, { id: string }>(
        (db, param) => db('parts').where({ thingId: param('id') }),
        'cached',
      );
      const ask = () => database.read.prepared(partsOf, { id: 'whole' });
      const write = (work: (db: Db) => PromiseLike<unknown>) =>
        database.transaction(async ({ db }) => {
          await work(db);
        });
      await insert('whole');
      await write((db) => db('parts').insert({ thingId: 'whole' }));
      const first = await ask();
      expect(first).to.have.length(1);
      await insert('unrelated');
      await write((db) => db<Thing>('things').where({ id: 'unrelated' }).update({ count: 1 }));
      if (kind === 'sqlite') expect(await ask()).to.equal(first);
      await Promise.all([insert('together'), write((db) => db('parts').insert({ thingId: 'whole' }))]);
      expect(await ask()).to.have.length(2);
      // Past this handle, as another process writes.
      const other = openDatabase(location, log);
      await other.transaction(async ({ db }) => db('parts').insert({ thingId: 'whole' }));
      await other.close();
      await insert('after-other');
      expect(await ask()).to.have.length(3);
      // A delete reaches other tables through foreign keys.
      await write((db) => db('things').where({ id: 'whole' }).delete());
      expect(await ask()).to.deep.equal([]);
    });

    it('caches no more than fits', async () => {
      const named = new Statement<Thing, { id: string }>(
        (db, param) => db('things').where({ id: param('id') }),
        'cached',
      );
      const ask = (id: string) => database.read.prepared(named, { id });
      const large = 'x'.repeat(400_000);
      for (const id of ['large-1', 'large-2', 'large-3']) await insert(id, { data: { large, id } });
      await insert('too-large', { data: [large, large, large] });
      const [first] = await ask('large-1');
      if (kind === 'sqlite') expect((await ask('large-1'))[0]).to.equal(first);
      const [tooLarge] = await ask('too-large');
      expect((await ask('too-large'))[0]).not.to.equal(tooLarge);
      for (const id of ['large-2', 'large-3']) expect((await ask(id))[0]!.data).to.deep.equal({ large, id });
      const [again] = await ask('large-1');
      expect(again).not.to.equal(first);
      expect(again).to.deep.equal(first);
    });

    it('undoes work that takes too long, and goes on with the next', async () => {
      const short = reopenShort(100);
      let escaped: Database['read'] | undefined;
      const error = await short
        .transaction(async ({ db }) => {
          await db('things').insert({ id: 'too-long' });
          escaped = db;
          await new Promise(() => undefined);
        })
        .catch((thrown: unknown) => thrown);
      expect(error).to.include({ status: 503 });
      await short.transaction(async ({ db }) => db('things').insert({ id: 'after-too-long' }));
      expect(await find('too-long')).to.equal(undefined);
      expect(await find('after-too-long')).to.be.an('object');
      const late = await Promise.resolve(escaped!('things').select()).catch((thrown: unknown) => thrown);
      expect(late).to.be.an('error').with.property('message', 'this unit of work is over');
      await short.close();
    });

    it('finishes what is queued before it closes', async () => {
      const other = openDatabase(location, log);
      const writes = Array.from({ length: 5 }, (_, number) =>
        other.transaction(async ({ db }) => db('things').insert({ id: `closing-${number}` })),
      );
      if (kind === 'postgres') await Promise.all(writes);
      await other.close();
      await Promise.all(writes);
      expect(await database.read('things').whereLike('id', 'closing-%').count({ rows: '*' })).to.deep.equal([
        { rows: 5 },
      ]);
    });
  });
}

describe('SQLite', () => {
  it('commits many units of work together, each alone if it fails, durably', async () => {
    const location: Location = { kind: 'sqlite', file: `${scratchFolder()}/group.db` };
    await createTables(location);
    const database = openDatabase(location, log);
    const [pragma] = (await database.transaction(async ({ db }) => db.raw('PRAGMA synchronous'))) as [
      { synchronous: number },
    ];
    expect(pragma.synchronous, 'FULL').to.equal(2);
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 250 }, (_, number) =>
        database.transaction(async ({ db, afterCommit }) => {
          await db('things').insert({ id: String(number) });
          afterCommit(() => order.push(number));
        }),
      ),
    );
    expect(order).to.deep.equal(Array.from({ length: 250 }, (_, number) => number));
    await database.close();
  });

  it('runs a group anew only if a unit of it has failed with something written', async () => {
    const location: Location = { kind: 'sqlite', file: `${scratchFolder()}/anew.db` };
    await createTables(location);
    const database = openDatabase(location, log);
    const runs: string[] = [];
    const unit = (id: string, fails?: 'at once' | 'halfway') =>
      database.transaction(async ({ db }) => {
        runs.push(id);
        if (fails === 'at once') throw new Error(id);
        await db('things').insert({ id });
        if (fails) throw new Error(id);
        return id;
      });
    const results = await Promise.allSettled([
      unit('a'),
      unit('b', 'at once'),
      unit('c'),
      unit('d', 'halfway'),
      unit('e'),
    ]);
    expect(
      results.map((result) =>
        result.status === 'fulfilled' ? result.value : `no ${(result.reason as Error).message}`,
      ),
    ).to.deep.equal(['a', 'no b', 'c', 'no d', 'e']);
    expect(runs.join('')).to.equal('abcdabcde');
    expect(await database.read<Thing>('things').orderBy('id').pluck('id')).to.deep.equal(['a', 'c', 'e']);
    // A statement that fails has written nothing.
    runs.length = 0;
    await Promise.allSettled([unit('f'), unit('a')]);
    expect(runs.join('')).to.equal('fa');
    await database.close();
  });

  it('tells everybody the truth when the disk is full, and goes on when there is room', async () => {
    const location: Location = { kind: 'sqlite', file: `${scratchFolder()}/full.db` };
    await createTables(location);
    const database = openDatabase(location, log);
    const write = (id: string, size: number) =>
      database.transaction(async ({ db }) => db<Thing>('things').insert({ id, name: id.padEnd(size, 'x') }));
    await database.transaction(async ({ db }) => db.raw('PRAGMA max_page_count = 40'));

    const ids = Array.from({ length: 30 }, (_, number) => `write-${number}`);
    const results = await Promise.allSettled(ids.map((id, number) => write(id, number % 3 === 0 ? 100_000 : 10)));
    const acknowledged = ids.filter((_, number) => results[number]!.status === 'fulfilled');
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).to.be.above(5);
    for (const { reason } of refused) expect(reason).to.include({ status: 503 });
    expect(await database.read('things').whereIn('id', ids).orderBy('id').pluck('id')).to.have.members(acknowledged);

    await database.transaction(async ({ db }) => db.raw('PRAGMA max_page_count = 100000'));
    await write('room again', 100_000);
    await database.close();
  });
});
