import { expect } from 'chai';
import type { Database } from '../../src/platform/db/database.ts';
import { Statement } from '../../src/platform/db/knex/statement.ts';
import { openPostgres } from '../../src/platform/db/postgres/database.ts';
import { newPostgresDatabase } from '../support/world/postgres.ts';
import { patientMs } from '../support/world/time-limit.ts';
import { createTables, log, type Item } from './test-database.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

/** A value that differs at each call, of a statement whose results may be shared or not. */
const random = {
  shared: new Statement<{ value: number }, { of: string }>(
    (db, param) => db.select(db.raw('random() as value')).whereRaw('?::text is not null', param('of')),
    'cached',
  ),
  own: new Statement<{ value: number }, { of: string }>((db, param) =>
    db.select(db.raw('random() as value')).whereRaw('?::text is not null', param('of')),
  ),
};

/** Fails if the text is not a number. */
const number = new Statement<{ value: number }, { text: string }>((db, param) =>
  db.select(db.raw('(?::text)::integer as value', param('text'))),
);

describe('statements that are sent together to PostgreSQL', () => {
  let database: Database;
  before(async () => {
    const url = await newPostgresDatabase();
    await createTables({ kind: 'postgres', url, poolSize: 2 });
    // One connection for reads and one for changes.
    database = openPostgres(url, { log, poolSize: 2, timeLimitMs: patientMs });
  });
  after(() => database.close());

  const draw = async (kind: keyof typeof random, of: string): Promise<number> =>
    (await database.read.read(random[kind], { of }))[0]!.value;

  it('are one for equal reads of one event-loop turn, if their rows may be shared', async () => {
    await draw('shared', 'a');
    const [one, same, other] = await Promise.all([draw('shared', 'a'), draw('shared', 'a'), draw('shared', 'b')]);
    expect(same).to.equal(one);
    expect(other).not.to.equal(one);
    const [own, another] = await Promise.all([draw('own', 'a'), draw('own', 'a')]);
    expect(own).not.to.equal(another);
  });

  it('do not share the result of a read that was sent before', async () => {
    const first = draw('shared', 'a');
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    expect(await draw('shared', 'a')).not.to.equal(await first);
  });

  it('run although a read before them fails, whether or not they were prepared', async () => {
    const read = async (text: string): Promise<unknown> =>
      database.read.read(number, { text }).then(
        ([row]) => row!.value,
        (error: unknown) => (error as Error).message,
      );
    for (const attempt of ['first', 'second'])
      expect(
        await Promise.all([read('1'), read('no number'), read('2'), draw('own', attempt).then(() => 'drawn')]),
      ).to.deep.equal([1, 'invalid input syntax for type integer: "no number"', 2, 'drawn']);
  });

  it('can be used again on a connection on which they were not prepared, because one before them failed', async () => {
    const values = new Statement<Item, { id: string }>((db, param) => db('items').where('id', param('id')));
    const fail = database.transaction(ofInstance, async ({ db }) => {
      db.write(db('items').insert({ id: 'failed', count: db.raw("'no number'::integer") }));
      return db.read(values, { id: 'failed' });
    });
    expect(await fail.catch((error: unknown) => (error as Error).message)).to.match(/^invalid input syntax/);
    for (let times = 0; times < 2; times += 1)
      expect(await database.transaction(ofInstance, ({ db }) => db.read(values, { id: 'none' }))).to.deep.equal([]);
  });

  it('keep all values as they are: lists, JSON, quotes and nothing', async () => {
    const ids = ['quote "', 'back\\slash', 'brace }{,', "it's", ''];
    await database.transaction(ofInstance, async ({ db }) =>
      db.insert(
        'items',
        ids.map((id, index) => ({ id, name: index === 0 ? null : id, count: index, isOn: index > 1, data: { id } })),
      ),
    );
    const find = new Statement<Item, { ids: readonly string[] }>((db, _param, isIn) =>
      db('items').where(isIn('id', 'ids')).orderBy('count'),
    );
    expect(await database.read.read(find, { ids })).to.deep.equal(
      ids.map((id, index) => ({ id, name: index === 0 ? null : id, count: index, isOn: index > 1, data: { id } })),
    );
  });

  it('insert a list of any length', async () => {
    const rows = Array.from({ length: 73 }, (_, index) => ({
      id: `listed-${index}`,
      name: index === 0 ? null : `"${index}"`,
      count: index,
      isOn: index % 2 === 0,
      data: [{ index }],
    }));
    await database.transaction(ofInstance, ({ db }) => db.insert('items', rows));
    expect(await database.read('items').whereLike('id', 'listed-%').orderBy('count')).to.deep.equal(rows);
  });

  it('insert a list with characters that PostgreSQL refuses in one: NUL in JSON, and half of a pair in a text', async () => {
    await database.transaction(ofInstance, ({ db }) =>
      db.insert('items', [
        { id: 'odd-1', name: 'half \ud83d', data: { text: 'zero \0' } },
        { id: 'odd-2', name: 'text \\u0000', data: { text: 'half \udc00' } },
      ]),
    );
    const found = await database.read<Item>('items').whereLike('id', 'odd-%').orderBy('id');
    expect(found.map(({ name, data }) => ({ name, data }))).to.deep.equal([
      { name: 'half \ufffd', data: { text: 'zero \0' } },
      { name: 'text \\u0000', data: { text: 'half \udc00' } },
    ]);
  });
});
