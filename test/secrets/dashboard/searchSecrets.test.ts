import { expect } from 'chai';
import type { Response } from 'supertest';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  newColleague,
  newProjectWithSecrets,
  newSecret,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newReader, newSecrets } from '../../support/fixtures/secret-reads.ts';
import { onEachDatabase } from '../../support/world/world.ts';

/** Shows an answer as `folder@environment ... | environment:path:KEY ...`. */
const foundIn = ({ status, body }: Response): string => {
  expect(status, JSON.stringify(body)).to.equal(200);
  const folders = body.folders.map(({ path, environment }: any) => `${path}@${environment}`);
  const secrets = body.secrets.map((one: any) => `${one.environment}:${one.secretPath}:${one.secretKey}`);
  return [...folders, '|', ...secrets].join(' ');
};

onEachDatabase('searchSecrets', (world) => {
  const search = ({ admin, project }: TestSecrets, query: Record<string, string>, as: { token: string } = admin) =>
    world().call('searchSecrets', {
      as,
      query: { projectId: project.id, environments: 'dev,staging,prod', ...query },
    });

  const newTree = async (): Promise<TestSecrets> => {
    const setting = await newProjectWithSecrets(world(), ['/db', '/app', '/app/db_backup', '/app/web']);
    await newSecrets(world(), setting, {
      'dev:/:DB_URL': 'one',
      'dev:/app/web:db_user': 'two',
      'dev:/app/web:OTHER': 'three',
      'prod:/:DB_URL': 'four',
      'staging:/:NAME': 'five',
    });
    return setting;
  };

  it('finds folders and secrets at any depth in several environments, ignoring case, without values', async () => {
    const setting = await newTree();
    const response = await search(setting, { search: 'Db' });
    expect(foundIn(response)).to.equal('/app/db_backup@dev /db@dev | dev:/:DB_URL prod:/:DB_URL dev:/app/web:db_user');
    expect(response.body).to.include({
      totalFolderCount: 2,
      totalSecretCount: 3,
      totalCount: 5,
      searchLimit: 500,
      isSearchLimitReached: false,
    });
    expect(response.body.secrets[0]).to.include({ secretValueHidden: false, isEmpty: false, version: 1 });
    expect(response.body.secrets[0]).not.to.have.property('secretValue');
  });

  it('searches below a path, and in the environments that are asked for', async () => {
    const setting = await newTree();
    expect(foundIn(await search(setting, { search: 'db', secretPath: '/app' }))).to.equal(
      '/app/db_backup@dev | dev:/app/web:db_user',
    );
    expect(foundIn(await search(setting, { search: 'DB', environments: 'prod' }))).to.equal('| prod:/:DB_URL');
    expect(foundIn(await search(setting, { search: 'app/w' }))).to.equal('/app/web@dev |');
    expect(foundIn(await search(setting, { search: 'x', secretPath: '/nowhere' }))).to.equal('|');
    expectError(await search(setting, { search: 'x', environments: 'dev,nowhere' }), 404, 'NotFound', /'nowhere'/);
  });

  it('treats wildcards of SQL as text', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A_B': '1', 'dev:/:AxB': '2', 'dev:/:A%B': '3' });
    expect(foundIn(await search(setting, { search: 'a_b' }))).to.equal('| dev:/:A_B');
    expect(foundIn(await search(setting, { search: '%' }))).to.equal('| dev:/:A%B');
  });

  it('finds secrets by their tags', async () => {
    const setting = await newTree();
    await newSecret(world(), setting, 'TAGGED', { environment: 'prod', tagIds: [setting.red.id] });
    await newSecret(world(), setting, 'BOTH', { tagIds: [setting.red.id, setting.blue.id] });
    expect(foundIn(await search(setting, { search: 'RE' }))).to.equal('| dev:/:BOTH prod:/:TAGGED');
    expect(foundIn(await search(setting, { tags: 'red' }))).to.equal('| dev:/:BOTH prod:/:TAGGED');
    expect(foundIn(await search(setting, { tags: 'blue,unknown' }))).to.equal('| dev:/:BOTH');
    expect(foundIn(await search(setting, { tags: 'red', search: 'tag' }))).to.equal('| prod:/:TAGGED');
    expect(foundIn(await search(setting, { tags: 'unknown' }))).to.equal('|');
    expectError(await search(setting, {}), 400, 'BadRequest', /search/);
    expectError(await search(setting, { search: ' ' }), 400, 'BadRequest', /search/);
  });

  it('pages folders and secrets each on its own', async () => {
    const setting = await newTree();
    expect(foundIn(await search(setting, { search: 'db', limit: '2', offset: '1' }))).to.equal(
      '/db@dev | prod:/:DB_URL dev:/app/web:db_user',
    );
    expect(foundIn(await search(setting, { search: 'db', limit: '2', offset: '2' }))).to.equal(
      '| dev:/app/web:db_user',
    );
    expectIssues(await search(setting, { search: 'db', offset: '501' }), 'query offset too_big');
    expectIssues(await search(setting, { search: 'db', limit: '101' }), 'query limit too_big');
  });

  it('shows a personal secret beside the shared one, to its owner only, as one entry', async () => {
    const setting = await newTree();
    await newSecret(world(), setting, 'DB_URL', { type: 'personal', secretValue: '' });
    const typesOf = ({ body }: Response): string[] =>
      body.secrets.map((one: any) => `${one.environment}:${one.type}:${one.isEmpty}`);
    const all = await search(setting, { search: 'db_url' });
    expect(typesOf(all)).to.deep.equal(['dev:shared:false', 'dev:personal:true', 'prod:shared:false']);
    expect(all.body).to.include({ totalSecretCount: 2, totalCount: 2 });
    const page = await search(setting, { search: 'db_url', limit: '1' });
    expect(typesOf(page), 'both on one page').to.deep.equal(['dev:shared:false', 'dev:personal:true']);
    const next = await search(setting, { search: 'db_url', limit: '1', offset: '1' });
    expect(typesOf(next)).to.deep.equal(['prod:shared:false']);
    const colleague = await newColleague(world(), setting);
    expect(typesOf(await search(setting, { search: 'db_url' }, colleague))).to.deep.equal([
      'dev:shared:false',
      'prod:shared:false',
    ]);
  });

  it('omits secrets that the caller may not describe', async () => {
    const setting = await newTree();
    await newSecret(world(), setting, 'DB_RED', { tagIds: [setting.red.id] });
    const as = await newReader(world(), setting, {
      subject: 'secrets',
      action: 'describeSecret',
      conditions: { secretTags: { $all: ['red'] } },
    });
    const response = await search(setting, { search: 'db' }, as);
    expect(foundIn(response)).to.equal('/app/db_backup@dev /db@dev | dev:/:DB_RED');
    expect(response.body.totalSecretCount).to.equal(1);
    expect(response.body.secrets[0]).to.include({ secretValueHidden: true, isEmpty: null });
    const other = await newReader(world(), setting, {
      subject: 'secrets',
      action: 'describeSecret',
      conditions: { environment: 'prod' },
    });
    expect(foundIn(await search(setting, { search: 'db' }, other))).to.contain('| prod:/:DB_URL');
    expectError(await search(setting, { search: 'db', environments: 'dev' }, other), 403, 'PermissionDenied');
  });

  it('counts at most 500 matches, and says that there are more', async () => {
    const setting = await newProjectWithSecrets(world());
    const { admin, project } = setting;
    const names = Array.from({ length: 501 }, (_, index) => `MANY_${index}`);
    for (let at = 0; at < names.length; at += 100) {
      const secrets = names.slice(at, at + 100).map((secretKey) => ({ secretKey, secretValue: '' }));
      const body = { projectId: project.id, environment: 'dev', secrets };
      expect((await world().call('createSecrets', { as: admin, body })).status).to.equal(200);
    }
    const { body } = await search(setting, { search: 'many', limit: '1', offset: '499' });
    expect(body).to.deep.include({ totalSecretCount: 500, totalCount: 500, isSearchLimitReached: true });
    expect(body.secrets).to.have.length(1);
    expect(body.secrets[0].isEmpty).to.equal(true);
    expect((await search(setting, { search: 'MANY_10' })).body.isSearchLimitReached).to.equal(false);
  });
});
