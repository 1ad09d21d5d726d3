import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { granter, permanentType, readDev, temporaryType } from '../../support/fixtures/privileges.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { updateSetting, onProd, lasting } from './updatePrivilege.fixtures.ts';

const denyProd = { subject: 'secrets', action: ['read'], inverted: true, conditions: { environment: 'prod' } };

const onDev = { subject: 'secrets', action: 'read', conditions: { environment: 'dev' } };

onEachDatabase('updatePrivilege', (world) => {
  const setting = updateSetting(world);

  it('is allowed for callers who may edit the identity; a new slug requires no more', async () => {
    const { created, update, newMember, identity, organization } = await setting();
    const { id } = await created({ slug: 'before' });
    for (const role of [
      'viewer',
      'no-access',
      [{ subject: 'identity', action: ['edit'], conditions: { identityId: { $ne: identity.id } } }],
    ]) {
      expectError(
        await update(id, { slug: 'after' }, await newMember(role)),
        403,
        'PermissionDenied',
        /edit machine identities/,
      );
      expectError(await update(id, {}, await newMember(role)), 403, 'PermissionDenied', /edit machine identities/);
    }
    expectError(
      await update(id, { slug: 'after' }, await world().newUser(organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    const editor = await newMember([{ subject: 'identity', action: 'edit' }]);
    expect((await update(id, { slug: 'after' }, editor)).body.privilege.slug).to.equal('after');
    expectError(await update(id, { permissions: [] }, editor), 403, 'PermissionDenied', /assign additional privileges/);
    expectError(
      await update(id, { permissions: [onProd] }, await newMember('member')),
      403,
      'PermissionDenied',
      /assign additional privileges/,
    );
  });

  it('refuses permissions that the caller does not have', async () => {
    const { created, update, newMember, get } = await setting();
    const privilege = await created({ type: temporaryType });
    const as = await newMember(granter(onDev));
    const refused = await update(privilege.id, { permissions: [readDev, onProd] }, as);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.equal(
      ['describeSecret', 'readValue'].map((action) => ({
        action,
        subject: 'secrets',
        conditions: { environment: 'prod' },
      })),
    );
    expect(await get(privilege.id)).to.deep.equal(privilege);
    expect((await update(privilege.id, { permissions: [onDev], type: permanentType }, as)).status).to.equal(200);
  });

  it('requires the permissions of the rules to change their period, and to end it sooner', async () => {
    const { created, update, newMember } = await setting();
    const editor = await newMember([{ subject: 'identity', action: 'edit' }]);
    const outsider = await newMember(granter());
    const holder = await newMember(granter(onDev));
    const change = async (before: object, after: object, as: { token: string }) => {
      const { id } = await created({ type: before });
      return update(id, { type: after }, as);
    };
    // The clock is five seconds after the start.
    for (const after of [
      permanentType,
      lasting('61m'),
      lasting('1h', '2030-01-01T00:00:06Z'),
      lasting('1h', '2031-01-01T00:00:00Z'),
    ]) {
      expectError(await change(lasting('1h'), after, editor), 403, 'PermissionDenied', /assign additional privileges/);
      expectError(await change(lasting('1h'), after, outsider), 403, 'PermissionBoundaryError');
      expect((await change(lasting('1h'), after, holder)).status, JSON.stringify(after)).to.equal(200);
    }
    for (const [before, after] of [
      [permanentType, lasting('1h')],
      [permanentType, lasting('1h', '2031-01-01T00:00:00Z')],
      [lasting('1h'), lasting('59m')],
      [lasting('1h'), lasting('59m', '2030-01-01T00:01:00Z')],
      [lasting('1h'), lasting('1s', '2020-01-01T00:00:00Z')],
    ]) {
      expectError(await change(before!, after!, editor), 403, 'PermissionBoundaryError', /nor take them from others/);
      const keeper = await newMember([{ subject: 'identity', action: 'edit' }, onDev]);
      expect((await change(before!, after!, keeper)).status, JSON.stringify(after)).to.equal(200);
    }
    const ended = lasting('1h', '2029-01-01T00:00:00Z');
    expectError(await change(ended, temporaryType, outsider), 403, 'PermissionBoundaryError');
  });

  it('requires the denied permissions to remove a deny, or to end it sooner', async () => {
    const { created, update, newMember } = await setting();
    const editor = await newMember([{ subject: 'identity', action: 'edit' }]);
    const outsider = await newMember(granter());
    const holder = await newMember(granter(onProd));
    const change = async (before: object, after: object, as: { token: string }) => {
      const { id } = await created({ permissions: [denyProd], ...before });
      return update(id, after, as);
    };
    for (const [before, after] of [
      [{}, { permissions: [] }],
      [{}, { permissions: [{ ...denyProd, conditions: { environment: 'prod', secretPath: '/a' } }] }],
      [{}, { permissions: [{ ...denyProd, action: ['readValue'] }] }],
      [{}, { type: lasting('1y') }],
      [{ type: lasting('2h') }, { type: lasting('1h') }],
      [{ type: lasting('2h') }, { type: lasting('2h', '2030-01-01T00:00:06Z') }],
      // A deny with a limited period must not replace one that is removed.
      [{}, { permissions: [denyProd, { subject: 'secrets', action: 'create', inverted: true }], type: lasting('1h') }],
    ]) {
      expectError(await change(before!, after!, outsider), 403, 'PermissionBoundaryError');
      expect((await change(before!, after!, editor)).status).to.equal(403);
      expect((await change(before!, after!, holder)).status, JSON.stringify(after)).to.equal(200);
    }
    // A longer or an additional deny grants nothing.
    for (const [before, after] of [
      [{ type: lasting('1h') }, { type: lasting('2h') }],
      [{ type: lasting('1h') }, { type: permanentType }],
      [{}, { permissions: [denyProd, { subject: 'secrets', action: 'create', inverted: true }] }],
    ]) {
      expect((await change(before!, after!, outsider)).status, JSON.stringify(after)).to.equal(200);
    }
    expect(
      (await change({ type: lasting('1h', '2029-01-01T00:00:00Z') }, { permissions: [] }, outsider)).status,
    ).to.equal(200);
  });

  it('does not let the holder of a deny remove it by a shorter one of its own', async () => {
    const { created, update, newMember } = await setting();
    const { id } = await created({ permissions: [denyProd] });
    const as = await newMember(granter({ subject: 'secrets', action: 'read' }, denyProd));
    expectError(await update(id, { type: lasting('1h') }, as), 403, 'PermissionBoundaryError');
  });
});
