import { expect } from 'chai';
import { delayMs } from '../../src/cli/backoff.ts';
import { follow, startFollowing } from '../support/clients/followers.ts';
import { waitForExit, sallyport } from '../support/world/program.ts';
import { newProjectWithSecrets, newSecret, secretCall, type TestSecrets } from '../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../support/fixtures/projects.ts';
import { newStorage, ownWorld, startWorld, type Environment, type World } from '../support/world/world.ts';

const line = (kind: string, place: string, keys: string): RegExp =>
  new RegExp(`^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ  ${kind} +${place}  ${keys}$`, 'm');

describe('sallyport events', () => {
  let world: World;
  let setting: TestSecrets;
  let projectId: string;
  let token: string;
  const follower = (...args: string[]) => follow(world, token, ['--project', projectId, ...args]);
  const update = (key: string, body: Record<string, unknown> = {}) =>
    secretCall(() => world, 'updateSecret')(setting, key, { secretValue: 'another', ...body });

  before(async () => {
    world = await ownWorld(await newStorage('sqlite'));
  });
  beforeEach(async () => {
    setting = await newProjectWithSecrets(world, ['/app', '/app/deep', '/other']);
    projectId = setting.project.id;
    ({ token } = setting.admin);
  });

  it('follows a project, and ends immediately on a signal', async () => {
    const following = await follower();
    expect(following.err).to.match(
      new RegExp(`^\\S+Z  Following project ${projectId}, every environment, every path\\.\\n$`),
    );
    await newSecret(world, setting, 'A', { secretPath: '/app' });
    await update('A', { secretPath: '/app', newSecretName: 'B, C' });
    await newSecret(world, setting, 'D', { environment: 'prod' });
    await following.waitForOutput('out', line('secret:create', 'prod:/', 'D'));
    expect(following.out.split('\n')).to.have.length(4);
    expect(following.out)
      .to.match(line('secret:create', 'dev:/app', 'A'))
      .and.to.match(line('secret:update', 'dev:/app', 'A, B, C'));
    expect(await following.end('SIGTERM')).to.equal(0);
    expect(following.err.split('\n')).to.have.length(2);
    expect(await (await follower()).end('SIGINT')).to.equal(0);
    expect(await (await follower()).end('SIGHUP')).to.equal(0);
  });

  it('follows only the requested events, in a project by its slug', async () => {
    const args = [
      '--project',
      setting.project.slug,
      '--env',
      'dev',
      '--path',
      '/app/**',
      '--events',
      'update, secret:delete',
    ];
    const following = await follow(world, token, args);
    expect(following.err).to.contain(`Following project ${setting.project.slug}, environment dev, path /app/**.`);
    for (const secretPath of ['/app', '/app/deep', '/other']) await newSecret(world, setting, 'A', { secretPath });
    await newSecret(world, setting, 'A', { environment: 'prod' });
    await update('A', { environment: 'prod' });
    await update('A', { secretPath: '/other' });
    await update('A', { secretPath: '/app/deep' });
    await secretCall(() => world, 'deleteSecret')(setting, 'A', { secretPath: '/app/deep' });
    await following.waitForOutput('out', /delete/);
    expect(following.out.replace(/^\S+/gm, '')).to.equal(
      '  secret:update           dev:/app/deep  A\n  secret:delete           dev:/app/deep  A\n',
    );
    await following.end();
  });

  it('prints JSON as received, also for imports', async () => {
    const following = await follower('--json');
    await newSecret(world, setting, 'A', { secretPath: '/app' });
    const body = { projectId, environment: 'dev', path: '/', import: { environment: 'dev', path: '/app' } };
    expect((await world.call('createSecretImport', { as: setting.admin, body })).status).to.equal(200);
    await following.waitForOutput('out', /import-mutation.*\n/);
    expect(
      following.out
        .trim()
        .split('\n')
        .map((text) => JSON.parse(text) as unknown),
    ).to.deep.equal([
      {
        projectType: 'secret-manager',
        data: { eventType: 'secret:create', payload: [{ environment: 'dev', secretPath: '/app', secretKey: 'A' }] },
      },
      {
        projectType: 'secret-manager',
        data: { eventType: 'secret:import-mutation', payload: { environment: 'dev', secretPath: '/' } },
      },
    ]);
    await following.end();
  });

  it('ends without an error when its output is closed', async () => {
    const following = await follower();
    following.closeOutput();
    await newSecret(world, setting, 'A');
    expect(await following.ended()).to.equal(0);
    expect(following.err).not.to.contain('EPIPE');
  });

  it('reconnects after a restart of the server, says so, and runs the command, because events may have been missed', async () => {
    const storage: Environment = await newStorage('sqlite');
    const first = await startWorld(storage);
    const there = await newProjectWithSecrets(first);
    const args = [
      '--project',
      there.project.id,
      '--',
      'sh',
      '-c',
      'echo "ran on $SALLYPORT_EVENT ($SALLYPORT_SECRET_PATH$SALLYPORT_SECRET_KEYS)"',
    ];
    const following = await follow(first, there.admin.token, args);
    await first.server.stop();
    await following.waitForOutput('err', /Z {2}The server ended the stream: .*Trying again in 1 s\.\n/);
    const second = await startWorld({ ...storage, PORT: new URL(first.server.url).port });
    await following.waitForOutput('err', /Z {2}Reconnected\. Events may have been missed meanwhile\.\n/);
    await following.waitForOutput('out', /^ran on reconnect \(\)$/m);
    await newSecret(second, there, 'A', { secretPath: '/app' });
    await following.waitForOutput('out', /^ran on secret:create \(\/appA\)$/m);
    await second.server.stop();
    await following.waitForOutput('err', /(The server ended the stream: [^]*){2}/);
    // Also during the wait.
    expect(await following.end()).to.equal(0);
  });

  it('waits for a server that is not running yet', async () => {
    const nowhere = { server: { ...world.server, url: 'http://127.0.0.1:1' } };
    const following = startFollowing(nowhere, token, ['--project', projectId]);
    await following.waitForOutput(
      'err',
      /No server responds at http:\/\/127\.0\.0\.1:1\. .* SALLYPORT_URL\. Trying again in 1 s\.\n[^]*Trying again in 2 s\.\n/,
    );
    expect(await following.end()).to.equal(0);
  });

  it('waits if the project has reached its stream limit', async () => {
    const small = await ownWorld({ ...(await newStorage('sqlite')), EVENT_STREAM_LIMIT: '1' });
    const there = await newProjectWithSecrets(small);
    const one = await follow(small, there.admin.token, ['--project', there.project.id]);
    const other = startFollowing(small, there.admin.token, ['--project', there.project.id]);
    await other.waitForOutput('err', /The server refused \(429\): .* Trying again in 1 s\./);
    await one.end();
    await other.waitForOutput('err', /Following/);
    expect(other.err).not.to.contain('missed');
    await other.end();
  });

  it('exits with 1 and the message of the server if it is not allowed', async () => {
    const outsider = await newProjectIdentity(world, setting, []);
    const refusal = async (as: string, ...args: string[]): Promise<string> => {
      const following = startFollowing(world, as, ['--project', projectId, ...args]);
      expect(await following.ended()).to.equal(1);
      expect(following.out).to.equal('');
      return following.err;
    };
    expect(await refusal('wrong')).to.match(/^The server refused \(401\): .+\n$/);
    expect(await refusal(outsider.token)).to.match(/^The server refused \(403\): .*subscribe to creation events.*\n$/);
    expect(await refusal(token, '--project', '6f1c7a52-3b0e-4c1f-9a57-0d2a4d0f8c11')).to.match(
      /^The server refused \(404\): .+\n$/,
    );
    expect(await refusal(token, '--project', 'no-such-project')).to.match(/^The server refused \(404\): .+\n$/);
    expect(await refusal(token, '--path', 'p'.repeat(513))).to.match(/^The server refused \(422\): .*secretPath.*\n$/);
    const unlicensed = await ownWorld({ ...(await newStorage('sqlite')), LICENCE_EVALUATION: 'off' });
    const there = await newProjectWithSecrets(unlicensed);
    const following = startFollowing(unlicensed, there.admin.token, ['--project', there.project.id]);
    expect(await following.ended()).to.equal(1);
    expect(following.err).to.match(/^The server refused \(400\): .*not available on your current plan.*\n$/);
  });

  it('exits with 1 when its token expires', async () => {
    const identity = await newProjectIdentity(world, setting, 'admin');
    const following = await follow(world, identity.token, ['--project', projectId]);
    expect((await world.call('revokeAccessToken', { body: { accessToken: identity.token } })).status).to.equal(200);
    await world.server.parts.eventStreams.hub.ping();
    expect(await following.ended()).to.equal(1);
    expect(following.err).to.match(
      /The server ended the stream: .* Trying again in 1 s\.\nThe server refused \(401\): .+\n$/,
    );
  });

  it('reports invalid arguments', async () => {
    const wrong = async (args: string[], environment: Environment = {}): Promise<string> => {
      const { code, out, err } = await waitForExit(sallyport(['events', ...args], environment));
      expect({ code, out }).to.deep.equal({ code: 2, out: '' });
      return err;
    };
    expect(await wrong([])).to.contain('--project');
    expect(await wrong(['--project', 'x'])).to.contain('SALLYPORT_TOKEN');
    expect(await wrong(['--project', 'x'], { SALLYPORT_TOKEN: 'two\nlines' })).to.equal(
      'The token contains characters that are not valid in a token.\n',
    );
    expect(await wrong(['--project', 'x', '--token', 't', '--url', 'nowhere'])).to.contain(
      'must be a URL with http://',
    );
    expect(await wrong(['--project', 'x', '--token', 't', '--events', 'create,rename'])).to.contain(
      'create, update, delete or import-mutation',
    );
  });

  it('waits longer before each attempt, up to half a minute, with random jitter', () => {
    expect([0, 1, 2, 3, 4, 5, 6, 100].map((failures) => delayMs(failures, 0))).to.deep.equal([
      1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000,
    ]);
    expect([delayMs(0, 1), delayMs(100, 1)]).to.deep.equal([750, 22_500]);
  });
});
