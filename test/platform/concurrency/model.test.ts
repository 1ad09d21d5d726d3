import { expect } from 'chai';
import { cases } from '../../support/world/cases.ts';
import { databaseKinds, newStorage, ownWorld } from '../../support/world/world.ts';
import { ConcurrentRun } from './run.ts';

const rounds = cases(150);

describe('ten clients that change one project at the same time', () => {
  for (const kind of databaseKinds)
    for (const nodeCount of kind === 'sqlite' ? [1] : [1, 2])
      it(`get the responses of a model that changes one after another, in ${rounds} rounds [${kind}, ${nodeCount} node${nodeCount > 1 ? 's' : ''}]`, async () => {
        // RANDOM_SEED repeats the same choices; the order of concurrent requests still varies.
        const seed = Number(process.env.RANDOM_SEED ?? Math.floor(Math.random() * 2 ** 31));
        const storage = await newStorage(kind);
        const nodes = [];
        while (nodes.length < nodeCount) nodes.push(await ownWorld(storage));
        try {
          const run = await ConcurrentRun.start(nodes, seed);
          for (let number = 0; number < rounds; number += 1) await run.round();
          await run.end();
          expect(run.changes, 'changes').to.be.above(rounds * 10);
        } catch (error) {
          (error as Error).message = `RANDOM_SEED=${seed}: ${(error as Error).message}`;
          throw error;
        }
      });
});
