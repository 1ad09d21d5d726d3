import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onConsole, signIn, submitLogin, waitForValue } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import type { TestUser } from '../support/world/members.ts';

const showsProjects = (page: Page) => page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();

/** Types the name of a new project, without creating it yet. */
const startProject = async (page: Page, name: string) => {
  await page.getByRole('button', { name: 'Create project' }).first().click();
  await page.getByLabel('Name').fill(name);
};

const finishProject = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Create project' }).click();

onConsole('session', ({ world, open, allow }) => {
  const newUser = async () => world().newUser(await world().newOrganization(), 'admin');
  const endSessions = (user: TestUser) => world().call('endOwnSessions', { as: user });

  it('survives a reload, and is the same in a second tab', async () => {
    const page = await open('/', { as: await newUser() });
    await showsProjects(page);
    await page.reload();
    await showsProjects(page);
    const second = await page.context().newPage();
    await second.goto(page.url());
    await showsProjects(second);
  });

  it('keeps nothing in storage', async () => {
    const page = await open('/', { as: await newUser() });
    await showsProjects(page);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    expect(await page.evaluate('({ ...localStorage })')).to.deep.equal({ 'color-scheme': 'dark' });
    expect(await page.evaluate('({ ...sessionStorage })')).to.deep.equal({});
    expect(await page.evaluate('document.cookie')).to.equal('');
  });

  it('ends in all tabs when one logs out, and starts again in all of them', async () => {
    const user = await newUser();
    const page = await open('/', { as: user });
    const second = await page.context().newPage();
    await second.goto(`${world().server.url}/account`);
    await showsProjects(page);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.waitForURL('**/login');
    await second.waitForURL('**/login?next=%2Faccount');
    await second.reload();
    await submitLogin(second, user);
    await second.waitForURL('**/account');
    await showsProjects(page);
  });

  it('continues with what was typed after a login in the place where it ended', async () => {
    allow(/^401: /);
    const user = await newUser();
    const page = await open('/', { as: user });
    await startProject(page, 'Rocket Launcher');
    await endSessions(user);
    await finishProject(page);
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor();
    expect(page.url()).to.equal(`${world().server.url}/?create`);
    await expectAccessible(page);
    await submitLogin(page, user);
    await page.waitForURL('**/p/rocket-launcher');
  });

  it('continues without a question if this browser has signed in again', async () => {
    allow(/^401: /);
    const user = await newUser();
    const page = await open('/', { as: user });
    await startProject(page, 'Rocket Launcher');
    await endSessions(user);
    await signIn(page.context(), world().server.url, user);
    await finishProject(page);
    await page.waitForURL('**/p/rocket-launcher');
  });

  it('shows nothing of one user to another who signs in instead', async () => {
    allow(/^401: /);
    const user = await newUser();
    const page = await open('/', { as: user });
    await startProject(page, 'Rocket Launcher');
    await endSessions(user);
    await finishProject(page);
    const other = await newUser();
    await submitLogin(page, other);
    await page.getByText('No projects yet').waitFor();
    await page.getByRole('heading', { name: 'Your session has ended' }).waitFor({ state: 'detached' });
    await waitForValue(page.getByRole('dialog', { name: 'Create project' }).getByLabel('Name'), '');
    const { body } = await world().call('listProjects', { as: other });
    expect(body.projects).to.deep.equal([]);
  });

  it('keeps what was typed while the server cannot be reached', async () => {
    allow(/^failed: .*\/api\//);
    const page = await open('/', { as: await newUser() });
    await startProject(page, 'Rocket Launcher');
    await page.context().setOffline(true);
    await finishProject(page);
    await page.getByRole('alert').getByText('The server did not answer').waitFor();
    await page.context().setOffline(false);
    await finishProject(page);
    await page.waitForURL('**/p/rocket-launcher');
  });

  it('starts when the server can be reached again', async () => {
    allow(/^failed: .*\/api\/v1\/auth\/token/);
    const page = await open('/login');
    await page.getByLabel('E-mail address').waitFor();
    await page.route('**/api/v1/auth/token', (route) => route.abort('connectionrefused'));
    await page.reload();
    await page.getByText('The server did not answer').waitFor();
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByLabel('E-mail address').waitFor();
  });
});
