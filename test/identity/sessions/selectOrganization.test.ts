import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { invite } from '../../support/fixtures/people.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('selectOrganization', (world) => {
  it('returns a token of the same session for the organization', async () => {
    const organization = await world().newOrganization();
    const user = await world().newUser(organization, 'member');
    const login = await world().call('login', { body: { email: user.email, password: user.password } });
    const as = { token: login.body.accessToken as string };

    const before = await world().call('getOrganization', { as, params: { organizationId: organization.id } });
    expectError(before, 401, 'UnauthorizedError', /select-organization/);

    const { status, body } = await world().call('selectOrganization', {
      as,
      body: { organizationId: organization.id, userAgent: 'curl' },
    });
    expect(status).to.equal(200);
    expect(body).to.include({ isMfaEnabled: false, mfaMethod: null });

    const after = await world().call('getOrganization', {
      as: { token: body.token },
      params: { organizationId: organization.id },
    });
    expect(after.status).to.equal(200);

    await world().call('logout', { as });
    const ended = await world().call('getOrganization', {
      as: { token: body.token },
      params: { organizationId: organization.id },
    });
    expectError(ended, 401, 'TokenError');
  });

  it('returns a token that expires as the organization requires, and not after the session', async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const set = (userTokenExpiration: string) =>
      world().call('updateOrganization', {
        as: admin,
        params: { organizationId: organization.id },
        body: { userTokenExpiration },
      });
    const select = async (): Promise<string> =>
      (await world().call('selectOrganization', { as: admin, body: { organizationId: organization.id } })).body.token;
    for (const [expiration, seconds] of [
      ['30m', 1800],
      ['2h', 7200],
      ['1d', 86_400],
      ['1w', 604_800],
      ['2w', 864_000],
    ] as const) {
      expect((await set(expiration)).body.organization.userTokenExpiration).to.equal(expiration);
      const token = await select();
      await world().clock.later(seconds - 1, async () =>
        expect((await world().call('checkAuth', { as: { token } })).status, expiration).to.equal(200),
      );
      await world().clock.later(seconds, async () =>
        expectError(await world().call('checkAuth', { as: { token } }), 401, 'TokenError'),
      );
    }
    for (const bad of ['', '0h', '12', 'h', '1y', '1.5h', '100000m', '-1h'])
      expect((await set(bad)).status, bad).to.equal(422);
  });

  it('does not find other organizations, or invalid ids', async () => {
    const user = await world().newUser(await world().newOrganization(), 'admin');
    const foreign = await world().newOrganization();
    for (const organizationId of [foreign.id, 'not-an-id', 'x'.repeat(10_000)]) {
      expectError(await world().call('selectOrganization', { as: user, body: { organizationId } }), 404, 'NotFound');
    }
  });

  it('refuses an inactive member', async () => {
    const user = await world().newUser(await world().newOrganization(), 'admin');
    const organization = await world().newOrganization();
    await world().join(organization, user, 'admin', false);
    expectError(
      await world().call('selectOrganization', { as: user, body: { organizationId: organization.id } }),
      403,
      'ForbiddenError',
    );
  });

  it('does not find the organization of a user who is only invited', async () => {
    const user = await world().newUser(await world().newOrganization(), 'admin');
    const organization = await world().newOrganization();
    await invite(world(), await world().newUser(organization, 'admin'), user.email);
    expectError(
      await world().call('selectOrganization', { as: user, body: { organizationId: organization.id } }),
      404,
      'NotFound',
    );
  });

  it('is not allowed for machine identities', async () => {
    const organization = await world().newOrganization();
    const as = await world().newIdentity(organization, 'admin');
    expectError(
      await world().call('selectOrganization', { as, body: { organizationId: organization.id } }),
      403,
      'ForbiddenError',
      /machine identity/i,
    );
  });

  it('reports missing fields', async () => {
    const as = await world().newUser(await world().newOrganization(), 'admin');
    expectIssues(await world().call('selectOrganization', { as }), 'body organizationId required');
    expectIssues(
      await world().call('selectOrganization', { as, body: { organizationId: '' } }),
      'body organizationId too_small',
    );
    expectIssues(
      await world().call('selectOrganization', { as, body: { organizationId: 7, userAgent: 'x'.repeat(65) } }),
      'body organizationId type',
      'body userAgent too_big',
    );
  });
});
