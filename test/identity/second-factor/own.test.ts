import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import {
  appOf,
  challenge,
  newProtectedUser,
  requireSecondFactor,
  setUpApp,
} from '../../support/fixtures/second-factor.ts';
import { onDatabase } from '../../support/world/world.ts';

onDatabase('sqlite', 'the second factor of an account', (world) => {
  it('is set up with an app, turned on, and turned off again', async () => {
    const organization = await world().newOrganization();
    const user = await world().newUser(organization, 'member');
    expectError(await world().call('getTotp', { as: user }), 404, 'NotFound');
    expectError(await world().call('verifyTotp', { as: user, body: { totp: '123456' } }), 404, 'NotFound');
    expectError(await world().call('activateMfa', { as: user, body: {} }), 400, 'BadRequest', /authenticator app/);

    const first = await world().call('registerTotp', { as: user });
    const second = await world().call('registerTotp', { as: user });
    expect(first.body.otpUrl).not.to.equal(second.body.otpUrl);
    expect(second.body.otpUrl).to.match(
      /^otpauth:\/\/totp\/Sallyport:[\w%.-]+\?secret=[A-Z2-7]{32}&issuer=Sallyport&algorithm=SHA1&digits=6&period=30$/,
    );
    expectError(await world().call('getTotp', { as: user }), 400, 'BadRequest', /not complete/);
    const abandoned = appOf(world(), first.body.otpUrl as string).code();
    expectError(await world().call('verifyTotp', { as: user, body: { totp: abandoned } }), 400, 'BadRequest', /wrong/);
    const app = appOf(world(), second.body.otpUrl as string);
    const verified = await world().call('verifyTotp', { as: user, body: { totp: app.code().replace(/^.{3}/, '$& ') } });
    expect(verified.body).to.deep.equal({ success: true });
    expect((await world().call('getTotp', { as: user })).body).to.deep.equal({ isVerified: true });
    expectError(await world().call('registerTotp', { as: user }), 400, 'BadRequest', /already/);
    expectError(
      await world().call('createRecoveryCodes', { as: user }),
      400,
      'BadRequest',
      /Turn the second factor on/,
    );
    // It is not asked for yet, and the session has shown it, so that it may go on.
    expect((await world().call('getOwnAccount', { as: user })).body.user.isMfaEnabled).to.equal(false);
    const { body } = await world().call('activateMfa', { as: user, body: { selectedMfaMethod: 'totp' } });
    expect(new Set(body.recoveryCodes as string[]).size).to.equal(10);
    expect(body.recoveryCodes[0]).to.match(/^[0-9a-z]{5}-[0-9a-z]{5}$/);
    expectError(await world().call('activateMfa', { as: user, body: {} }), 400, 'BadRequest', /on already/);
    expect((await world().call('getOwnAccount', { as: user })).body.user).to.include({
      isMfaEnabled: true,
      selectedMfaMethod: 'totp',
    });
    expectError(
      await world().call('updateMfa', { as: user, body: { selectedMfaMethod: 'webauthn' } }),
      400,
      'BadRequest',
    );

    const renewed = await world().call('createRecoveryCodes', { as: user });
    const as = await challenge(world(), user, organization);
    const use = (recoveryCode: string) => world().call('verifyRecoveryCode', { as, body: { recoveryCode } });
    expect((await use(body.recoveryCodes[0] as string)).status).to.equal(403);
    expect((await use(renewed.body.recoveryCodes[0] as string)).status).to.equal(200);

    expect((await world().call('deactivateMfa', { as: user })).status).to.equal(200);
    expect((await world().call('countRecoveryCodes', { as: user })).body).to.deep.equal({
      recoveryCodes: [],
      remaining: 0,
    });
    expect((await world().call('deleteTotp', { as: user })).status).to.equal(200);
    expectError(await world().call('deleteTotp', { as: user }), 404, 'NotFound');
  });

  it('cannot be changed without a recent sign-in, nor removed where it is required', async () => {
    const organization = await world().newOrganization();
    const user = await newProtectedUser(world(), organization);
    const newcomer = await world().newUser(organization, 'member');
    await world().clock.later(601, async () => {
      for (const id of ['deleteTotp', 'deactivateMfa', 'createRecoveryCodes'] as const)
        expectError(await world().call(id, { as: user }), 403, 'ReauthenticationRequired');
      expectError(await world().call('registerTotp', { as: newcomer }), 403, 'ReauthenticationRequired');
    });
    await requireSecondFactor(world(), organization);
    for (const id of ['deleteTotp', 'deactivateMfa'] as const)
      expectError(await world().call(id, { as: user }), 403, 'ForbiddenError', /requires a second factor/);
  });

  it('can be required by whoever has one', async () => {
    const organization = await world().newOrganization();
    const user = await world().newUser(organization, 'admin');
    const update = (enforceMfa: boolean) =>
      world().call('updateOrganization', {
        as: user,
        params: { organizationId: organization.id },
        body: { enforceMfa },
      });
    expect((await update(false)).status).to.equal(200);
    expectError(await update(true), 400, 'BadRequest', /your own account/);
    await setUpApp(world(), user);
    await world().clock.later(601, async () => expectError(await update(true), 403, 'ReauthenticationRequired'));
    expect((await update(true)).body.organization.enforceMfa).to.equal(true);
    expect((await update(false)).body.organization.enforceMfa).to.equal(false);
  });
});
