import { expect } from 'chai';
import type { Database, Key, Unit } from '../../src/platform/db/database.ts';
import { UniqueViolation } from '../../src/platform/db/errors.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { ofInstance, ofOrganization, ofProject, ofTask } from '../../src/transaction-keys.ts';
import { patientMs } from '../support/world/time-limit.ts';
import { log, onEachTestDatabase, type Item } from './test-database.ts';

const organizationId = 'o';
const project = (id: string): Key => ofProject({ id, organizationId });

/** Adds one to the number of the row, which others could change between reading and writing it. */
const addOne =
  (id: string) =>
  async ({ db }: Unit): Promise<void> => {
    const { count } = (await db<Item>('items').where({ id }).first())!;
    await new Promise(setImmediate);
    db.write(
      db('items')
        .where({ id })
        .update({ count: count + 1 }),
    );
  };

onEachTestDatabase('the keys of transactions', (test, kind) => {
  /** Two nodes on PostgreSQL, or one on SQLite. */
  const withNodes = async (work: (nodes: readonly Database[]) => Promise<void>): Promise<void> => {
    const { location, database } = test();
    const other = kind === 'postgres' ? openDatabase(location, log, patientMs) : database;
    try {
      await work([database, other]);
    } finally {
      if (other !== database) await other.close();
    }
  };

  const pairs: readonly (readonly [string, Key | readonly Key[], Key | readonly Key[]])[] = [
    ['with the same key', project('p'), project('p')],
    ['of a project and of its organization', project('p'), ofOrganization(organizationId)],
    ['of a project and of the instance', project('p'), ofInstance],
    ['with one key in common', [project('p'), project('q')], [project('q'), ofTask('t')]],
  ];
  for (const [index, [what, one, other]] of pairs.entries())
    it(`exclude each other ${what}, on all nodes`, async () => {
      const id = `excluded-${index}`;
      await test().insert(id);
      await withNodes(async (nodes) => {
        await Promise.all(
          Array.from({ length: 40 }, (_, number) =>
            nodes[number % 2]!.transaction(number % 4 < 2 ? one : other, addOne(id)),
          ),
        );
      });
      expect((await test().find(id))!.count).to.equal(40);
    });

  it('run in the order of arrival', async () => {
    const { database } = test();
    const done: number[] = [];
    await Promise.all(
      Array.from({ length: 30 }, (_, number) =>
        database.transaction(project('ordered'), async ({ db, afterCommit }) => {
          await db('items').first();
          afterCommit(() => done.push(number));
        }),
      ),
    );
    expect(done).to.deep.equal(Array.from({ length: 30 }, (_, number) => number));
  });

  const itOnPostgres = kind === 'postgres' ? it : () => undefined;

  itOnPostgres('do not wait for transactions with other keys', async () => {
    const { database } = test();
    let finish!: () => void;
    const finished = new Promise<void>((resolve) => (finish = resolve));
    const first = database.transaction(project('slow'), async ({ db }) => {
      await db('items').first();
      await finished;
    });
    // Waits for ever if the transactions exclude each other.
    await database.transaction(project('other'), ({ db }) => db('items').first());
    await database.transaction([], ({ db }) => db('items').first());
    finish();
    await first;
  });

  it('can be added, after which the transaction runs again with all of them', async () => {
    await test().insert('found');
    await withNodes(async (nodes) => {
      await Promise.all(
        Array.from({ length: 20 }, (_, number) =>
          number % 2 === 0
            ? nodes[0]!.transaction(project('found'), addOne('found'))
            : nodes[1]!.transaction(project(`finder-${number}`), async (unit) => {
                unit.db.insert('items', [{ id: `finder-${number}` }]);
                unit.addKeys(project('found'));
                await addOne('found')(unit);
              }),
        ),
      );
    });
    expect((await test().find('found'))!.count).to.equal(20);
    expect(await test().find('finder-1')).to.be.an('object');
  });

  itOnPostgres('cannot be added without end', async () => {
    let runs = 0;
    const endless = test().database.transaction(project('endless'), async ({ addKeys }) => {
      runs += 1;
      addKeys(...Array.from({ length: runs }, (_, number) => project(`endless-${number}`)));
    });
    expect(await endless.catch((thrown: unknown) => thrown)).to.include({ status: 400 });
    expect(runs).to.be.below(100);
  });

  it('need not be added if they are within another one', async () => {
    const { database } = test();
    let runs = 0;
    await database.transaction(ofOrganization(organizationId), async ({ db, addKeys }) => {
      runs += 1;
      addKeys(project('within'));
      await db('items').first();
    });
    expect(runs).to.equal(1);
  });

  it('share commits: a unit that fails, at once or with the commit, takes no other with it', async () => {
    const { database, insert, find } = test();
    await insert('taken-by-name');
    const results = await Promise.allSettled(
      Array.from({ length: 12 }, (_, number) =>
        database.transaction(project('shared'), async ({ db }) => {
          await db('items').first();
          db.insert('items', [{ id: `shared-${number}` }]);
          if (number % 3 === 1) db.insert('items', [{ id: 'taken-by-name' }]);
          if (number % 3 === 2) throw new Error('refused');
        }),
      ),
    );
    for (const [number, result] of results.entries()) {
      const isMade = number % 3 === 0;
      expect(result.status).to.equal(isMade ? 'fulfilled' : 'rejected');
      expect((await find(`shared-${number}`)) !== undefined).to.equal(isMade);
      if (number % 3 === 1) expect((result as PromiseRejectedResult).reason).to.be.an.instanceOf(UniqueViolation);
    }
  });

  it('store nothing of many rows if one of the last cannot be inserted', async () => {
    const { database, insert, find } = test();
    await insert('the last of many');
    const rows = Array.from({ length: 60 }, (_, number) => ({ id: `many-${number}` }));
    const many = database.transaction(project('many'), ({ db }) =>
      db.insert('items', [...rows, { id: 'the last of many' }]),
    );
    const beside = database.transaction(project('many'), ({ db }) => db.insert('items', [{ id: 'beside many' }]));
    expect(await many.catch((thrown: unknown) => thrown)).to.be.an.instanceOf(UniqueViolation);
    await beside;
    expect([await find('many-0'), await find('many-59')]).to.deep.equal([undefined, undefined]);
    expect(await find('beside many')).to.be.an('object');
  });

  it('run the last step of each key once for all that share the commit', async () => {
    const { database, insert, find } = test();
    await insert('stepped');
    let runs = 0;
    await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        database.transaction(project('stepped'), async ({ db }) => {
          await db('items').first();
          db.atEnd('step', (tx) => {
            runs += 1;
            tx.write(
              tx('items')
                .where({ id: 'stepped' })
                .update({ count: 100 + number }),
            );
          });
        }),
      ),
    );
    expect((await find('stepped'))!.count).to.equal(109);
    expect(runs).to.be.below(10);
  });

  itOnPostgres('survive a deadlock of rows that two of them write in another order', async () => {
    const { database, insert, find } = test();
    await insert('row-a');
    await insert('row-b');
    const add = (ids: readonly string[]) => async (unit: Unit) => {
      for (const id of ids) await unit.db('items').where({ id }).increment('count', 1);
    };
    await Promise.all(
      Array.from({ length: 10 }, (_, number) =>
        database.transaction(
          project(`writer-${number % 2}`),
          add(number % 2 === 0 ? ['row-a', 'row-b'] : ['row-b', 'row-a']),
        ),
      ),
    );
    expect([(await find('row-a'))!.count, (await find('row-b'))!.count]).to.deep.equal([10, 10]);
  });
});
