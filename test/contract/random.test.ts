import { expect } from 'chai';
import fc from 'fast-check';
import { operations, type OperationId } from '../../generated/operations.ts';
import { invalidRequest, validRequest } from '../support/fixtures/arbitraries.ts';
import { requestFor } from '../support/expect/requests.ts';
import { newAdmin, sharedObjects } from '../support/fixtures/test-objects.ts';
import { databaseKinds, onEachDatabase } from '../support/world/world.ts';
import { cases, shareOf } from '../support/world/cases.ts';

/** For each operation on each database. `npm run test:contract` generates many more. */
const runs = cases(15);
/** A stream does not end, so it has its own tests. */
const ids = (Object.keys(operations) as OperationId[]).filter(
  (id) => operations[id].responseType !== 'text/event-stream',
);

// RANDOM_SEED repeats the same requests.
const seed = Number(process.env.RANDOM_SEED ?? Math.floor(Math.random() * 2 ** 31));

onEachDatabase('random requests, valid and invalid', (world, kind) => {
  const objectsFor = sharedObjects(world);

  for (const id of shareOf(ids, kind)) {
    it(`${id} answers as documented, and never with 500`, async () => {
      const objects = await objectsFor(id);
      const as = await newAdmin(world(), objects);
      const requests = fc.oneof(validRequest(id), invalidRequest(requestFor(id, objects)));
      const property = fc.asyncProperty(requests, async (request) => {
        const { status, body } = await world().call(id, { as, ...request });
        expect(status, JSON.stringify(body)).to.be.below(500);
      });
      await fc.assert(property, { numRuns: runs, seed: seed + databaseKinds.indexOf(kind) });
    });
  }
});
