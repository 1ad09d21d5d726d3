import { expect } from 'chai';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('listOwnSessions', (world) => {
  it('lists the sessions of the user, the latest first', async () => {
    const organization = await world().newOrganization();
    const user = await world().newUser(organization, 'no-access');
    await world().newUser(organization, 'admin');
    const credentials = { email: user.email, password: user.password };
    await world().clock.later(60, async () =>
      world().call('login', { body: credentials, headers: { 'User-Agent': 'second/2' } }),
    );

    const { status, body } = await world().call('listOwnSessions', { as: user });
    expect(status).to.equal(200);
    expect(body).to.have.length(2);
    const at = '2030-01-01T00:01:00.000Z';
    expect(body[0]).to.include({
      ip: '127.0.0.1',
      userAgent: 'second/2',
      isCurrent: false,
      userId: user.id,
      createdAt: at,
      updatedAt: at,
      lastUsed: at,
    });
    expect(body[1]).to.deep.equal({
      id: user.sessionId,
      ip: '127.0.0.1',
      userAgent: 'tests',
      isCurrent: true,
      refreshVersion: 1,
      accessVersion: 1,
      lastUsed: '2030-01-01T00:00:00.000Z',
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-01T00:00:00.000Z',
      userId: user.id,
      authMethod: 'email',
      mfaMethod: null,
      authenticatedAt: '2030-01-01T00:00:00.000Z',
    });
  });

  it('omits expired sessions', async () => {
    const organization = await world().newOrganization();
    const user = await world().newUser(organization, 'no-access');
    await world().clock.later(60, async () => {
      const login = await world().call('login', { body: { email: user.email, password: user.password } });
      const chosen = await world().call('selectOrganization', {
        as: { token: login.body.accessToken },
        body: { organizationId: organization.id },
      });
      const ids = async (): Promise<string[]> =>
        (await world().call('listOwnSessions', { as: { token: chosen.body.token } })).body.map(
          ({ id }: { id: string }) => id,
        );
      await world().clock.later(864_000 - 61, async () => expect(await ids()).to.have.length(2));
      await world().clock.later(864_000 - 60, async () =>
        expect(await ids())
          .to.have.length(1)
          .and.not.include(user.sessionId),
      );
    });
  });
});
