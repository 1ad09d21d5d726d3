import { expect } from 'chai';
import type { Response } from 'supertest';
import type { TestProvider } from '../../support/clients/oidc-provider.ts';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { atRealTime } from '../../support/fixtures/oidc-auth.ts';
import {
  adopt,
  cookiesIn,
  newPerson,
  newSignOnOrganization,
  ownPage,
  signOn,
  startSignOnProvider,
  tokenOf,
  type SignOnOrganization,
} from '../../support/fixtures/single-sign-on.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('single sign-on and the session of a browser', (world) => {
  let provider: TestProvider;
  let at: SignOnOrganization;
  before(async () => {
    provider = await startSignOnProvider(world());
    at = await newSignOnOrganization(world(), provider);
  });
  after(() => provider.stop());

  const start = (headers: Record<string, string>, more: Record<string, string> = {}): Promise<Response> =>
    world().call('startSingleSignOn', { query: { orgSlug: at.organization.slug, ...more }, headers });

  it('startSingleSignOn leads to the provider only from a page of this server, and otherwise to the one that asks', async () => {
    const page = `/login/single-sign-on?org=${at.organization.slug}`;
    for (const site of ['cross-site', 'same-site', 'none', 'nonsense'])
      for (const cookie of ['', 'sso_ask=asked']) {
        const response = await start({ 'Sec-Fetch-Site': site, Cookie: cookie });
        expect(response.headers.location, site).to.equal(page);
        expect(cookiesIn(response), site).not.to.have.property('sso');
      }
    const evil = { Origin: 'https://evil.example.com', Cookie: 'sso_ask=asked' };
    expect((await start(evil)).headers.location).to.equal(page);
    expect((await start(ownPage)).headers.location).to.match(new RegExp(`^${provider.issuer}`));
    const asked = await start({ 'Sec-Fetch-Site': 'cross-site' }, { callbackPort: '4711' });
    expect(asked.headers.location).to.equal(`${page}&callback_port=4711`);
  });

  it('startSingleSignOn asks a browser once that does not say which page sent it, with a cookie that other sites do not send', async () => {
    const asked = await start({});
    expect(asked.headers.location).to.match(/^\/login\/single-sign-on/);
    expect(String(asked.headers['set-cookie'])).to.match(
      /^sso_ask=asked; Path=\/api\/v1\/sso\/oidc; HttpOnly; SameSite=Strict/,
    );
    const begun = await start({ Cookie: 'sso_ask=asked' });
    expect(begun.headers.location).to.match(new RegExp(`^${provider.issuer}`));
    expect(cookiesIn(begun)).to.include({ sso_ask: '' });
  });

  /** The cookie of a browser in which somebody is signed in with a password. */
  const signedIn = async () => {
    const user = await world().newUser(await world().newOrganization(), 'member');
    const { email, password } = user;
    const login = await world().call('login', { body: { email, password } });
    return { user, cookie: `jid=${cookiesIn(login).jid}` };
  };

  const sessionsOf = async (username: string) => {
    const { stores } = world().server.parts;
    const user = (await stores.users.findByUsername(username))!;
    return stores.sessions.listOfUser(user.id, '');
  };

  it('adoptSingleSignOn asks before it replaces a live session, and does what the answer says', () =>
    atRealTime(world(), async () => {
      const { user, cookie } = await signedIn();
      const person = newPerson();
      const response = await signOn(world(), provider, at, person);
      expect(cookiesIn(response), 'not by the provider').not.to.have.property('jid');
      const asked = await adopt(world(), response, { cookie });
      expect(asked.body.question).to.deep.equal({
        current: user.email,
        next: person.email,
        organizationName: at.organization.name,
      });
      expect(asked.headers).not.to.have.property('set-cookie');
      const yes = await adopt(world(), response, { cookie, body: { replace: true } });
      expect(yes.body).to.deep.equal({ question: null });
      expect(cookiesIn(yes)).to.include({ sso_session: '' });
      const headers = { Cookie: `jid=${cookiesIn(yes).jid}`, ...ownPage };
      const { body: refreshed } = await world().call('refreshSession', { headers });
      expect((await world().call('getOwnAccount', { as: refreshed })).body.user.username).to.equal(person.email);

      const other = newPerson();
      const unwanted = await signOn(world(), provider, at, other);
      const no = await adopt(world(), unwanted, { cookie, body: { replace: false } });
      expect(no.body).to.deep.equal({ question: null });
      expect(cookiesIn(no)).to.deep.equal({ sso_session: '' });
      expect(await sessionsOf(other.email)).to.deep.equal([]);
      const entries = await entriesWhere(world(), { requestId: no.headers['x-request-id']! });
      expect(entries.map(({ eventType }) => eventType)).to.deep.equal(['user-logout']);
      // Ended, and nothing is left to take over.
      expect((await adopt(world(), unwanted, { cookie: '' })).body).to.deep.equal({ question: null });
      expect(cookiesIn(await adopt(world(), unwanted, { cookie: '' }))).not.to.have.property('jid');
    }));

  it('adoptSingleSignOn does not ask without a live session, nor when the same person signs in there again', () =>
    atRealTime(world(), async () => {
      const person = newPerson();
      const first = await signOn(world(), provider, at, person);
      const adopted = await adopt(world(), first, { cookie: 'jid=nonsense' });
      expect(adopted.body).to.deep.equal({ question: null });
      const again = await signOn(world(), provider, at, person);
      const renewed = await adopt(world(), again, { cookie: `jid=${cookiesIn(adopted).jid}` });
      expect(renewed.body).to.deep.equal({ question: null });
      expect(cookiesIn(renewed).jid).to.match(/^[\w.-]+$/);
      expect(await tokenOf(world(), again)).to.be.a('string');
    }));

  it('adoptSingleSignOn asks the owner of an account, too, whose own session it would replace', () =>
    atRealTime(world(), async () => {
      const { user, cookie } = await signedIn();
      const person = newPerson({ email: user.email });
      const question = await signOn(world(), provider, at, person);
      const { email, password } = user;
      const { body } = await world().call('login', { body: { email, password } });
      await world().call('linkAccount', {
        as: { token: body.accessToken as string },
        headers: { Cookie: `sso_link=${cookiesIn(question).sso_link}` },
      });
      const response = await signOn(world(), provider, at, person);
      const asked = await adopt(world(), response, { cookie });
      expect(asked.body.question).to.include({ current: user.email, next: user.email });
    }));

  it('adoptSingleSignOn is only for pages of this server', () =>
    atRealTime(world(), async () => {
      const response = await signOn(world(), provider, at, newPerson());
      for (const headers of [{}, { 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://evil.example.com' }]) {
        const Cookie = `sso_session=${cookiesIn(response).sso_session}`;
        const refused = await world().call('adoptSingleSignOn', { headers: { Cookie, ...headers }, body: {} });
        expectError(refused, 403, 'ForbiddenError');
      }
    }));
});
