import { expect } from 'chai';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Follower } from '../support/clients/followers.ts';
import { newProjectWithAdmin, type TestProject } from '../support/fixtures/projects.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { sallyport, waitForExit } from '../support/world/program.ts';
import { newStorage, ownWorld, type World } from '../support/world/world.ts';

describe('sallyport login', () => {
  let world: World;
  let setting: TestProject;
  let folder: string;
  before(async () => {
    world = await ownWorld(await newStorage('sqlite'));
    setting = await newProjectWithAdmin(world);
  });
  beforeEach(() => {
    folder = scratchFolder();
  });

  const file = (): string => join(folder, 'sallyport', 'session.json');
  const start = (args: string[], input?: string) => sallyport(args, { XDG_CONFIG_HOME: folder }, input);
  const run = (args: string[], input?: string) => waitForExit(start(args, input));
  const logIn = (password: string, ...more: string[]) =>
    run(
      ['login', '--url', world.server.url, '--email', setting.admin.email, '--password-stdin', ...more],
      `${password}\n`,
    );
  const statusOf = async (token: string): Promise<number> => (await world.call('checkAuth', { as: { token } })).status;

  it('keeps the session of a password in a file for its owner, and ends it on logout', async () => {
    const { code, out, err } = await logIn(setting.admin.password);
    expect({ code, out }, err).to.deep.equal({
      code: 0,
      out: `Logged in to ${world.server.url} as ${setting.admin.email}.\n`,
    });
    expect(statSync(file()).mode & 0o777).to.equal(0o600);
    expect(statSync(join(folder, 'sallyport')).mode & 0o777).to.equal(0o700);
    const { token } = JSON.parse(readFileSync(file(), 'utf8'));
    expect((await run(['project', 'list'])).out).to.include(setting.project.id);

    const elsewhere = await run(['project', 'list', '--url', 'http://127.0.0.1:1']);
    expect(elsewhere.code).to.equal(2);
    expect(elsewhere.err).to.include(`You are logged in to ${world.server.url}, not to http://127.0.0.1:1.`);
    chmodSync(file(), 0o644);
    expect((await run(['project', 'list'])).err).to.match(/^Other users may read /);
    chmodSync(file(), 0o600);

    expect((await run(['logout'])).code).to.equal(0);
    expect(existsSync(file())).to.equal(false);
    expect(await statusOf(token)).to.equal(401);
    expect((await run(['project', 'list'])).err).to.match(/SALLYPORT_TOKEN, or log in first: sallyport login\n$/);
  });

  it('says which variable is used instead of the session', async () => {
    const { email, password } = setting.admin;
    const args = ['login', '--url', world.server.url, '--email', email, '--password-stdin'];
    const environment = { XDG_CONFIG_HOME: folder, INFISICAL_TOKEN: 'any' };
    const { code, err } = await waitForExit(sallyport(args, environment, `${password}\n`));
    expect(code, err).to.equal(0);
    expect(err).to.include('INFISICAL_TOKEN is set, and is used instead of the session.');
  });

  it('refuses a wrong password and an unknown organization with a sentence, and keeps nothing', async () => {
    for (const refused of [await logIn('wrong'), await logIn(setting.admin.password, '--organization', 'Nowhere')]) {
      expect(refused).to.deep.include({ code: 1, out: '' });
      expect(refused.err).to.match(/^(The server refused \(40\d\): .+|You have no organization Nowhere, .+)\n$/);
    }
    expect(existsSync(file())).to.equal(false);
  });

  it('takes a session from a page of the server only', async () => {
    const waiting = new Follower(start(['login', '--url', world.server.url, '--no-browser']), 'none');
    const [, port] = await waiting.waitForOutput('err', /\/login\?callback_port=(\d+)\n/);
    const { id: organizationId } = setting.organization;
    const selected = await world.call('selectOrganization', {
      as: setting.admin,
      body: { organizationId, userAgent: 'cli' },
    });
    const { token } = selected.body;
    const handOver = async (origin: string, body: object): Promise<number> =>
      (
        await fetch(`http://127.0.0.1:${port}/`, {
          method: 'POST',
          headers: { origin, 'content-type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status;
    const session = { JTWToken: token, email: setting.admin.email, privateKey: '' };
    expect(await handOver('https://attacker.example.com', session)).to.equal(403);
    expect(await handOver(world.server.url, { email: 'none' })).to.equal(400);
    expect(await handOver(world.server.url, session)).to.equal(200);
    expect(await waiting.ended(), waiting.err).to.equal(0);
    expect(JSON.parse(readFileSync(file(), 'utf8'))).to.deep.equal({
      url: world.server.url,
      token,
      email: setting.admin.email,
    });
  });
});
