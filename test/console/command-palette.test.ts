import { expect } from 'chai';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';

onConsole('command palette', ({ world, open }) => {
  /** A user with a project that has a secret in a folder. */
  const newProject = async () => {
    const user = await world().newUser(await world().newOrganization(), 'admin');
    const body = { projectName: 'Rocket', slug: 'rocket-one' };
    const project = (await world().call('createProject', { as: user, body })).body.project as { id: string };
    const where = { projectId: project.id, environment: 'staging' };
    await world().call('createFolder', { as: user, body: { ...where, name: 'fuel-tank', path: '/' } });
    const { status } = await world().call('createSecret', {
      as: user,
      params: { secretName: 'PRESSURE_LIMIT' },
      body: { ...where, secretPath: '/fuel-tank', secretValue: 'a value that nobody sees' },
    });
    expect(status).to.equal(200);
    return user;
  };

  it('opens projects, environments and secrets by name, with the keyboard alone', async () => {
    const page = await open('/', { as: await newProject() });
    const search = page.getByRole('textbox', { name: 'Search', exact: true });
    const show = async (text: string, shown: string) => {
      await search.waitFor({ state: 'detached' });
      await page.keyboard.press('Control+k');
      await search.waitFor();
      await page.locator(':focus[aria-label="Search"]').waitFor();
      await page.keyboard.type(text);
      await page.getByRole('dialog').getByText(shown, { exact: true }).waitFor();
    };
    await page.getByRole('heading', { name: 'Projects' }).waitFor();

    await show('rocket-one', 'rocket-one');
    await expectAccessible(page);
    await page.keyboard.press('Escape');

    await show('rocket', 'rocket-one');
    await page.getByRole('dialog').getByText('rocket-one', { exact: true }).click();
    await page.waitForURL('**/p/rocket-one');

    await show('staging', 'staging in Rocket');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/p/rocket-one/staging');
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText('Page not found').count()).to.equal(0);

    await show('pressure', 'staging /fuel-tank');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/p/rocket-one/staging/fuel-tank?secret=PRESSURE_LIMIT');

    await show('nonsense', 'Nothing is called “nonsense”.');
    await page.keyboard.press('Escape');
    await show('create pro', 'Create project');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Create project' }).waitFor();
  });

  it('opens people and machine identities by name', async () => {
    const user = await newProject();
    const body = { name: 'payments-api' };
    const { identity } = (await world().call('createIdentity', { as: user, body })).body as {
      identity: { id: string };
    };
    const page = await open('/', { as: user });
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('textbox', { name: 'Search', exact: true }).fill('payments');
    await page.getByRole('dialog').getByText('payments-api').click();
    await page.waitForURL(`**/identities/${identity.id}`);
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('textbox', { name: 'Search', exact: true }).fill(user.email);
    await page.getByRole('dialog').getByText(user.email).first().click();
    await page.waitForURL(`**/people?user=${user.id}`);
  });

  it('finds secrets of other projects, pages, and what can be done in the row in focus', async () => {
    const user = await newProject();
    const body = { projectName: 'Payments', slug: 'payments' };
    expect((await world().call('createProject', { as: user, body })).status).to.equal(200);
    const page = await open('/p/payments', { as: user });
    const search = page.getByRole('textbox', { name: 'Search', exact: true });
    const dialog = page.getByRole('dialog');
    const run = async (text: string, shown: string) => {
      await page.keyboard.press('Control+k');
      await search.fill(text);
      await dialog.getByText(shown, { exact: true }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    await run('pressure', 'staging /fuel-tank in Rocket');
    await page.waitForURL('**/p/rocket-one/staging/fuel-tank?secret=PRESSURE_LIMIT');
    const row = page.getByRole('row').filter({ hasText: 'PRESSURE_LIMIT' });
    await row.getByRole('button').first().focus();
    await page.keyboard.press('Control+k');
    await search.fill('details');
    await dialog.getByText('Details and history of PRESSURE_LIMIT').click();
    await page.getByRole('dialog', { name: 'PRESSURE_LIMIT' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await run('audit', 'Audit log');
    await page.waitForURL('**/audit');
  });

  it('changes the project from the header, and leads to people and the audit log from a project', async () => {
    const user = await newProject();
    const body = { projectName: 'Payments', slug: 'payments' };
    expect((await world().call('createProject', { as: user, body })).status).to.equal(200);
    const page = await open('/p/rocket-one', { as: user });
    await page.getByRole('button', { name: 'Project Rocket, change to another one' }).click();
    await page.getByRole('menuitemradio', { name: 'Payments' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('menuitemradio', { name: 'Payments' }).click();
    await page.getByRole('heading', { level: 1, name: 'Payments' }).waitFor();
    const links = page.getByRole('navigation', { name: 'Project' });
    await links.getByRole('link', { name: 'Other projects' }).waitFor();
    await links.getByRole('link', { name: 'People' }).waitFor();
    await links.getByRole('link', { name: 'Audit log' }).click();
    await page.waitForURL('**/audit');
  });

  it('does not say that there is nothing before it has looked', async () => {
    const page = await open('/', { as: await newProject() });
    let release: (() => void) | undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/v1/identities?*', async (route) => {
      await released;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Search' }).click();
    const asked = page.waitForRequest('**/api/v1/identities?*');
    await page.getByRole('textbox', { name: 'Search', exact: true }).fill('nonsense');
    await asked;
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Searching …').waitFor();
    expect(await dialog.getByText('Nothing is called').count()).to.equal(0);
    release!();
    await dialog.getByText('Nothing is called “nonsense”.').waitFor();
  });

  it('does not offer what it found for an earlier text', async () => {
    const user = await newProject();
    await world().call('createIdentity', { as: user, body: { name: 'pressure-gauge' } });
    const page = await open('/p/rocket-one', { as: user });
    await page.getByRole('button', { name: 'Search' }).click();
    const search = page.getByRole('textbox', { name: 'Search', exact: true });
    const dialog = page.getByRole('dialog');
    await search.fill('pressure');
    await dialog.getByText('PRESSURE_LIMIT').waitFor();
    await dialog.getByText('pressure-gauge').waitFor();
    let release: (() => void) | undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route(/secrets-deep-search|v1\/identities/, async (route) => {
      await released;
      await route.continue();
    });
    await search.fill('nonsense');
    await dialog.getByText('Searching …').waitFor();
    expect(await dialog.getByText(/pressure/i).allInnerTexts()).to.deep.equal([]);
    release!();
    await dialog.getByText('Nothing is called “nonsense”.').waitFor();
  });

  it('opens with keys that are pressed while it is loaded, and with a button', async () => {
    const page = await open('/', { as: await newProject(), viewport: { width: 390, height: 800 } });
    let release: (() => void) | undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/command-palette-*.js', async (route) => {
      await released;
      // It may be a request of the page before the reload.
      await route.continue().catch(() => undefined);
    });
    await page.reload();
    await page.getByRole('heading', { name: 'Projects' }).waitFor();
    await page.keyboard.press('Control+k');
    release!();
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('dialog').getByText('Log out').click();
    await page.waitForURL('**/login');
  });
});
