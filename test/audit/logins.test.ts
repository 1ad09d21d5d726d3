import { expect } from 'chai';
import type { AuditLogRow } from '../../src/resources/organization/audit-logs/store.ts';
import { entriesOf, entriesWhere } from '../support/expect/audit.ts';
import { invite, newEmail } from '../support/fixtures/people.ts';
import { logIn, newMachine, newSecret } from '../support/fixtures/universal-auth.ts';
import { onEachDatabase } from '../support/world/world.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

onEachDatabase('logins of machine identities in the audit log', (world) => {
  const failures = (identityId: string): Promise<AuditLogRow[]> =>
    entriesWhere(world(), { actorId: identityId, eventType: 'login-identity-universal-auth-failed' });
  const reasons = async (identityId: string): Promise<unknown[]> =>
    (await failures(identityId)).map(({ eventMetadata }) => eventMetadata.reasonCode);

  it('contain what was issued to the identity, and by which secret', async () => {
    const machine = await newMachine(world());
    const { id, secret } = await newSecret(world(), machine);
    const response = await logIn(world(), machine.clientId, secret);
    const [entry] = await entriesOf(world(), response);
    const { rows } = {
      rows: await world().server.parts.stores.accessTokens.listOfIdentity(machine.identity.id, 'universal-auth', {
        offset: 0,
        limit: 9,
      }),
    };
    expect(entry).to.deep.include({
      eventType: 'login-identity-universal-auth',
      eventMetadata: {
        identityId: machine.identity.id,
        identityUniversalAuthId: machine.authId,
        clientSecretId: id,
        identityAccessTokenId: rows[0]!.id,
      },
      actorType: 'identity',
      actorId: machine.identity.id,
      actorMetadata: { identityId: machine.identity.id, name: 'Test identity', authMethod: 'universal-auth' },
      organizationId: machine.organization.id,
    });
  });

  it('contain why they failed if the identity is known', async () => {
    const machine = await newMachine(world(), { lockoutThreshold: 2, lockoutDurationSeconds: 60 });
    const { secret } = await newSecret(world(), machine);
    const first = await logIn(world(), machine.clientId, 'wrong');
    await logIn(world(), machine.clientId, 'wrong');
    await logIn(world(), machine.clientId, secret);
    const [wrong, locked, ...others] = (await failures(machine.identity.id)).sort((a) =>
      a.eventMetadata.reasonCode === 'invalid_client_secret' ? -1 : 1,
    );
    expect(others).to.deep.equal([]);
    expect(wrong).to.deep.include({
      eventMetadata: {
        identityId: machine.identity.id,
        message: 'Invalid credentials.',
        reasonCode: 'invalid_client_secret',
      },
      operation: 'loginWithUniversalAuth',
      requestId: first.headers['x-request-id'],
      organizationId: machine.organization.id,
      repeats: 1,
    });
    expect(locked!.eventMetadata.reasonCode).to.equal('temporarily_locked');
    expect(locked!.repeats).to.equal(0);
  });

  it('distinguish the other reasons', async () => {
    const machine = await newMachine(world());
    const { clientId, identity } = machine;
    const { secret: short } = await newSecret(world(), machine, { ttl: 1 });
    const { secret: once } = await newSecret(world(), machine, { numUsesLimit: 1 });
    const { secret } = await newSecret(world(), machine);
    await world().clock.later(1, () => logIn(world(), clientId, short));
    await logIn(world(), clientId, once);
    await logIn(world(), clientId, once);
    await logIn(world(), clientId, secret, { organizationSlug: 'elsewhere' });
    await world().call('updateUniversalAuth', {
      as: machine.admin,
      params: machine.params,
      body: { clientSecretTrustedIps: [{ ipAddress: '10.0.0.0/8' }] },
    });
    await logIn(world(), clientId, secret);
    await world().call('updateUniversalAuth', {
      as: machine.admin,
      params: machine.params,
      body: { clientSecretTrustedIps: [{ ipAddress: '127.0.0.1' }] },
    });
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('organization_memberships').where({ identityId: identity.id }).update({ isActive: false }),
    );
    await logIn(world(), clientId, secret);
    expect(await reasons(identity.id)).to.have.members([
      'client_secret_expired',
      'client_secret_usage_limit_reached',
      'sub_org_unauthorized',
      'address_not_trusted',
      'membership_not_active',
    ]);
  });

  it('leave no entry when the client id is unknown, only the log line', async () => {
    const response = await logIn(world(), 'no-such-client', 'wrong');
    expect(await entriesOf(world(), response)).to.deep.equal([]);
    expect(world().logged()).to.include(response.headers['x-request-id']);
  });
});

onEachDatabase('logins of users in the audit log', (world) => {
  const fail = (email: string) => world().call('login', { body: { email, password: 'wrong' } });

  it('contain the user, and the reason of a refusal', async () => {
    const user = await world().newUser(await world().newOrganization(), 'member');
    const refused = await fail(user.email.toUpperCase());
    const [failure] = await entriesOf(world(), refused);
    expect(failure).to.deep.include({
      eventType: 'user-login-failed',
      eventMetadata: { userId: user.id, message: 'Invalid credentials.', reasonCode: 'invalid_password' },
      actorType: 'user',
      actorId: user.id,
      actorMetadata: { userId: user.id, email: user.email, username: user.email, authMethod: 'email' },
      organizationId: null,
      operation: 'login',
      repeats: 0,
    });
    const [login] = await entriesOf(
      world(),
      await world().call('login', { body: { email: user.email, password: user.password } }),
    );
    expect(login).to.include({ eventType: 'user-login', actorId: user.id, organizationId: null });
  });

  it('distinguish an incomplete account from a wrong password', async () => {
    const admin = await world().newUser(await world().newOrganization(), 'admin');
    const email = newEmail(world());
    await invite(world(), admin, email);
    const [failure] = await entriesOf(world(), await fail(email));
    expect(failure!.eventMetadata.reasonCode).to.equal('account_not_finished');
  });

  it('leave no entry when the e-mail address is unknown, only the log line', async () => {
    const response = await fail('nobody@example.com');
    expect(await entriesOf(world(), response)).to.deep.equal([]);
    expect(world().logged()).to.include(response.headers['x-request-id']);
  });

  it('are counted in one entry for a minute, however many are concurrent', async () => {
    const user = await world().newUser(await world().newOrganization(), 'member');
    const all = () => entriesWhere(world(), { actorId: user.id });
    await Promise.all(Array.from({ length: 20 }, () => fail(user.email)));
    expect((await all()).map(({ repeats }) => repeats)).to.deep.equal([19]);
    await world().clock.later(59.999, async () => {
      await fail(user.email);
      expect((await all()).map(({ repeats, updatedAt }) => ({ repeats, updatedAt }))).to.deep.equal([
        { repeats: 20, updatedAt: '2030-01-01T00:00:59.999Z' },
      ]);
    });
    await world().clock.later(60, async () => {
      await fail(user.email);
      await fail(user.email);
      expect((await all()).map(({ repeats }) => repeats)).to.deep.equal([20, 1]);
    });
  });
});
