import { expect } from 'chai';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { listenAsCli } from '../support/clients/cli-listener.ts';
import { onConsole, submitLogin } from '../support/clients/console.ts';
import { signOnClient, type TestProvider } from '../support/clients/oidc-provider.ts';
import { secondsAfter, timestamp } from '../../src/platform/clock.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { atRealTime } from '../support/fixtures/oidc-auth.ts';
import { newPerson, newSignOnOrganization, startSignOnProvider } from '../support/fixtures/single-sign-on.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

onConsole('single sign-on', ({ world, open, allow }) => {
  let provider: TestProvider;
  let siteUrl: string;
  before(async () => {
    const { parts, url } = world().server;
    // The shared server does not know its port before it listens, but a browser has to come back to it.
    siteUrl = parts.config.siteUrl;
    Object.assign(parts.config, { siteUrl: url });
    provider = await startSignOnProvider(world());
  });
  after(async () => {
    Object.assign(world().server.parts.config, { siteUrl });
    await provider.stop();
  });
  beforeEach(() => allow(new RegExp(`^asks another server: ${provider.issuer}/`)));

  it('is set up by an administrator, signs somebody in, and hands the session to the CLI', () =>
    atRealTime(world(), async () => {
      const organization = await world().newOrganization();
      const admin = await world().newUser(organization, 'admin');
      const page = await open('/org/security', { as: admin });
      await page.getByRole('combobox', { name: 'Provider' }).click();
      await page.getByRole('option', { name: 'Own' }).click();
      await page.getByLabel('Address of the provider').fill(provider.issuer);
      await page.getByLabel('Client id').fill(signOnClient.clientId);
      await page.getByRole('button', { name: 'Set up single sign-on' }).click();
      await page.getByText('Enter the client secret that the provider shows.').waitFor();
      await page.getByLabel('Client secret', { exact: true }).fill(signOnClient.clientSecret);
      await page.getByLabel('Allowed e-mail domains').fill('example.com');
      await page.getByRole('button', { name: 'Set up single sign-on' }).click();
      await page.getByText('Nobody has signed in with this provider yet.').waitFor();
      expect(await page.getByRole('button', { name: 'Enforce single sign-on' }).isDisabled()).to.equal(true);
      await expectAccessible(page);

      const cli = await listenAsCli(world().server.url);
      allow(new RegExp(`^asks another server: http://127\\.0\\.0\\.1:${cli.port}/$`));
      const person = newPerson();
      provider.person = person;
      const theirs = await open(`/login?org=${organization.slug}&callback_port=${cli.port}`);
      await theirs.getByRole('link', { name: 'Single sign-on' }).waitFor();
      await expectAccessible(theirs);
      await theirs.getByRole('link', { name: 'Single sign-on' }).click();
      await theirs.getByText(`It gets a session of ${person.email}`).waitFor();
      await theirs.getByRole('button', { name: 'Hand over the session' }).click();
      const { JTWToken: token } = JSON.parse(await cli.received) as { JTWToken: string };
      expect((await world().call('listProjects', { as: { token } })).status).to.equal(200);
      cli.close();
    }));

  it('leads to the provider again when a change needs a recent sign-in, and back to the page', () =>
    atRealTime(world(), async () => {
      allow(/^403: .*\/sso\/oidc\/config$/);
      const { organization } = await newSignOnOrganization(world(), provider, { defaultMembershipRole: 'admin' });
      provider.person = newPerson();
      const page = await open(`/login?org=${organization.slug}`);
      await page.getByRole('link', { name: 'Single sign-on' }).click();
      await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
      await page.goto(`${world().server.url}/org/security?from=here`);
      await page.getByLabel('Allowed e-mail domains').fill('example.com, example.org');
      const { database } = world().server.parts;
      await database.transaction(ofInstance, ({ db }) =>
        db('user_sessions')
          .whereNotNull('providerId')
          .update({ authenticatedAt: timestamp(secondsAfter(new Date(), -3600)) }),
      );
      await page.getByRole('button', { name: 'Save single sign-on' }).click();
      const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
      await dialog.getByText('You signed in with single sign-on').waitFor();
      expect(await dialog.getByLabel('Password').count()).to.equal(0);
      await expectAccessible(page);
      await dialog.getByRole('link', { name: 'Sign in again' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.waitForURL('**/org/security?from=here');
      await page.getByLabel('Allowed e-mail domains').fill('example.com, example.net');
      await page.getByRole('button', { name: 'Save single sign-on' }).click();
      await page.getByText('saved').waitFor();
    }));

  it('asks whoever has an account with a password to sign in to it, and then whether to link the two', () =>
    atRealTime(world(), async () => {
      const { organization } = await newSignOnOrganization(world(), provider);
      const user = await world().newUser(await world().newOrganization(), 'member');
      provider.person = newPerson({ email: user.email });
      const page = await open('/login');
      await page.getByRole('button', { name: 'Single sign-on' }).click();
      await page.getByLabel('Slug of your organization').fill(organization.slug);
      await page.getByRole('button', { name: 'Continue with single sign-on' }).click();
      await page.getByText('There is an account with your e-mail address already.').waitFor();
      await expectAccessible(page);
      await submitLogin(page, user);
      await page.getByRole('heading', { name: 'Link single sign-on' }).waitFor();
      await page.getByText(provider.issuer).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Link my account' }).click();
      await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
      const { stores } = world().server.parts;
      expect(await stores.memberships.findOfUser(organization.id, user.id)).to.include({ status: 'accepted' });
    }));

  /** A page of another site with a link; loopback addresses of two names are two sites. */
  const otherSite = async (href: string): Promise<{ url: string; close: () => void }> => {
    const server = createServer((_req, res) =>
      res.setHeader('Content-Type', 'text/html').end(`<!doctype html><title>x</title><a href="${href}">A prize</a>`),
    );
    await once(server.listen(0, 'localhost'), 'listening');
    const url = `http://localhost:${(server.address() as AddressInfo).port}`;
    allow(new RegExp(`^asks another server: ${url}/`));
    allow(new RegExp(`^404: ${url}/favicon.ico`));
    return { url, close: () => server.close().closeAllConnections() };
  };

  it('asks before it begins for another site, and before it replaces the session of the browser', () =>
    atRealTime(world(), async () => {
      const { organization } = await newSignOnOrganization(world(), provider);
      const victim = await world().newUser(await world().newOrganization(), 'member');
      const attacker = newPerson();
      provider.person = attacker;
      const site = await otherSite(`${world().server.url}/api/v1/sso/oidc/login?orgSlug=${organization.slug}`);
      const page = await open('/account', { as: victim });
      await page.getByRole('heading', { name: 'Account', exact: true }).waitFor();
      const visited: string[] = [];
      page.on('request', (request) => visited.push(new URL(request.url()).origin));
      await page.goto(site.url);
      await page.getByRole('link', { name: 'A prize' }).click();
      const next = page.getByRole('link', { name: 'Continue with single sign-on' });
      await next.waitFor();
      await page.getByText(`You are signed in as ${victim.email}`).waitFor();
      await page.getByText(organization.slug).waitFor();
      expect(visited, 'the provider of the other site').not.to.include(provider.issuer);
      await expectAccessible(page);

      await next.click();
      const stay = page.getByRole('button', { name: `Stay signed in as ${victim.email}` });
      await stay.waitFor();
      await page.getByText(`Sign in as ${attacker.email} with the single sign-on`).waitFor();
      await expectAccessible(page);
      await stay.click();
      await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
      await page.goto(`${world().server.url}/account`);
      await page.getByLabel('E-mail address').waitFor();
      expect(await page.getByLabel('E-mail address').inputValue()).to.equal(victim.email);

      // Whoever wants to, can.
      await page.goto(site.url);
      await page.getByRole('link', { name: 'A prize' }).click();
      await next.click();
      await page.getByRole('button', { name: `Sign in as ${attacker.email}` }).click();
      await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
      await page.goto(`${world().server.url}/account`);
      await page.getByLabel('E-mail address').waitFor();
      expect(await page.getByLabel('E-mail address').inputValue()).to.equal(attacker.email);
      await page.getByText('Is asked for when you sign in with this single sign-on, and nowhere else.').waitFor();
      expect(await page.getByRole('heading', { name: 'Passkeys' }).count()).to.equal(0);
      site.close();
    }));

  it('goes on from a link elsewhere, such as the applications of a provider, in a browser without a session', () =>
    atRealTime(world(), async () => {
      const { organization } = await newSignOnOrganization(world(), provider);
      provider.person = newPerson();
      const site = await otherSite(`${world().server.url}/api/v1/sso/oidc/login?orgSlug=${organization.slug}`);
      const page = await open('/healthz');
      await page.goto(site.url);
      await page.getByRole('link', { name: 'A prize' }).click();
      await page.getByRole('link', { name: 'Continue with single sign-on' }).click();
      await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
      site.close();
    }));

  it('says what to do when it fails, in its own words', async () => {
    const page = await open('/login?error=sso_email_not_verified&error_description=evil');
    await page.getByText('The provider has not verified your e-mail address.').waitFor();
    await page.goto(`${world().server.url}/login?error=%3Cb%3Eevil`);
    await page.getByText('Single sign-on did not work.').waitFor();
    expect(await page.getByText('evil').count()).to.equal(0);
  });
});
