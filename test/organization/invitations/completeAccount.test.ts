import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { goodPassword, invite, membershipOf, newEmail, verify } from '../../support/fixtures/people.ts';
import { newStorage, onEachDatabase, ownWorld } from '../../support/world/world.ts';

onEachDatabase('completeAccount', (world) => {
  const setting = async (email = newEmail(world())) => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const signup = await verify(world(), await invite(world(), admin, email));
    const account = { type: 'email', email, firstName: 'Ada', lastName: 'Lovelace', password: goodPassword };
    const complete = (changes: object = {}, as = signup) =>
      world().call('completeAccount', { as, body: { ...account, ...changes } });
    return { organization, admin, email, signup, complete };
  };
  const finished = async (email: string) =>
    (await world().server.parts.stores.users.findByUsername(email))!.passwordHash !== null;

  it('completes the account, joins the organization, and logs in', async () => {
    const { organization, email, complete } = await setting();
    const { status, body } = await complete({ email: email.toUpperCase(), organizationName: 'Ignored' });
    expect(status).to.equal(200);
    const { id, ...user } = body.user;
    expect(id).to.be.a('string');
    expect(user).to.deep.equal({
      username: email,
      email,
      firstName: 'Ada',
      lastName: 'Lovelace',
      publicKey: null,
      isEmailVerified: true,
      authMethods: ['email'],
    });

    expect((await world().call('checkAuth', { as: body })).status).to.equal(200);
    expectError(
      await world().call('getOrganization', { as: body, params: { organizationId: organization.id } }),
      401,
      'UnauthorizedError',
      /select-organization/,
    );
    const organizations = (await world().call('listOrganizations', { as: body })).body.organizations;
    expect(organizations.map((each: any) => each.id)).to.deep.equal([organization.id]);
    expect((await world().call('login', { body: { email, password: goodPassword } })).status).to.equal(200);
  });

  it('requires no last name', async () => {
    for (const lastName of [undefined, '']) {
      const { complete } = await setting();
      expect((await complete({ lastName, type: undefined })).body.user).to.include({
        firstName: 'Ada',
        lastName: null,
      });
    }
  });

  it('succeeds only once for concurrent requests', async () => {
    const { email, complete } = await setting();
    const answers = await Promise.all(
      Array.from({ length: 4 }, (_, index) => complete({ password: `${goodPassword} ${index}` })),
    );
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400]);
    const winner = answers.findIndex(({ status }) => status === 200);
    expectError(await complete({ password: 'another good passw0rd' }), 400, 'BadRequest');
    expect((await world().call('login', { body: { email, password: `${goodPassword} ${winner}` } })).status).to.equal(
      200,
    );
  });

  it('is refused after 15 minutes', async () => {
    const { email, complete } = await setting();
    await world().clock.later(900, async () => expectError(await complete(), 401, 'TokenError'));
    expect(await finished(email)).to.equal(false);
    await world().clock.later(899, async () => expect((await complete()).status).to.equal(200));
  });

  it('is refused after a new invitation, and after the membership was removed', async () => {
    const { admin, email, complete } = await setting();
    const fresh = await invite(world(), admin, email);
    expectError(await complete(), 400, 'BadRequest');
    const again = await verify(world(), fresh);
    expectError(await complete(), 400, 'BadRequest');
    expect((await complete({}, again)).status).to.equal(200);

    const second = await setting();
    const guest = (await world().server.parts.stores.users.findByUsername(second.email))!;
    const params = {
      organizationId: second.organization.id,
      membershipId: await membershipOf(world(), second.organization, guest),
    };
    await world().call('removeOrganizationUser', { as: second.admin, params });
    expectError(await second.complete(), 400, 'BadRequest');
    expect(await finished(second.email)).to.equal(false);
  });

  it('is allowed only for the invited address', async () => {
    const { email, complete } = await setting();
    expectError(await complete({ email: newEmail(world()) }), 400, 'BadRequest');
    expect(await finished(email)).to.equal(false);
  });

  it('does not change the password of a complete account, and joins only the inviting organization', async () => {
    const first = await setting();
    const second = await setting(first.email);
    const third = await world().newOrganization();
    const unused = await invite(world(), await world().newUser(third, 'admin'), first.email);
    const { body } = await first.complete();
    expectError(await second.complete({ password: 'another good passw0rd' }), 400, 'BadRequest');
    expect((await world().call('login', { body: { email: first.email, password: goodPassword } })).status).to.equal(
      200,
    );
    const joined = async () =>
      (await world().call('listOrganizations', { as: body })).body.organizations.map(({ id }: any) => id);
    expect(await joined()).to.deep.equal([first.organization.id]);
    expectError(
      await world().call('verifyInvitation', { body: { ...unused, accessToken: body.token } }),
      403,
      'AddressNotProved',
    );
    expect(await joined()).to.deep.equal([first.organization.id]);
  });

  it('accepts no other token, and its token is not accepted elsewhere', async () => {
    const { organization, admin, signup, complete } = await setting();
    expectError(await complete({}, { token: admin.token }), 403, 'ForbiddenError', /not available to a user/);
    expectError(await complete({}, { token: admin.loginToken }), 403, 'ForbiddenError', /not available to a user/);
    for (const id of ['getOrganization', 'listOrganizations', 'checkAuth', 'logout'] as const) {
      expectError(
        await world().call(id, { as: signup, params: { organizationId: organization.id } }),
        401,
        'TokenError',
        /kind of token/,
      );
    }
  });

  const bad: [string, string, ...string[]][] = [
    ['just long enough', 'Sh0rt but good', 'none'],
    ['one character less', 'Sh0rt but goo', 'too_small'],
    ['as long as may be', `${'ab1'.repeat(33)}a`, 'none'],
    ['one character more', `${'ab1'.repeat(33)}ab`, 'too_big'],
    ['emoji, counted as people do', `a${'🔑🚀'.repeat(49)}1`, 'none'],
    ['no letter', '12345678901234', 'pattern'],
    ['letters alone', 'abcdefghijklmnop', 'pattern'],
    ['letters of another script, and a digit', 'пароль длинный 1', 'none'],
    ['three in a row', 'aaa bbb ccc ddd 1', 'none'],
    ['four in a row', 'aaaa bbb ccc ddd 1', 'pattern'],
    ['a newline', 'abcdefg\nhijklmn 1', 'pattern'],
    ['a tab', 'abcdefg\thijklmn 1', 'pattern'],
    ['a carriage return', 'abcdefg\rhijklmn 1', 'pattern'],
    ['a backslash', 'abcdefg\\hijklmn 1', 'pattern'],
    ['nothing', '', 'too_small', 'pattern', 'pattern'],
    ['nearly everything wrong', '\\\\\\\\', 'too_small', 'pattern', 'pattern', 'pattern'],
  ];
  it('requires a valid password, and names each violated rule', async () => {
    const { complete } = await setting();
    for (const [name, password, ...codes] of bad.filter(([, , code]) => code !== 'none')) {
      const response = await complete({ password });
      expectIssues(response, ...codes.map((code) => `body password ${code}`));
      expect(new Set(response.body.message.map(({ message }: any) => message)).size, name).to.equal(codes.length);
    }
    for (const [name, password] of bad.filter(([, , code]) => code === 'none')) {
      const fresh = await setting();
      expect((await fresh.complete({ password })).status, name).to.equal(200);
    }
  });

  it('reports all problems of a request', async () => {
    const { signup, complete } = await setting();
    expectIssues(
      await world().call('completeAccount', { as: signup, body: {} }),
      'body email required',
      'body firstName required',
      'body password required',
    );
    expectIssues(
      await complete({ type: 'google', email: '', firstName: '', lastName: 7, password: 'x'.repeat(513) }),
      'body type enum',
      'body email too_small',
      'body firstName too_small',
      'body lastName type',
      'body password too_big',
    );
    expectIssues(
      await complete({
        email: 'x'.repeat(255),
        firstName: 'x'.repeat(256),
        lastName: 'x'.repeat(256),
        organizationName: 'x'.repeat(65),
      }),
      'body email too_big',
      'body firstName too_big',
      'body lastName too_big',
      'body organizationName too_big',
    );
    expect((await complete({ firstName: 'x'.repeat(255), lastName: 'x'.repeat(255) })).status).to.equal(200);
  });
});

describe('completeAccount with many attempts', () => {
  it('is limited like logins', async () => {
    const world = await ownWorld({ ...(await newStorage('sqlite')), LOGIN_RATE_LIMIT: '2' });
    const statuses = [];
    for (let i = 0; i < 3; i += 1) statuses.push((await world.call('completeAccount', { body: {} })).status);
    expect(statuses).to.deep.equal([401, 401, 429]);
  });
});
