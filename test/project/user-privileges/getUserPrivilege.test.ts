import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { privilegeSetting } from '../../support/fixtures/privileges.ts';
import { userPrivilegeSetting } from '../../support/fixtures/user-privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getUserPrivilege', (world) => {
  it('returns the privilege to callers who may read the member', async () => {
    const { user, call, created, newMember } = await userPrivilegeSetting(world());
    const privilege = await created();
    const readable = await newMember([{ subject: 'member', action: 'read', conditions: { userEmail: user.email } }]);
    expect((await call('getUserPrivilege', privilege.id, undefined, readable)).body).to.deep.equal({ privilege });
    const others = await newMember([
      { subject: 'member', action: 'read', conditions: { userEmail: 'other@example.com' } },
    ]);
    expectError(
      await call('getUserPrivilege', privilege.id, undefined, others),
      403,
      'PermissionDenied',
      /read members/,
    );
  });

  it('does not find privileges of machine identities, of other organizations, or unknown ids', async () => {
    const { admin, call, created } = await userPrivilegeSetting(world());
    const { id } = await created();
    expectError(await call('getUserPrivilege', 'none'), 404, 'NotFound');
    expectError(
      await call('getUserPrivilege', id, undefined, (await userPrivilegeSetting(world())).admin),
      404,
      'NotFound',
    );
    const machine = await privilegeSetting(world());
    expectError(
      await call('getUserPrivilege', (await machine.created()).id, undefined, machine.admin),
      404,
      'NotFound',
    );
    expectError(await world().call('getPrivilege', { as: admin, params: { id } }), 404, 'NotFound');
  });
});
