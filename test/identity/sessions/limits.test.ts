import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';
import type { Response } from 'supertest';
import { createStores } from '../../../src/stores.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import type { TestUser } from '../../support/world/members.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const minute = 60;

onEachDatabase('the limits of an organization for sessions', (world) => {
  const limited = async (limits: Record<string, number | null>) => {
    const organization = await world().newOrganization();
    const user = await world().newUser(organization, 'admin');
    const params = { organizationId: organization.id };
    const changed = await world().call('updateOrganization', { as: user, params, body: limits });
    expect(changed.body.organization).to.include(limits);
    return { organization, user };
  };
  const use = (as: { token: string }): Promise<Response> => world().call('listOwnOrganizationsPlain', { as });
  const lastUseOf = async ({ sessionId }: TestUser): Promise<string> =>
    (await world().server.parts.database.read<any>('user_sessions').where({ id: sessionId }).first()).lastUsedAt;
  /** Uses the session at that time, and waits until that is stored, which happens after the response. */
  const useAt = (seconds: number, user: TestUser, token = user.token): Promise<Response> =>
    world().clock.later(seconds, async () => {
      const response = await use({ token });
      const expected = world().clock.now().toISOString();
      while (response.status === 200 && (await lastUseOf(user)) !== expected) await setImmediate();
      return response;
    });

  it('store the last use about once a minute, for all to see in the list of sessions', async () => {
    const user = await world().newUser(await world().newOrganization(), 'admin');
    await world().clock.later(59, () => use(user));
    expect(await lastUseOf(user)).to.equal('2030-01-01T00:00:00.000Z');
    await useAt(60, user);
    const { body } = await world().call('listOwnSessions', { as: user });
    expect(body[0].lastUsed).to.equal('2030-01-01T00:01:00.000Z');
  });

  it('end the use of a session after a pause, in that organization only, and for good', async () => {
    const { organization, user } = await limited({ sessionIdleMinutes: 30 });
    const other = await world().newOrganization();
    await world().join(other, user, 'member');
    expect((await useAt(29 * minute, user)).status).to.equal(200);
    expect((await useAt(58 * minute, user)).status).to.equal(200);
    const select = (organizationId: string, more = {}) =>
      world().call('selectOrganization', { as: { token: user.loginToken }, body: { organizationId, ...more } });

    expectError(await useAt(88 * minute, user), 401, 'TokenError', /not used for 30 minutes/);
    // Used without an organization and in another one, it is still closed here.
    expect((await useAt(89 * minute, user, user.loginToken)).status).to.equal(200);
    await world().clock.later(89 * minute + 1, async () => {
      const elsewhere = await select(other.id, { userAgent: 'cli' });
      expect(elsewhere.status).to.equal(200);
      expectError(await use(user), 401, 'TokenError');
      expectError(await select(organization.id), 401, 'TokenError');
      const fromCli = { as: elsewhere.body, body: { organizationId: organization.id } };
      expectError(await world().call('selectOrganization', fromCli), 401, 'TokenError');

      const confirmed = { as: { token: user.loginToken }, body: { password: user.password } };
      expect((await world().call('reauthenticate', confirmed)).status).to.equal(200);
      expect((await use(user)).status).to.equal(200);
      expect((await select(organization.id)).status).to.equal(200);
    });
  });

  it('end the use of a session some time after the sign-in, however much it was used', async () => {
    const { organization, user } = await limited({ sessionMaxMinutes: 15, sessionIdleMinutes: null });
    const login = await world().call('login', { body: { email: user.email, password: user.password } });
    const body = { organizationId: organization.id };
    const selected = await world().call('selectOrganization', { as: { token: login.body.accessToken }, body });
    const cookie = (selected.headers['set-cookie'] as unknown as string[])[0]!.split(';')[0]!;
    const refresh = () =>
      world().call('refreshSession', { headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin' } });
    await world().clock.later(15 * minute - 1, async () => {
      expect((await use(user)).status).to.equal(200);
      expect((await refresh()).status).to.equal(200);
      const asCli = { as: { token: login.body.accessToken }, body: { ...body, userAgent: 'cli' } };
      expect((await world().call('selectOrganization', asCli)).status).to.equal(200);
    });
    await world().clock.later(15 * minute, async () => {
      expectError(await use(user), 401, 'TokenError', /sign-in every 15 minutes/);
      expectError(await refresh(), 401, 'TokenError');
      const again = await world().call('login', { body: { email: user.email, password: user.password } });
      const opened = await world().call('selectOrganization', { as: { token: again.body.accessToken }, body });
      expect((await use(opened.body)).status).to.equal(200);
    });
  });

  it('have bounds', async () => {
    const { organization, user } = await limited({ sessionIdleMinutes: 5 });
    const params = { organizationId: organization.id };
    const change = (body: object) => world().call('updateOrganization', { as: user, params, body });
    expectIssues(
      await change({ sessionIdleMinutes: 4, sessionMaxMinutes: 14 }),
      'body sessionIdleMinutes too_small',
      'body sessionMaxMinutes too_small',
    );
    expectIssues(
      await change({ sessionIdleMinutes: 43_201, sessionMaxMinutes: 129_601 }),
      'body sessionIdleMinutes too_big',
      'body sessionMaxMinutes too_big',
    );
  });
});

onEachDatabase('sessions of a provider', (world) => {
  it('end with the session there, or all at once, and leave other sessions alone', async () => {
    const user = await world().newUser(await world().newOrganization(), 'admin');
    const { database } = world().server.parts;
    const sessions = await Promise.all(
      ['one', 'one', 'two', null].map(async (providerSessionId) => {
        const { body } = await world().call('login', { body: { email: user.email, password: user.password } });
        const id = JSON.parse(Buffer.from(body.accessToken.split('.')[1], 'base64url').toString()).tokenVersionId;
        const provider = providerSessionId === null ? {} : { providerId: 'p', providerSessionId };
        await database.transaction(ofInstance, ({ db }) =>
          db('user_sessions')
            .where({ id })
            .update({ providerId: null, ...provider }),
        );
        return id as string;
      }),
    );
    const end = (of: { providerSessionId: string } | { userId: string }, providerId = 'p'): Promise<number> =>
      database.transaction(ofInstance, ({ db }) => createStores(db).sessions.deleteOfProvider(providerId, of));
    const listLeft = async () =>
      (await world().call('listOwnSessions', { as: user })).body.map(({ id }: { id: string }) => id);
    expect(await end({ providerSessionId: 'one' }, 'another')).to.equal(0);
    expect(await end({ providerSessionId: 'one' })).to.equal(2);
    expect(await listLeft()).to.have.members([sessions[2], sessions[3], user.sessionId]);
    expect(await end({ userId: user.id })).to.equal(1);
    expect(await listLeft()).to.have.members([sessions[3], user.sessionId]);
  });
});
