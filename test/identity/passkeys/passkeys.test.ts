import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { SoftwareAuthenticator } from '../../support/clients/authenticator.ts';
import { expectError } from '../../support/expect/expect.ts';
import { addPasskey, startPasskeyLogin } from '../../support/fixtures/passkeys.ts';
import { challenge, logIn, requireSecondFactor, setUpApp } from '../../support/fixtures/second-factor.ts';
import type { OrganizationRow } from '../../../src/access/organization.ts';
import type { TestUser } from '../../support/world/members.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('passkeys', (world) => {
  let organization: OrganizationRow;
  let user: TestUser;
  beforeEach(async () => {
    organization = await world().newOrganization();
    user = await world().newUser(organization, 'admin');
  });

  const signIn = (authenticationResponse: object, headers: Record<string, string>) =>
    world().call('loginWithPasskey', { body: { authenticationResponse }, headers });

  it('are added, listed with their last use, renamed and removed', async () => {
    expect((await world().call('listPasskeys', { as: user })).body).to.deep.equal({
      fipsEnabled: false,
      credentials: [],
    });
    const authenticator = await addPasskey(world(), user);
    await addPasskey(world(), user, '  ');
    const { credentials } = (await world().call('listPasskeys', { as: user })).body;
    expect(credentials.map(({ name }: { name: string }) => name)).to.have.members(['Laptop', 'Passkey']);
    const laptop = credentials.find(({ name }: { name: string }) => name === 'Laptop');
    expect(laptop).to.deep.include({
      credentialId: authenticator.credentialId.toString('base64url'),
      transports: ['internal'],
      lastUsedAt: null,
    });
    const params = { passkeyId: laptop.id as string };
    const renamed = await world().call('renamePasskey', { as: user, params, body: { name: ' Work laptop ' } });
    expect(renamed.body).to.include({ id: laptop.id, name: 'Work laptop' });
    const other = await world().newUser(organization, 'admin');
    for (const id of ['renamePasskey', 'deletePasskey'] as const)
      expectError(await world().call(id, { as: other, params, body: {} }), 404, 'NotFound');
    expect((await world().call('deletePasskey', { as: user, params })).body).to.deep.equal({ success: true });
    expectError(await world().call('deletePasskey', { as: user, params }), 404, 'NotFound');
  });

  it('accept only an answer to the challenge of this session, once, for five minutes, from this site', async () => {
    const authenticator = new SoftwareAuthenticator();
    const start = async () => (await world().call('startPasskeyRegistration', { as: user })).body;
    const add = (registrationResponse: object, as: { token: string } = user) =>
      world().call('addPasskey', { as, body: { registrationResponse } });

    const options = await start();
    expect(options).to.nested.include({
      'rp.id': 'localhost',
      'authenticatorSelection.userVerification': 'required',
      'authenticatorSelection.residentKey': 'required',
      attestation: 'none',
    });
    const other = await world().newUser(organization, 'admin');
    expectError(await add(authenticator.register(options), other), 400, 'BadRequest', /not accepted/);
    for (const faults of [{ origin: 'https://evil.example' }, { isUserVerified: false }])
      expectError(await add(authenticator.register(await start(), faults)), 400, 'BadRequest', /not accepted/);
    const spent = await start();
    expectError(await add({ ...authenticator.register(spent), id: 'x' }), 400, 'BadRequest');
    expectError(await add(authenticator.register(spent)), 400, 'BadRequest', /not accepted/);
    const late = authenticator.register(await start());
    await world().clock.later(300, async () => expectError(await add(late), 400, 'BadRequest', /expired/));
    expect((await add(authenticator.register(await start()))).status).to.equal(200);
    expectError(await add(authenticator.register(await start())), 400, 'BadRequest', /registered already/);
  });

  it('sign in as the only step, as two factors, also where a second factor is required', async () => {
    const authenticator = await addPasskey(world(), user);
    await requireSecondFactor(world(), organization);
    const { options, headers } = await startPasskeyLogin(world());
    expect(options).to.include({ rpId: 'localhost', userVerification: 'required' });
    expect(options.allowCredentials ?? []).to.deep.equal([]);
    const { status, body, headers: answered } = await signIn(authenticator.authenticate(options), headers);
    expect(status).to.equal(200);
    expect(answered['set-cookie']?.[0]).to.match(/^jid=/);
    expect(jwt.decode(body.accessToken as string)).to.include({ authMethod: 'passkey', mfaMethod: 'webauthn' });
    const as = { token: body.accessToken as string };
    const selected = await world().call('selectOrganization', { as, body: { organizationId: organization.id } });
    expect(selected.body.isMfaEnabled).to.equal(false);
    const { credentials } = (await world().call('listPasskeys', { as })).body;
    expect(credentials[0].lastUsedAt).to.equal('2030-01-01T00:00:00.000Z');
  });

  it('refuse everything else in one way', async () => {
    const authenticator = await addPasskey(world(), user);
    const refused = async (answer: object, headers: Record<string, string>) =>
      expectError(await signIn(answer, headers), 400, 'BadRequest', /^This passkey is not accepted here/);
    const first = await startPasskeyLogin(world());
    const second = await startPasskeyLogin(world());
    // The challenge of another browser, none, and a cookie of another kind.
    await refused(authenticator.authenticate(first.options), second.headers);
    await refused(authenticator.authenticate(first.options), {});
    await refused(authenticator.authenticate(first.options), { Cookie: `passkey=${user.token}` });
    await refused(new SoftwareAuthenticator().authenticate(first.options), first.headers);
    await refused(authenticator.authenticate(first.options, { origin: 'https://evil.example' }), first.headers);
    await refused(authenticator.authenticate(first.options, { isUserVerified: false }), first.headers);
    await refused(
      {
        ...authenticator.authenticate(first.options),
        response: { clientDataJSON: 'e30', authenticatorData: 'oA', signature: 'oA' },
      },
      first.headers,
    );
    const late = authenticator.authenticate(second.options);
    await world().clock.later(300, () => refused(late, second.headers));

    // A challenge works once, also at the same time; and a counter that goes back is a copy of the passkey.
    const answers = await Promise.all(
      [20, 21].map((counter) => signIn(authenticator.authenticate(first.options, { counter }), first.headers)),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400]);
    await refused(authenticator.authenticate(second.options, { counter: 20 }), second.headers);
    expect((await signIn(authenticator.authenticate(second.options, { counter: 30 }), second.headers)).status).to.equal(
      200,
    );
  });

  it('are a second factor, and protect the account from factors that others add', async () => {
    const authenticator = await addPasskey(world(), user);
    await world().call('activateMfa', { as: user, body: { selectedMfaMethod: 'webauthn' } });
    const login = await logIn(world(), user);
    const asked = await world().call('selectOrganization', { as: login, body: { organizationId: organization.id } });
    expect(asked.body).to.include({ isMfaEnabled: true, mfaMethod: 'webauthn' });
    const mfa = { token: asked.body.token as string };
    expect((await world().call('checkPasskeys', { as: mfa })).body).to.deep.equal({ hasPasskeys: true });
    for (const id of ['startPasskeyRegistration', 'registerTotp'] as const)
      expectError(await world().call(id, { as: login }), 401, 'SecondFactorRequired');

    const check = (authenticationResponse: object, as = login) =>
      world().call('checkPasskey', { as, body: { authenticationResponse } });
    const start = async (as = login) => (await world().call('startPasskeyCheck', { as })).body;
    const options = await start();
    expect(options.allowCredentials).to.have.length(1);
    // Not with the challenge of another session, and not with the passkey of somebody else.
    expectError(await check(authenticator.authenticate(options), user), 400, 'BadRequest');
    const stranger = await world().newUser(organization, 'admin');
    const theirs = await addPasskey(world(), stranger);
    expectError(await check(theirs.authenticate(options)), 400, 'BadRequest');
    const { body } = await check(authenticator.authenticate(await start()));
    expect(body.verified).to.equal(true);
    const elsewhere = await challenge(world(), user, organization);
    const complete = (as: { token: string }) =>
      world().call('verifyMfa', { as, body: { mfaToken: body.sessionToken, mfaMethod: 'webauthn' } });
    expectError(await complete(elsewhere), 403, 'ForbiddenError');
    const done = await complete(mfa);
    expect(jwt.decode(done.body.token as string)).to.include({
      mfaMethod: 'webauthn',
      organizationId: organization.id,
    });

    // The session has shown it, and may add another factor; the last one turns it all off.
    await setUpApp(world(), login);
    const { credentials } = (await world().call('listPasskeys', { as: login })).body;
    await world().call('deletePasskey', { as: login, params: { passkeyId: credentials[0].id } });
    expect((await world().call('getOwnAccount', { as: login })).body.user).to.include({
      isMfaEnabled: true,
      selectedMfaMethod: 'totp',
    });
    await world().call('deleteTotp', { as: login });
    expect((await world().call('getOwnAccount', { as: login })).body.user).to.include({ isMfaEnabled: false });
  });
});
