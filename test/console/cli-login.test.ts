import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { listenAsCli, type CliListener } from '../support/clients/cli-listener.ts';
import { onConsole, submitLogin } from '../support/clients/console.ts';
import { Follower } from '../support/clients/followers.ts';
import { expectAccessible } from '../support/expect/accessible.ts';
import { scratchFolder } from '../support/world/folders.ts';
import type { TestUser } from '../support/world/members.ts';
import { sallyport, waitForExit } from '../support/world/program.ts';

onConsole('login of the CLI', ({ world, open, allow }) => {
  const newUser = async () => world().newUser(await world().newOrganization(), 'admin');
  let cli: CliListener;
  beforeEach(async () => {
    cli = await listenAsCli(world().server.url);
  });
  afterEach(() => void cli.close());

  /** Opens the login page for the CLI, whose policy allows it to reach that port. */
  const openFor = async (port: number, as?: TestUser): Promise<Page> => {
    allow(new RegExp(`^asks another server: http://127\\.0\\.0\\.1:${port}/$`));
    const page = await open('/login', as ? { as } : {});
    await page.goto(`${world().server.url}/login?callback_port=${port}`);
    return page;
  };

  const handOver = (page: Page) => page.getByRole('button', { name: 'Hand over the session' }).click();

  /** The session that the CLI stores, which has to work. */
  const expectSession = async (json: string, user: TestUser) => {
    const { JTWToken: token, ...rest } = JSON.parse(json) as Record<string, string>;
    expect(rest).to.deep.equal({ email: user.email, privateKey: '' });
    expect((await world().call('checkAuth', { as: { token: token! } })).status).to.equal(200);
    expect((await world().call('listProjects', { as: { token: token! } })).status).to.equal(200);
    return token!;
  };

  it('hands over a session after signing in, and a click that names it', async () => {
    const user = await newUser();
    const page = await openFor(cli.port);
    await submitLogin(page, user);
    const main = page.getByRole('main');
    await main.getByText(`It gets a session of ${user.email} in Test Organization`).waitFor();
    await main.getByText(`port ${cli.port}`).waitFor();
    await expectAccessible(page);
    await handOver(page);
    const token = await expectSession(await cli.received, user);
    await page.getByText('The CLI is signed in').waitFor();
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Open the console' }).click();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Log out' }).click();
    await page.getByLabel('E-mail address').waitFor();
    expect((await world().call('checkAuth', { as: { token } })).status, 'its session is its own').to.equal(200);
  });

  it('signs `sallyport login` in, whose session then lists the projects', async () => {
    const user = await newUser();
    const env = { XDG_CONFIG_HOME: scratchFolder() };
    const program = new Follower(sallyport(['login', '--url', world().server.url, '--no-browser'], env), 'none');
    const [, port] = await program.waitForOutput('err', /\/login\?callback_port=(\d+)\n/);
    await handOver(await openFor(Number(port), user));
    expect(await program.ended()).to.equal(0);
    expect(program.out).to.equal(`Logged in to ${world().server.url} as ${user.email}.\n`);
    const { body } = await world().call('createProject', { as: user, body: { projectName: 'Of the terminal' } });
    expect((await waitForExit(sallyport(['project', 'list'], env))).out).to.include(body.project.id);
  });

  it('hands over a session for the organization that is chosen', async () => {
    const user = await newUser();
    const other = await world().newOrganization();
    await world().join(other, user, 'admin');
    const page = await openFor(cli.port, user);
    await page.getByRole('combobox', { name: 'Organization' }).click();
    await page.getByRole('option', { selected: false }).click();
    await handOver(page);
    const token = await expectSession(await cli.received, user);
    const { status } = await world().call('getOrganization', { as: { token }, params: { organizationId: other.id } });
    expect(status).to.equal(200);
  });

  it('shows a code to paste if the CLI cannot be reached', async () => {
    allow(/^failed: http:\/\/127\.0\.0\.1:\d+\/ /);
    const user = await newUser();
    cli.close();
    const page = await openFor(cli.port, user);
    await handOver(page);
    const code = await page.getByLabel('Code for the CLI').inputValue();
    expect(code).to.match(/^[A-Za-z0-9+/]+=*$/);
    await expectSession(Buffer.from(code, 'base64').toString(), user);
    await expectAccessible(page);
  });

  it('offers nothing for what is not a port', async () => {
    const user = await newUser();
    const page = await open('/login?callback_port=99999', { as: user });
    await page.getByRole('heading', { name: 'Projects', exact: true }).waitFor();
  });
});
