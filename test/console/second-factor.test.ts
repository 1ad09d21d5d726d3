import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { useBrowser, visit } from '../support/clients/browser.ts';
import { listenAsCli } from '../support/clients/cli-listener.ts';
import { onConsole, submitLogin } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { appOf, newProtectedUser } from '../support/fixtures/second-factor.ts';
import { onDatabase } from '../support/world/world.ts';

const projects = (page: Page) => page.getByRole('heading', { name: 'Projects', exact: true });

/** The key that the page shows beside the QR code. */
const shownKey = async (page: Page): Promise<string> => {
  await page.getByRole('img', { name: 'QR code with the key for the app' }).waitFor();
  return `otpauth://totp/Sallyport:a?secret=${await page.getByText('Or enter this key:').locator('code').innerText()}`;
};

const showCode = async (page: Page, code: string): Promise<void> => {
  await page.getByLabel('Code', { exact: true }).fill(code);
  await page.getByRole('button', { name: 'Continue' }).click();
};

onConsole('second factor', ({ world, open, allow }) => {
  it('is set up with a QR code, and then asked for at sign-in, also for the CLI', async () => {
    allow(/^40[013]: .*\/(totp|mfa)\/verify$/);
    allow(/^asks another server: http:\/\/127\.0\.0\.1:\d+\/$/);
    const user = await world().newUser(await world().newOrganization(), 'admin');
    const page = await open('/account', { as: user });
    await page.getByRole('button', { name: 'Set up an app' }).click();
    const app = appOf(world(), await shownKey(page));
    await expectAccessible(page);
    await page.getByLabel('Code of the app').fill('000000');
    await page.getByRole('button', { name: 'Turn it on' }).click();
    await page.getByText('This code is wrong.').waitFor();
    await page.getByLabel('Code of the app').fill(app.code(-30));
    await page.getByRole('button', { name: 'Turn it on' }).click();
    const codes = (await page.getByRole('group', { name: 'Recovery codes' }).innerText()).split('\n');
    expect(codes).to.have.length(10);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByText('10 recovery codes are left.').waitFor();
    await page.getByRole('button', { name: 'Log out' }).first().click();

    await submitLogin(page, user);
    await page.getByLabel('Code', { exact: true }).waitFor();
    await expectAccessible(page);
    await showCode(page, '000000');
    await page.getByText('This code is wrong or was used already.').waitFor();
    await showCode(page, app.code());
    await page.getByRole('button', { name: 'New recovery codes' }).waitFor();

    const cli = await listenAsCli(world().server.url);
    const second = await open(`/login?callback_port=${cli.port}`);
    await submitLogin(second, user);
    await showCode(second, codes[0]!);
    await second.getByRole('button', { name: 'Hand over the session' }).click();
    const { JTWToken: token } = JSON.parse(await cli.received) as { JTWToken: string };
    expect((await world().call('listProjects', { as: { token } })).status).to.equal(200);
    cli.close();
  });

  it('is required by an organization, and set up at sign-in by whoever has none', async () => {
    allow(/^400: .*\/api\/v1\/organization\//);
    allow(/^401: /);
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const member = await world().newUser(organization, 'member');
    const page = await open('/org/security', { as: admin });
    await page.getByLabel('Require a second factor').click();
    await page.getByText('Set up a second factor for your own account').waitFor();
    await expectAccessible(page);
    const theirs = await open('/', { as: member });
    await projects(theirs).waitFor();
    const owner = await newProtectedUser(world(), organization);
    const params = { organizationId: organization.id };
    await world().call('updateOrganization', { as: owner, params, body: { enforceMfa: true } });

    // Who works there is asked on the page, and goes on after it. An update of the page may have led to the question already,
    // which covers the link.
    await theirs.getByRole('link', { name: 'Security' }).dispatchEvent('click');
    await theirs.getByText('A second factor is required here.').waitFor();
    const app = appOf(world(), await shownKey(theirs));
    await expectAccessible(theirs);
    await theirs.getByLabel('Code of the app').fill(app.code());
    await theirs.getByRole('button', { name: 'Turn it on' }).click();
    await theirs.getByRole('button', { name: 'I have saved them' }).click();
    await theirs.getByRole('switch', { name: 'Require a second factor', checked: true }).waitFor();
  });
});

onDatabase('sqlite', 'console: passkeys', (world) => {
  const browser = useBrowser();

  it('are added in the account, sign in alone, and are a second factor', async () => {
    const user = await world().newUser(await world().newOrganization(), 'admin');
    // Browsers have no passkeys for IP addresses.
    const url = world().server.url.replace('127.0.0.1', 'localhost');
    const { page, complaints, leave } = await visit(browser(), url, { locale: 'en' });
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.goto(`${url}/login?next=/account`);
    await submitLogin(page, user);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('This laptop');
    await page.getByRole('button', { name: 'Add passkey' }).click();
    await page.getByRole('list', { name: 'Passkeys' }).getByText('This laptop').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Rename This laptop' }).click();
    await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Work');
    await page.getByRole('button', { name: 'Rename', exact: true }).last().click();
    await page.getByRole('list', { name: 'Passkeys' }).getByText('Work').waitFor();
    await page.getByRole('button', { name: 'Turn it on' }).click();
    await page.getByRole('button', { name: 'I have saved them' }).click();
    await page.getByRole('button', { name: 'Log out' }).first().click();

    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText(/used last/).waitFor();
    await page.getByRole('button', { name: 'Log out' }).first().click();

    await submitLogin(page, user);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
    await page.getByText(/used last/).waitFor();
    await world().clock.later(3600, async () => {
      await page.getByRole('button', { name: 'New recovery codes' }).click();
      const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
      await dialog.getByRole('button', { name: 'Use a passkey' }).click();
      await page.getByRole('button', { name: 'I have saved them' }).click();
    });
    // Before a sign-in there is no session to refresh, an old one is not enough, and a page that is left stops its requests.
    const expected = /401|403|Failed to load|net::ERR_ABORTED$/;
    expect(complaints.filter((said) => !expected.test(said))).to.deep.equal([]);
    await leave();
  });
});
