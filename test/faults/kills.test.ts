import { expect } from 'chai';
import { shortRun } from '../../scripts/faults/short-run.mjs';
import { databaseKinds, newStorage } from '../support/world/world.ts';

/** A few cycles of `npm run test:faults`. */
for (const kind of databaseKinds) {
  const nodes = kind === 'sqlite' ? 1 : 2;

  describe(`servers killed under load, at startup and during key rotation, ${nodes === 1 ? 'one node' : 'two nodes'} [${kind}]`, () => {
    it('lose no acknowledged write', async () => {
      const { problems, acknowledged } = await shortRun(await newStorage(kind), nodes, 2);
      expect(problems).to.deep.equal([]);
      expect(acknowledged).to.be.above(0);
    });
  });
}
