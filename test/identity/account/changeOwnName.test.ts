import { expect } from 'chai';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import type { TestUser } from '../../support/world/members.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('changeOwnName', (world) => {
  let user: TestUser;
  beforeEach(async () => {
    user = await world().newUser(await world().newOrganization(), 'no-access');
  });

  const change = (body?: unknown, as: { token: string } = user) => world().call('changeOwnName', { as, body });
  const account = async () => (await world().call('getOwnAccount', { as: user })).body.user;

  it('changes both names, trimmed, and nothing else', async () => {
    const before = await account();
    const response = await world().clock.later(60, () =>
      change({ firstName: '  Ada ', lastName: 'King\tNoel', username: 'root@example.com', email: 'root@example.com' }),
    );
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    const shown = {
      id: user.id,
      username: user.email,
      email: user.email,
      firstName: 'Ada',
      lastName: 'King\tNoel',
      isEmailVerified: true,
      authMethods: ['email'],
      publicKey: null,
    };
    expect(response.body).to.deep.equal({ user: shown });
    expect(await account()).to.deep.equal({
      ...before,
      firstName: 'Ada',
      lastName: 'King\tNoel',
      updatedAt: '2030-01-01T00:01:00.000Z',
    });
    const [entry] = await entriesOf(world(), response);
    expect(entry!.eventMetadata).to.deep.equal({ userId: user.id, firstName: 'Ada', lastName: 'King\tNoel' });
  });

  it('requires no organization, and accepts empty names', async () => {
    const { status, body } = await change({ firstName: '', lastName: ' ' }, { token: user.loginToken });
    expect(status).to.equal(200);
    expect(body.user).to.include({ firstName: null, lastName: null });
  });

  it('requires both names, and limits them', async () => {
    const before = await account();
    expectIssues(await change({}), 'body firstName required', 'body lastName required');
    expectIssues(
      await change({ firstName: 'x'.repeat(256), lastName: null }),
      'body firstName too_big',
      'body lastName type',
    );
    expect(await account()).to.deep.equal(before);
    expect((await change({ firstName: 'x'.repeat(255), lastName: 'y'.repeat(255) })).status).to.equal(200);
  });

  it('is allowed only for users', async () => {
    const as = await world().newIdentity(await world().newOrganization(), 'admin');
    expectError(await change({ firstName: 'Ada', lastName: '' }, as), 403, 'ForbiddenError', /machine identity/i);
  });
});
