import { expect } from 'chai';
import type { Unit } from '../../src/platform/db/database.ts';
import { Statement } from '../../src/platform/db/knex/statement.ts';
import { openDatabase } from '../../src/platform/db/open.ts';
import { ofInstance } from '../../src/transaction-keys.ts';
import { log, onEachTestDatabase } from './test-database.ts';

type Values = Record<string, never>;

const countSql = new Statement<{ count: number }, { id: string }>((db, param) =>
  db('items')
    .where({ id: param('id') })
    .select('count'),
);
const sumSql = new Statement<{ sum: number }, Values>((db) => db('items').select(db.raw('sum("count") as "sum"')));
const setSql = new Statement<never, { id: string; count: number }>((db, param) =>
  db('items')
    .where({ id: param('id') })
    .update({ count: param('count') }),
);

const countOf = async ({ db }: Unit, id: string): Promise<number | undefined> =>
  (await db.read(countSql, { id }))[0]?.count;

onEachTestDatabase('units of one group that read ahead', (test, kind) => {
  /** Runs the work as units of one group, and counts how often each runs. */
  const together = async <T>(...works: ((unit: Unit) => Promise<T>)[]) => {
    const runs = works.map(() => 0);
    const results = await Promise.allSettled(
      works.map((work, index) =>
        test().database.transaction(ofInstance, (unit) => {
          runs[index]! += 1;
          return work(unit);
        }),
      ),
    );
    return {
      runs,
      results: results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
    };
  };

  const add = (id: string) => async (unit: Unit) => {
    const count = await countOf(unit, id);
    unit.db.write(setSql, { id, count: count! + 1 });
    return count!;
  };

  it('change what others of the group do not read, in one run', async () => {
    await Promise.all(['a', 'b', 'c'].map((id) => test().insert(id)));
    const { runs, results } = await together(add('a'), add('b'), add('c'));
    expect({ runs, results }).to.deep.equal({ runs: [1, 1, 1], results: [0, 0, 0] });
    for (const id of ['a', 'b', 'c']) expect((await test().find(id))!.count, id).to.equal(1);
  });

  it('change the same, one after another, in one run', async () => {
    await test().insert('same');
    const { runs, results } = await together(...Array.from({ length: 40 }, () => add('same')));
    expect(results).to.deep.equal(Array.from({ length: 40 }, (_, index) => index));
    expect(new Set(runs)).to.deep.equal(new Set([1]));
    expect((await test().find('same'))!.count).to.equal(40);
  });

  it('see what an earlier one has changed, by another statement', async () => {
    await test().insert('summed');
    const sum = async ({ db }: Unit) => (await db.read(sumSql, {}))[0]!.sum;
    const before = await test().database.transaction(ofInstance, sum);
    const { runs, results } = await together(
      add('summed'),
      async (unit) => {
        const result = await sum(unit);
        unit.db.insert('items', [{ id: `sum ${result}` }]);
        return result;
      },
      add('summed'),
    );
    expect(results).to.deep.equal([0, before + 1, 1]);
    expect(await test().find(`sum ${before + 1}`)).not.to.equal(undefined);
    expect(await test().find(`sum ${before}`)).to.equal(undefined);
    // On PostgreSQL it went on with the old sum first.
    expect(runs).to.deep.equal(kind === 'postgres' ? [2, 2, 2] : [1, 1, 1]);
  });

  it('do not fail because of what they read before an earlier one changed it', async () => {
    const { results } = await together(
      async ({ db }) => {
        db.insert('items', [{ id: 'made', count: 7 }]);
        return 0;
      },
      async (unit) => {
        const count = await countOf(unit, 'made');
        if (count === undefined) throw new Error('missing');
        return count;
      },
    );
    expect(results).to.deep.equal([0, 7]);
  });

  it('fail alone, and leave nothing', async () => {
    await test().insert('kept');
    const { results } = await together(
      add('kept'),
      async (unit) => {
        await countOf(unit, 'kept');
        unit.db.insert('items', [{ id: 'kept' }]);
        return 0;
      },
      add('kept'),
      async (unit) => {
        await countOf(unit, 'kept');
        throw new Error('refused');
      },
    );
    expect([results[0], results[2], results[3]]).to.deep.equal([0, 1, 'Error: refused']);
    expect(results[1]).to.match(/^UniqueViolation/);
    expect((await test().find('kept'))!.count).to.equal(2);
  });

  it('write first and read afterwards what they have written', async () => {
    const { results } = await together(
      ...['one', 'two'].map((id) => async (unit: Unit) => {
        unit.db.insert('items', [{ id, count: 3 }]);
        return countOf(unit, id);
      }),
      async ({ db }) => db('items').where({ id: 'one' }).update({ name: 'renamed' }),
    );
    expect(results).to.deep.equal([3, 3, 1]);
    expect((await test().find('one'))!.name).to.equal('renamed');
  });

  it('have their time for themselves, without waiting for earlier ones', async () => {
    const { database, location } = test();
    const impatient = openDatabase(location, log, 200);
    const never = new Promise<never>(() => undefined);
    const [slow, next] = await Promise.allSettled([
      impatient.transaction(ofInstance, () => never),
      impatient.transaction(ofInstance, (unit) => countOf(unit, 'one')),
    ]);
    await impatient.close();
    expect([slow.status, next.status]).to.deep.equal(['rejected', 'fulfilled']);
    expect(await database.transaction(ofInstance, (unit) => countOf(unit, 'one'))).to.equal(3);
  });
});
