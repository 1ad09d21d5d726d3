import { actionPhrase } from '../../../src/access/action-phrases.ts';
import { expect } from 'chai';
import type { OperationId } from '../../../generated/operations.ts';
import { certificateSetting } from '../../support/fixtures/certificates.ts';
import { expectError } from '../../support/expect/expect.ts';
import type { World } from '../../support/world/world.ts';

/** Tests access to an operation on a certificate by serial number. */
export const testSerialAccess = (world: () => World, operation: OperationId, action: string): void => {
  it('requires the permission on this certificate', async () => {
    const { issued, newMember, organization, stored, admin } = await certificateSetting(world());
    const { serialNumber } = await issued();
    const call = (as: { token: string }, serial = serialNumber) =>
      world().call(operation, { as, params: { serialNumber: serial } });
    const before = await stored();
    const others = ['read', 'create', 'edit', 'delete', 'read-private-key', 'import'].filter(
      (other) => other !== action,
    );
    for (const role of [
      'no-access',
      [{ subject: 'certificates', action: others }],
      [{ subject: 'certificates', action, conditions: { serialNumber: 'x' } }],
    ] as const) {
      expectError(
        await call(await newMember(role)),
        403,
        'PermissionDenied',
        new RegExp(actionPhrase(action, 'certificates')),
      );
    }
    expectError(await call(await world().newUser(organization, 'admin')), 403, 'ProjectMembershipNotFound');
    expectError(await call((await certificateSetting(world())).admin), 404, 'NotFound');
    for (const serial of ['x', before[0]!.id, serialNumber.slice(1), `${serialNumber}0`])
      expectError(await call(admin, serial), 404, 'NotFound', /Certificate not found/);
    expect(await stored()).to.deep.equal(before);
    expect(
      (
        await call(
          await newMember([{ subject: 'certificates', action, conditions: { serialNumber } }]),
          serialNumber.toUpperCase(),
        )
      ).status,
    ).to.equal(200);
  });
};
