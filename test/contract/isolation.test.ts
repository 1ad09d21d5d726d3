import { expect } from 'chai';
import { operations, type OperationId } from '../../generated/operations.ts';
import { objectReferencesOf, requestWith, type ObjectReference } from '../support/expect/requests.ts';
import { rowsOf } from '../support/expect/stored.ts';
import { createTestObjects, type TestObjects } from '../support/fixtures/test-objects.ts';
import { onEachDatabase } from '../support/world/world.ts';

const ids = (Object.keys(operations) as OperationId[]).filter(
  (id) => !operations[id].isPublic && !('instance' in operations[id].permission),
);

onEachDatabase('another organization', (world) => {
  let own: TestObjects;
  let foreign: TestObjects;
  let untouched: unknown;
  // Both organizations have existing objects, so that only the isolation can refuse the request.
  before(async () => {
    own = await createTestObjects(world());
    foreign = await createTestObjects(world());
    untouched = await rowsOf(world(), foreign.organization);
  });
  after(async () =>
    expect(await rowsOf(world(), foreign.organization), 'what the other organization has').to.deep.equal(untouched),
  );

  const call = (id: OperationId, isForeign: (one: ObjectReference) => boolean) =>
    world().call(id, {
      as: own.admin,
      ...requestWith(id, (one) => (isForeign(one) ? foreign : own).ids[one.objectName]!),
    });

  for (const id of ids) {
    const places = objectReferencesOf(id);
    for (const target of places) {
      it(`is inaccessible to ${id} by ${target.name} in the ${target.part}`, async () => {
        expect(foreign.ids, 'test/support/fixtures/test-objects.ts creates an object of every kind').to.have.property(
          target.objectName,
        );
        const { status, body } = await call(id, ({ part, name }) => part === target.part && name === target.name);
        expect(status, JSON.stringify(body)).to.equal(404);
      });
    }
    if (places.length > 1) {
      it(`is inaccessible to ${id} by all of its ids`, async () => {
        expect((await call(id, () => true)).status).to.equal(404);
      });
    }
  }
});
