import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { startWithMail, type MailWorld } from '../mail/fixtures.ts';
import { onConsole, useConsole } from '../support/clients/console.ts';
import { closeMailServers } from '../support/clients/mail-server.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { goodPassword, newEmail } from '../support/fixtures/people.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

onConsole('invitation', ({ world, open, allow }) => {
  const setting = async (email = newEmail(world())) => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const { body } = await world().call('inviteUsers', { as: admin, body: { inviteeEmails: [email] } });
    const { pathname, search } = new URL(body.completeInviteLinks[0].link as string);
    return { organization, admin, email, link: pathname + search };
  };
  const showsProjects = (page: Page) => page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
  const join = (page: Page) => page.getByRole('button', { name: /join/i }).click();

  it('names the organization and who invited, and creates an account after a mistake is corrected', async () => {
    const { organization, admin, email, link } = await setting();
    const page = await open(link);
    await page.getByRole('heading', { name: `Join ${organization.name}` }).waitFor();
    expect(page.url(), 'the code is removed from the history').to.equal(`${world().server.url}/signupinvite`);
    await page.getByText(`${admin.email} invites you`).waitFor();
    await page.getByText('At least 14 characters').waitFor();
    expect(await page.getByLabel('E-mail address').inputValue()).to.equal(email);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Password', { exact: true }).fill('short');
    await join(page);
    await page.getByText('Use a password that follows all of these rules.').waitFor();
    await expectAccessible(page);

    await page.getByLabel('Password', { exact: true }).fill(goodPassword);
    await join(page);
    await showsProjects(page);
    await page.getByRole('banner').getByText(organization.name).waitFor();
    const login = await world().call('login', { body: { email, password: goodPassword } });
    expect(login.status).to.equal(200);
    await page.reload();
    await showsProjects(page);
  });

  it('keeps the code valid while the link is only looked at', async () => {
    const { organization, link } = await setting();
    const first = await open(link);
    await first.getByRole('heading', { name: `Join ${organization.name}` }).waitFor();
    const second = await open(link);
    await second.getByRole('heading', { name: `Join ${organization.name}` }).waitFor();
  });

  it('continues with another attempt if the server refuses the account', async () => {
    allow(/^failed: .*\/complete-account/);
    const { link } = await setting();
    const page = await open(link);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Password', { exact: true }).fill(goodPassword);
    await page.route('**/complete-account', (route) => route.abort('connectionrefused'), { times: 1 });
    await join(page);
    await page.getByRole('alert').waitFor();
    await join(page);
    await showsProjects(page);
  });

  it('asks somebody who has an account for its password, and says if it is wrong', async () => {
    allow(/^400: .*\/login$/);
    const user = await world().newUser(await world().newOrganization(), 'member');
    const { link } = await setting(user.email);
    const page = await open(link);
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await join(page);
    await page.getByRole('alert').getByText('Invalid credentials').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Password', { exact: true }).fill(user.password);
    await join(page);
    await showsProjects(page);
    const { body } = await world().call('listOrganizations', { as: user });
    expect(body.organizations).to.have.length(2);
  });

  it('lets somebody join with one click who is signed in', async () => {
    const user = await world().newUser(await world().newOrganization(), 'member');
    const { organization, link } = await setting(user.email);
    const page = await open(link, { as: user });
    await page.getByText(`You are signed in as ${user.email}.`).waitFor();
    await expectAccessible(page);
    await join(page);
    await showsProjects(page);
    await page.getByRole('banner').getByText(organization.name).first().waitFor();
  });

  it('tells somebody whose address is not confirmed how to confirm it', async () => {
    allow(/^403: .*\/invite-org\/verify$/);
    const user = await world().newUser(await world().newOrganization(), 'member');
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('users').where({ id: user.id }).update({ addressProvedAt: null }),
    );
    const account = await open('/account', { as: user });
    await account.getByText('Your e-mail address is not confirmed').waitFor();
    await expectAccessible(account);
    const { link } = await setting(user.email);
    const page = await open(link, { as: user });
    await join(page);
    await page.getByRole('alert').getByText('Ask an administrator of this server for a link').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Set a new password' }).click();
    await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();

    const root = await world().newUser(await world().newOrganization(), 'admin');
    await world().makeInstanceAdmin(root);
    const admin = await open('/admin', { as: root });
    await admin.getByLabel('Search users').fill(user.email);
    const users = admin.getByRole('list', { name: 'users' });
    await users.getByText(user.email).waitFor();
    await users.getByRole('listitem').nth(1).waitFor({ state: 'detached' });
    await users.getByText('Address not confirmed').waitFor();
  });

  it('warns somebody who is signed in with another account', async () => {
    const { admin, email, link } = await setting();
    const page = await open(link, { as: admin });
    await page.getByText(`joining signs you in as ${email} instead`).waitFor();
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Password', { exact: true }).fill(goodPassword);
    await join(page);
    await showsProjects(page);
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByText(email).waitFor();
  });

  it('says that a link is not valid, and leads to the login', async () => {
    allow(/^400: .*\/inspect$/);
    const { organization } = await setting();
    const page = await open(`/signupinvite?token=wrong&to=ada%40example.com&organization_id=${organization.id}`);
    await page.getByRole('alert').getByText('This invitation is not valid').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.waitForURL('**/login');
  });

  it('says what to do without a link', async () => {
    const page = await open('/signupinvite');
    await page.getByText('Open the link of your invitation.').waitFor();
  });
});

describe('console: invitation by mail', () => {
  let setting: MailWorld;
  before(async () => {
    setting = await startWithMail('sqlite');
  });
  after(closeMailServers);
  const { world, open } = useConsole(() => setting.world);

  it('says that it was sent, and shows no link for an address without an account', async () => {
    const organization = await world().newOrganization();
    const admin = await world().newUser(organization, 'admin');
    const member = await world().newUser(await world().newOrganization(), 'member');
    const email = newEmail(world());
    const page = await open('/people?invite', { as: admin });
    const dialog = page.getByRole('dialog', { name: 'Invite people' });
    await dialog.getByLabel('E-mail addresses').fill(`${email} ${member.email}`);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await dialog.getByText(`The invitation was sent by mail to ${email}.`).waitFor();
    await dialog.getByRole('button', { name: `Copy the link for ${member.email}` }).waitFor();
    expect(await dialog.getByRole('listitem').count()).to.equal(1);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();

    await page.getByRole('link', { name: email }).click();
    const drawer = page.getByRole('dialog', { name: email });
    await drawer.getByRole('button', { name: 'Invite again' }).click();
    await drawer.getByText(`The invitation was sent by mail to ${email}.`).waitFor();
  });
});
