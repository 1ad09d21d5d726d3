import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { join } from 'node:path';
import { expectAccessible } from '../support/expect/accessible.ts';
import { useBrowser, visit } from '../support/clients/browser.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { waitForExit, run, serve, type Server } from '../support/world/program.ts';

/** The commands on the page, step by step, as a visitor would copy them. */
const commands = (page: Page): Promise<string[]> => page.locator('.steps pre').allTextContents();

/** How far below the top of the window an element is. */
const topOf = (id: string): string => `document.getElementById('${id}').getBoundingClientRect().top`;

describe('/docs in a browser', () => {
  const browser = useBrowser();
  let server: Server;
  const sessions = scratchFolder();
  before(async () => {
    server = await serve({ DATA_DIR: join(scratchFolder(), 'data') });
  });
  after(() => server.child.kill());

  const open = async (path: string) => {
    const opened = await visit(browser(), server.url);
    await opened.page.goto(`${server.url}${path}`);
    return opened;
  };

  /** Runs commands of the page, and returns their output. */
  const shell = async (script: string): Promise<string> => {
    const { code, out, err } = await waitForExit(run('bash', ['-ec', script], { XDG_CONFIG_HOME: sessions }));
    expect(code, `${script}\n${out}${err}`).to.equal(0);
    return out;
  };

  /** The token that the first step prints, and the id of the organization. */
  let first: { token: string; organization: string; password: string };

  it('starts with commands that work unchanged', async () => {
    const { page, complaints, leave } = await open('/docs');
    const [setUp, store, use] = await commands(page);
    expect(complaints).to.deep.equal([]);
    const printed = await shell(`${setUp!}\n${store!}\n${use!}`);
    expect(printed).to.match(/^correct horse$/m);
    const find = (pattern: RegExp): string => pattern.exec(printed)![1]!;
    first = {
      token: find(/export SALLYPORT_TOKEN=(\S+)/),
      organization: find(/organization +My Organization \((\S+)\)/),
      password: find(/password +(\S+)/),
    };
    await leave();
  });

  it('has a reference whose search opens its hits, also after a reload, in few bytes', async () => {
    const { page, complaints, leave } = await open('/docs/reference');
    const bytes: Promise<number>[] = [];
    page.on('requestfinished', (request) => bytes.push(request.sizes().then((sizes) => sizes.responseBodySize)));
    await page.reload();
    const search = page.getByRole('searchbox', { name: 'Search' });
    const openHit = async (query: string, address: string): Promise<void> => {
      await search.fill(query);
      await search.press('Enter');
      await page.waitForURL(`${server.url}${address}`);
    };
    await openHit('getSecretById', '/docs/reference/secrets#getSecretById');
    await openHit('old version restore', '/docs/reference/secret-versions#restoreSecretVersion');
    await openHit('v4/secrets/move', '/docs/reference/secrets#moveSecrets');
    await page.reload();
    expect(await page.evaluate(topOf('moveSecrets')), 'below the header').to.be.within(0, 100);
    await page.keyboard.press('/');
    await page.keyboard.type('get a secret by its');
    await page.locator('#hits a').first().waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/#getSecret$/);
    expect(await page.evaluate(topOf('getSecret'))).to.be.within(0, 100);
    const total = (await Promise.all(bytes)).reduce((sum, each) => sum + each, 0);
    expect(total, 'the first page, three others and the index of the search').to.be.within(10_000, 120_000);
    expect(complaints).to.deep.equal([]);
    await leave();
  });

  it('sends a request with a token that is kept for the tab only, and shows its response', async () => {
    const { page, complaints, leave } = await open('/docs/reference/organizations');
    await page.getByText('“Try it”', { exact: false }).first().click();
    await page.getByLabel('Token', { exact: true }).fill(first.token);
    await page.reload();
    await page.getByText('with another token').waitFor();
    expect(await page.getByLabel('Token', { exact: true }).inputValue()).to.equal(first.token);
    const operation = page.locator('#listOrganizations');
    await operation.getByText('Try it').press('Enter');
    await operation.getByRole('button', { name: 'Send' }).press('Enter');
    const response = operation.locator('.response');
    expect(await response.locator('.status').innerText()).to.match(/^200/);
    const { organizations } = JSON.parse(await response.locator('code').innerText());
    expect(organizations).to.have.length(1);
    expect(organizations[0]).to.include({ id: first.organization, name: 'My Organization' });
    expect(await page.evaluate('localStorage.length + document.cookie.length')).to.equal(0);
    const other = await page.context().newPage();
    await other.goto(page.url());
    expect(await other.getByLabel('Token', { exact: true }).inputValue(), 'in another tab').to.equal('');
    expect(complaints).to.deep.equal([]);
    await leave();
  });

  it('sends a request in the session of the console, and says whose it is', async () => {
    const { page, complaints, leave } = await open('/docs/reference/organizations');
    const login = await page.context().request.post(`${server.url}/api/v3/auth/login`, {
      data: { email: 'you@example.com', password: first.password },
    });
    await page.context().request.post(`${server.url}/api/v3/auth/select-organization`, {
      data: { organizationId: first.organization },
      headers: { Authorization: `Bearer ${(await login.json()).accessToken}` },
    });
    const operation = page.locator('#listOrganizations');
    await operation.getByText('Try it').press('Enter');
    await page.locator('#caller', { hasText: 'as you@example.com' }).waitFor();
    await operation.getByRole('button', { name: 'Send' }).press('Enter');
    const response = operation.locator('.response');
    expect(await response.locator('.status').innerText()).to.match(/^200/);
    expect(JSON.parse(await response.locator('code').innerText()).organizations).to.have.length(1);
    expect(await page.evaluate('localStorage.length + sessionStorage.length')).to.equal(0);
    expect(complaints).to.deep.equal([]);
    await leave();
  });

  it('shows deprecated operations when asked for', async () => {
    const { page, complaints, leave } = await open('/docs/reference/secrets');
    const old = page.locator('#getRawSecret');
    await page.locator('#getSecret').waitFor();
    expect(await old.isVisible()).to.equal(false);
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('secret');
    await page.getByRole('button', { name: /^Show \d+ deprecated$/ }).waitFor();
    expect(await page.locator('#hits .old').count()).to.equal(0);
    await page.getByRole('button', { name: /^Show \d+ deprecated$/ }).click();
    await page.locator('#hits').getByText('Get a secret', { exact: false }).first().waitFor();
    await search.fill('getRawSecret');
    await search.press('Enter');
    await old.waitFor();
    await page.goto(`${server.url}/docs/reference/secrets#getRawSecretById`);
    await page.locator('#getRawSecretById').waitFor();
    expect(complaints).to.deep.equal([]);
    await leave();
  });

  it('has samples for several languages, of which the chosen one is shown everywhere', async () => {
    const { page, complaints, leave } = await open('/docs/reference/secrets');
    await page.locator('#createSecret').getByText('Python', { exact: true }).click();
    await page.locator('#getSecret').getByText('import requests').waitFor();
    await page.goto(`${server.url}/docs/reference/tags`);
    await page.locator('#createTag').getByText(`requests.post(\n    "${server.url}/api`).waitFor();
    expect(complaints).to.deep.equal([]);
    await leave();
  });

  it('has guides that are found together with the reference, and name the server and the project of the reader', async () => {
    const { page, complaints, leave } = await open('/docs/guides');
    const search = page.getByRole('searchbox', { name: 'Search' });
    await search.fill('back to an earlier time');
    await search.press('Enter');
    await page.waitForURL(/\/docs\/guides\/secrets#return-a-folder-to-an-earlier-time$/);
    await search.fill('listSecrets');
    await search.press('Enter');
    await page.waitForURL(/\/docs\/reference\/secrets#listSecrets$/);

    await page.goto(`${server.url}/docs/guides`);
    await page.getByText(`SALLYPORT_URL=${server.url}`).waitFor();
    await page.getByRole('button', { name: 'Fill in my project' }).click();
    await page.getByRole('link', { name: 'Sign in to the console' }).waitFor();
    const { request } = page.context();
    const login = await request.post(`${server.url}/api/v3/auth/login`, {
      data: { email: 'you@example.com', password: first.password },
    });
    const chosen = await request.post(`${server.url}/api/v3/auth/select-organization`, {
      data: { organizationId: first.organization },
      headers: { Authorization: `Bearer ${(await login.json()).accessToken}` },
    });
    const headers = { Authorization: `Bearer ${(await chosen.json()).token}` };
    const found = await request.get(`${server.url}/api/v1/projects/slug/rockets`, { headers });
    const { id } = (await found.json()) as { id: string };
    await page.getByRole('button', { name: 'Fill in my project' }).click();
    await page.getByText(`PROJECT='${id}'`).waitFor();
    await page.goto(`${server.url}/docs/guides/access`);
    await page.locator('#access-1-1 + label').click();
    await page.getByText('sallyport grant deployer create rockets --subject environments').waitFor();
    await expectAccessible(page);
    expect(complaints.filter((complaint) => !/auth\/token|401 \(Unauth/.test(complaint))).to.deep.equal([]);
    await leave();
  });

  it('begins with what can be done, for everybody', async () => {
    const { page, complaints, leave } = await open('/docs');
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Give access for two hours' }).click();
    await page.getByRole('heading', { name: 'Give access for two hours' }).waitFor();
    expect(complaints).to.deep.equal([]);
    await leave();
  });

  it('shows an operation on one screen, in both colour schemes and on a phone, for everybody', async () => {
    const { page, complaints, leave } = await open('/docs/reference/secrets#getSecret');
    const tall = `[...document.querySelectorAll('.operation')].filter((each) => each.offsetHeight > innerHeight).map(({ id }) => id)`;
    expect(await page.evaluate(tall)).to.deep.equal([]);
    await page.locator('#getSecret .try summary').click();
    await expectAccessible(page);
    await page.goto(`${server.url}/docs/reference`);
    await page.getByRole('searchbox', { name: 'Search' }).fill('secret');
    await page.locator('#hits a').first().waitFor();
    await expectAccessible(page);
    // Nobody is signed in, which “Try it” learns by asking.
    expect(complaints.filter((complaint) => !/auth\/token|401 \(Unauth/.test(complaint))).to.deep.equal([]);
    await leave();
  });
});
