import { expect } from 'chai';
import { newProjectLine, type ProjectLine } from '../support/fixtures/project-line.ts';
import { newSecret, newProjectWithSecrets, type TestSecrets } from '../support/fixtures/project-secrets.ts';
import { addToProject, newProjectIdentity } from '../support/fixtures/projects.ts';
import type { CommandLine } from '../support/world/command-line.ts';
import { newStorage, ownWorld, type World } from '../support/world/world.ts';

describe('the commands about earlier states', () => {
  let world: World;
  let setting: TestSecrets;
  let line: CommandLine;
  let login: ProjectLine['login'];
  before(async () => {
    world = await ownWorld(await newStorage('sqlite'));
  });
  beforeEach(async () => {
    ({ setting, line, login } = await newProjectLine(world, ['/app']));
  });
  const get = async (name: string) => (await line.good(['secrets', 'get', name])).out;
  const now = () => world.clock.now().toISOString();

  /** Somebody who administers both projects. */
  const ownerOfBoth = async (other: TestSecrets) => {
    const admin = await world.newUser(setting.organization, 'member');
    for (const { project } of [setting, other]) await addToProject(world, project, admin, 'admin');
    return admin;
  };

  describe('versions', () => {
    it('lists who wrote what, values only if they are wanted, and restores one as a new version', async () => {
      await line.good(['secrets', 'set', 'A=one']);
      await line.good(['secrets', 'set', 'A=two']);
      const { out } = await line.good(['versions', 'list', 'A']);
      expect(
        out
          .split('\n')
          .slice(1, 3)
          .map((row) => row.split(/ +/)[0]),
      ).to.deep.equal(['2', '1']);
      expect(out).to.include(setting.admin.email).and.not.include('one');
      const listed = JSON.parse((await line.good(['versions', 'list', 'A', '--values', '--json'])).out);
      expect(listed.map(({ version, value }: any) => `${version}=${value}`)).to.deep.equal(['2=two', '1=one']);
      expect((await line.bad(2, ['versions', 'restore', 'A', '1'])).err).to.include('--yes');
      expect((await line.good(['versions', 'restore', 'A', '1', '--yes'])).err).to.include('as version 3.');
      expect(await get('A')).to.equal('one\n');
    });

    it('refuses unknown secrets and versions, and says which there are', async () => {
      await line.good(['secrets', 'set', 'DATABASE_URL=x']);
      expect((await line.bad(1, ['versions', 'list', 'DATABSE_URL'])).err).to.include('Did you mean DATABASE_URL?');
      const restore = ['versions', 'restore', 'DATABASE_URL'];
      expect((await line.bad(1, [...restore, '4', '--yes'])).err).to.include('no version 4. Its newest one is 1.');
      expect((await line.bad(1, [...restore, '1', '--yes'])).err).to.include('has this version already');
      await line.bad(2, [...restore, 'first', '--yes']);
    });

    it('hides values from those who may not read them', async () => {
      await line.good(['secrets', 'set', 'A=one']);
      const { token } = await newProjectIdentity(world, setting, [{ subject: 'secrets', action: ['describeSecret'] }]);
      const { out } = await line.good(['versions', 'list', 'A', '--values'], { env: login(token) });
      expect(out).to.include('(hidden)').and.not.include('one');
      const { err } = await line.bad(1, ['versions', 'restore', 'A', '1', '--yes'], { env: login(token) });
      expect(err).to.include('has this version already');
    });
  });

  describe('trash', () => {
    it('lists what was deleted, restores it, and removes it for good', async () => {
      await line.good(['secrets', 'set', 'A=one', 'B=two']);
      await newSecret(world, setting, 'DEEP', { secretPath: '/app' });
      await line.good(['secrets', 'rm', 'A', 'B', '--yes']);
      await line.good(['folders', 'rm', '/app', '--with-contents', '--yes']);
      const { out } = await line.good(['trash', 'list']);
      expect(out)
        .to.match(/^A +secret +dev:\/ /m)
        .and.match(/^app +folder +dev:\/ /m)
        .and.not.include('one');
      await line.good(['trash', 'restore', 'A']);
      await line.good(['trash', 'restore', 'app']);
      expect(await setting.names()).to.equal('/:A /app:DEEP');
      expect((await line.bad(2, ['trash', 'rm', 'B'])).err).to.include('--yes');
      await line.good(['trash', 'rm', 'B', '--yes']);
      expect((await line.good(['trash', 'list'])).err).to.include('nothing of');
    });

    it('restores under another name, and asks for the id of one of several', async () => {
      for (const [seconds, value] of ['one', 'two'].entries())
        await world.clock.later(seconds, async () => {
          await line.good(['secrets', 'set', `A=${value}`]);
          await line.good(['secrets', 'rm', 'A', '--yes']);
        });
      const { err } = await line.bad(1, ['trash', 'restore', 'A']);
      expect(err).to.include('has 2 of that name');
      const [item] = JSON.parse((await line.good(['trash', 'list', '--env', 'dev', '--json'])).out);
      await line.good(['trash', 'restore', item.id, '--as', 'A_OLD']);
      expect(await get('A_OLD')).to.equal('two\n');
      expect((await line.bad(1, ['trash', 'restore', 'AB'])).err).to.include('Did you mean A?');
      expect((await line.bad(1, ['trash', 'list', '--env', 'devs'])).err).to.include('Did you mean dev?');
      await line.bad(2, ['trash', 'list', '--path', '/app']);
    });
  });

  describe('history and rollback', () => {
    it('shows what would change, and returns the folder to that time', async () => {
      await line.good(['secrets', 'set', 'A=one', 'B=one']);
      const moment = now();
      await world.clock.later(60, async () => {
        await line.good(['secrets', 'set', 'A=two', 'NEW=here']);
        await line.good(['secrets', 'rm', 'B', '--yes']);
        const { out: changes } = await line.good(['history']);
        expect(changes)
          .to.match(/^TIME +BY +CHANGE$/m)
          .and.include(setting.admin.email)
          .and.include('NEW');
        const then = JSON.parse((await line.good(['secrets', 'list', '--at', moment, '--values', '--json'])).out);
        expect(then.map(({ name, value }: any) => `${name}=${value}`)).to.deep.equal(['A=one', 'B=one']);
        const plan = '~ A\n- NEW\n+ B\n';
        const sorted = (text: string): string[] => text.trim().split('\n').sort();
        expect(sorted((await line.good(['rollback', moment, '--dry-run'])).out)).to.deep.equal(sorted(plan));
        expect((await line.bad(2, ['rollback', moment])).err).to.include('--yes');
        expect(await setting.names()).to.equal('/:A /:NEW');
        const { err } = await line.good(['rollback', moment, '--yes', '--message', 'undo']);
        expect(err).to.include('3 changes.');
        expect(await setting.names()).to.equal('/:A /:B');
        expect(await get('A')).to.equal('one\n');
        expect((await line.good(['history', '--limit', '1'])).out).to.include('undo');
        expect((await line.good(['rollback', moment, '--yes'])).err).to.include('Nothing has changed since then');
      });
    });

    it('returns chosen secrets only, and refuses unknown ones', async () => {
      await line.good(['secrets', 'set', 'A=one', 'DATABASE_URL=one']);
      const moment = now();
      await world.clock.later(60, async () => {
        await line.good(['secrets', 'set', 'A=two', 'DATABASE_URL=two']);
        expect((await line.good(['rollback', moment, 'A', '--yes'])).out).to.equal('~ A\n');
        expect(`${await get('A')}${await get('DATABASE_URL')}`).to.equal('one\ntwo\n');
        const mistyped = await line.bad(1, ['rollback', moment, 'DATABSE_URL', '--yes']);
        expect(mistyped.err).to.include('Did you mean DATABASE_URL?');
        await line.bad(2, ['rollback', moment, 'A', '--recursive']);
        await line.bad(2, ['rollback', 'sometime']);
      });
    });

    it('includes the folders below with --recursive', async () => {
      await newSecret(world, setting, 'DEEP', { secretPath: '/app', secretValue: 'one' });
      const moment = now();
      await world.clock.later(60, async () => {
        await line.good(['secrets', 'set', 'DEEP=two', '--path', '/app']);
        expect((await line.good(['rollback', moment, '--yes'])).err).to.include('Nothing has changed');
        expect((await line.good(['rollback', moment, '--recursive', '--yes'])).out).to.equal('~ /app:DEEP\n');
      });
    });
  });

  describe('imports', () => {
    it('imports a folder, also of another project, and ends the import', async () => {
      await newSecret(world, setting, 'SHARED', { secretPath: '/app', secretValue: 'from app' });
      await line.good(['imports', 'create', 'dev:/app']);
      expect(await get('SHARED')).to.equal('from app\n');
      const other = await newProjectWithSecrets(world, ['/lib'], setting.organization);
      await newSecret(world, other, 'LIB', { secretPath: '/lib' });
      const env = login((await ownerOfBoth(other)).token);
      const foreign = [
        'dev:/lib',
        '--from-project',
        other.project.slug,
        '--project',
        setting.project.slug,
        '--env',
        'dev',
      ];
      await line.good(['imports', 'create', ...foreign], { env });
      const { out } = await line.good(['imports', 'list', '--project', setting.project.slug, '--env', 'dev'], { env });
      expect(out)
        .to.match(/^1 +dev:\/app /m)
        .and.match(new RegExp(`^2 +dev:/lib +${other.project.name} `, 'm'));
      expect((await line.good(['imports', 'list'])).out).to.match(/^2 +\(hidden\) /m);
      expect((await line.bad(2, ['imports', 'rm', 'dev:/app'])).err).to.include('--yes');
      await line.good(['imports', 'rm', 'dev:/app', '--yes']);
      await line.good(['imports', 'rm', ...foreign, '--yes'], { env });
      expect((await line.good(['imports', 'list'])).err).to.include('imports no folders');
    });

    it('refuses what is not there, and says what was probably meant', async () => {
      await line.good(['imports', 'create', 'dev:/app']);
      expect((await line.bad(1, ['imports', 'create', 'dev:/ap'])).err).to.include('Did you mean /app?');
      expect((await line.bad(1, ['imports', 'create', 'devs'])).err).to.include('Did you mean dev?');
      expect((await line.bad(1, ['imports', 'rm', 'dev:/ap', '--yes'])).err).to.include('Did you mean dev:/app?');
      await line.bad(2, ['imports', 'create', '/app']);
    });
  });
});
