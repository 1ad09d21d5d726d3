import { expect } from 'chai';
import { openDatabase, type Location } from '../../src/platform/db/open.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { patientMs } from '../support/world/time-limit.ts';
import { createTables, log, type Item } from './test-database.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

describe('group commit on SQLite', () => {
  it('commits many units of work together, durably, and each alone if it fails', async () => {
    const location: Location = { kind: 'sqlite', file: `${scratchFolder()}/group.db` };
    await createTables(location);
    const database = openDatabase(location, log, patientMs);
    const [pragma] = (await database.transaction(ofInstance, async ({ db }) => db.raw('PRAGMA synchronous'))) as [
      { synchronous: number },
    ];
    expect(pragma.synchronous, 'FULL').to.equal(2);
    const order: number[] = [];
    await Promise.all(
      Array.from({ length: 250 }, (_, number) =>
        database.transaction(ofInstance, async ({ db, afterCommit }) => {
          await db('items').insert({ id: String(number) });
          afterCommit(() => order.push(number));
        }),
      ),
    );
    expect(order).to.deep.equal(Array.from({ length: 250 }, (_, number) => number));
    await database.close();
  });

  it('repeats a group only if one of its units has failed after writing', async () => {
    const location: Location = { kind: 'sqlite', file: `${scratchFolder()}/repeated.db` };
    await createTables(location);
    const database = openDatabase(location, log, patientMs);
    const runs: string[] = [];
    const unit = (id: string, fails?: 'at once' | 'halfway') =>
      database.transaction(ofInstance, async ({ db }) => {
        runs.push(id);
        if (fails === 'at once') throw new Error(id);
        await db('items').insert({ id });
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
    expect(await database.read<Item>('items').orderBy('id').pluck('id')).to.deep.equal(['a', 'c', 'e']);
    // A statement that fails has written nothing.
    runs.length = 0;
    await Promise.allSettled([unit('f'), unit('a')]);
    expect(runs.join('')).to.equal('fa');
    await database.close();
  });

  it('reports the correct result of every unit when the disk is full, and continues when there is space', async () => {
    const location: Location = { kind: 'sqlite', file: `${scratchFolder()}/full.db` };
    await createTables(location);
    const database = openDatabase(location, log, patientMs);
    const write = (id: string, size: number) =>
      database.transaction(ofInstance, async ({ db }) => db<Item>('items').insert({ id, name: id.padEnd(size, 'x') }));
    await database.transaction(ofInstance, async ({ db }) => db.raw('PRAGMA max_page_count = 40'));

    const ids = Array.from({ length: 30 }, (_, number) => `write-${number}`);
    const results = await Promise.allSettled(ids.map((id, number) => write(id, number % 3 === 0 ? 100_000 : 10)));
    const acknowledged = ids.filter((_, number) => results[number]!.status === 'fulfilled');
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.length).to.be.above(5);
    for (const { reason } of refused) expect(reason).to.include({ status: 503 });
    expect(await database.read('items').whereIn('id', ids).orderBy('id').pluck('id')).to.have.members(acknowledged);

    await database.transaction(ofInstance, async ({ db }) => db.raw('PRAGMA max_page_count = 100000'));
    await write('space again', 100_000);
    await database.close();
  });
});
