import { expect } from 'chai';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { newProjectWithSecrets, newSecret, type TestSecrets } from '../support/fixtures/project-secrets.ts';
import { addToProject, newProjectIdentity } from '../support/fixtures/projects.ts';
import { CommandLine } from '../support/world/command-line.ts';
import { newStorage, ownWorld, type World } from '../support/world/world.ts';

describe('the daily commands', () => {
  let world: World;
  let setting: TestSecrets;
  let line: CommandLine;
  let directory: string;
  before(async () => {
    world = await ownWorld(await newStorage('sqlite'));
  });
  beforeEach(async () => {
    setting = await newProjectWithSecrets(world, ['/app', '/app/deep']);
    line = new CommandLine(login);
    ({ directory } = line);
  });

  const login = (): Record<string, string> => ({
    SALLYPORT_URL: world.server.url,
    SALLYPORT_TOKEN: setting.admin.token,
  });

  const good: CommandLine['good'] = (...args) => line.good(...args);
  const bad: CommandLine['bad'] = (...args) => line.bad(...args);
  const init = () => good(['init', '--project', setting.project.slug, '--env', 'dev']);

  describe('init', () => {
    it('names the project, the environment and the folder for the directory and those below', async () => {
      const { out } = await good(['init', '--project', setting.project.id, '--env', 'dev', '--path', 'app']);
      expect(out).to.include(`.sallyport.json names ${setting.project.slug}:dev:/app`);
      await good(['secrets', 'set', 'A=1']);
      const below = join(directory, 'below');
      mkdirSync(below);
      expect((await good(['secrets', 'get', 'A'], { at: below })).out).to.equal('1\n');
      expect((await good(['secrets', 'list', '--env', 'prod', '--path', '/'])).err).to.include('in prod:/.');
      expect((await bad(2, ['init', '--project', setting.project.slug, '--env', 'dev'])).err).to.include('--replace');
    });

    it('also decides what is exported, unless the project is named', async () => {
      await init();
      await good(['secrets', 'set', 'A=1']);
      await good(['secrets', 'set', 'B=2', '--env', 'prod']);
      expect((await good(['export'])).out).to.equal('A=1\n');
      expect((await good(['export', '--env', 'prod'])).out).to.equal('B=2\n');
      expect((await good(['export', '--project', setting.project.slug])).out)
        .to.include('A=1')
        .and.include('B=2');
    });

    it('refuses unknown names, and says which there are', async () => {
      const unknown = ['init', '--project', setting.project.slug, '--env', 'prd'];
      expect((await bad(1, unknown)).err).to.include('Did you mean prod? There are: dev, staging, prod.');
      expect((await bad(2, ['init', '--project', setting.project.slug])).err).to.include(
        'There are: dev, staging, prod.',
      );
      expect((await bad(2, ['secrets', 'list'])).err)
        .to.include('--project')
        .and.include('sallyport init');
    });

    it('is not needed where there is an .infisical.json', async () => {
      await newSecret(world, setting, 'A', { secretValue: 'one' });
      const write = (more: object) =>
        writeFileSync(join(directory, '.infisical.json'), JSON.stringify({ workspaceId: setting.project.id, ...more }));
      write({ defaultEnvironment: 'dev', gitBranchToEnvironmentMapping: null });
      expect((await good(['secrets', 'get', 'A'])).out).to.equal('one\n');
      write({ defaultEnvironment: 'dev', gitBranchToEnvironmentMapping: { main: 'prod' } });
      expect((await bad(2, ['secrets', 'get', 'A'])).err).to.include('depends on the branch');
      write({ defaultEnvironment: 'dev' });
      await good(['init']);
      expect(JSON.parse(readFileSync(join(directory, '.sallyport.json'), 'utf8'))).to.deep.equal({
        project: setting.project.slug,
        environment: 'dev',
      });
    });
  });

  describe('secrets', () => {
    beforeEach(init);

    it('creates and changes secrets, and leaves equal ones alone', async () => {
      expect((await good(['secrets', 'set', 'A=1', 'B=x=y'])).out).to.equal('created    A\ncreated    B\n');
      expect((await good(['secrets', 'set', 'A=1', 'B=2'])).out).to.equal('unchanged  A\nchanged    B\n');
      const listed = JSON.parse((await good(['secrets', 'list', '--json', '--values'])).out);
      expect(listed.map(({ name, value, version }: any) => [name, value, version])).to.deep.equal([
        ['A', '1', 1],
        ['B', '2', 2],
      ]);
    });

    it('reads a value from standard input or a file, and prints no value', async () => {
      const piped = await good(['secrets', 'set', 'PIPED'], { input: 'long secret\n' });
      expect(piped.out + piped.err).not.to.include('long secret');
      expect((await good(['secrets', 'get', 'PIPED', '--json'])).out).to.include('"long secret"');
      writeFileSync(join(directory, 'key.pem'), 'line\n');
      await good(['secrets', 'set', 'KEY', '--file', 'key.pem', '--comment', 'for TLS']);
      expect(JSON.parse((await good(['secrets', 'get', 'KEY', 'PIPED', '--json'])).out)).to.deep.equal({
        KEY: 'line\n',
        PIPED: 'long secret',
      });
      expect((await bad(2, ['secrets', 'set', 'A', 'B'], { input: 'x' })).err).to.include('one secret');
      const { err } = await bad(2, ['secrets', 'set', 'pass/word=secret']);
      expect(err).to.include('Argument 1 is not allowed as a name').and.not.include('secret\n');
    });

    it('writes for somebody who may not read', async () => {
      const { token } = await newProjectIdentity(world, setting, [{ subject: 'secrets', action: ['create', 'edit'] }]);
      const env = { ...login(), SALLYPORT_TOKEN: token };
      await good(['secrets', 'set', 'A=1'], { env });
      expect((await good(['secrets', 'get', 'A'])).out).to.equal('1\n');
    });

    it('lists names without values, with what is imported', async () => {
      await newSecret(world, setting, 'SHARED', { secretPath: '/app', secretValue: 'shared value' });
      const body = {
        projectId: setting.project.id,
        environment: 'dev',
        path: '/',
        import: { environment: 'dev', path: '/app' },
      };
      expect((await world.call('createSecretImport', { as: setting.admin, body })).status).to.equal(200);
      await newSecret(world, setting, 'OWN', { secretValue: 'own value' });
      const { out } = await good(['secrets', 'list']);
      expect(out)
        .to.match(/^OWN +1 +2030-/m)
        .and.match(/^SHARED .*imported from dev:\/app$/m)
        .and.not.include('value');
      expect((await good(['secrets', 'list', '--recursive', '--values'])).out).to.match(
        /^\/app +SHARED +shared value/m,
      );
    });

    it('suggests a name for one that is not there', async () => {
      await good(['secrets', 'set', 'DATABASE_URL=x']);
      expect((await bad(1, ['secrets', 'get', 'DATABSE_URL'])).err).to.include('Did you mean DATABASE_URL?');
      expect((await bad(1, ['secrets', 'rm', 'DATABSE_URL', '--yes'])).err).to.include('Did you mean DATABASE_URL?');
    });

    it('deletes only after a confirmation, into the trash', async () => {
      await good(['secrets', 'set', 'A=1', 'B=2']);
      expect((await bad(2, ['secrets', 'rm', 'A'])).err).to.include('--yes');
      await good(['secrets', 'rm', 'A', '--yes']);
      expect(await setting.names()).to.equal('/:B');
    });

    it('compares environments', async () => {
      await newSecret(world, setting, 'SAME', { secretValue: 's' });
      await newSecret(world, setting, 'SAME', { secretValue: 's', environment: 'prod' });
      await newSecret(world, setting, 'OTHER', { secretValue: 'in dev' });
      await newSecret(world, setting, 'OTHER', { secretValue: 'in prod', environment: 'prod' });
      await newSecret(world, setting, 'GONE');
      await newSecret(world, setting, 'NEW', { environment: 'prod' });
      await newSecret(world, setting, 'DEEP', { secretPath: '/app' });
      expect((await good(['secrets', 'diff', 'dev', 'prod'])).out).to.equal('- GONE\n+ NEW\n~ OTHER\n');
      expect((await good(['secrets', 'diff', 'dev', 'prod', '--values'])).out).to.include(
        '~ OTHER  "in dev" -> "in prod"',
      );
      expect((await bad(1, ['secrets', 'diff', 'dev', 'prod', '--recursive', '--exit-code'])).out).to.match(
        /^- \/app:DEEP$/m,
      );
      expect((await good(['secrets', 'diff', 'dev', 'dev', '--exit-code'])).err).to.include('the same secrets');
      // A folder that only one environment has is empty in the other one; one that none has is a mistake.
      expect((await good(['secrets', 'diff', 'prod', 'dev', '--path', '/app'])).out).to.equal('+ DEEP\n');
      expect((await bad(1, ['secrets', 'diff', 'dev', 'prod', '--path', '/ap'])).err).to.include('Did you mean /app?');
      expect((await bad(1, ['secrets', 'diff', 'dev', 'prd'])).err).to.include('Did you mean prod?');
    });

    it('copies secrets, and replaces others only with --overwrite', async () => {
      await newSecret(world, setting, 'A', { secretValue: 'one', secretComment: 'why' });
      await newSecret(world, setting, 'B', { secretValue: 'two' });
      await newSecret(world, setting, 'B', { secretValue: 'other', environment: 'prod' });
      expect((await bad(2, ['secrets', 'copy', 'dev', 'prod'])).err).to.include('--yes');
      expect((await good(['secrets', 'copy', 'dev', 'prod', '--dry-run'])).out).to.match(/^\+ .*:prod:\/ A\n$/);
      expect(await setting.names('prod')).to.equal('/:B');
      expect((await good(['secrets', 'copy', 'dev', 'prod', '--yes'])).err).to.include('with other values: B');
      const values = async () =>
        JSON.parse((await good(['secrets', 'list', '--env', 'prod', '--json', '--values'])).out).map(
          ({ name, value, comment }: any) => `${name}=${value} ${comment}`,
        );
      expect(await values()).to.deep.equal(['A=one why', 'B=other ']);
      await good(['secrets', 'copy', 'dev', 'prod', 'B', '--yes', '--overwrite']);
      expect(await values()).to.deep.equal(['A=one why', 'B=two ']);
      expect((await good(['secrets', 'copy', 'dev', 'prod', '--yes'])).err).to.include('nothing to copy');
    });
  });

  it('lists, creates and deletes folders and environments', async () => {
    await init();
    expect((await good(['folders', 'list'])).out).to.match(/^\/app\n\/app\/deep$/m);
    await good(['folders', 'create', '/new/deep']);
    expect((await bad(1, ['folders', 'rm', 'new', '--yes'])).err).to.include('is not empty. Give --with-contents');
    await good(['folders', 'rm', 'new', '--yes', '--with-contents']);
    expect((await bad(1, ['folders', 'rm', 'new', '--yes'])).err).to.include("no folder '/new'");
    await good(['envs', 'create', 'qa', '--name', 'Quality']);
    expect((await good(['envs', 'list'])).out).to.match(/^qa +Quality$/m);
    expect((await bad(2, ['envs', 'rm', 'qa'])).err).to.include('--yes');
    await good(['envs', 'rm', 'qa', '--yes']);
    expect((await good(['envs', 'list'])).out).not.to.include('qa');
  });

  it('changes a protected environment only after a confirmation', async () => {
    const { admin, project, ids } = setting;
    await init();
    await good(['folders', 'create', '/app', '--env', 'prod']);
    const params = { projectId: project.id, id: ids.prod! };
    await world.call('updateEnvironment', { as: admin, params, body: { isProtected: true } });
    expect((await good(['envs', 'list'])).out).to.match(/^prod +The prod +yes$/m);
    for (const change of [
      ['secrets', 'set', 'A=1'],
      ['folders', 'create', '/new'],
      ['imports', 'create', 'dev:/app'],
    ]) {
      expect((await bad(2, [...change, '--env', 'prod'])).err).to.include('--yes');
      await good(change);
      await good([...change, '--env', 'prod', '--yes']);
    }
    // What is the same already is no change.
    await good(['secrets', 'set', 'A=1', '--env', 'prod']);
    await good(['secrets', 'rm', 'A', '--env', 'prod', '--yes']);
    expect((await bad(2, ['trash', 'restore', 'A'])).err).to.include('--yes');
    await good(['trash', 'restore', 'A', '--yes']);
    expect(await setting.names('prod')).to.equal('/:A');
  });

  it('imports into the environment and the folder of the directory', async () => {
    await good(['init', '--project', setting.project.slug, '--env', 'dev', '--path', '/app']);
    await good(['import', '--format', 'env', '--yes'], { input: 'IMPORTED=here\n' });
    expect((await good(['secrets', 'get', 'IMPORTED'])).out).to.equal('here\n');
    // With another project, what the directory names does not count.
    const other = ['import', '--format', 'env', '--yes', '--project', setting.project.slug];
    await bad(2, other, { input: 'IMPORTED=here\n' });
  });

  it('says who calls which server', async () => {
    await init();
    const { out } = await good(['whoami']);
    expect(out)
      .to.match(new RegExp(`^ {2}name +${setting.admin.email}$`, 'm'))
      .and.match(/^ {2}type +user$/m)
      .and.match(/^ {2}through +SALLYPORT_TOKEN$/m)
      .and.include(`${setting.project.slug}:dev`);
    const { token } = await newProjectIdentity(world, setting, 'viewer');
    const env = { SALLYPORT_URL: world.server.url, INFISICAL_TOKEN: token };
    const identity = JSON.parse((await good(['whoami', '--json'], { env })).out);
    expect(identity).to.include({ type: 'identity', through: 'INFISICAL_TOKEN', server: world.server.url });
    expect((await bad(1, ['whoami'], { env: { ...env, INFISICAL_TOKEN: 'wrong' } })).err).to.include('(401)');
  });

  it('prints the address of the folder in the console', async () => {
    await init();
    const address = `${world.server.url}/p/${setting.project.slug}/dev`;
    expect((await good(['open', '--no-browser'])).out).to.equal(`${address}\n`);
    expect((await good(['open', '--no-browser', '--path', 'app'])).out).to.equal(`${address}/app\n`);
  });

  /** Somebody who may invite people, and give machine identities their credentials. */
  const asOwner = async () => {
    const owner = await world.newUser(setting.organization, 'admin');
    await addToProject(world, setting.project, owner, 'admin');
    return { env: { ...login(), SALLYPORT_TOKEN: owner.token } };
  };

  it('invites people, also to the project', async () => {
    await init();
    const email = `grace-${setting.project.slug}@example.com`;
    const { out, err } = await good(['invite', email], await asOwner());
    expect(out).to.match(/^grace-\S+ {2}http\S+\/signupinvite\?token=\S+\n$/);
    expect(err).to.include(`In ${setting.project.slug}, they have the role member.`);
    const params = { projectId: setting.project.id };
    const { body } = await world.call('listProjectUsers', { as: setting.admin, params });
    expect(JSON.stringify(body)).to.include(email);
  });

  it('invites people with another role in the project, and never with more', async () => {
    await init();
    const email = `edsger-${setting.project.slug}@example.com`;
    const { err } = await good(['invite', email, '--project-role', 'no-access'], await asOwner());
    expect(err).to.include(`In ${setting.project.slug}, they have the role no-access.`);
    const params = { projectId: setting.project.id };
    const { body } = await world.call('listProjectUsers', { as: setting.admin, params });
    const { memberships } = body as { memberships: { user: { email: string }; roles: { role: string }[] }[] };
    expect(memberships.find(({ user }) => user.email === email)?.roles.map(({ role }) => role)).to.deep.equal([
      'no-access',
    ]);
    const other = `barbara-${setting.project.slug}@example.com`;
    const refused = await bad(1, ['invite', other, '--project-role', 'no-such-role'], await asOwner());
    expect(refused.out).to.include('/signupinvite?token=');
    await bad(2, ['invite', other, '--no-project', '--project-role', 'viewer']);
  });

  it('creates a machine identity, whose variables run a program with what it may read, and nothing else', async () => {
    await newSecret(world, setting, 'A', { secretPath: '/app', secretValue: 'in app' });
    await newSecret(world, setting, 'DEEP', { secretPath: '/app/deep' });
    await newSecret(world, setting, 'A');
    const create = ['identity', 'create', 'web', '--project', setting.project.slug];
    // A project's administrator may not, if the organization does not allow it; nothing is left over.
    expect((await bad(1, [...create, '--env', 'dev'])).err).to.include('(403)');
    expect((await good(['identity', 'list', '--project', setting.project.slug])).err).to.include(
      'no machine identities',
    );
    const { out, err } = await good([...create, '--env', 'dev', '--path', '/app', '--for', '90d'], await asOwner());
    const env = Object.fromEntries(
      out
        .trim()
        .split('\n')
        .map((line) => line.split('=') as [string, string]),
    );
    expect(Object.keys(env)).to.deep.equal([
      'INFISICAL_API_URL',
      'INFISICAL_UNIVERSAL_AUTH_CLIENT_ID',
      'INFISICAL_UNIVERSAL_AUTH_CLIENT_SECRET',
    ]);
    expect(err).not.to.include(env.INFISICAL_UNIVERSAL_AUTH_CLIENT_SECRET);
    const at = ['--project', setting.project.slug, '--env', 'dev', '--path'];
    expect((await good(['run', ...at, '/app', '--', 'sh', '-c', 'echo "$A"'], { env })).out).to.equal('in app\n');
    expect((await good(['secrets', 'get', 'DEEP', ...at, '/app/deep'], { env })).out).to.equal('value of DEEP\n');
    expect((await bad(1, ['secrets', 'get', 'A', ...at, '/'], { env })).err).to.include('(403)');
    expect((await good(['identity', 'list', '--project', setting.project.slug])).out).to.match(/^web +no-access /m);
    expect((await bad(1, create, await asOwner())).err).to.include('has a machine identity web already');
    const remove = ['identity', 'rm', '--project', setting.project.slug];
    expect((await bad(1, [...remove, 'wep'])).err).to.include('Did you mean web?');
    await bad(2, [...remove, 'web']);
    await good([...remove, 'web', '--yes']);
    expect((await bad(1, ['whoami'], { env })).err).to.include('(401)');
    expect((await bad(2, [...create, '--path', '/app'])).err).to.include('--env');
    const half = { ...env, INFISICAL_UNIVERSAL_AUTH_CLIENT_SECRET: '' };
    expect((await bad(2, ['whoami'], { env: half })).err).to.include('belong together');
  });
});
