import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { setupToken } from '../../src/resources/instance/setup/setup-token.ts';
import { useConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { run, waitForExit } from '../support/world/program.ts';
import { newStorage, ownWorld, type World } from '../support/world/world.ts';

const password = 'correct horse battery staple';

const fillIn = async (page: Page) => {
  await page.getByLabel('First name').fill('Ada');
  await page.getByLabel('Last name').fill('Lovelace');
  await page.getByLabel('Your e-mail address').fill('ada@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByLabel('Organization').fill('Acme');
  await page.getByLabel('First project').fill('Rocket Launcher');
};

const submit = (page: Page) => page.getByRole('button', { name: 'Set up' }).click();
const command = (page: Page) => page.getByRole('tabpanel').locator('pre').innerText();

/** Runs commands in a shell, and returns the answer of the last one. */
const shell = async (...commands: string[]): Promise<any> => {
  const curl = `curl() { '${process.execPath}' test/support/clients/curl.mjs "$@"; }`;
  const { code, out, err } = await waitForExit(run('sh', ['-ec', [curl, ...commands].join('\n')], {}));
  expect(code, err).to.equal(0);
  return JSON.parse(out);
};

describe('console: set-up', () => {
  let world: World;
  const { open, allow } = useConsole(() => world);

  describe('of a new server', () => {
    let token: string;
    before(async () => {
      world = await ownWorld(await newStorage('sqlite'));
    });

    it('opens by itself, and shows the rules of the password and what is missing', async () => {
      const page = await open('/');
      await page.waitForURL('**/setup');
      await page.getByText('At least 14 characters').waitFor();
      expect(await page.getByLabel('Set-up token').count()).to.equal(0);
      await expectAccessible(page);
      await page.getByLabel('Password', { exact: true }).fill('short');
      await submit(page);
      await page.getByText('Use a password that follows all of these rules.').waitFor();
      await page.getByText('Enter your first name.').waitFor();
      await page.getByText('Enter an e-mail address.').waitFor();
      await expectAccessible(page);
      expect((await world.call('getInstanceConfig')).body.config.initialized).to.equal(false);
    });

    it('leads to a first secret that a program reads, with the commands as printed', async () => {
      const page = await open('/');
      await page.waitForURL('**/setup');
      await fillIn(page);
      await submit(page);
      await page.waitForURL('**/p/rocket-launcher');
      await page.getByRole('heading', { name: 'Next steps' }).waitFor();
      await expectAccessible(page);

      token = await page.getByRole('textbox', { name: 'Token of the machine identity', exact: true }).inputValue();
      const { body } = await world.call('listProjects', { as: { token } });
      const [project] = body.projects;
      expect(project).to.include({ slug: 'rocket-launcher', name: 'Rocket Launcher' });
      for (const title of ['CLI', 'Node.js', 'Docker', 'curl']) {
        await page.getByRole('tab', { name: title }).click();
        for (const value of [world.server.url, project.id as string, 'dev'])
          expect(await command(page), title).to.contain(value);
        expect(await command(page), title).not.to.contain(token);
      }
      const { body: members } = await world.call('listProjectUsers', {
        as: { token },
        params: { projectId: project.id },
      });
      expect(members.memberships[0].user).to.include({
        email: 'ada@example.com',
        firstName: 'Ada',
        lastName: 'Lovelace',
      });
      const changed = await world.call('createSecret', {
        as: { token },
        params: { secretName: 'ANY' },
        body: { projectId: project.id, environment: 'dev', secretValue: 'any' },
      });
      expect(changed.status, 'the machine identity may only read').to.equal(403);
      expect((await world.call('listProjects', { as: { token } })).body.projects, 'this project').to.have.length(1);

      await page.getByRole('region', { name: 'Next steps' }).getByRole('link', { name: 'Create secret' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('PASSWORD');
      await dialog.getByLabel('Value').fill('correct horse');
      await dialog.getByRole('button', { name: 'Create secret' }).click();
      await page.getByText('PASSWORD', { exact: true }).waitFor();
      await page.waitForURL('**/p/rocket-launcher');
      const { secrets } = await shell(`export INFISICAL_TOKEN='${token}'`, await command(page));
      expect(secrets).to.have.length(1);
      expect(secrets[0]).to.include({ secretKey: 'PASSWORD', secretValue: 'correct horse' });
    });

    it('shows the token once', async () => {
      const page = await open('/login');
      await page.getByLabel('E-mail address').fill('ada@example.com');
      await page.getByLabel('Password', { exact: true }).fill(password);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.getByRole('link', { name: /^Rocket Launcher rocket-launcher/ }).click();
      await page.waitForURL('**/p/rocket-launcher');
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await page.getByRole('heading', { name: 'Next steps' }).count()).to.equal(0);
      expect(await page.content()).not.to.contain(token);
    });

    it('says that the server is set up already, and leads to the login', async () => {
      const page = await open('/setup');
      await page.getByText('This server is set up already').waitFor();
      await expectAccessible(page);
      await page.getByRole('link', { name: 'Sign in' }).click();
      await page.waitForURL('**/login');
    });
  });

  describe('of a server that others can reach', () => {
    beforeEach(async () => {
      world = await ownWorld({ ...(await newStorage('sqlite')), SITE_URL: 'http://192.0.2.7:8080' });
    });

    it('asks for the token that the server printed', async () => {
      allow(/^403: .*\/bootstrap$/);
      const page = await open('/setup');
      await page.getByLabel('Set-up token').fill('wrong');
      await fillIn(page);
      await submit(page);
      await page.getByRole('alert').getByText('set-up token').waitFor();
      await expectAccessible(page);
      await page.getByLabel('Set-up token').fill(setupToken(world.server.parts.keyring));
      await submit(page);
      await page.waitForURL('**/p/rocket-launcher');
    });

    it('takes the token from the link that the server printed, and removes it from the address', async () => {
      const page = await open(`/setup#token=${setupToken(world.server.parts.keyring)}`);
      await fillIn(page);
      expect(page.url()).to.equal(`${world.server.url}/setup`);
      await submit(page);
      await page.waitForURL('**/p/rocket-launcher');
    });

    it('continues with the project if the connection was lost after the first step', async () => {
      allow(/^failed: .*\/api\/v3\/auth\/login/);
      const page = await open(`/setup#token=${setupToken(world.server.parts.keyring)}`);
      await fillIn(page);
      await page.route('**/api/v3/auth/login', (route) => route.abort('connectionrefused'), { times: 1 });
      await submit(page);
      await page.getByText('The server is set up, but the first project is not created yet.').waitFor();
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.waitForURL('**/p/rocket-launcher');
      await page.getByRole('textbox', { name: 'Token of the machine identity', exact: true }).waitFor();
    });
  });
});
