import { expect } from 'chai';
import { operations, type OperationId } from '../../generated/operations.ts';
import { changesWhere } from '../support/expect/audit.ts';
import { expectError } from '../support/expect/expect.ts';
import { dataOf } from '../support/expect/stored.ts';
import { shareOf } from '../support/world/cases.ts';
import { onEachDatabase } from '../support/world/world.ts';
import { strongerSetting } from './stronger/setting.ts';
import { givingOperations, takingOperations } from './stronger/table.ts';

const isAboutSomebody = (id: OperationId): boolean =>
  operations[id].method !== 'GET' && /"(member|identity|groups):/.test(JSON.stringify(operations[id].permission));

describe('the table of operations that take something from somebody', () => {
  it('contains every operation that changes members, identities or groups, or the reason why it takes nothing', () => {
    const listed = [...Object.keys(takingOperations), ...givingOperations.flatMap(({ operations: ids }) => ids)];
    expect(listed).to.have.members((Object.keys(operations) as OperationId[]).filter(isAboutSomebody));
    for (const { reason, operations: ids } of givingOperations)
      expect(reason, ids.join(' ')).to.match(/^[A-Z].{10,}\.$/);
  });
});

onEachDatabase('somebody stronger than the caller', (world, kind) => {
  const cases = Object.entries(takingOperations).flatMap(([id, takings]) =>
    Object.entries(takings).map(([what, prepare]) => ({ operation: id as OperationId, what, prepare })),
  );
  for (const { operation, what, prepare } of shareOf(cases, kind))
    it(`loses nothing by ${operation} (${what}), unless an administrator does it`, async () => {
      const setting = await strongerSetting(world());
      const { organization, params, manager, admin } = setting;
      const request = prepare(setting);
      const change = (as: { token: string }) =>
        world().call(operation, { as, ...request, params: { ...params, ...request.params } });
      const stored = () =>
        Promise.all([dataOf(world(), organization), changesWhere(world(), { organizationId: organization.id })]);
      const before = await stored();
      expectError(await change(manager), 403, 'PermissionBoundaryError', /nor take them from others/);
      expect(await stored()).to.deep.equal(before);
      const { status, body } = await change(admin);
      expect(status, JSON.stringify(body)).to.equal(200);
    });
});
