import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { join } from 'node:path';
import { contract } from '../support/expect/contract.ts';
import { useBrowser, visit } from '../support/clients/browser.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { waitForExit, run, sallyport, serve, type Server } from '../support/world/program.ts';

const tags = contract.tags.map(({ name }: { name: string }) => name);

/** The commands on the page, step by step, as a visitor would copy them. */
const commands = (page: Page): Promise<string[]> => page.locator('.steps pre').allTextContents();

describe('/docs in a browser', function () {
  this.timeout(120_000);
  const browser = useBrowser();
  let server: Server;
  before(async () => {
    server = await serve({ DATA_DIR: join(scratchFolder(), 'data') });
  });
  after(() => server.child.kill());

  const open = async (options = {}) => {
    const opened = await visit(browser(), server.url, options);
    await opened.page.goto(`${server.url}/docs`);
    await opened.page.locator('.opblock-tag').first().waitFor();
    return opened;
  };

  /** Runs commands of the page, and returns their output. */
  const shell = async (script: string, environment: Record<string, string>): Promise<any[]> => {
    const curl = `curl() { '${process.execPath}' test/support/clients/curl.mjs "$@"; }`;
    const { code, out, err } = await waitForExit(run('sh', ['-ec', `${curl}\n${script}`], environment));
    expect(code, `${script}\n${out}${err}`).to.equal(0);
    return out.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
  };

  /** The token that the first step prints, and the id of the organization. */
  let first: { token: string; organization: string; password: string };

  it('starts with commands that work unchanged', async () => {
    const { page, complaints } = await open();
    const [setUp, keep, read, logIn] = await commands(page);
    expect(complaints).to.deep.equal([]);

    const words = [...setUp!.replace(/\\\n/g, '').matchAll(/"([^"]+)"|(\S+)/g)].map(
      ([, quoted, plain]) => (quoted ?? plain)!,
    );
    expect(words.slice(0, 3)).to.deep.equal(['node', 'dist/sallyport.cjs', 'bootstrap']);
    expect(words.at(-1)).to.equal(server.url);
    const bootstrapped = await waitForExit(sallyport([...words.slice(2), '--json']));
    expect(bootstrapped.code, bootstrapped.err).to.equal(0);
    const { organization, identity, password } = JSON.parse(bootstrapped.out);
    first = { token: identity.credentials.token, organization: organization.id, password };

    const [create, , store] = keep!.split(/^(export PROJECT=.*)$/m);
    const [{ project }] = await shell(create!.replace('the token it printed', first.token), {});
    const known = { API: `${server.url}/api`, TOKEN: first.token, PROJECT: project.id as string };
    const [stored] = await shell(store!, known);
    expect(stored.secret).to.include({ secretKey: 'PASSWORD', secretValue: 'correct horse', environment: 'dev' });
    const [one, all] = await shell(read!, known);
    expect(one.secret).to.include({ secretKey: 'PASSWORD', secretValue: 'correct horse' });
    expect(all.secrets).to.have.length(1);

    const auth = `curl -s $API/v1/auth/universal-auth/identities/${identity.id}`;
    const header = '-X POST -H "Authorization: Bearer $TOKEN"';
    const [{ identityUniversalAuth }, { clientSecret }] = await shell(
      `${auth} ${header}\n${auth}/client-secrets ${header}`,
      known,
    );
    const [person, , , , choose] = logIn!.split(/^(export LOGIN=.*)\n(export (ORGANIZATION)=.*)$/m);
    const [{ accessToken }] = await shell(person!.replace('the password it printed', first.password), known);
    const script = choose!
      .replace('its client id', identityUniversalAuth.clientId)
      .replace('its client secret', clientSecret);
    const [chosen, machine] = await shell(script, { ...known, LOGIN: accessToken, ORGANIZATION: first.organization });
    expect(chosen.token).to.be.a('string');
    expect(machine).to.include({ tokenType: 'Bearer' });
    await page.context().close();
  });

  it('shows every tag of the contract, without requests to other servers', async () => {
    const { page, complaints } = await open();
    expect(
      await page
        .locator('.opblock-tag')
        .evaluateAll((elements) => elements.map((element) => element.getAttribute('data-tag'))),
    ).to.deep.equal(tags);
    expect(complaints).to.deep.equal([]);
    await page.context().close();
  });

  it('sends a request with a token, and shows its response', async () => {
    const { page, complaints } = await open();
    await page.locator('.btn.authorize').click();
    const bearer = page.locator('.auth-container').filter({ hasText: 'An access token' });
    await bearer.getByRole('textbox').fill(first.token);
    await bearer.getByRole('button', { name: 'Apply credentials' }).click();
    await bearer.getByRole('button', { name: 'Close' }).click();

    await page.locator('#operations-tag-organizations').click();
    const operation = page.locator('#operations-organizations-listOrganizations');
    await operation.locator('.opblock-summary-control').click();
    await operation.locator('.try-out__btn').click();
    await operation.locator('.execute').click();
    const answer = operation.locator('.live-responses-table .response');
    expect(await answer.locator('.response-col_status').innerText()).to.match(/^200/);
    const shown = JSON.parse(
      await answer.locator('.response-col_description code, .response-col_description pre').first().innerText(),
    );
    expect(shown.organizations).to.have.length(1);
    expect(shown.organizations[0]).to.include({ id: first.organization, name: 'My Organization' });
    expect(complaints).to.deep.equal([]);
    await page.context().close();
  });

  it('fits on a phone, in light and dark mode, and supports the keyboard', async () => {
    const backgrounds = new Set<string>();
    for (const colorScheme of ['light', 'dark'] as const) {
      const { page, complaints } = await open({ viewport: { width: 360, height: 740 }, colorScheme });
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.textContent')).to.equal('Skip to the reference');
      await page.locator('#operations-tag-secrets').focus();
      await page.locator('#operations-tag-secrets').getByRole('button').press('Enter');
      await page.locator('#operations-secrets-getSecret .opblock-summary-control').press('Enter');
      await page.locator('#operations-secrets-getSecret .responses-table').waitFor();
      expect(await page.evaluate('document.documentElement.scrollWidth'), colorScheme).to.equal(360);
      backgrounds.add(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
      expect(complaints).to.deep.equal([]);
      await page.context().close();
    }
    expect(backgrounds.size).to.equal(2);
  });
});
