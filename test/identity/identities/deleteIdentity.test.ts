import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { newInstanceAdmin, newOperator, withUniversalAuth } from '../../support/fixtures/identities.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('deleteIdentity', (world) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const target = await world().newIdentity(organization, 'admin');
    const params = { identityId: target.id };
    const remove = (caller: { token: string } = as) => world().call('deleteIdentity', { as: caller, params });
    return { organization, as, target, params, remove };
  };

  it('invalidates all tokens of the identity with the next request', async () => {
    const { organization, as, target, params, remove } = await setting();
    const login = await withUniversalAuth(world(), organization, target.id);
    for (const token of [target, login])
      expect((await world().call('getIdentityDetails', { as: token })).status).to.equal(200);
    const { status, body } = await remove();
    expect(status).to.equal(200);
    expect(body.identity).to.include({ id: target.id, name: 'Test identity', orgId: organization.id });
    for (const token of [target, login])
      expectError(await world().call('getIdentityDetails', { as: token }), 401, 'TokenError');
    expectError(await world().call('getIdentity', { as, params }), 404, 'NotFound');
    expectError(await remove(), 404, 'NotFound');
  });

  it('ignores any body', async () => {
    const { as, params } = await setting();
    const headers = { 'Content-Type': 'application/json' };
    const { status } = await world().call('deleteIdentity', { as, params, headers, body: '{ not JSON' });
    expect(status).to.equal(200);
  });

  it('refuses a protected identity', async () => {
    const { as, params, remove } = await setting();
    await world().call('updateIdentity', { as, params, body: { hasDeleteProtection: true } });
    expectError(await remove(), 400, 'BadRequest', /protected/);
    expect((await world().call('getIdentity', { as, params })).status).to.equal(200);
    await world().call('updateIdentity', { as, params, body: { hasDeleteProtection: false } });
    expect((await remove()).status).to.equal(200);
  });

  it('allows deletion of an instance administrator only by instance administrators', async () => {
    const organization = await world().newOrganization();
    const [one, other] = [await newInstanceAdmin(world(), organization), await newInstanceAdmin(world(), organization)];
    const as = await world().newUser(organization, 'admin');
    const params = { identityId: one.id };
    expectError(await world().call('deleteIdentity', { as, params }), 403, 'ForbiddenError');
    expect((await world().call('deleteIdentity', { as: other, params })).status).to.equal(200);
  });

  it('allows an identity with the permission to delete itself', async () => {
    const { target, remove } = await setting();
    expect((await remove(target)).status).to.equal(200);
    expectError(await remove(target), 401, 'TokenError');
  });

  it('refuses callers who may not delete, and does not find identities of other organizations', async () => {
    const { organization, as, target, remove } = await setting();
    expectError(
      await remove(await newOperator(world(), organization, 'read', 'edit', 'delete-token')),
      403,
      'PermissionDenied',
      /delete machine identities/,
    );
    expectError(await remove(await world().newUser(await world().newOrganization(), 'admin')), 404, 'NotFound');
    expectError(await world().call('deleteIdentity', { as, params: { identityId: 'no-such-thing' } }), 404, 'NotFound');
    expect((await world().call('getIdentityDetails', { as: target })).status).to.equal(200);
  });
});
