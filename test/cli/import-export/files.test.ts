import { expect } from 'chai';
import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openProjectFile, readHeader, sealProjectFile } from '../../../src/cli/import-export/project-file.ts';
import {
  newProjectWithSecrets,
  newSecret,
  storedSecret,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { scratchFolder } from '../../support/world/folders.ts';
import { sallyport, waitForExit } from '../../support/world/program.ts';
import { newStorage, ownWorld, type World } from '../../support/world/world.ts';

const passphrase = 'correct horse battery staple';

describe('sallyport import and export', () => {
  let world: World;
  let setting: TestSecrets;
  let folder: string;
  before(async () => {
    world = await ownWorld(await newStorage('sqlite'));
    folder = scratchFolder();
  });
  beforeEach(async () => {
    setting = await newProjectWithSecrets(world, ['/app', '/app/deep']);
  });

  const run = (args: readonly string[], { input, ...more }: Record<string, string> = {}) =>
    waitForExit(
      sallyport([...args], { SALLYPORT_URL: world.server.url, SALLYPORT_TOKEN: setting.admin.token, ...more }, input),
    );
  const project = () => ['--project', setting.project.id];
  const file = (name: string, text: string): string => {
    const path = join(folder, `${setting.project.id}${name}`);
    writeFileSync(path, text);
    return path;
  };

  it('shows the plan, and imports only with --yes or an answer', async () => {
    await newSecret(world, setting, 'OLD', { secretPath: '/app', secretValue: 'old' });
    await newSecret(world, setting, 'SAME', { secretPath: '/app', secretValue: 'same' });
    const path = file('.env', 'OLD=\'new value\'\nSAME=same\nNEW="a\\nb"\n#@ /sub\nX=1\n');
    const args = ['import', ...project(), '--env', 'dev', '--path', '/app', path];
    const plan = ['+ folder dev:/app/sub', '+ dev:/app NEW', '+ dev:/app/sub X', '~ dev:/app OLD'];
    for (const more of [['--dry-run'], []]) {
      const { code, out } = await run([...args, ...more]);
      expect(out.trim().split('\n')).to.have.members([...plan, '+ 2, ~ 1, = 1']);
      expect(code).to.equal(more.length > 0 ? 0 : 2);
      expect(await setting.names()).to.equal('/app:OLD /app:SAME');
    }
    const done = await run([...args, '--yes']);
    expect(done.err).to.contain('Imported: + 2, ~ 1, = 1');
    expect(done.code).to.equal(0);
    expect((await storedSecret(world, setting, 'NEW', { path: '/app' }))!.value).to.equal('a\nb');
    expect((await storedSecret(world, setting, 'X', { path: '/app/sub' }))!.value).to.equal('1');
    expect((await run([...args, '--yes'])).err).to.contain('nothing to change');
    for (const shown of [done.out, done.err]) expect(shown).not.to.contain('new value');
  });

  it('imports in parts what is too large for one request, and says which part it is at', async () => {
    const lines = Array.from({ length: 8 }, (_, number) => `KEY${number}=${'x'.repeat(100_000)}`);
    const path = file('.env', lines.join('\n'));
    const { code, err } = await run(['import', ...project(), '--env', 'dev', '--in-parts', '--yes', path]);
    expect(err).to.equal('importing part 1 of 2\nimporting part 2 of 2\nImported: + 8, ~ 0, = 0\n');
    expect(code).to.equal(0);
  });

  it('reads JSON and YAML from standard input', async () => {
    const args = ['import', '--project', setting.project.slug, '--env', 'dev', '--yes'];
    expect((await run([...args, '--format', 'json'], { input: '{"A":"1","/app":{"B":"2"}}' })).code).to.equal(0);
    expect((await run([...args, '--format', 'yaml', '-'], { input: 'A: 1\nprod:/: { C: 3 }' })).code).to.equal(0);
    expect(await setting.names()).to.equal('/:A /app:B');
    expect(await setting.names('prod')).to.equal('/:C');
  });

  it('exports a folder or the project in every format, which imports again', async () => {
    await newSecret(world, setting, 'A', { secretPath: '/app', secretValue: 'it\'s "${B}"\n#x' });
    await newSecret(world, setting, 'C', { secretPath: '/app/deep', secretValue: 'c' });
    await newSecret(world, setting, 'D', { environment: 'prod', secretValue: 'd' });
    const flat = await run(['export', ...project(), '--env', 'dev', '--path', '/app']);
    expect(flat.out).to.equal('A="it\'s \\"\\${B}\\"\\n#x"\n\n#@ /deep\nC=c\n');
    for (const format of ['env', 'json', 'yaml']) {
      const path = join(folder, `${setting.project.id}.${format}`);
      expect((await run(['export', ...project(), '--output', path])).code).to.equal(0);
      expect(statSync(path).mode & 0o777).to.equal(0o600);
      expect((await run(['export', ...project(), '--output', path])).code).to.equal(2);
      const again = await run(['import', ...project(), '--dry-run', path]);
      expect(again.out, again.err).to.equal('+ 0, ~ 0, = 3\n');
    }
    expect((await run(['export', ...project(), '--env', 'prod', '--format', 'json'])).out).to.equal(
      '{\n  "D": "d"\n}\n',
    );
  });

  it('exports a project as one encrypted file, which another server imports', async () => {
    const metadata = [{ key: 'k', value: 'v', isEncrypted: true }];
    await newSecret(world, setting, 'A', {
      secretPath: '/app',
      secretComment: 'comment',
      secretMetadata: metadata,
      tagIds: [setting.red.id],
    });
    await newSecret(world, setting, 'B', { environment: 'prod' });
    const body = {
      projectId: setting.project.id,
      environment: 'dev',
      path: '/',
      import: { environment: 'prod', path: '/' },
    };
    expect((await world.call('createSecretImport', { as: setting.admin, body })).status).to.equal(200);
    const path = join(folder, `${setting.project.id}.sallyport`);
    const secret = { SALLYPORT_PASSPHRASE: passphrase };
    expect((await run(['export', ...project(), '--encrypted', '--output', path], secret)).code).to.equal(0);
    const text = readFileSync(path, 'utf8');
    for (const part of ['value of A', '"comment"', '"red"', '"/app"']) expect(text).not.to.contain(part);

    const other = await ownWorld(await newStorage('sqlite'));
    const target = await newProjectWithSecrets(other, []);
    const onOther = (passphraseThere: string) =>
      waitForExit(
        sallyport(['import', '--project', target.project.id, '--yes', path], {
          SALLYPORT_URL: other.server.url,
          SALLYPORT_TOKEN: target.admin.token,
          SALLYPORT_PASSPHRASE: passphraseThere,
        }),
      );
    expect((await onOther('wrong passphrase')).err).to.contain('The passphrase is wrong');
    const done = await onOther(passphrase);
    expect(done.err).to.contain('Imported: + 2, ~ 0, = 0');
    expect(await storedSecret(other, target, 'A', { path: '/app' })).to.deep.include({
      value: 'value of A',
      comment: 'comment',
      metadata,
      tagIds: [target.red.id],
    });
    const imports = await other.call('listSecretImports', {
      as: target.admin,
      query: { projectId: target.project.id, environment: 'dev', path: '/' },
    });
    expect(imports.body.secretImports).to.have.length(1);
    expect((await onOther(passphrase)).err).to.contain('nothing to change');
  });

  it('reads no secret from the command line, and exits with 2 if it is used wrongly', async () => {
    const path = file('.env', 'A=1');
    const notUtf8 = file('not-utf-8.env', 'A=1\nB=');
    appendFileSync(notUtf8, Buffer.from([0xff, 0x0a]));
    const base = ['import', ...project(), '--env', 'dev', path];
    for (const [args, message, more] of [
      [[...base, '--url', 'localhost:8080'], 'must be a URL with http:// or https://', {}],
      [[...base, '--url', 'http://a:b@localhost'], 'must not contain a user name', {}],
      [[...base, '--token', 'x'], 'unknown option', {}],
      [base, 'SALLYPORT_TOKEN', { SALLYPORT_TOKEN: '' }],
      [['import', ...project(), '--yes', path], '--env', {}],
      [['import', '--env', 'dev', path], '--project', {}],
      [['import', ...project(), '--env', 'dev', join(folder, 'nowhere.env')], 'cannot be read', {}],
      [['import', ...project(), '--format', 'xml', path], 'xml', {}],
      [['import', ...project(), '--env', 'dev', notUtf8], 'Line 2: the input is not UTF-8', {}],
      [['export', ...project(), '--output', path], 'exists already', {}],
      [['export'], '--project', {}],
      [['export', ...project(), '--encrypted', '--env', 'dev'], 'whole project', {}],
      [['export', ...project(), '--encrypted', '--output', join(folder, 'x')], 'SALLYPORT_PASSPHRASE', {}],
      [
        ['export', ...project(), '--encrypted', '--output', join(folder, 'x')],
        'at least|12 to',
        { SALLYPORT_PASSPHRASE: 'short' },
      ],
    ] as const) {
      const { code, err } = await run(args, more);
      expect(err, args.join(' ')).to.match(new RegExp(message));
      expect(code, args.join(' ')).to.equal(2);
    }
    const refused = await run([...base, '--yes'], { SALLYPORT_TOKEN: 'invalid' });
    expect(refused.err).to.contain('The server refused (401)');
    expect(refused.code).to.equal(1);
  });
});

describe('the encrypted file of a project', () => {
  const cost = { ln: 4, r: 8, p: 1 };
  const document = {
    project: { name: 'P', slug: 'p' },
    environments: [{ slug: 'dev', name: 'Dev' }],
    tags: [],
    folders: [{ environment: 'dev', path: '/', secrets: [{ secretKey: 'A', secretValue: 'secret' }] }],
  };
  const read = (text: string, given = passphrase) => openProjectFile(readHeader(text)!, given);

  it('opens with its passphrase only, and not if anything in it was altered', async () => {
    const text = await sealProjectFile(document, passphrase, cost);
    expect(await read(text)).to.deep.equal(document);
    const parsed = JSON.parse(text) as { kdf: { salt: string }; data: string };
    const altered = [
      { ...parsed, data: `${parsed.data.startsWith('A') ? 'B' : 'A'}${parsed.data.slice(1)}` },
      { ...parsed, kdf: { ...parsed.kdf, p: 2 } },
      { ...parsed, kdf: { ...parsed.kdf, salt: Buffer.alloc(32).toString('base64') } },
    ];
    for (const one of altered) expect(await read(JSON.stringify(one)).catch(String)).to.contain('altered');
    expect(await read(text, 'another passphrase').catch(String)).to.contain('passphrase is wrong');
  });

  it('is refused with a cost beyond the limit, a damaged header or a later version', async () => {
    const parsed = JSON.parse(await sealProjectFile(document, passphrase, cost)) as { kdf: object };
    for (const change of [
      { kdf: { ...parsed.kdf, ln: 30 } },
      { kdf: { ...parsed.kdf, r: 1.5 } },
      { kdf: { ...parsed.kdf, salt: 'AA==' } },
      { data: '' },
      { cipher: 'none' },
    ])
      expect(await read(JSON.stringify({ ...parsed, ...change })).catch(String)).to.contain('header is not valid');
    expect(await read(JSON.stringify({ ...parsed, version: 2 })).catch(String)).to.contain('later version');
    expect(readHeader('{"A": "sallyport-project"}')).to.equal(undefined);
  });
});
