import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import type { TestUser } from '../../support/world/members.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('login', (world) => {
  let user: TestUser;
  before(async () => {
    user = await world().newUser(await world().newOrganization(), 'admin');
  });

  const login = (body: object, headers: Record<string, string> = {}) => world().call('login', { body, headers });

  it('starts a separate session for each login', async () => {
    const tokens: jwt.JwtPayload[] = [];
    for (const email of [user.email, user.email.toUpperCase()]) {
      const { status, body } = await login({ email, password: user.password });
      expect(status).to.equal(200);
      tokens.push(jwt.decode(body.accessToken as string) as jwt.JwtPayload);
    }
    expect(tokens[0]).to.include({ authTokenType: 'accessToken', userId: user.id });
    expect(tokens[0]).not.to.have.property('organizationId');
    expect(tokens[0]!.tokenVersionId).not.to.equal(tokens[1]!.tokenVersionId);
    expect(Number(tokens[0]!.exp) - Number(tokens[0]!.iat)).to.equal(864_000);
  });

  it('also accepts a form, and a trailing slash', async () => {
    const form = `email=${encodeURIComponent(user.email)}&password=${encodeURIComponent(user.password)}`;
    const response = await world().send('POST', '/api/v3/auth/login/', {
      body: form,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    });
    expect(response.status).to.equal(200);
  });

  it('gives the same response to a wrong password and an unknown account', async () => {
    const wrong = await login({ email: user.email, password: 'wrong' });
    const unknown = await login({ email: 'nobody@example.com', password: user.password });
    expectError(wrong, 400, 'BadRequest', /Invalid credentials/);
    expectError(unknown, 400, 'BadRequest', /Invalid credentials/);
    expect(wrong.body.message).to.equal(unknown.body.message);
  });

  it('reports all problems of a request', async () => {
    expectIssues(await login({}), 'body email required', 'body password required');
    expectIssues(await login({ email: '', password: '' }), 'body email too_small', 'body password too_small');
    expectIssues(
      await login({ email: 'x'.repeat(255), password: 'x'.repeat(513) }),
      'body email too_big',
      'body password too_big',
    );
    expectIssues(await login({ email: ['a'], password: null }), 'body email type', 'body password type');
    expectIssues(
      await world().send('POST', '/api/v3/auth/login', {
        body: '"text"',
        headers: { 'Content-Type': 'application/json' },
      }),
      'body  type',
    );
  });

  it('refuses a NUL character, which PostgreSQL cannot store, and an unpaired surrogate', async () => {
    expectIssues(await login({ email: 'a\0b', password: 'x' }), 'body email invalid');
    expectIssues(await login({ email: 'a\ud800b', password: 'x' }), 'body email invalid');
    expectIssues(await login({ email: 'a\uDC00b', password: 'x' }), 'body email invalid');
    expectError(await login({ email: 'a\ud83d\ude00b', password: 'x' }), 400, 'BadRequest');
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expectIssues(
      await world().send('POST', '/api/v3/auth/login', { body: 'email=a%00&password=x', headers: form }),
      'body email invalid',
    );
  });
});
