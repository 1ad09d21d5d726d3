import { expect } from 'chai';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { migrations } from '../../migrations/index.ts';
import { scratchFolder } from '../support/world/folders.ts';
import {
  bootstrapCommandOf,
  waitForExit,
  waitForStart,
  run,
  sallyport,
  serve,
  waitFor,
} from '../support/world/program.ts';
import type { Environment } from '../support/world/world.ts';

describe('sallyport', () => {
  let environment: Environment;
  beforeEach(() => {
    environment = { DATA_DIR: join(scratchFolder(), 'data') };
  });

  it('prints its usage', async () => {
    const { code, out } = await waitForExit(sallyport(['--help']));
    expect(code).to.equal(0);
    for (const command of [
      'run',
      'secrets',
      'whoami',
      'init',
      'man',
      'serve',
      'bootstrap',
      'migrate',
      'backup',
      'restore',
      'doctor',
      'health',
      'reset-password',
      'reset-second-factor',
      'rotate-keys',
      'events',
      'import',
      'export',
      'access',
      'grant',
      'revoke',
      'audit',
      'project',
      'login',
      'logout',
      'licence',
      'openapi',
    ])
      expect(out).to.contain(command);
    expect((await waitForExit(sallyport(['no-such-command']))).code).to.equal(2);
    expect((await waitForExit(sallyport(['bootstrap']))).err).to.contain('--email');
  });

  it('ends without a complaint if nobody reads the rest of its output', async () => {
    const { code, err } = await waitForExit(
      run('/bin/bash', ['-c', `set -o pipefail; '${process.execPath}' dist/sallyport.cjs doctor | true`], environment),
    );
    expect({ code, err }).to.deep.equal({ code: 0, err: '' });
  });

  it('serves, and prints the command that creates the first administrator, which works', async () => {
    const server = await serve(environment);
    const command = await bootstrapCommandOf(server);
    expect(command)
      .to.include(`dist/sallyport.cjs bootstrap `)
      .and.include(`--url ${server.url}`)
      .and.not.include('npx');

    const home = { XDG_CONFIG_HOME: scratchFolder() };
    const first = await waitForExit(run('sh', ['-c', `${command} --name 'Ada King Lovelace'`], home));
    expect(first.code, first.err).to.equal(0);
    const request = (path: string, token: string, body?: object): Promise<Response> =>
      fetch(`${server.url}${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      });
    const [, administrator] = /export SALLYPORT_TOKEN=(\S+)/.exec(first.out)!;
    expect((await request('/api/v1/admin/config', administrator!)).status).to.equal(200);
    expect(await (await request('/api/v1/organization', administrator!)).json()).to.have.nested.property(
      'organizations[0].name',
      'My Organization',
    );
    expect(first.out.split(administrator!), 'shown once').to.have.length(2);
    const [, token] = /export INFISICAL_TOKEN=(\S+)/.exec(first.out)!;
    expect(first.out).to.include(`export INFISICAL_API_URL=${server.url}/api`);
    expect(first.out).to.match(/may only read this project, until \d{4}-\d\d-\d\dT/);

    const [, projectId] = /infisical run --projectId (\S+) --env dev /.exec(first.out)!;
    expect(await (await request('/api/v1/projects', token!)).json(), 'the machine').to.have.nested.property(
      'projects[0].id',
      projectId,
    );
    const secrets = `/api/v4/secrets?projectId=${projectId}&environment=dev`;
    expect((await request(secrets, token!)).status, 'the machine reads').to.equal(200);
    const written = { projectId, environment: 'dev', secretValue: 'any' };
    expect((await request('/api/v4/secrets/ANY', token!, written)).status, 'and does not write').to.equal(403);
    const [, commands] = /^Store a secret .*:\n\n((?: {2}.+\n)+)/m.exec(first.out)!;
    const stored = await waitForExit(run('sh', ['-ec', commands!], home));
    expect(stored.code, stored.err).to.equal(0);
    expect(stored.out).to.match(/^hello$/m);
    const [, password] = /password +(\S+)/.exec(first.out)!;
    const login = await request('/api/v3/auth/login', '', { email: 'you@example.com', password });
    expect(login.status).to.equal(200);
    const { accessToken } = (await login.json()) as { accessToken: string };
    const [, organizationId] = /organization +My Organization \((\S+)\)/.exec(first.out)!;
    const selected = await request('/api/v3/auth/select-organization', accessToken, { organizationId });
    const session = ((await selected.json()) as { token: string }).token;
    const own = await request('/api/v1/projects', session);
    expect(await own.json(), 'the administrator').to.have.nested.property('projects[0].slug', 'my-project');
    const account = await request('/api/v1/user', session);
    expect(((await account.json()) as { user: object }).user).to.include({
      firstName: 'Ada',
      lastName: 'King Lovelace',
    });

    const second = await waitForExit(run('sh', ['-c', command], {}));
    expect(second).to.deep.include({ code: 1, out: '' });
    expect(second.err).to.match(/refused \(400\).*already been set up/);

    server.child.kill('SIGTERM');
    expect((await once(server.child, 'exit'))[0]).to.equal(0);
    const again = await serve(environment);
    again.child.kill('SIGINT');
    expect((await once(again.child, 'exit'))[0]).to.equal(0);
    expect(again.output()).not.to.contain('bootstrap');
  });

  it('says in one line that the database is ready, nothing about licences, and last where it is', async () => {
    const migrated = `database ready (${migrations.length} migrations)`;
    for (const expected of [migrated, 'database ready']) {
      const child = sallyport(['serve'], { ...environment, PORT: '0' });
      let log = '';
      child.stdout!.on('data', (chunk: Buffer) => (log += chunk.toString()));
      const server = await waitForStart(child);
      const { port } = new URL(server.url);
      expect(server.url).to.equal(`http://localhost:${port}`);
      expect(server.output()).to.match(new RegExp(`\\n\\nSallyport is at\\n\\n {2}http://localhost:${port}\\n\\n$`));
      expect((await fetch(server.url)).status).to.equal(200);
      child.kill('SIGTERM');
      await once(child, 'exit');
      const messages = log
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { msg?: string }).msg);
      expect(messages.filter((message) => message !== undefined)).to.deep.equal([expected, 'draining', 'stopped']);
      expect(server.output()).not.to.match(/licence/);
    }
  });

  it('signs nobody out of another server, and says how to sign in to the new one', async () => {
    const server = await serve(environment);
    const home = { XDG_CONFIG_HOME: scratchFolder() };
    const session = { url: 'http://other.example', email: 'ada@example.com', token: 'of-another-server' };
    mkdirSync(join(home.XDG_CONFIG_HOME, 'sallyport'));
    const file = join(home.XDG_CONFIG_HOME, 'sallyport', 'session.json');
    writeFileSync(file, JSON.stringify(session), { mode: 0o600 });
    const command = await bootstrapCommandOf(server);
    const { code, out, err } = await waitForExit(run('sh', ['-c', command], home));
    expect(code, err).to.equal(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).to.deep.equal(session);
    expect(out)
      .to.match(/^ {2}.* login --url /m)
      .and.not.match(/signed in/);
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
  });

  it('prints the command with the set-up token if it has a public address', async () => {
    const server = await serve({ ...environment, SITE_URL: 'https://secrets.example.com' });
    const command = await bootstrapCommandOf(server);
    expect(command).to.include(' --setup-token ');
    expect(server.output()).not.to.include('it also needs');
    const refused = await waitForExit(run('sh', ['-c', command.replace(/ --setup-token \S+/, '')], {}));
    expect(refused.err).to.match(/refused \(403\).*set-up token/);
    const { code, err } = await waitForExit(run('sh', ['-c', command], {}));
    expect(code, err).to.equal(0);
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
  });

  it('reads a password from standard input, and prints JSON', async () => {
    const server = await serve({ ...environment, HOST: '0.0.0.0' });
    const [, setupToken] = await waitFor(server, /--setup-token (\S+)/);
    const url = server.url.replace('0.0.0.0', '127.0.0.1');
    const args = [
      'bootstrap',
      '--email',
      'ada@example.com',
      '--organization',
      'Acme',
      '--url',
      url,
      '--password-stdin',
      '--json',
    ];
    const refused = await waitForExit(sallyport(args, {}, 'my own password\n'));
    expect(refused.err).to.match(/refused \(403\).*set-up token/);
    const { code, out } = await waitForExit(
      sallyport([...args, '--setup-token', setupToken!], {}, 'my own password\n'),
    );
    expect(code).to.equal(0);
    expect(JSON.parse(out))
      .to.have.keys('message', 'user', 'organization', 'identity', 'tokenExpiresAt')
      .and.have.nested.property('identity.credentials.token');
    expect(out).not.to.contain('my own password');
    server.child.kill('SIGTERM');
    await once(server.child, 'exit');
  });

  it('completes pending requests before it stops, and accepts no new ones', async () => {
    const server = await serve(environment);
    const { port } = new URL(server.url);
    const body = JSON.stringify({ email: 'nobody@example.com', password: 'wrong' });
    const socket = connect(Number(port), '127.0.0.1');
    await once(socket, 'connect');
    // The headers were sent, so the request is pending; its body follows after the signal.
    socket.write(
      `POST /api/v3/auth/login HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`,
    );
    expect(String((await once(socket, 'data'))[0])).to.contain('100 Continue');
    server.child.kill('SIGTERM');
    await refusesConnections(Number(port));
    socket.write(body);
    expect(String((await once(socket, 'data'))[0])).to.match(/^HTTP\/1\.1 400 /);
    expect((await once(server.child, 'exit'))[0]).to.equal(0);
  });

  it('is the program of npm start, and a signal to npm stops it', async () => {
    const server = await waitForStart(run('npm', ['start'], { ...environment, PORT: '0' }));
    const { child, url } = server;
    expect((await fetch(`${url}/api/status`)).status).to.equal(200);
    const command = await bootstrapCommandOf(server);
    expect(command).to.match(/^\S*node dist\/sallyport\.cjs bootstrap /);
    const { code, err } = await waitForExit(run('sh', ['-c', command], {}));
    expect(code, err).to.equal(0);
    child.kill('SIGTERM');
    expect((await once(child, 'exit'))[0]).to.equal(0);
    await refusesConnections(Number(new URL(url).port));
  });

  it('reports invalid settings, and exits with 1', async () => {
    const { code, err, out } = await waitForExit(
      sallyport(['serve'], { ...environment, PORT: 'eighty', LOG_LEVEL: 'loud' }),
    );
    expect({ code, out }).to.deep.equal({ code: 1, out: '' });
    expect(err).to.match(/^PORT must be .*\nLOG_LEVEL must be .*\n$/);
  });

  it('reports that the directory or the port is in use', async () => {
    const server = await serve(environment);
    const second = await waitForExit(sallyport(['serve'], { ...environment, PORT: '0' }));
    expect(second.code).to.equal(1);
    expect(second.err).to.match(/^Another process is using the data directory .*\n$/);
    const third = await waitForExit(
      sallyport(['serve'], { DATA_DIR: join(scratchFolder(), 'data'), PORT: new URL(server.url).port }),
    );
    expect(third.code).to.equal(1);
    expect(third.err).to.match(/^Cannot listen on .*: the port is in use\.\n$/);
    server.child.kill('SIGKILL');
    await once(server.child, 'exit');
    const after = await serve(environment);
    after.child.kill('SIGTERM');
    expect((await once(after.child, 'exit'))[0], 'a killed process leaves no lock').to.equal(0);
  });

  it('migrates, and says if there is nothing to do', async () => {
    expect(await waitForExit(sallyport(['migrate'], environment))).to.deep.include({
      code: 0,
      out: `Applied: ${migrations.map(({ name }) => name).join(', ')}\n`,
    });
    expect(await waitForExit(sallyport(['migrate'], environment))).to.deep.include({
      code: 0,
      out: 'The schema is up to date.\n',
    });
  });

  it('reports that no server responds', async () => {
    const { code, err } = await waitForExit(
      sallyport(['bootstrap', '--email', 'a@example.com', '--organization', 'A', '--url', 'http://127.0.0.1:1']),
    );
    expect(code).to.equal(1);
    expect(err).to.match(/^No server responds at http:\/\/127\.0\.0\.1:1\. .+ --url or in SALLYPORT_URL\.\n$/);
  });
});

const refusesConnections = async (port: number): Promise<void> => {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    const refused = await new Promise<boolean>((resolve) => {
      socket.once('error', () => resolve(true)).once('connect', () => resolve(false));
    });
    socket.destroy();
    if (refused) return;
  }
};
