import { expect } from 'chai';
import type { Unit } from '../../src/platform/db/database.ts';
import { Statement } from '../../src/platform/db/knex/statement.ts';
import { ofInstance } from '../../src/transaction-keys.ts';
import { onEachTestDatabase } from './test-database.ts';

const countSql = new Statement<{ count: number }, Record<string, never>>(
  (db) => db('items').select(db.raw('count(*) as "count"')),
  'cached',
);
const otherTableSql = new Statement<{ count: number }, Record<string, never>>(
  (db) => db('parts').select(db.raw('count(*) as "count"')),
  'cached',
);

const count = async ({ db }: Unit, statement = countSql): Promise<number> => (await db.read(statement, {}))[0]!.count;

onEachTestDatabase('cached rows in a group of units', (test, kind) => {
  it('show what an earlier unit has written, or deleted with what depends on it', async () => {
    const { database, insert } = test();
    await insert('with parts');
    const before = await Promise.all([
      database.transaction(ofInstance, count),
      database.transaction(ofInstance, (unit) => count(unit, otherTableSql)),
      database.transaction(ofInstance, ({ db }) => {
        db.insert('items', [{ id: 'inserted' }]);
        db.insert('parts', [{ itemId: 'with parts' }]);
      }),
      database.transaction(ofInstance, count),
      database.transaction(ofInstance, (unit) => count(unit, otherTableSql)),
      database.transaction(ofInstance, ({ db }) => db.write(db('items').where({ id: 'with parts' }).delete())),
      database.transaction(ofInstance, count),
      database.transaction(ofInstance, (unit) => count(unit, otherTableSql)),
    ]);
    expect(before.filter((value) => value !== undefined)).to.deep.equal([1, 0, 2, 1, 1, 0]);
  });

  it('do not show what a unit has written that was undone', async () => {
    const { database } = test();
    const start = await database.transaction(ofInstance, count);
    let isUndone = false;
    const [undone, later] = await Promise.allSettled([
      database.transaction(ofInstance, async (unit) => {
        unit.db.insert('items', [{ id: 'undone' }]);
        expect(await count(unit)).to.equal(start + 1);
        // Only the second run, with savepoints, goes on after a unit that fails.
        if (isUndone) throw new Error('undone');
        isUndone = true;
      }),
      database.transaction(ofInstance, count),
      database.transaction(ofInstance, ({ db }) => {
        db.insert('items', [{ id: 'undone as well' }]);
        throw new Error('makes the group run again');
      }),
    ]);
    expect([undone.status, later.status === 'fulfilled' && later.value]).to.deep.equal(['rejected', start]);
  });

  if (kind === 'postgres') {
    /** Returns another number each time that it is executed. */
    const numberSql = new Statement<{ number: number; transaction: string }, Record<string, never>>(
      (db) => db.select(db.raw(`nextval('executions') as "number", pg_current_xact_id()::text as "transaction"`)),
      'cached',
    );
    const execution = async ({ db }: Unit) => (await db.read(numberSql, {}))[0]!;
    const executions = (units: number) =>
      Promise.all(Array.from({ length: units }, () => test().database.transaction(ofInstance, execution)));

    before(() =>
      test().database.transaction(ofInstance, async ({ db }) => void (await db.raw('create sequence executions'))),
    );

    it('are read once for all units that were queued before', async () => {
      const results = await executions(5);
      expect(new Set(results.map(({ number }) => number)).size).to.equal(1);
      const [next] = await executions(1);
      expect(next!.number, 'read again in the next group').to.equal(results[0]!.number + 1);
    });

    it('are read again for a unit that was queued later, because what belongs to other keys may have changed', async () => {
      const { database } = test();
      let later: ReturnType<typeof execution> | undefined;
      const first = await database.transaction(ofInstance, async (unit) => {
        const result = await execution(unit);
        later ??= database.transaction(ofInstance, execution);
        return result;
      });
      const second = await later!;
      expect(second.transaction, 'one group').to.equal(first.transaction);
      expect(second.number).to.equal(first.number + 1);
    });
  }
});
