import { expect } from 'chai';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Follower } from '../support/clients/followers.ts';
import { newProjectWithSecrets, newSecret, secretCall, type TestSecrets } from '../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../support/fixtures/projects.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { sallyport, waitForExit } from '../support/world/program.ts';
import { newStorage, ownWorld, startWorld, type World } from '../support/world/world.ts';

describe('sallyport run', () => {
  let world: World;
  let setting: TestSecrets;
  before(async () => {
    world = await ownWorld(await newStorage('sqlite'));
  });
  beforeEach(async () => {
    setting = await newProjectWithSecrets(world, ['/app', '/shared']);
  });

  const start = (args: readonly string[], more: Record<string, string> = {}) =>
    sallyport(['run', '--project', setting.project.slug, '--env', 'dev', ...args], {
      SALLYPORT_URL: world.server.url,
      SALLYPORT_TOKEN: setting.admin.token,
      ...more,
    });
  const run = (args: readonly string[], more: Record<string, string> = {}) => waitForExit(start(args, more));
  const shell = (script: string): string[] => ['--', 'sh', '-c', script];
  const update = (name: string, secretValue: string) =>
    secretCall(() => world, 'updateSecret')(setting, name, { secretValue });

  it('gives a program the secrets of a folder, of its imports and of its references as variables', async () => {
    await newSecret(world, setting, 'HOST', { secretValue: 'db' });
    await newSecret(world, setting, 'URL', { secretValue: 'pg://${HOST}', secretPath: '/' });
    await newSecret(world, setting, 'BOTH', { secretValue: 'own' });
    for (const name of ['BOTH', 'SHARED']) await newSecret(world, setting, name, { secretPath: '/shared' });
    const body = {
      projectId: setting.project.id,
      environment: 'dev',
      path: '/',
      import: { environment: 'dev', path: '/shared' },
    };
    expect((await world.call('createSecretImport', { as: setting.admin, body })).status).to.equal(200);
    const { code, out, err } = await run(shell('echo "$URL|$BOTH|$SHARED"'));
    expect({ code, out }, err).to.deep.equal({ code: 0, out: 'pg://db|own|value of SHARED\n' });
    expect((await run(['--path', 'app', ...shell('echo "[$HOST]"')])).out).to.equal('[]\n');
  });

  it('ends as its program does, and passes arguments and signals on', async () => {
    expect((await run(shell('exit 7'))).code).to.equal(7);
    expect((await run(shell('kill -9 $$'))).code).to.equal(137);
    expect((await run(['no-such-program'])).code).to.equal(127);
    const file = join(scratchFolder(), 'file');
    writeFileSync(file, '', { mode: 0o644 });
    expect((await run([file])).code).to.equal(126);
    // Options after the program are its own, also without `--`.
    expect((await run(['echo', '--watch', '--', '-x'])).out).to.equal('--watch -- -x\n');

    const script = `process.on('SIGTERM', () => { console.log('ended'); process.exit(3); }); setInterval(() => {}, 1e6); console.log('ready')`;
    const child = start(['--', process.execPath, '-e', script]);
    const follower = new Follower(child, setting.admin.token);
    await follower.waitForOutput('out', /ready\n/);
    expect(await follower.end()).to.equal(3);
    expect(follower.out).to.include('ended\n');
  });

  it('leaves out secrets that decide which code runs, and those that cannot be variables, and says so', async () => {
    await newSecret(world, setting, 'NODE_OPTIONS', { secretValue: '--import=data:text/javascript,' });
    await newSecret(world, setting, 'A=B');
    const left = await run(shell('echo "[$NODE_OPTIONS]"'));
    expect(left).to.deep.include({ code: 0, out: '[]\n' });
    expect(left.err)
      .to.match(/^Left out, because they decide which code runs here.*: NODE_OPTIONS$/m)
      .and.match(/^Left out, because they cannot be names of variables: A=B$/m);
    expect((await run(['--all-names', ...shell('echo "[$NODE_OPTIONS]"')])).out).to.include('[--import');
  });

  it('says which projects, environments and folders there are', async () => {
    const project = (name: string) =>
      waitForExit(
        sallyport(['run', '--project', name, '--env', 'dev', 'true'], {
          SALLYPORT_URL: world.server.url,
          SALLYPORT_TOKEN: setting.admin.token,
        }),
      );
    const typo = `${setting.project.slug.slice(0, -1)}`;
    expect((await project(typo)).err).to.include(`Did you mean ${setting.project.slug}?`);
    expect((await run(['--env', 'devv', 'true'])).err).to.include("no environment 'devv'. Did you mean dev?");
    const { code, err } = await run(['--path', '/apps', 'true']);
    expect(err).to.include("no folder '/apps'. Did you mean /app? There are: /app, /shared.");
    expect(code).to.equal(1);
  });

  const loop = 'echo "value $A"; exec sleep 1000';

  it('starts the program again when one of its secrets changes', async () => {
    await newSecret(world, setting, 'A', { secretValue: 'one' });
    // So rarely that only an event can be the reason.
    const child = start(['--watch', '--every', '24h', ...shell(loop)]);
    const follower = new Follower(child, setting.admin.token);
    await follower.waitForOutput('out', /value one\n/);
    await update('A', 'two');
    await follower.waitForOutput('out', /value two\n/);
    expect(follower.err).to.include('Changed: A. Starting the program again.\n').and.not.include('two');
    await newSecret(world, setting, 'ELSEWHERE', { secretPath: '/app' });
    await update('A', 'three');
    await follower.waitForOutput('out', /value three\n/);
    expect(follower.err).not.to.include('ELSEWHERE');
    expect(await follower.end()).to.equal(128 + 15);
  });

  it('does so without a licence for events too', async () => {
    const unlicensed = await ownWorld({ ...(await newStorage('sqlite')), LICENCE_EVALUATION: 'off' });
    const there = await newProjectWithSecrets(unlicensed, []);
    await newSecret(unlicensed, there, 'A', { secretValue: 'one' });
    const child = sallyport(
      ['run', '--project', there.project.slug, '--env', 'dev', '--watch', '--every', '1s', ...shell(loop)],
      { SALLYPORT_URL: unlicensed.server.url, SALLYPORT_TOKEN: there.admin.token },
    );
    const follower = new Follower(child, there.admin.token);
    await follower.waitForOutput('out', /value one\n/);
    await secretCall(() => unlicensed, 'updateSecret')(there, 'A', { secretValue: 'two' });
    await follower.waitForOutput('out', /value two\n/);
    expect(await follower.end()).to.equal(128 + 15);
  });

  it('leaves the program alone while the server is away, and ends with it', async () => {
    const storage = await newStorage('sqlite');
    const first = await startWorld(storage);
    const there = await newProjectWithSecrets(first, []);
    await newSecret(first, there, 'A', { secretValue: 'one' });
    const child = sallyport(
      [
        'run',
        '--project',
        there.project.slug,
        '--env',
        'dev',
        '--watch',
        '--every',
        '1s',
        ...shell('echo "value $A"; exec sleep 1000'),
      ],
      { SALLYPORT_URL: first.server.url, SALLYPORT_TOKEN: there.admin.token },
    );
    const follower = new Follower(child, there.admin.token);
    await follower.waitForOutput('out', /value one\n/);
    await first.server.stop();
    await follower.waitForOutput('err', /No server responds at .* The program keeps the secrets that it has\.\n/);
    const second = await startWorld({ ...storage, PORT: new URL(first.server.url).port });
    await follower.waitForOutput('err', /The server responds again\.\n/);
    await secretCall(() => second, 'updateSecret')(there, 'A', { secretValue: 'two' });
    await follower.waitForOutput('out', /value two\n/);
    expect(await follower.end()).to.equal(128 + 15);
    await second.server.stop();
  });
});

describe('sallyport run --offline', () => {
  const shell = ['--', 'sh', '-c', 'echo "value $A"'];

  it('uses an encrypted copy of the last run, only if asked for and only for whoever has the credential', async () => {
    const storage = await newStorage('sqlite');
    const world = await startWorld(storage);
    const setting = await newProjectWithSecrets(world, []);
    await newSecret(world, setting, 'A', { secretValue: 'a long secret value' });
    const cache = scratchFolder();
    const run = (token: string, ...args: string[]) =>
      waitForExit(
        sallyport(['run', '--project', setting.project.slug, '--env', 'dev', ...args, ...shell], {
          SALLYPORT_URL: world.server.url,
          SALLYPORT_TOKEN: token,
          XDG_CACHE_HOME: cache,
        }),
      );
    const folder = join(cache, 'sallyport', 'offline');
    const { token } = setting.admin;
    expect((await run(token)).code).to.equal(0);
    expect(readdirSync(cache)).to.deep.equal([]);

    expect((await run(token, '--offline')).out).to.equal('value a long secret value\n');
    const [name] = readdirSync(folder);
    const file = join(folder, name!);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(statSync(folder).mode & 0o777).to.equal(0o700);
    const text = readFileSync(file, 'utf8');
    for (const part of ['a long secret value', token, setting.project.slug]) expect(text + name).not.to.include(part);

    const { token: refused } = await newProjectIdentity(world, setting, 'no-access');
    await world.server.stop();
    const offline = await run(token, '--offline');
    expect(offline).to.deep.include({ code: 0, out: 'value a long secret value\n' });
    expect(offline.err).to.match(/^No server responds at .* Using the copy of \d{4}-/);
    expect((await run(token)).code).to.equal(1);
    const other = await run(refused, '--offline');
    expect(other).to.deep.include({ code: 1, out: '' });
    expect(other.err).to.include('no copy of a run with --offline');

    writeFileSync(file, text.replace(/"data":"..../, '"data":"AAAA'));
    expect((await run(token, '--offline')).code).to.equal(1);
  });

  it('deletes the copy when the server refuses', async () => {
    const world = await ownWorld(await newStorage('sqlite'));
    const setting = await newProjectWithSecrets(world, []);
    await newSecret(world, setting, 'A');
    const identity = await newProjectIdentity(world, setting, 'viewer');
    const cache = scratchFolder();
    const run = () =>
      waitForExit(
        sallyport(['run', '--project', setting.project.slug, '--env', 'dev', '--offline', ...shell], {
          SALLYPORT_URL: world.server.url,
          SALLYPORT_TOKEN: identity.token,
          XDG_CACHE_HOME: cache,
        }),
      );
    expect((await run()).code).to.equal(0);
    const params = { projectId: setting.project.id, identityId: identity.id };
    expect((await world.call('removeProjectIdentity', { as: setting.admin, params })).status).to.equal(200);
    expect((await run()).code).to.equal(1);
    expect(readdirSync(join(cache, 'sallyport', 'offline'))).to.deep.equal([]);
  });
});
