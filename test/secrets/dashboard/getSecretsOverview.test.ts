import { expect } from 'chai';
import type { Response } from 'supertest';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { newProjectWithSecrets, newSecret, type TestSecrets } from '../../support/fixtures/project-secrets.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { newImport, newReader, newSecrets } from '../../support/fixtures/secret-reads.ts';
import { newTwoProjects } from '../../support/fixtures/two-projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

interface Shown {
  readonly environment: string;
  readonly secretKey: string;
  readonly importedFrom: { environment: string; secretPath: string } | null;
}

/** Shows the secrets of an answer as `KEY@environment`, with the source of imported ones. */
const namesOf = ({ body }: Response): string =>
  (body.secrets as Shown[])
    .map(({ secretKey, environment, importedFrom: from }) =>
      [`${secretKey}@${environment}`, ...(from ? [`${from.environment}:${from.secretPath}`] : [])].join('<'),
    )
    .join(' ');

onEachDatabase('getSecretsOverview', (world) => {
  const overview = (
    { admin, project }: TestSecrets,
    query: Record<string, string> = {},
    { as = admin, headers = {} }: { as?: { token: string }; headers?: Record<string, string> } = {},
  ) =>
    world().call('getSecretsOverview', {
      as,
      headers,
      query: { projectId: project.id, environments: 'dev,staging,prod', ...query },
    });

  it('lists the secrets, folders and imports of a folder in several environments', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app', '/app/api', '/shared']);
    await newSecrets(world(), setting, { 'dev:/:A': '1', 'prod:/:A': '', 'dev:/:B': '2', 'staging:/:C': '3' });
    await newImport(world(), setting, 'prod:/', 'dev:/shared');
    const response = await overview(setting);
    expect(response.status).to.equal(200);
    expect(namesOf(response)).to.equal('A@dev A@prod B@dev C@staging');
    const { body } = response;
    expect(body.folders.map(({ name, environment }: any) => `${name}@${environment}`)).to.deep.equal([
      'app@dev',
      'shared@dev',
    ]);
    expect(body.imports).to.have.length(1);
    expect(body.imports[0]).to.deep.include({ environment: 'prod', importPath: '/shared', isAccessRevoked: false });
    expect(body).to.include({ totalImportCount: 1, totalFolderCount: 2, totalSecretCount: 3, totalCount: 6 });
    expect(body.secrets[0]).not.to.have.property('secretValue');
    expect(body.secrets[0]).to.deep.include({
      secretKey: 'A',
      environment: 'dev',
      secretPath: '/',
      secretValueHidden: false,
      isEmpty: false,
      personalOverride: null,
      overridesImport: false,
      importedFrom: null,
    });
    expect(body.secrets[1].isEmpty).to.equal(true);
    expect(JSON.stringify(body)).not.to.contain('secretValue"');
  });

  it('skips environments without the folder, and does not find one that none of them has', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app']);
    await newSecrets(world(), setting, { 'dev:/app:A': '1' });
    expect(namesOf(await overview(setting, { secretPath: '/app/' }))).to.equal('A@dev');
    expectError(await overview(setting, { secretPath: '/other' }), 404, 'NotFound', /no folder '\/other'/);
    expectError(await overview(setting, { environments: 'dev,nowhere' }), 404, 'NotFound', /'nowhere'/);
    expectError(await overview(setting, { environments: 'staging', secretPath: '/app' }), 404, 'NotFound', /no folder/);
  });

  it('lists environments in the order of the project, each once, also from a list that is encoded twice', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '1', 'prod:/:A': '2', 'staging:/:A': '3' });
    expect(namesOf(await overview(setting, { environments: 'prod, dev,prod' }))).to.equal('A@dev A@prod');
    expect(namesOf(await overview(setting, { environments: 'prod%2Cstaging' }))).to.equal('A@staging A@prod');
    expectIssues(await overview(setting, { environments: ',' }), 'query environments too_small');
  });

  it('is one window over imports, folders and secrets, by distinct names', async () => {
    const setting = await newProjectWithSecrets(world(), ['/x', '/y']);
    await newSecrets(world(), setting, { 'dev:/:A': '1', 'prod:/:A': '2', 'dev:/:B': '3', 'dev:/:C': '4' });
    for (const into of ['prod:/', 'staging:/']) await newImport(world(), setting, into, 'dev:/x');
    const show = async (query: Record<string, string>) => {
      const response = await overview(setting, { includeImportedSecrets: 'true', ...query });
      const { imports, folders, totalCount } = response.body;
      const names = folders.map(({ name }: any) => name).join();
      return `${imports.length} ${names} ${namesOf(response)} of ${totalCount}`;
    };
    expect(await show({ limit: '2' })).to.equal('2 x  of 6');
    expect(await show({ limit: '3', offset: '1' })).to.equal('0 x,y A@dev A@prod of 6');
    expect(await show({ limit: '2', offset: '4' })).to.equal('0  B@dev C@dev of 6');
    expect(await show({ limit: '2', offset: '6' })).to.equal('0   of 6');
    expect(await show({ limit: '2', includeImports: 'false', orderDirection: 'desc' })).to.equal('0 y,x  of 5');
    expect(await show({ includeImports: 'false', includeFolders: 'false', orderDirection: 'desc' })).to.equal(
      '0  C@dev B@dev A@dev A@prod of 3',
    );
    expect(await show({ includeSecrets: 'false' })).to.equal('2 x,y  of 3');
    expectIssues(await overview(setting, { limit: '101' }), 'query limit too_big');
  });

  it('orders names by their characters, or with their numbers by size and whatever the case', async () => {
    const setting = await newProjectWithSecrets(world(), ['/service-10', '/service-9']);
    await newSecrets(world(), setting, {
      'dev:/:KEY_89': '1',
      'dev:/:KEY_9': '2',
      'dev:/:key_10': '3',
      'dev:/:A': '4',
    });
    const show = async (query: Record<string, string>) => {
      const response = await overview(setting, query);
      return `${response.body.folders.map(({ name }: any) => name).join()} ${namesOf(response)}`;
    };
    expect(await show({})).to.equal('service-10,service-9 A@dev KEY_89@dev KEY_9@dev key_10@dev');
    expect(await show({ orderBy: 'natural' })).to.equal('service-9,service-10 A@dev KEY_9@dev key_10@dev KEY_89@dev');
    expect(await show({ orderBy: 'natural', includeFolders: 'false', limit: '2', offset: '1' })).to.equal(
      ' KEY_9@dev key_10@dev',
    );
    expect(await show({ orderBy: 'natural', includeFolders: 'false', orderDirection: 'desc', limit: '1' })).to.equal(
      ' KEY_89@dev',
    );
  });

  it('finds names that contain a text, and secrets with a tag', async () => {
    const setting = await newProjectWithSecrets(world(), ['/dbs']);
    const { red, blue } = setting;
    await newSecret(world(), setting, 'DB_URL', { tagIds: [red.id] });
    await newSecret(world(), setting, 'DB_USER', { environment: 'prod', tagIds: [red.id, blue.id] });
    await newSecret(world(), setting, 'OTHER', { tagIds: [blue.id] });
    const found = await overview(setting, { search: 'db' });
    expect(namesOf(found)).to.equal('DB_URL@dev DB_USER@prod');
    expect(found.body).to.include({ totalFolderCount: 1, totalSecretCount: 2 });
    expect(namesOf(await overview(setting, { tags: 'blue' }))).to.equal('DB_USER@prod OTHER@dev');
    expect(namesOf(await overview(setting, { tags: 'blue,red', search: 'URL' }))).to.equal('DB_URL@dev');
    expect(namesOf(await overview(setting, { search: '%' }))).to.equal('');
  });

  it('marks secrets that are imported, override an import, or are overridden by a personal one', async () => {
    const setting = await newProjectWithSecrets(world(), ['/far', '/near', '/nested']);
    await newSecrets(world(), setting, {
      'dev:/far:A': 'far',
      'dev:/near:A': 'near',
      'dev:/near:B': 'near',
      'dev:/nested:C': 'nested',
      'prod:/:B': 'own',
      'prod:/:D': 'own',
    });
    await newImport(world(), setting, 'prod:/', 'dev:/far');
    await newImport(world(), setting, 'prod:/', 'dev:/near');
    await newImport(world(), setting, 'dev:/near', 'dev:/nested');
    await newSecret(world(), setting, 'D', { environment: 'prod', type: 'personal', secretValue: 'mine' });
    const query = { environments: 'staging,prod', includeImportedSecrets: 'true' };
    const response = await overview(setting, query);
    expect(namesOf(response)).to.equal('A@prod<dev:/near B@prod C@prod<dev:/nested D@prod');
    const [a, b, , d] = response.body.secrets;
    expect(a).to.include({ secretPath: '/', environment: 'prod', overridesImport: false });
    expect(b).to.include({ overridesImport: true, personalOverride: null });
    expect(d.personalOverride).to.include({ version: 1 }).and.have.property('id').that.does.not.equal(d.id);
    expect(response.body.totalSecretCount).to.equal(4);
    expect(namesOf(await overview(setting, { ...query, includeImportedSecrets: 'false' }))).to.equal('B@prod D@prod');

    const other = await world().newUser(setting.organization, 'member');
    await addToProject(world(), setting.project, other, 'admin');
    const seen = (await overview(setting, query, { as: other })).body.secrets;
    expect(seen.map(({ personalOverride }: any) => personalOverride)).to.deep.equal([null, null, null, null]);
  });

  it('omits secrets that the caller may not describe, and hides what the caller may not read', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app']);
    await newSecret(world(), setting, 'PUBLIC', { tagIds: [setting.red.id] });
    await newSecret(world(), setting, 'HIDDEN', { secretValue: '' });
    await newSecrets(world(), setting, { 'prod:/:PUBLIC': 'p', 'staging:/:PUBLIC': 's' });
    await newImport(world(), setting, 'dev:/', 'dev:/app');
    const as = await newReader(
      world(),
      setting,
      { subject: 'secrets', action: 'describeSecret', conditions: { environment: { $in: ['dev', 'staging'] } } },
      { subject: 'secrets', action: 'readValue', conditions: { secretTags: { $all: ['red'] } } },
      { subject: 'secrets', action: 'describeSecret', inverted: true, conditions: { environment: 'staging' } },
    );
    const { body } = await overview(setting, {}, { as });
    const shown = body.secrets.map((one: any) => [one.secretKey, one.environment, one.secretValueHidden, one.isEmpty]);
    expect(shown).to.deep.equal([
      ['HIDDEN', 'dev', true, null],
      ['PUBLIC', 'dev', false, false],
    ]);
    expect(body).to.deep.include({ totalSecretCount: 2, imports: [], totalImportCount: 0 });
    expectError(await overview(setting, { environments: 'prod' }, { as }), 403, 'PermissionDenied', /secrets/);
  });

  it('shows on each page what the caller may see at that time', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '1', 'dev:/:B': '2', 'dev:/:C': '3' });
    const as = await newReader(world(), setting, {
      subject: 'secrets',
      action: 'describeSecret',
      conditions: { secretName: 'A' },
    });
    const group = await newGroup(world(), setting.organization);
    const period = {
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '1h',
      temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
      temporaryAccessEndTime: '2030-01-01T01:00:00.000Z',
    } as const;
    await addToProject(world(), setting.project, { groupId: group.id }, 'viewer', period);
    await addToGroup(world(), group, as);
    const page = async (offset: string) =>
      namesOf(await overview(setting, { limit: '1', offset, includeFolders: 'false' }, { as }));
    expect([await page('0'), await page('1'), await page('2')]).to.deep.equal(['A@dev', 'B@dev', 'C@dev']);
    await world().clock.later(3600, async () => {
      expect([await page('0'), await page('1')]).to.deep.equal(['A@dev', '']);
    });
    expect(await page('1')).to.equal('B@dev');
    await newSecrets(world(), setting, { 'dev:/:AA': '4' });
    expect(await page('1')).to.equal('AA@dev');
  });

  it('works for machine identities', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecrets(world(), setting, { 'dev:/:A': '1' });
    const as = await world().newIdentity(setting.organization, 'no-access');
    await addToProject(world(), setting.project, as, 'viewer');
    expect(namesOf(await overview(setting, {}, { as }))).to.equal('A@dev');
  });

  it('shows imports from another project only to callers who may read there', async () => {
    const { here, there, newReader: newReaderOfBoth } = await newTwoProjects(world());
    await newSecrets(world(), there, { 'dev:/app:KEY': 'k' });
    const importer = await newReaderOfBoth('admin');
    const body = {
      projectId: here.project.id,
      environment: 'prod',
      import: { sourceProjectId: there.project.id, environment: 'dev', path: '/app' },
    };
    expect((await world().call('createSecretImport', { as: importer, body })).status).to.equal(200);
    const query = { includeImportedSecrets: 'true' };
    const seen = await overview(here, query, { as: importer });
    expect(namesOf(seen)).to.equal('KEY@prod<dev:/app');
    expect(seen.body.secrets[0].importedFrom.projectId).to.equal(there.project.id);
    expect(seen.body.imports[0].isAccessRevoked).to.equal(false);
    const hidden = await overview(here, query);
    expect(namesOf(hidden)).to.equal('');
    expect(hidden.body.imports[0]).to.deep.include({ isAccessRevoked: true, importPath: '' });
  });

  it('answers 304 as long as nothing of the answer changes', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app']);
    await newSecrets(world(), setting, { 'dev:/:A': '1', 'dev:/app:B': '2' });
    await newImport(world(), setting, 'prod:/', 'dev:/app');
    const query = { includeImportedSecrets: 'true' };
    let etag = (await overview(setting, query)).headers.etag!;
    const isUnchanged = async (): Promise<boolean> => {
      const { status, headers } = await overview(setting, query, { headers: { 'If-None-Match': etag } });
      etag = headers.etag!;
      return status === 304;
    };
    expect(await isUnchanged()).to.equal(true);
    const changes = [
      () => newSecret(world(), setting, 'B', { environment: 'staging' }),
      () => newSecret(world(), setting, 'A', { type: 'personal', secretValue: 'mine' }),
      () => newSecret(world(), setting, 'B', { environment: 'prod' }),
      () => newImport(world(), setting, 'staging:/', 'dev:/app'),
      () =>
        world().call('createFolder', {
          as: setting.admin,
          body: { projectId: setting.project.id, environment: 'prod', name: 'new' },
        }),
    ];
    for (const change of changes) {
      await change();
      expect(await isUnchanged(), String(change)).to.equal(false);
      expect(await isUnchanged(), String(change)).to.equal(true);
    }
  });
});
