import { expect } from 'chai';
import type { Database } from '../../src/platform/db/database.ts';
import { ForeignKeyViolation, UniqueViolation } from '../../src/platform/db/errors.ts';
import { openDatabase, type Location } from '../../src/platform/db/open.ts';
import type { Db } from '../../src/platform/db/knex/queries.ts';
import { openPostgres } from '../../src/platform/db/postgres/database.ts';
import { openSqlite } from '../../src/platform/db/sqlite/database.ts';
import { patientMs } from '../support/world/time-limit.ts';
import { log, onEachTestDatabase, type Item } from './test-database.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

const reopen = (location: Location, timeLimitMs: number): Database =>
  location.kind === 'sqlite'
    ? openSqlite(location.file, { log, timeLimitMs })
    : openPostgres(location.url, { log, poolSize: 2, timeLimitMs });

onEachTestDatabase('transactions of the database', (test, kind) => {
  it('rolls back a whole unit of work that fails, and none of the others', async () => {
    const { database } = test();
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, number) =>
        database.transaction(ofInstance, async ({ db }) => {
          await db('items').insert({ id: `mixed-${number}` });
          if (number % 2 === 1) throw new Error('rolled back on purpose');
          return number;
        }),
      ),
    );
    expect(results.map(({ status }) => status)).to.deep.equal(
      results.map((_, number) => (number % 2 === 1 ? 'rejected' : 'fulfilled')),
    );
    expect(await database.read('items').whereLike('id', 'mixed-%').count({ rows: '*' })).to.deep.equal([{ rows: 10 }]);
  });

  it('loses no update with fifty concurrent writers', async () => {
    const { database, insert, find } = test();
    await insert('counter');
    await Promise.all(
      Array.from({ length: 50 }, () =>
        database.transaction(ofInstance, async ({ db }) => db('items').where({ id: 'counter' }).increment('count', 1)),
      ),
    );
    expect((await find('counter'))!.count).to.equal(50);
  });

  it('lets one transaction at a time read and write a locked row', async () => {
    const { database, insert, find } = test();
    await insert('locked');
    await Promise.all(
      Array.from({ length: 20 }, () =>
        database.transaction(ofInstance, async ({ db }) => {
          const { count } = (await db<Item>('items').where({ id: 'locked' }).forUpdate().first())!;
          await db('items')
            .where({ id: 'locked' })
            .update({ count: count + 1 });
        }),
      ),
    );
    expect((await find('locked'))!.count).to.equal(20);
  });

  it('reports a unique violation for every unique column', async () => {
    const { insert } = test();
    await insert('unique', { name: 'taken' });
    for (const row of [{ id: 'unique' }, { id: 'other', name: 'taken' }]) {
      expect(await insert(row.id, row).catch((error: unknown) => error)).to.be.instanceOf(UniqueViolation);
    }
  });

  it('enforces foreign keys, and cascades deletes', async () => {
    const { database, insert } = test();
    const orphan = await database
      .transaction(ofInstance, async ({ db }) => db('parts').insert({ itemId: 'nobody' }))
      .catch((error: unknown) => error);
    expect(orphan).to.be.instanceOf(ForeignKeyViolation);
    await insert('whole');
    await database.transaction(ofInstance, async ({ db }) => {
      await db('parts').insert({ itemId: 'whole' });
      await db('items').where({ id: 'whole' }).delete();
    });
    expect(await database.read('parts').count({ rows: '*' })).to.deep.equal([{ rows: 0 }]);
  });

  it('runs hooks after the commit, in order, and not for work that failed', async () => {
    const { database } = test();
    const seen: unknown[] = [];
    await Promise.allSettled([
      database.transaction(ofInstance, async ({ db, afterCommit }) => {
        await db('items').insert({ id: 'hook-1' });
        afterCommit(() => seen.push('one'));
        afterCommit(() => seen.push('two'));
        seen.push('working');
      }),
      database.transaction(ofInstance, async ({ afterCommit }) => {
        afterCommit(() => seen.push('never'));
        throw new Error('no');
      }),
    ]);
    expect(seen).to.deep.equal(['working', 'one', 'two']);
  });

  it('returns the result even if a hook fails', async () => {
    const { database } = test();
    const seen: string[] = [];
    const results = await Promise.all(
      ['one', 'two'].map((name) =>
        database.transaction(ofInstance, async ({ afterCommit }) => {
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
    const { database, find } = test();
    let during: unknown = 'not read';
    await database.transaction(ofInstance, async ({ db }) => {
      await db('items').insert({ id: 'unseen' });
      during = await find('unseen');
    });
    expect(during).to.equal(undefined);
    expect(await find('unseen')).to.be.an('object');
  });

  it('runs deferred work at the end of a transaction, once for each key, in their order', async () => {
    const { database, find } = test();
    const done: string[] = [];
    await database.transaction(ofInstance, async ({ db }) => {
      done.length = 0;
      for (const key of ['end-b', 'end-a', 'end-b'])
        db.atEnd(key, (tx) => {
          tx.insert('items', [{ id: key }]);
          done.push(key);
        });
      await db('items').insert({ id: 'end' });
      done.push('work');
    });
    expect(done).to.deep.equal(['work', 'end-a', 'end-b']);
    for (const id of ['end', 'end-a', 'end-b']) expect(await find(id)).to.be.an('object');
    expect(() => database.read.atEnd('end-c', () => undefined)).to.throw('writing needs a transaction');
  });

  it('rolls back the work when its deferred work fails', async () => {
    const { database, find } = test();
    const failed = new Error('failed');
    const error = await database
      .transaction(ofInstance, async ({ db }) => {
        db.atEnd('failing', () => {
          throw failed;
        });
        await db('items').insert({ id: 'before-failing' });
      })
      .catch((thrown: unknown) => thrown);
    expect(error).to.equal(failed);
    expect(await find('before-failing')).to.equal(undefined);
  });

  it('runs enqueued statements in their order, before the next one and before the commit', async () => {
    const { database, find } = test();
    const seen = await database.transaction(ofInstance, async ({ db }) => {
      db.insert('items', [{ id: 'enqueued-1' }]);
      db.write(db('items').where({ id: 'enqueued-1' }).update({ id: 'enqueued-2' }));
      const found = await db('items').where('id', 'like', 'enqueued%').pluck<string[]>('id');
      db.insert('items', [{ id: 'enqueued-3' }]);
      return found;
    });
    expect(seen).to.deep.equal(['enqueued-2']);
    expect(await find('enqueued-3')).to.be.an('object');
    expect(() => database.read.insert('items', [{ id: 'no' }])).to.throw('writing needs a transaction');
  });

  for (const [moment, later] of [
    ['with the commit', () => Promise.resolve()],
    ['with a later statement', (db: Db) => db('items').first()],
  ] as const) {
    it(`rolls back when an enqueued statement fails ${moment}, with its error`, async () => {
      const { database, find } = test();
      await database.transaction(ofInstance, ({ db }) => db.insert('items', [{ id: `taken ${moment}` }]));
      const error = await database
        .transaction(ofInstance, async ({ db }) => {
          db.insert('items', [{ id: `new ${moment}` }]);
          db.insert('items', [{ id: `taken ${moment}` }]);
          db.insert('items', [{ id: `newer ${moment}` }]);
          await later(db);
        })
        .catch((thrown: unknown) => thrown);
      expect(error).to.be.an.instanceOf(UniqueViolation);
      expect(await find(`new ${moment}`)).to.equal(undefined);
      // The connection can be used again.
      await database.transaction(ofInstance, ({ db }) => db.insert('items', [{ id: `after ${moment}` }]));
    });
  }

  it('rolls back work that takes too long, and continues with the next', async () => {
    const { location, find } = test();
    /** Returns whether the next change was made; it is not if the machine is too slow for this limit. */
    const continues = async (timeLimitMs: number): Promise<boolean> => {
      const short = reopen(location, timeLimitMs);
      let escaped: Database['read'] | undefined;
      const stuck = short.transaction(ofInstance, async ({ db }) => {
        escaped = db;
        await db('items').insert({ id: `too-long-${timeLimitMs}` });
        await new Promise(() => undefined);
      });
      expect(await stuck.catch((thrown: unknown) => thrown)).to.include({ status: 503 });
      const late = escaped && (await Promise.resolve(escaped('items').select()).catch((thrown: unknown) => thrown));
      const next = short.transaction(ofInstance, async ({ db }) => db('items').insert({ id: `after-${timeLimitMs}` }));
      const [{ status }] = await Promise.allSettled([next]);
      await short.close();
      if (!late || status === 'rejected') return false;
      expect(late).to.be.an('error').with.property('message', 'this unit of work is over');
      expect(await find(`too-long-${timeLimitMs}`)).to.equal(undefined);
      expect(await find(`after-${timeLimitMs}`)).to.be.an('object');
      return true;
    };
    let timeLimitMs = 100;
    while (!(await continues(timeLimitMs))) {
      expect(timeLimitMs, 'a limit that is long enough').to.be.below(patientMs);
      timeLimitMs *= 4;
    }
  });

  it('finishes queued work before it closes', async () => {
    const { location, database } = test();
    const other = openDatabase(location, log, patientMs);
    const writes = Array.from({ length: 5 }, (_, number) =>
      other.transaction(ofInstance, async ({ db }) => db('items').insert({ id: `closing-${number}` })),
    );
    if (kind === 'postgres') await Promise.all(writes);
    await other.close();
    await Promise.all(writes);
    expect(await database.read('items').whereLike('id', 'closing-%').count({ rows: '*' })).to.deep.equal([{ rows: 5 }]);
  });
});
