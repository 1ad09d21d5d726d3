import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import {
  permanentType,
  privilegeSetting,
  readDev,
  temporaryTimes,
  temporaryType,
} from '../../support/fixtures/privileges.ts';
import { memberGranter, userPrivilegeSetting } from '../../support/fixtures/user-privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('updateUserPrivilege', (world) => {
  it('updates the given fields and keeps the others, also of a temporary privilege', async () => {
    const { call, created, mayDo } = await userPrivilegeSetting(world());
    const privilege = await created({ slug: 'before', type: temporaryType });
    const renamed = await call('updateUserPrivilege', privilege.id, { slug: 'after' });
    expect(renamed.status).to.equal(200);
    expect(renamed.body.privilege).to.deep.equal({ ...privilege, slug: 'after' });
    const other = { subject: 'secrets', action: ['read'], conditions: { environment: 'prod' } };
    expect((await call('updateUserPrivilege', privilege.id, { permissions: [other] })).body.privilege).to.deep.include({
      permissions: [{ ...other, inverted: false }],
      ...temporaryTimes,
    });
    expect([
      await mayDo('readValue', 'secrets', { environment: 'dev' }),
      await mayDo('readValue', 'secrets', { environment: 'prod' }),
    ]).to.deep.equal([false, true]);
    const permanent = await call('updateUserPrivilege', privilege.id, { type: permanentType });
    expect(permanent.body.privilege).to.include({
      isTemporary: false,
      temporaryMode: null,
      temporaryRange: null,
      temporaryAccessStartTime: null,
      temporaryAccessEndTime: null,
    });
  });

  it('changes and records nothing with an empty body', async () => {
    const { call, created, stored } = await userPrivilegeSetting(world());
    const privilege = await created();
    const before = await stored();
    const response = await call('updateUserPrivilege', privilege.id, {});
    expect(response.body.privilege).to.deep.equal(privilege);
    expect(await stored()).to.deep.equal(before);
    expect(await entriesOf(world(), response)).to.deep.equal([]);
  });

  it('is recorded in the audit log', async () => {
    const { user, call, created } = await userPrivilegeSetting(world());
    const { id } = await created();
    const [entry] = await entriesOf(world(), await call('updateUserPrivilege', id, { slug: 'after' }));
    expect(entry).to.include({ eventType: 'update-user-project-additional-privilege' });
    expect(entry!.eventMetadata).to.include({ userId: user.id, privilegeId: id, slug: 'after' });
  });

  it('refuses a slug that the user already has', async () => {
    const { call, created } = await userPrivilegeSetting(world());
    await created({ slug: 'taken' });
    const { id } = await created({ slug: 'mine' });
    expectError(await call('updateUserPrivilege', id, { slug: 'taken' }), 400, 'BadRequest', /taken/);
  });

  it('refuses permissions and periods that the caller does not have, and removing a deny of such permissions', async () => {
    const { call, created, newMember } = await userPrivilegeSetting(world());
    const granter = await newMember(memberGranter());
    const temporary = await created({ type: temporaryType });
    const deny = await created({ permissions: [{ ...readDev, inverted: true }] });
    const change = (id: string, body: object) => call('updateUserPrivilege', id, body, granter);
    expectError(await change(temporary.id, { type: permanentType }), 403, 'PermissionBoundaryError');
    expectError(
      await change(temporary.id, { type: { ...temporaryType, temporaryRange: '2h' } }),
      403,
      'PermissionBoundaryError',
    );
    expectError(
      await change(temporary.id, { permissions: [{ subject: 'secrets', action: 'create' }] }),
      403,
      'PermissionBoundaryError',
    );
    expectError(await change(deny.id, { permissions: [] }), 403, 'PermissionBoundaryError');
    expectError(await change(deny.id, { type: temporaryType }), 403, 'PermissionBoundaryError');
    const holder = await newMember(memberGranter(readDev));
    for (const body of [{ type: { ...temporaryType, temporaryRange: '30m' } }, { permissions: [] }]) {
      expectError(await change(temporary.id, body), 403, 'PermissionBoundaryError', /nor take them from others/);
      expect((await call('updateUserPrivilege', temporary.id, body, holder)).status).to.equal(200);
    }
  });

  it('requires the permission, and does not find privileges of machine identities or other organizations', async () => {
    const { call, created, newMember, admin } = await userPrivilegeSetting(world());
    const { id } = await created();
    expectError(
      await call('updateUserPrivilege', id, { slug: 'x' }, await newMember('viewer')),
      403,
      'PermissionDenied',
      /edit members/,
    );
    const foreign = await userPrivilegeSetting(world());
    expectError(await call('updateUserPrivilege', id, { slug: 'x' }, foreign.admin), 404, 'NotFound');
    const machine = await privilegeSetting(world());
    const ofMachine = await machine.created();
    expectError(await call('updateUserPrivilege', ofMachine.id, { slug: 'x' }, machine.admin), 404, 'NotFound');
    expectError(
      await world().call('updatePrivilege', { as: admin, params: { id }, body: { slug: 'x' } }),
      404,
      'NotFound',
    );
  });
});
