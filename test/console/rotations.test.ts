import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onConsole } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { newPostgresSetting } from '../support/fixtures/app-connections.ts';
import { addToProject } from '../support/fixtures/projects.ts';
import { newRotationSetting } from '../support/fixtures/secret-rotations.ts';
import type { TestUser } from '../support/world/members.ts';

onConsole('rotations and connections', ({ world, open, allow }) => {
  /** Opens a page at the time of the server. */
  const openAt = async (path: string, as: TestUser, options: Parameters<typeof open>[1] = {}): Promise<Page> => {
    const page = await open('/account', { as, ...options });
    await page.clock.setFixedTime(world().clock.now());
    await page.goto(`${world().server.url}${path}`);
    return page;
  };
  const fillIn = async (page: Page, fields: Readonly<Record<string, string>>): Promise<void> => {
    for (const [label, value] of Object.entries(fields)) await page.getByLabel(label, { exact: true }).fill(value);
  };

  it('create, test, edit, rotate and delete connections of the organization', async () => {
    const { admin, credentials } = await newPostgresSetting(world());
    const page = await openAt('/org/connections', admin);
    const dialog = page.getByRole('dialog');
    await page.getByText('No connections yet.').waitFor();
    await page.getByRole('button', { name: 'Create connection' }).click();
    const { host, port, database, username, password } = credentials;
    const create = dialog.getByRole('button', { name: 'Create connection' });
    await create.click();
    expect(await dialog.getByText('Enter a value.').count()).to.equal(4);
    await fillIn(page, { Name: 'orders', Host: host, Port: String(port), Database: database, User: username });
    await fillIn(page, { Password: 'wrong' });
    await dialog.getByRole('switch', { name: 'Encrypt with TLS' }).click();
    allow(/^400: .*app-connections/);
    await create.click();
    await dialog.getByRole('alert').waitFor();
    await expectAccessible(page);
    await fillIn(page, { Password: password });
    await create.click();
    await dialog.waitFor({ state: 'detached' });
    const row = page.getByRole('list', { name: 'Connections' }).getByRole('listitem');
    await row.getByText(`${username} at ${host}:${port}, ${database}`).waitFor();
    await expectAccessible(page, { inEveryView: true });

    const choose = async (action: string) => {
      await page.getByRole('button', { name: /^Actions of/ }).click();
      await page.getByRole('menuitem', { name: action }).click();
    };
    await choose('Test');
    await page.getByText('The login of orders succeeded.').waitFor();
    await choose('Edit');
    await fillIn(page, { Name: 'orders-primary' });
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row.getByText('orders-primary').waitFor();
    await choose('Rotate password');
    await dialog.getByRole('button', { name: 'Rotate password' }).click();
    await row.getByText('Password of the server').waitFor();
    await choose('Delete');
    await dialog.getByRole('button', { name: 'Delete connection' }).click();
    await page.getByText('No connections yet.').waitFor();
  });

  it('create a rotation, rotate now, edit its schedule, mark its secrets, and delete it', async () => {
    const { admin, project, users, secrets, target } = await newRotationSetting(world());
    const page = await openAt(`/p/${project.slug}/rotations`, admin);
    const dialog = page.getByRole('dialog');
    await page.getByRole('button', { name: 'Create rotation' }).click();
    await fillIn(page, { Name: 'orders-login', 'First user': users[0].username });
    await fillIn(page, { 'Second user (optional)': users[1].username, 'Time of day in UTC': '3:30' });
    await fillIn(page, { 'Secret with the name of the user': 'DB_USER', 'Secret with the password': 'DB_PASSWORD' });
    await page.getByRole('combobox', { name: 'Connection' }).click();
    await page.getByRole('option', { name: 'orders' }).click();
    await dialog.getByRole('button', { name: 'Create rotation' }).click();
    await dialog.getByText('Enter a time such as 03:30.').waitFor();
    await fillIn(page, { 'Time of day in UTC': '03:30' });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create rotation' }).click();
    await dialog.waitFor({ state: 'detached' });
    const first = await secrets();
    expect(await target.canLogIn(first)).to.equal(true);

    const link = page.getByRole('list', { name: 'Rotations' }).getByRole('link');
    await link.click();
    await dialog.getByText('Every 30 days at 03:30 UTC').waitFor();
    await expectAccessible(page, { inEveryView: true });
    await dialog.getByRole('button', { name: 'Rotate now' }).click();
    await page
      .getByRole('dialog', { name: 'Rotate orders-login now?' })
      .getByRole('button', { name: 'Rotate now' })
      .click();
    await page.getByText('orders-login is rotated.').waitFor();
    expect((await secrets()).username).not.to.equal(first.username);
    await dialog.getByRole('button', { name: 'Check the login' }).click();
    await page.getByText('The login with what the secrets hold succeeded.').waitFor();
    await dialog.getByRole('button', { name: 'Edit' }).click();
    await fillIn(page, { 'Days between two rotations': '7' });
    await page.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Every 7 days at 03:30 UTC').waitFor();

    await dialog.getByRole('link', { name: 'DB_PASSWORD' }).click();
    const secret = page.getByRole('row').filter({ hasText: 'DB_PASSWORD' });
    await secret.getByRole('link', { name: 'rotated' }).waitFor();
    await expectAccessible(page);
    await secret.getByRole('button', { name: 'Details and history of DB_PASSWORD' }).click();
    await dialog.getByText('A rotation changes this secret.').waitFor();
    await dialog.getByRole('link', { name: 'Show the rotation' }).click();
    await dialog.getByText('Every 7 days at 03:30 UTC').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByLabel('Delete the two secrets, too').check();
    await page.getByRole('button', { name: 'Delete rotation' }).click();
    await page.getByText('No rotations yet').waitFor();
    await page.goto(`${world().server.url}/p/${project.slug}/dev`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.getByText('DB_PASSWORD').count()).to.equal(0);
  });

  it('say why a rotation failed, and offer people only what they may do', async () => {
    const { organization, project, create, store } = await newRotationSetting(world());
    const { id } = (await create()).body.secretRotation;
    const lastRotationMessage = 'It did not respond within 10 seconds.';
    await store(id, { rotationStatus: 'failed', failures: 1, dueAt: '2030-01-01T00:01:00.000Z', lastRotationMessage });
    const viewer = await world().newUser(organization, 'no-access');
    await addToProject(world(), project, viewer, 'viewer');
    const narrow = { viewport: { width: 390, height: 844 } };
    const page = await openAt(`/p/${project.slug}/rotations?rotation=${id}`, viewer, narrow);
    await page.getByRole('alert').getByText(lastRotationMessage).waitFor();
    await expectAccessible(page);
    const rotate = page.getByRole('button', { name: 'Rotate now' });
    expect(await rotate.getAttribute('aria-disabled')).to.equal('true');
    await page.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('list', { name: 'Rotations' }).getByText('Failed').waitFor();
    expect(await page.getByRole('heading', { name: 'Connections' }).count()).to.equal(0);
  });
});
