import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { challenge, logIn, newProtectedUser, setUpApp } from '../../support/fixtures/second-factor.ts';
import {
  linkMember,
  newSignOnOrganization,
  select,
  storeProviderSession,
  type SignOnOrganization,
} from '../../support/fixtures/single-sign-on.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('an account in a session of single sign-on', (world) => {
  let at: SignOnOrganization;
  before(async () => {
    at = await newSignOnOrganization(world(), { issuer: 'https://idp.example.com' });
  });

  /** A member whom nobody but the provider knows. */
  const newProvided = async (): Promise<{ id: string }> => {
    const { id } = await world().newUser(at.organization, 'member');
    const { parts } = world().server;
    await parts.database.transaction(ofInstance, ({ db }) => db('users').where({ id }).update({ passwordHash: null }));
    return { id };
  };

  it('has a second factor that this provider asks for, and that no other session asks for or accepts', async () => {
    const elsewhere = await world().newOrganization();
    const user = await world().newUser(elsewhere, 'member');
    await linkMember(world(), at, user);
    const first = await storeProviderSession(world(), at, user);
    const app = await setUpApp(world(), first);
    const { body } = await world().call('activateMfa', { as: first, body: {} });

    const login = await logIn(world(), user);
    for (const organization of [elsewhere, at.organization])
      expect((await select(world(), login.token, organization)).body).to.include({ isMfaEnabled: false });
    expect((await world().call('getOwnAccount', { as: user })).body.user.isMfaEnabled).to.equal(false);

    const second = await storeProviderSession(world(), at, user);
    expectError(await world().call('listProjects', { as: second }), 401, 'SecondFactorRequired');
    const asked = await select(world(), second.token, at.organization);
    expect(asked.body).to.include({ isMfaEnabled: true, mfaMethod: 'totp' });
    const done = await world().call('verifyMfa', { as: asked.body, body: { mfaToken: app.code() } });
    expect(done.status).to.equal(200);
    expect((await world().call('listProjects', { as: done.body })).status).to.equal(200);

    // Nothing of it opens the account's own factor, which is set up independently.
    const own = await setUpApp(world(), user);
    await world().call('activateMfa', { as: user, body: {} });
    for (const mfaToken of [app.code(30), ...(body.recoveryCodes as string[]).slice(0, 1)]) {
      const as = await challenge(world(), user, elsewhere);
      expectError(await world().call('verifyMfa', { as, body: { mfaToken } }), 403, 'ForbiddenError');
    }
    const right = { as: await challenge(world(), user, elsewhere), body: { mfaToken: own.code() } };
    expect((await world().call('verifyMfa', right)).status).to.equal(200);
  });

  it('does not lock its owner out by wrong codes, nor make a network known to the owner', async () => {
    const elsewhere = await world().newOrganization();
    const user = await newProtectedUser(world(), elsewhere);
    await linkMember(world(), at, user);
    const session = await storeProviderSession(world(), at, user);
    await setUpApp(world(), session);
    await world().call('activateMfa', { as: session, body: {} });
    const { token } = await storeProviderSession(world(), at, user);
    const as = (await select(world(), token, at.organization)).body as { token: string };
    for (let wrong = 0; wrong < 5; wrong += 1) await world().call('verifyMfa', { as, body: { mfaToken: '000000' } });
    expectError(await world().call('verifyMfa', { as, body: { mfaToken: '000000' } }), 403, 'UserLocked');
    const own = { as: await challenge(world(), user, elsewhere), body: { mfaToken: user.app.code() } };
    expect((await world().call('verifyMfa', own)).status).to.equal(200);
  });

  it('can be turned off again unless the organization of the provider requires it, whatever others do', async () => {
    const strict = await world().newOrganization();
    const user = await world().newUser(strict, 'member');
    await linkMember(world(), at, user);
    const { parts } = world().server;
    await parts.database.transaction(ofInstance, ({ db }) =>
      db('organizations').where({ id: strict.id }).update({ enforceMfa: true }),
    );
    const session = await storeProviderSession(world(), at, user);
    await setUpApp(world(), session);
    expect((await world().call('activateMfa', { as: session, body: {} })).status).to.equal(200);
    expect((await world().call('deactivateMfa', { as: session })).status).to.equal(200);
  });

  it('loses the factors of all providers when an administrator of the instance resets them', async () => {
    const user = await newProvided();
    await setUpApp(world(), await storeProviderSession(world(), at, user));
    const root = await world().newUser(await world().newOrganization(), 'admin');
    await world().makeInstanceAdmin(root);
    const reset = await world().call('resetSecondFactor', { as: root, params: { userId: user.id } });
    expect(reset.status).to.equal(200);
    const { stores } = world().server.parts;
    expect(await stores.secondFactors.find({ userId: user.id, providerId: at.providerId })).to.equal(undefined);
  });

  it('is renamed there as long as nobody but the provider knows it', async () => {
    const user = await newProvided();
    const as = await storeProviderSession(world(), at, user);
    const rename = (firstName: string) =>
      world().call('changeOwnName', { as, body: { firstName, lastName: 'Lovelace' } });
    expect((await rename('Ada')).body.user).to.include({ firstName: 'Ada' });
    await world().join(await world().newOrganization(), user, 'member');
    expectError(await rename('Eve'), 403, 'ForbiddenError', /used elsewhere/);
    expect((await world().server.parts.stores.users.findById(user.id))!.firstName).to.equal('Ada');
  });

  it('lists and ends the sessions of that provider, and says nothing of others', async () => {
    const user = await world().newUser(await world().newOrganization(), 'member');
    await linkMember(world(), at, user);
    const [one, two] = [await storeProviderSession(world(), at, user), await storeProviderSession(world(), at, user)];
    const list = async (as: { token: string }): Promise<string[]> =>
      (await world().call('listOwnSessions', { as })).body.map(({ id }: { id: string }) => id);
    expect(await list(one)).to.have.members([one.sessionId, two.sessionId]);
    const end = (sessionId: string) => world().call('endOwnSession', { as: one, params: { sessionId } });
    expectError(await end(user.sessionId), 404, 'NotFound');
    expect((await end(two.sessionId)).status).to.equal(200);
    expect((await world().call('endOwnSessions', { as: one })).status).to.equal(200);
    expect(await list(user)).to.deep.equal([user.sessionId]);
  });
});
