import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onConsole, waitForValue } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { goodPassword } from '../support/fixtures/people.ts';
import type { TestUser } from '../support/world/members.ts';

onConsole('account', ({ world, open, allow }) => {
  const newUser = async () => world().newUser(await world().newOrganization(), 'member');
  const logIn = ({ email, password }: TestUser) => world().call('login', { body: { email, password } });
  const sessions = (page: Page) => page.getByRole('list', { name: 'Sessions' }).getByRole('listitem');

  it('changes the name', async () => {
    const user = await newUser();
    const page = await open('/account', { as: user });
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByRole('button', { name: 'Save name' }).click();
    await page.getByText('Your name is saved.').waitFor();
    const { body } = await world().call('getOwnAccount', { as: user });
    expect(body.user).to.include({ firstName: 'Ada', lastName: 'Lovelace' });
    await page.getByRole('link', { name: 'Sallyport, all projects' }).click();
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
  });

  it('changes the password, after mistakes are corrected', async () => {
    allow(/^400: .*\/password$/);
    const user = await newUser();
    const page = await open('/account', { as: user });
    await page.getByLabel('Current password').fill('wrong');
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('Use a password that follows all of these rules.').waitFor();
    await page.getByLabel('New password').fill(goodPassword);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The current password is wrong.').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Current password').fill(user.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByText('The password is changed').waitFor();
    await waitForValue(page.getByLabel('New password'), '');
    expect((await logIn({ ...user, password: goodPassword })).status).to.equal(200);
    await page.reload();
    await page.getByLabel('Current password').waitFor();
  });

  it('lists the sessions, marks this one, and ends one of the others', async () => {
    const user = await newUser();
    const page = await open('/account', { as: user });
    await sessions(page).nth(1).waitFor();
    expect(await sessions(page).first().innerText()).to.match(/Chrome on Linux\s+This session/i);
    expect(await sessions(page).nth(1).innerText()).to.contain('tests');
    await page.getByRole('button', { name: 'End the session of tests' }).click();
    await sessions(page).nth(1).waitFor({ state: 'detached' });
    expect((await world().call('checkAuth', { as: user })).status).to.equal(401);
  });

  it('ends all other sessions', async () => {
    const user = await newUser();
    await logIn(user);
    const page = await open('/account', { as: user });
    await page.getByRole('button', { name: 'End all others' }).click();
    await page.getByText('2 sessions end at once').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await sessions(page).nth(1).waitFor({ state: 'detached' });
    await page.reload();
    await sessions(page).first().waitFor();
  });

  it('logs out with this session', async () => {
    const page = await open('/account', { as: await newUser() });
    await sessions(page).getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL('**/login**');
  });

  it('changes the colours', async () => {
    const page = await open('/account', { as: await newUser() });
    await page.getByRole('radio', { name: 'Dark' }).check();
    await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
    await page.reload();
    await page.getByRole('radio', { name: 'Dark', checked: true }).waitFor();
  });
});
