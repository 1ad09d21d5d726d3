import { expect } from 'chai';
import { operations } from '../../../generated/operations.ts';
import { sweep } from '../../../src/sweep.ts';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { goodPassword } from '../../support/fixtures/people.ts';
import type { TestUser } from '../../support/world/members.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { newResetLink, reset, verifyReset } from '../../support/fixtures/password-resets.ts';

const hour = 3600;

onEachDatabase('a link to reset a password (verifyPasswordReset, resetPassword)', (world) => {
  let user: TestUser;
  beforeEach(async () => {
    user = await world().newUser(await world().newOrganization(), 'member');
  });
  const login = (password: string) => world().call('login', { body: { email: user.email, password } });
  const isGood = async (token: string) => (await world().call('checkAuth', { as: { token } })).status === 200;
  const tokenOf = async (link: object): Promise<string> => (await verifyReset(world(), link)).body.token;
  const isInvalid = async (link: object) =>
    expectError(await verifyReset(world(), link), 400, 'BadRequest', /^This link is not valid/);

  it('sets the password once, ends all sessions, and leaves an audit entry without secrets', async () => {
    const link = await newResetLink(world(), user);
    const verified = await verifyReset(world(), { ...link, email: ` ${link.email.toUpperCase()} ` });
    expect(verified.body).to.include({ userEncryptionVersion: 2 });
    expect(verified.body.user).to.include({ id: user.id, username: user.email, publicKey: null });
    expect(await isGood(user.token), 'until the password is set').to.equal(true);

    const { token } = verified.body;
    expectIssues(await reset(world(), token, 'short'), 'body newPassword too_small', 'body newPassword pattern');
    expect((await reset(world(), token, goodPassword)).status).to.equal(200);
    expect(await isGood(user.token)).to.equal(false);
    expectError(await login(user.password), 400, 'BadRequest');
    expect((await login(goodPassword)).status).to.equal(200);

    expectError(await reset(world(), token, `${goodPassword} 2`), 401, 'TokenError', /has been used/);
    await isInvalid(link);
    const [entry] = await entriesWhere(world(), { actorId: user.id, eventType: 'reset-password' });
    expect(entry!.eventMetadata).to.have.keys('userId', 'linkCreatedBy');
    expect(world().logged()).not.to.contain(link.code).and.not.to.contain(goodPassword);
  });

  it('is spent by the first of two requests, and by a newer link', async () => {
    const first = await newResetLink(world(), user);
    const second = await newResetLink(world(), user);
    await isInvalid(first);
    const answers = await Promise.all([verifyReset(world(), second), verifyReset(world(), second)]);
    expect(answers.map(({ status }) => status)).to.have.members([200, 400]);
    const { token } = answers.find(({ status }) => status === 200)!.body;
    const resets = await Promise.all([reset(world(), token, goodPassword), reset(world(), token, goodPassword)]);
    expect(resets.map(({ status }) => status)).to.have.members([200, 401]);
  });

  it('ends after a day, its token after a quarter of an hour, and both when the password is changed', async () => {
    const link = await newResetLink(world(), user);
    await world().clock.later(24 * hour, () => isInvalid(link));
    const token = await world().clock.later(24 * hour - 1, () => tokenOf(link));
    await world().clock.later(24 * hour + 900, async () =>
      expectError(await reset(world(), token, goodPassword), 401, 'TokenError'),
    );
    const pending = await newResetLink(world(), user);
    const body = { currentPassword: user.password, newPassword: goodPassword };
    await world().call('changeOwnPassword', { as: user, body });
    await isInvalid(pending);
    const later = await tokenOf(await newResetLink(world(), user));
    await world().call('changeOwnPassword', {
      as: user,
      body: { currentPassword: goodPassword, newPassword: `${goodPassword} 2` },
    });
    expectError(await reset(world(), later, `${goodPassword} 3`), 401, 'TokenError');
    expect((await login(`${goodPassword} 2`)).status).to.equal(200);
  });

  it('is refused alike for an unknown address, another account and a wrong code', async () => {
    const link = await newResetLink(world(), user);
    const other = await world().newUser(await world().newOrganization(), 'member');
    const bodies = [
      { ...link, email: 'nobody@example.com' },
      { ...link, email: other.email },
      { ...link, code: link.code.toUpperCase() },
      { ...link, code: link.code.slice(1) },
      { email: other.email, code: (await newResetLink(world(), user)).code },
    ];
    const answers = await Promise.all(bodies.map((body) => verifyReset(world(), body)));
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.error} ${body.message}`))).to.have.length(1);
    expectError(answers[0]!, 400, 'BadRequest', /^This link is not valid/);
    for (const id of ['requestPasswordReset', 'verifyPasswordReset', 'resetPassword'] as const)
      expect(operations[id].rateLimit).to.equal('login');
  });

  it('accepts no other kind of token, and its own is accepted nowhere else', async () => {
    const token = await tokenOf(await newResetLink(world(), user));
    const identity = await world().newIdentity(await world().newOrganization(), 'admin');
    for (const other of [user.token, user.loginToken, identity.token, `${token}x`, 'no.token.at-all'])
      expectError(await reset(world(), other, goodPassword), 401, 'TokenError');
    expectError(await world().call('resetPassword', { body: { newPassword: goodPassword } }), 401, 'UnauthorizedError');
    expectError(await world().call('checkAuth', { as: { token } }), 401, 'TokenError');
    expectError(await world().call('getOwnAccount', { as: { token } }), 401, 'TokenError');
    const signup = { email: user.email, firstName: 'Eve', password: goodPassword, type: 'email' };
    expectError(await world().call('completeAccount', { as: { token }, body: signup }), 401, 'TokenError');
    expect((await login(user.password)).status).to.equal(200);
  });

  it('is stored as a hash, and removed when it has expired', async () => {
    const { code } = await newResetLink(world(), user);
    const { database } = world().server.parts;
    const stored = () => database.read<any>('password_resets').where({ userId: user.id });
    const [row] = await stored();
    expect(JSON.stringify(row)).not.to.contain(code);
    await world().clock.later(24 * hour, () => sweep(world().server.parts));
    expect(await stored()).to.deep.equal([]);
  });
});
