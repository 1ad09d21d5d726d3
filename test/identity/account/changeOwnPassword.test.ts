import { expect } from 'chai';
import { operations } from '../../../generated/operations.ts';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import type { TestUser } from '../../support/world/members.ts';
import { newStorage, onEachDatabase, ownWorld } from '../../support/world/world.ts';

const newPassword = 'a new password, 2 be used';

onEachDatabase('changeOwnPassword', (world) => {
  let user: TestUser;
  beforeEach(async () => {
    user = await world().newUser(await world().newOrganization(), 'no-access');
  });

  const change = (body?: unknown, as: { token: string } = user) => world().call('changeOwnPassword', { as, body });
  const login = (password: string) => world().call('login', { body: { email: user.email, password } });
  const isGood = async (token: string): Promise<boolean> =>
    (await world().call('checkAuth', { as: { token } })).status === 200;

  it('changes the password and immediately ends all other sessions', async () => {
    const [other, colleague] = [
      await login(user.password),
      await world().newUser(await world().newOrganization(), 'admin'),
    ];
    const { status, body } = await world().clock.later(60, () =>
      change({ currentPassword: user.password, newPassword }),
    );
    expect(status).to.equal(200);
    expect(JSON.stringify(body)).not.to.contain(newPassword);

    expect(await isGood(user.token), 'the session of the request').to.equal(true);
    expect(await isGood(user.loginToken), 'the session of the request').to.equal(true);
    expect(await isGood(other.body.accessToken), 'another session').to.equal(false);
    expect(await isGood(colleague.token), 'another user').to.equal(true);
    expectError(await login(user.password), 400, 'BadRequest');
    expect((await login(newPassword)).status).to.equal(200);
    expect((await world().call('getOwnAccount', { as: user })).body.user.updatedAt).to.equal(
      '2030-01-01T00:01:00.000Z',
    );
  });

  it('requires no organization', async () => {
    const response = await change({ currentPassword: user.password, newPassword }, { token: user.loginToken });
    expect(response.status).to.equal(200);
  });

  it('refuses a wrong current password, records that, and changes nothing', async () => {
    const other = await login(user.password);
    expectError(
      await change({ currentPassword: 'wrong', newPassword }),
      400,
      'BadRequest',
      /current password is wrong/,
    );
    const [entry, ...more] = await entriesWhere(world(), { actorId: user.id, eventType: 'change-password-failed' });
    expect(more).to.deep.equal([]);
    expect(entry).to.deep.include({ organizationId: null });
    expect(entry!.eventMetadata).to.deep.include({ userId: user.id, sessionId: user.sessionId });
    expect(JSON.stringify(entry)).not.to.contain(newPassword);
    expect(await isGood(other.body.accessToken)).to.equal(true);
    expect((await login(user.password)).status).to.equal(200);
    expectError(await login(newPassword), 400, 'BadRequest');
  });

  it('accepts only one of two concurrent changes', async () => {
    const other = (await login(user.password)).body.accessToken as string;
    const answers = await Promise.all([
      change({ currentPassword: user.password, newPassword }),
      change({ currentPassword: user.password, newPassword: `${newPassword}, too` }, { token: other }),
    ]);
    // The other request lost either its session or its password.
    expect(answers.filter(({ status }) => status === 200)).to.have.length(1);
    const winner = answers.findIndex(({ status }) => status === 200);
    expect((await login([newPassword, `${newPassword}, too`][winner]!)).status).to.equal(200);
  });

  it('also ends sessions that start concurrently', async () => {
    const logins = Array.from({ length: 3 }, () => login(user.password));
    const [changed, ...opened] = await Promise.all([
      change({ currentPassword: user.password, newPassword }),
      ...logins,
    ]);
    expect(changed.status).to.equal(200);
    for (const { status, body } of opened) {
      if (status === 200) expect(await isGood(body.accessToken)).to.equal(false);
      else expect(status).to.equal(400);
    }
    expect((await world().call('listOwnSessions', { as: user })).body).to.have.length(1);
  });

  it('reports every violated part of the password rule before it checks the current password', async () => {
    const tooWeak = await change({ currentPassword: 'wrong', newPassword: 'aaaa' });
    expectIssues(tooWeak, 'body newPassword too_small', 'body newPassword pattern', 'body newPassword pattern');
    expectIssues(
      await change({ currentPassword: 'wrong', newPassword: `${'1234567890'.repeat(10)}\t` }),
      'body newPassword too_big',
      'body newPassword pattern',
      'body newPassword pattern',
    );
    expectIssues(
      await change({ currentPassword: 'wrong', newPassword: '' }),
      'body newPassword too_small',
      'body newPassword pattern',
      'body newPassword pattern',
    );
    expect(JSON.stringify(tooWeak.body)).not.to.contain('aaaa');
    expect((await login(user.password)).status).to.equal(200);
  });

  it('reports all problems of a request', async () => {
    expectIssues(await change(), 'body currentPassword required', 'body newPassword required');
    expectIssues(
      await change({ currentPassword: '', newPassword: 7 }),
      'body currentPassword too_small',
      'body newPassword type',
    );
    expectIssues(
      await change({ currentPassword: 'x'.repeat(513), newPassword: 'x'.repeat(513) }),
      'body currentPassword too_big',
      'body newPassword too_big',
    );
    expectIssues(await change({ currentPassword: 'x', newPassword: `${newPassword}\0` }), 'body newPassword invalid');
  });

  it('logs no passwords', () => {
    expect(world().logged()).not.to.contain(newPassword).and.not.to.contain(user.password);
  });
});

describe('changeOwnPassword', () => {
  it('counts towards the login rate limit', async () => {
    expect(operations.changeOwnPassword.rateLimit).to.equal('login');
    const world = await ownWorld({ ...(await newStorage('sqlite')), LOGIN_RATE_LIMIT: '1' });
    const as = await world.newUser(await world.newOrganization(), 'admin');
    const body = { currentPassword: 'wrong', newPassword };
    expectError(await world.call('changeOwnPassword', { as, body }), 400, 'BadRequest');
    expectError(await world.call('changeOwnPassword', { as, body }), 429, 'RateLimitExceeded');
  });
});
