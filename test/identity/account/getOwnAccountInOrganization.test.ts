import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getOwnAccountInOrganization', (world) => {
  it('returns the same account, with the key fields of an earlier API version', async () => {
    const as = await world().newUser(await world().newOrganization(), 'no-access');
    const { status, body } = await world().call('getOwnAccountInOrganization', { as });
    expect(status).to.equal(200);
    const {
      lastSeenAnnouncementId: _,
      encryptionVersion: __,
      ...common
    } = (await world().call('getOwnAccount', { as })).body.user;
    expect(body.user).to.deep.equal({
      ...common,
      mfaMethods: null,
      publicKey: null,
      protectedKey: null,
      protectedKeyIV: null,
      protectedKeyTag: null,
      encryptedPrivateKey: null,
      iv: null,
      tag: null,
      salt: null,
    });
  });

  it('requires an organization', async () => {
    const { loginToken } = await world().newUser(await world().newOrganization(), 'admin');
    expectError(
      await world().call('getOwnAccountInOrganization', { as: { token: loginToken } }),
      401,
      'UnauthorizedError',
      /select-organization/,
    );
  });
});
