import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { onConsole, submitLogin } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { goodPassword } from '../support/fixtures/people.ts';

const sessions = (page: Page) => page.getByRole('region', { name: 'Sessions' });

onConsole('security', ({ world, open, allow }) => {
  it('sets the limits of sessions, for those who may', async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const page = await open('/', { as: admin });
    await page.getByRole('link', { name: 'Security' }).click();
    await page.getByRole('combobox', { name: 'Sign out when unused for' }).click();
    await page.getByRole('option', { name: '30 minutes' }).click();
    await page.getByRole('combobox', { name: 'Ask for a sign-in at least every' }).fill('3 minutes');
    await page.getByText('from 15 minutes to 90 days').waitFor();
    await page.getByRole('combobox', { name: 'Ask for a sign-in at least every' }).fill('12 h');
    await sessions(page).getByRole('button', { name: 'Save' }).click();
    await page.getByText('The limits are saved').waitFor();
    await expectAccessible(page);
    const params = { organizationId: organization.id };
    const { body } = await world().call('getOrganization', { as: admin, params });
    expect(body.organization).to.include({ sessionIdleMinutes: 30, sessionMaxMinutes: 720 });

    const member = await world().newUser(organization, 'member');
    const theirs = await open('/org/security', { as: member });
    await sessions(theirs).getByRole('button', { name: 'Save' }).waitFor();
    expect(await sessions(theirs).getByRole('button', { name: 'Save' }).isDisabled()).to.equal(true);
  });

  it('sets how long entries of the audit log of projects are kept at least', async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const params = { organizationId: organization.id };
    const read = async () => (await world().call('getOrganization', { as: admin, params })).body.organization;
    const page = await open('/org/security', { as: admin });
    const section = page.getByRole('region', { name: 'Audit log' });
    const save = async (days: string) => {
      await section.getByRole('combobox', { name: 'Keep entries of projects for at least' }).fill(days);
      await section.getByRole('button', { name: 'Save' }).click();
      await page.getByText('The period is saved').last().waitFor();
      await section.getByRole('button', { name: 'Save', disabled: true }).waitFor();
    };
    await save('365 days');
    await expectAccessible(page);
    expect(await read()).to.include({ leastAuditLogsRetentionDays: 365 });
    await save('');
    expect(await read()).to.include({ leastAuditLogsRetentionDays: null });
  });

  it('ends the session over the page when nobody uses it for as long as the organization allows', async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const params = { organizationId: organization.id };
    await world().call('updateOrganization', { as: admin, params, body: { sessionIdleMinutes: 5 } });
    const page = await open('/people', { as: admin });
    await page.clock.install();
    await page.reload();
    await page.getByRole('heading', { name: 'People' }).waitFor();
    // The limit comes with the organization.
    await page.getByRole('banner').getByText(organization.name).waitFor();
    await page.clock.fastForward('04:00');
    await page.keyboard.press('Shift');
    await page.clock.fastForward('04:00');
    expect(await page.getByText('Your session has ended').count()).to.equal(0);
    await page.clock.fastForward('01:10');
    await page.getByText('Your session has ended').waitFor();
    await submitLogin(page, admin);
    await page.getByText('Your session has ended').waitFor({ state: 'detached' });
    await page.getByRole('heading', { name: 'People' }).waitFor();
  });

  it('asks for the password when a change needs a recent sign-in, and then makes the change', async () => {
    allow(/^403: .*\/password-reset-link$/);
    allow(/^400: .*\/reauthenticate$/);
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const user = await world().newUser(organization, 'member');
    await world().makeInstanceAdmin(admin);
    const page = await open('/admin', { as: admin });
    const createLink = async (): Promise<void> => {
      await page.getByLabel('Search users').fill(user.email);
      const users = page.getByRole('list', { name: 'users' });
      await users.getByText(user.email).waitFor();
      await users.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
      await users.getByRole('button', { name: 'Actions of Test User' }).click();
      await page.getByRole('menuitem', { name: 'Create a reset link' }).click();
      await page.getByRole('button', { name: 'Create the link' }).click();
    };
    await page.getByLabel('Search users').waitFor();
    const link = await world().clock.later(3600, async () => {
      await createLink();
      const dialog = page.getByRole('dialog', { name: 'Confirm that it is you' });
      await dialog.getByLabel('Password', { exact: true }).fill('wrong');
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      await dialog.getByText('The password is wrong.').waitFor();
      await expectAccessible(page);
      await dialog.getByLabel('Password', { exact: true }).fill(admin.password);
      await dialog.getByRole('button', { name: 'Confirm' }).click();
      return page.getByLabel(`Link for ${user.email}`).inputValue();
    });
    await expectAccessible(page);

    const reset = await open(new URL(link).pathname + new URL(link).search);
    await reset.getByLabel('New password').fill('short');
    expect(reset.url(), 'the code is removed from the history').to.match(/\/account-recovery-reset$/);
    await reset.getByRole('button', { name: 'Set the password' }).click();
    await reset.getByText('Use a password that follows all of these rules.').waitFor();
    await expectAccessible(reset);
    await reset.getByLabel('New password').fill(goodPassword);
    await reset.getByLabel('Also remove my authenticator app').check();
    await reset.getByRole('button', { name: 'Set the password' }).click();
    await reset.getByText('second factor, passkeys and recovery codes are removed').waitFor();
    await reset.getByRole('link', { name: 'Sign in' }).click();
    await reset.getByRole('link', { name: 'Forgot password?' }).click();
    await reset.getByText('This server sends no mail.').waitFor();
    await expectAccessible(reset);
    expect((await world().call('login', { body: { email: user.email, password: goodPassword } })).status).to.equal(200);
  });

  it('refuses a wrong link, and offers a new one', async () => {
    allow(/^400: .*\/verify-email$/);
    const page = await open('/account-recovery-reset?token=wrong&to=ada%40example.com&next=https://example.com');
    await page.getByLabel('New password').fill(goodPassword);
    await page.getByRole('button', { name: 'Set the password' }).click();
    await page.getByText('This link is not valid').waitFor();
    await page.getByRole('link', { name: 'Ask for a new link' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  });
});
