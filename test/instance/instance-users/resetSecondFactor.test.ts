import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { logIn, newProtectedUser } from '../../support/fixtures/second-factor.ts';
import { newInstance } from '../../support/world/instance.ts';

describe('resetSecondFactor', () => {
  it('removes what another user has set up, which is encrypted, and ends the sessions; not for oneself', async () => {
    const instance = await newInstance('sqlite');
    const organization = await instance.newOrganization();
    const user = await newProtectedUser(instance, organization);
    const { stores } = instance.server.parts;
    expect((await stores.secondFactors.find({ userId: user.id, providerId: null }))!.sealedTotpSecret).to.match(
      /^s1\./,
    );
    const params = { userId: user.id };
    const outsider = await instance.newUser(organization, 'admin');
    expectError(await instance.call('resetSecondFactor', { as: outsider, params }), 403, 'ForbiddenError');
    expectError(
      await instance.call('resetSecondFactor', { as: instance.root, params: { userId: instance.root.id } }),
      400,
      'BadRequest',
    );
    expectError(
      await instance.call('resetSecondFactor', { as: instance.root, params: { userId: 'x' } }),
      404,
      'NotFound',
    );
    expect((await instance.call('resetSecondFactor', { as: instance.root, params })).body.user.id).to.equal(user.id);
    expect((await instance.call('checkAuth', { as: user })).status).to.equal(401);
    const login = await logIn(instance, user);
    const body = { organizationId: organization.id };
    expect((await instance.call('selectOrganization', { as: login, body })).body.isMfaEnabled).to.equal(false);
  });
});
