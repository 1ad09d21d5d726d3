import { expect } from 'chai';
import { openDatabase } from '../../src/platform/db/open.ts';
import type { Db } from '../../src/platform/db/knex/queries.ts';
import { Statement } from '../../src/platform/db/knex/statement.ts';
import { countEventLoopTurns } from '../support/expect/event-loop.ts';
import { patientMs } from '../support/world/time-limit.ts';
import { log, onEachTestDatabase, type Item } from './test-database.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

onEachTestDatabase('reading from the database', (test, kind) => {
  it('finds rows by a list of any length with one statement, and updates existing rows', async () => {
    const { database, find } = test();
    const ids = Array.from({ length: 1_000 }, (_, index) => `listed-${String(index).padStart(4, '0')}`);
    const row = { isOn: null, data: null };
    const rows = ids.map((id, count) => ({ id, name: `n'"${id}`, count, ...row }));
    await database.transaction(ofInstance, ({ db }) => db.insert('items', rows));
    const byNames = new Statement<Item, { names: readonly string[]; least: number }>((db, param, isIn) =>
      db('items')
        .where(isIn('name', 'names'))
        .where('count', '>=', param('least') as never)
        .orderBy('id'),
    );
    const found = async (length: number, least = 0) =>
      (await database.read.read(byNames, { names: rows.slice(0, length).map(({ name }) => name), least })).map(
        ({ id }) => id,
      );
    for (const length of [0, 1, 2, 1_000]) expect(await found(length)).to.deep.equal(ids.slice(0, length));
    expect(await found(3, 2)).to.deep.equal([ids[2]]);

    const merge = { onConflict: 'id', columns: ['count'] };
    for (const some of [rows.slice(0, 1), rows.slice(0, 120)])
      await database.transaction(ofInstance, ({ db }) =>
        db.insert(
          'items',
          some.map((each) => ({ ...each, name: 'not changed', count: 7 })),
          merge,
        ),
      );
    expect(await find(ids[119]!)).to.include({ name: rows[119]!.name, count: 7 });
    expect(await find(ids[120]!)).to.include({ count: 120 });
  });

  it('reads very many rows from one snapshot, and lets other work run in between', async () => {
    const { database } = test();
    const count = 30_000;
    await database.transaction(ofInstance, ({ db }) =>
      db.insert(
        'items',
        Array.from({ length: count }, (_, index) => ({
          id: `many-${index}`,
          name: null,
          count: 1,
          isOn: true,
          data: [1],
        })),
      ),
    );
    const many = new Statement<Item, { prefix: string }>(
      (db, param) => db('items').where('id', 'like', param('prefix')).select('*'),
      'at-length',
    );
    const reading = countEventLoopTurns(() => database.read.read(many, { prefix: 'many-%' }));
    await database.transaction(ofInstance, ({ db }) => db('items').where('id', 'like', 'many-%').update({ count: 2 }));
    const { result, turns } = await reading;
    expect(result).to.have.length(count);
    expect(new Set(result.map((row) => row.count)).size).to.equal(1);
    expect(result[0]).to.deep.include({ isOn: true, data: [1] });
    expect(turns).to.be.above(kind === 'sqlite' ? 2 : 0);
    await database.transaction(ofInstance, ({ db }) => db('items').where('id', 'like', 'many-%').delete());
  });

  it('reads long lists as it reads one row', async () => {
    const { database } = test();
    const rows = Array.from({ length: 120 }, (_, index) => ({
      id: `list-${index}`,
      name: index % 2 ? `"${index}" \\ \u20ac` : null,
      count: index,
      isOn: [true, false, null][index % 3]!,
      data: index % 4 ? { list: [index, null, 'x'] } : null,
    }));
    await database.transaction(ofInstance, ({ db }) => db.insert('items', rows));
    const build = (use: 'often' | 'at-length') =>
      new Statement<Item, { from: string }>(
        (db, param) => db('items').where('id', '>=', param('from')).where('id', 'like', 'list-%').select('*'),
        use,
      );
    const read = async (use: 'often' | 'at-length') =>
      (await database.read.read(build(use), { from: 'list-' })).sort((one, other) => one.count - other.count);
    expect(await read('often')).to.deep.equal(rows);
    expect(await read('at-length')).to.deep.equal(rows);
    expect(await database.read.read(build('at-length'), { from: 'm' })).to.deep.equal([]);
  });

  it('finds the first of several rows, in their order', async () => {
    const { database, insert } = test();
    for (const id of ['first-b', 'first-a', 'first-c']) await insert(id);
    expect(await database.read<Item>('items').where('id', 'like', 'first-%').orderBy('id').first('id')).to.deep.equal({
      id: 'first-a',
    });
    expect(
      await database.read<Item>('items').where('id', 'like', 'first-%').orderBy('id', 'desc').limit(1).select('id'),
    ).to.deep.equal([{ id: 'first-c' }]);
  });

  it('returns what was written, with the same types on both databases', async () => {
    const { insert, find } = test();
    const data = { list: [1, 'two', null], nested: { z: 1, a: true } };
    await insert('types', { name: 'Ünïcödé', count: 7, isOn: true, data });
    expect(await find('types')).to.deep.equal({ id: 'types', name: 'Ünïcödé', count: 7, isOn: true, data });
    await insert('off', { isOn: false, data: ['an', 'array'] });
    expect(await find('off')).to.deep.equal({ id: 'off', name: null, count: 0, isOn: false, data: ['an', 'array'] });
    expect(JSON.stringify((await find('types'))!.data), 'keys keep their order').to.equal(JSON.stringify(data));
  });

  it('counts and sums as numbers, and returns how many rows changed', async () => {
    const { database, insert } = test();
    await insert('count-1', { count: 2 });
    await insert('count-2', { count: 3 });
    const [row] = await database.read('items').whereLike('id', 'count-%').count({ rows: '*' }).sum({ total: 'count' });
    expect(row).to.deep.equal({ rows: 2, total: 5 });
    const changed = await database.transaction(ofInstance, async ({ db }) =>
      db('items').whereLike('id', 'count-%').update({ count: 0 }),
    );
    expect(changed).to.equal(2);
    const returned = await database.transaction(ofInstance, async ({ db }) =>
      db('items').where({ id: 'count-1' }).update({ count: 9 }).returning(['id', 'count']),
    );
    expect(returned).to.deep.equal([{ id: 'count-1', count: 9 }]);
    expect(await database.read('items').whereLike('id', 'count-%').orderBy('id').pluck('id')).to.deep.equal([
      'count-1',
      'count-2',
    ]);
  });

  it('runs prepared statements with the values of each call', async () => {
    const { database, insert } = test();
    await insert('prepared-1', { count: 1, isOn: true });
    await insert('prepared-2', { count: 2, isOn: false });
    const statement = new Statement<Item, { id: string; count: number }>((db, param) =>
      db('items').where('id', param('id')).andWhere('count', '>=', param('count')).select('*'),
    );
    for (let round = 0; round < 3; round += 1) {
      expect(
        (await database.read.read(statement, { id: 'prepared-1', count: 1 })).map(({ isOn }) => isOn),
      ).to.deep.equal([true]);
      expect(
        (await database.read.read(statement, { id: 'prepared-2', count: 1 })).map(({ isOn }) => isOn),
      ).to.deep.equal([false]);
      expect(await database.read.read(statement, { id: 'prepared-1', count: 2 })).to.deep.equal([]);
    }
  });

  it('cannot write outside of a transaction', async () => {
    const { database, find } = test();
    for (const write of [
      async () => database.read('items').insert({ id: 'unexpected' }),
      async () => database.read.insert('items', [{ id: 'unexpected' }]),
    ]) {
      expect(await write().catch((thrown: unknown) => thrown))
        .to.be.an('error')
        .with.property('message', 'writing needs a transaction');
    }
    expect(await find('unexpected')).to.equal(undefined);
  });

  it('may cache what it read until the table is written', async () => {
    const { database, insert } = test();
    const named = new Statement<Item, { id: string }>((db, param) => db('items').where({ id: param('id') }), 'cached');
    const ask = () => database.read.read(named, { id: 'cached' });
    expect(await ask()).to.deep.equal([]);
    await insert('cached', { name: 'first' });
    const first = await ask();
    expect(first).to.have.length(1);
    if (kind === 'sqlite') {
      expect(await ask()).to.equal(first);
      expect([first, first[0]].map((each) => Object.isFrozen(each))).to.deep.equal([true, true]);
    }
    const undone = new Error('undone');
    const change = database.transaction(ofInstance, async ({ db }) => {
      await db<Item>('items').where({ id: 'cached' }).update({ name: 'second' });
      expect((await db.read(named, { id: 'cached' }))[0]).to.include({ name: 'second' });
      expect((await ask())[0]).to.include({ name: 'first' });
      throw undone;
    });
    expect(await change.catch((error: unknown) => error)).to.equal(undone);
    expect((await ask())[0]).to.include({ name: 'first' });
    await database.transaction(ofInstance, ({ db }) =>
      db<Item>('items').where({ id: 'cached' }).update({ name: 'third' }),
    );
    expect((await ask())[0]).to.include({ name: 'third' });
  });

  it('caches rows across commits to other tables, and never across those that may change them', async () => {
    const { location, database, insert } = test();
    const partsOf = new Statement<{ itemId: string }, { id: string }>(
      (db, param) => db('parts').where({ itemId: param('id') }),
      'cached',
    );
    const ask = () => database.read.read(partsOf, { id: 'whole' });
    const write = (work: (db: Db) => PromiseLike<unknown>) =>
      database.transaction(ofInstance, async ({ db }) => {
        await work(db);
      });
    await insert('whole');
    await write((db) => db('parts').insert({ itemId: 'whole' }));
    const first = await ask();
    expect(first).to.have.length(1);
    await insert('unrelated');
    await write((db) => db<Item>('items').where({ id: 'unrelated' }).update({ count: 1 }));
    if (kind === 'sqlite') expect(await ask()).to.equal(first);
    await Promise.all([insert('together'), write((db) => db('parts').insert({ itemId: 'whole' }))]);
    expect(await ask()).to.have.length(2);
    // Another handle, as another process would write.
    const other = openDatabase(location, log, patientMs);
    await other.transaction(ofInstance, async ({ db }) => db('parts').insert({ itemId: 'whole' }));
    await other.close();
    await insert('after-other');
    expect(await ask()).to.have.length(3);
    // A delete can change other tables through foreign keys.
    await write((db) => db('items').where({ id: 'whole' }).delete());
    expect(await ask()).to.deep.equal([]);
  });

  it('limits the size of the cache', async () => {
    const { database, insert } = test();
    const named = new Statement<Item, { id: string }>((db, param) => db('items').where({ id: param('id') }), 'cached');
    const ask = (id: string) => database.read.read(named, { id });
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
});
