import { expect } from 'chai';
import { startVault, type VaultServer } from '../../support/clients/vault-server.mjs';
import { newProjectWithSecrets, type TestSecrets } from '../../support/fixtures/project-secrets.ts';
import { sallyport, waitForExit } from '../../support/world/program.ts';
import { newStorage, ownWorld, type World } from '../../support/world/world.ts';

describe('sallyport import --from vault', () => {
  let world: World;
  let setting: TestSecrets;
  let vault: VaultServer;
  before(async () => {
    world = await ownWorld(await newStorage('sqlite'));
  });
  beforeEach(async () => {
    setting = await newProjectWithSecrets(world, []);
    vault = await startVault({ mounts: { secret: 2, old: 1 }, denied: ['secret/data/closed'] });
  });
  afterEach(() => vault.close());

  const run = (args: readonly string[], more: Record<string, string> = {}) =>
    waitForExit(
      sallyport(['import', '--from', 'vault', ...args], {
        SALLYPORT_URL: world.server.url,
        SALLYPORT_TOKEN: setting.admin.token,
        SOURCE_URL: vault.url,
        SOURCE_TOKEN: vault.root,
        ...more,
      }),
    );

  const into = (...more: string[]): string[] => ['--project', setting.project.slug, '--env', 'dev', ...more];

  const secretsIn = async (projectId: string, environment: string) => {
    const query = { projectId, environment, recursive: 'true', expandSecretReferences: 'false' };
    const { body } = await world.call('listSecrets', { as: setting.admin, query });
    return body.secrets as { id: string; secretKey: string; secretValue: string; secretPath: string }[];
  };
  const textsIn = async (projectId = setting.project.id, environment = 'dev'): Promise<string[]> =>
    (await secretsIn(projectId, environment)).map((one) => `${one.secretPath}:${one.secretKey}=${one.secretValue}`);
  const versionsOf = async (secretId: string): Promise<string[]> => {
    const { body } = await world.call('listSecretVersions', { as: setting.admin, params: { secretId } });
    return (body.secretVersions as { secretValue: string }[]).map(({ secretValue }) => secretValue);
  };

  it('imports paths as folders and keys as secrets, from both versions of the engine', async () => {
    await vault.write('secret/data/app', { data: { HOST: 'db', 'tls.crt': 'PEM' } });
    await vault.write('secret/data/app/deep', { data: { KEY: 'value' } });
    await vault.write('old/tool', { TOKEN: 'tool-token' });
    const { code, out, err } = await run(into('--yes', '--path', '/moved'));
    expect(code, err).to.equal(0);
    expect(out).to.include('secret (version 2) -> ').and.to.include('+ dev:/moved/secret/app HOST');
    expect(await textsIn()).to.have.members([
      '/moved/old/tool:TOKEN=tool-token',
      '/moved/secret/app:HOST=db',
      '/moved/secret/app:tls.crt=PEM',
      '/moved/secret/app/deep:KEY=value',
    ]);
    for (const secret of ['PEM', 'tool-token', vault.root, setting.admin.token])
      expect(out + err).not.to.include(secret);
    expect((await run(into('--yes', '--path', '/moved'))).err).to.include('There is nothing to change.');
  });

  it('shows the plan, and changes nothing, with --dry-run', async () => {
    await vault.write('secret/data/app', { data: { HOST: 'db' } });
    const { code, out } = await run(into('--dry-run', '--mount', 'secret'));
    expect({ code, out }).to.deep.equal({
      code: 0,
      out: `secret (version 2) -> ${setting.project.slug}\n+ folder dev:/app\n+ dev:/app HOST\n+ 1, ~ 0, = 0\n`,
    });
    expect(await textsIn()).to.deep.equal([]);
    expect(vault.requests.filter((request) => !request.startsWith('GET'))).to.deep.equal(['POST secret/data/app']);
  });

  it('imports as many versions as wanted, and goes on where it ended', async () => {
    for (const A of ['one', 'two', 'two', 'three']) await vault.write('secret/data/app', { data: { A } });
    const args = into('--yes', '--mount', 'secret', '--versions', '4');
    expect((await run(args)).code).to.equal(0);
    const [secret] = await secretsIn(setting.project.id, 'dev');
    expect(await versionsOf(secret!.id)).to.deep.equal(['three', 'two', 'one']);
    await vault.write('secret/data/app', { data: { A: 'four' } });
    expect((await run([...args.slice(0, -1), '10'])).code).to.equal(0);
    expect(await versionsOf(secret!.id)).to.deep.equal(['four', 'three', 'two', 'one']);
  });

  it('imports only the current values by default', async () => {
    for (const A of ['one', 'two']) await vault.write('secret/data/app', { data: { A } });
    expect((await run(into('--yes', '--mount', 'secret'))).code).to.equal(0);
    const [secret] = await secretsIn(setting.project.id, 'dev');
    expect(await versionsOf(secret!.id)).to.deep.equal(['two']);
  });

  it('reads the environment from the first part of a path, and makes a project for each mount', async () => {
    await vault.write('secret/data/prod', { data: { TOP: '1' } });
    await vault.write('secret/data/qa/app', { data: { IN: '2' } });
    const { code, err } = await run(['--yes', '--mount', 'secret', '--environments-from-path']);
    expect(code, err).to.equal(0);
    const { body } = await world.call('listProjects', { as: setting.admin });
    const { id } = (body.projects as { id: string; name: string }[]).find(({ name }) => name === 'secret')!;
    expect(await textsIn(id, 'prod')).to.deep.equal(['/:TOP=1']);
    expect(await textsIn(id, 'qa')).to.deep.equal(['/app:IN=2']);
    const again = await run(['--yes', '--mount', 'secret', '--environments-from-path']);
    expect(again.err).to.include('There is nothing to change.');
  });

  it('logs in with AppRole, and ends its token', async () => {
    await vault.write('secret/data/app', { data: { A: '1' } });
    const role = { SOURCE_TOKEN: '', SOURCE_ROLE_ID: vault.role.role_id, SOURCE_SECRET_ID: vault.role.secret_id };
    const { code, err } = await run(into('--yes', '--mount', 'secret'), role);
    expect(code, err).to.equal(0);
    expect(await textsIn()).to.deep.equal(['/app:A=1']);
    expect(vault.tokens()).to.deep.equal([vault.root]);
    const wrong = await run(into('--yes'), { ...role, SOURCE_SECRET_ID: 'wrong' });
    expect(wrong.code).to.equal(1);
    expect(wrong.err).to.equal('The source refused auth/approle/login (400): invalid role or secret ID.\n');
  });

  it('reports what cannot come along, and imports the rest', async () => {
    await vault.write('secret/data/app', { data: { A: '1', 'a/b': '2', N: 5, LIST: ['x', 1] } });
    await vault.write('secret/data/with.dot', { data: { A: '1' } });
    await vault.write('secret/data/closed', { data: { A: '1' } });
    await vault.write('secret/data/gone', { data: { A: '1' } });
    await vault.write('secret/delete/gone', { versions: [1] });
    const role = { SOURCE_TOKEN: '', SOURCE_ROLE_ID: vault.role.role_id, SOURCE_SECRET_ID: vault.role.secret_id };
    const { code, err } = await run(into('--yes', '--mount', 'secret'), role);
    expect(code, err).to.equal(0);
    expect(await textsIn()).to.deep.equal(['/app:A=1', '/app:LIST=["x",1]', '/app:N=5']);
    expect(err)
      .to.include('not allowed as names here:\n  secret/app a/b\n')
      .and.to.include('imported as JSON:\n  secret/app LIST\n')
      .and.to.match(/cannot be folders here .*:\n {2}secret\/with\.dot\n/)
      .and.to.include('may not read:\n  secret/closed\n')
      .and.to.include('Deleted in the source:\n  secret/gone\n');
  });

  it('needs the version of a mount that the token may not see', async () => {
    await vault.close();
    vault = await startVault({ mounts: { secret: 2 }, listsMounts: false });
    await vault.write('secret/data/app', { data: { A: '1' } });
    const unnamed = await run(into('--yes'));
    expect(unnamed).to.deep.include({ code: 2, err: 'The source does not list its mounts. Name them with --mount.\n' });
    expect((await run(into('--yes', '--mount', 'unknown'))).err).to.include('give its version with --mount unknown:1');
    expect((await run(into('--yes', '--mount', 'secret:2'))).code).to.equal(0);
    expect(await textsIn()).to.deep.equal(['/app:A=1']);
  });

  it('exits with 2 without an environment, a source, a token or an answer', async () => {
    await vault.write('secret/data/app', { data: { A: '1' } });
    for (const [args, message, more] of [
      [['--yes'], '--env', {}],
      [[...into('--yes'), '--environments-from-path'], '--env', {}],
      [into('--yes'), '--source-url', { SOURCE_URL: '' }],
      [into('--yes'), 'SOURCE_TOKEN', { SOURCE_TOKEN: '' }],
      [into('--yes'), 'SOURCE_SECRET_ID', { SOURCE_ROLE_ID: 'x' }],
      [['--yes', '--env', 'dev', '--path', '/x'], '--project', {}],
      [into(), '--yes', {}],
    ] as const) {
      const { code, err } = await run(args, more);
      expect(err, args.join(' ')).to.include(message);
      expect(code, args.join(' ')).to.equal(2);
    }
    expect(await textsIn()).to.deep.equal([]);
  });
});
