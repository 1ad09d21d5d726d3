import { expect } from 'chai';
import { onConsole, submitLogin } from '../support/clients/console.ts';
import { expectAccessible } from '../support/expect/accessible.ts';

onConsole('login', ({ world, open, allow }) => {
  const newUser = async () => world().newUser(await world().newOrganization(), 'admin');

  it('shows the projects to somebody with one organization', async () => {
    const page = await open('/');
    await page.waitForURL('**/login');
    await expectAccessible(page);
    await submitLogin(page, await newUser());
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
    expect(new URL(page.url()).pathname).to.equal('/');
  });

  it('asks somebody with several organizations for one, and again after a reload', async () => {
    const user = await newUser();
    const second = await world().newOrganization();
    await world().join(second, user, 'member');
    const page = await open('/login');
    await submitLogin(page, user);
    await page.getByText('Choose an organization.').waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.getByText('Choose an organization.').waitFor();
    await page.getByRole('main').getByRole('listitem').getByRole('button').nth(1).click();
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
  });

  it('tells what the server says about wrong credentials, with the id of the request', async () => {
    allow(/^400: .*\/login$/);
    const user = await newUser();
    const page = await open('/login');
    await submitLogin(page, { ...user, password: 'wrong' });
    const alert = page.getByRole('alert');
    await alert.getByText('Invalid credentials').waitFor();
    expect(await alert.innerText()).to.match(/Request req-\w+/);
    expect(await page.getByLabel('E-mail address').inputValue()).to.equal(user.email);
    await expectAccessible(page);
  });

  it('goes on with the address that was asked for', async () => {
    const page = await open('/account?tab=sessions');
    await submitLogin(page, await newUser());
    await page.waitForURL('**/account?tab=sessions');
  });

  it('never leaves this site for the address that was asked for', async () => {
    const page = await open('/login', { as: await newUser() });
    for (const next of [
      'https://example.com/',
      '//example.com',
      '/\\example.com',
      'javascript:alert(1)',
      '/\t/example.com',
    ]) {
      await page.goto(`${world().server.url}/login?next=${encodeURIComponent(next)}`);
      await page.waitForURL('**/');
      expect(page.url(), next).to.equal(`${world().server.url}/`);
    }
  });
});
