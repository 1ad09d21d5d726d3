import { expect } from 'chai';
import { useBrowser, visit } from '../support/clients/browser.ts';
import { newStorage, ownWorld, type World } from '../support/world/world.ts';

describe('an invitation in a browser', function () {
  this.timeout(120_000);
  const browser = useBrowser();
  let world: World;
  before(async () => {
    world = await ownWorld(await newStorage('sqlite'));
  });

  it('creates an account with the input of the invited user, after an error is corrected', async () => {
    const organization = await world.newOrganization();
    const admin = await world.newUser(organization, 'admin');
    const email = 'ada@example.com';
    const { body } = await world.call('inviteUsers', {
      as: admin,
      body: { inviteeEmails: [email], organizationRoleSlug: 'member' },
    });
    const { search } = new URL(body.completeInviteLinks[0].link as string);

    const { page, complaints } = await visit(browser(), world.server.url);
    await page.goto(`${world.server.url}/signupinvite${search}`);
    expect(page.url(), 'the code is removed from the history').to.equal(`${world.server.url}/signupinvite`);
    expect(await page.locator('#email').innerText()).to.equal(email);
    await page.getByLabel('First name').fill('Ada');
    await page.getByLabel('Password').fill('short');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.getByRole('status').getByText('password').waitFor();
    expect(
      complaints.splice(0).filter((said) => !said.includes('422')),
      'only the short password is refused',
    ).to.deep.equal([]);

    await page.getByLabel('Password').fill('correct horse battery staple');
    await page.getByRole('button', { name: 'Join' }).click();
    await page.locator('#form').waitFor({ state: 'detached' });
    expect(await page.getByRole('status').innerText()).not.to.equal('');
    expect(complaints).to.deep.equal([]);
    const login = await world.call('login', { body: { email, password: 'correct horse battery staple' } });
    expect(login.status).to.equal(200);
  });
});
