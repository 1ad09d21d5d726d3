import { expect } from 'chai';
import { shortLeaseRun } from '../../scripts/faults/short-run.mjs';
import { newStorage } from '../support/world/world.ts';

const aroundTheCommitOfACreation = 2;
const aroundTheEndOfARotation = 15;

/** A few cycles of `npm run test:faults -- --only 'kills of leases'`. */
for (const [kind, nodes, first] of [
  ['sqlite', 1, aroundTheCommitOfACreation],
  ['postgres', 2, aroundTheEndOfARotation],
] as const)
  describe(`servers killed during leases and rotations, ${nodes === 1 ? 'one node' : 'two nodes'} [${kind}]`, () => {
    it('leave the users of the active leases, and passwords that work', async () => {
      const { problems, acknowledged } = await shortLeaseRun(await newStorage(kind), nodes, first);
      expect(problems).to.deep.equal([]);
      expect(acknowledged).to.be.above(0);
    });
  });
