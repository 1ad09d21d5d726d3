import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import {
  deepPath,
  type Generation,
  longPath,
  newer,
  newProjectWithFolders,
  older,
  start,
  type TestFolders,
} from '../../support/fixtures/secret-folders.ts';
import { onEachDatabase, type World } from '../../support/world/world.ts';

const paths = ['/b', '/b/z', '/b/y', '/b/y/x', '/B', '/a', '/b_y', '/b-y'];

/** The tests that both folder lists share. */
const testListingFolders = (world: () => World, { operation, project: name }: Generation): void => {
  const list = ({ admin, project }: TestFolders, query: Record<string, string> = {}, as: { token: string } = admin) =>
    world().call(operation, { as, query: { [name]: project.id, environment: 'dev', path: '/', ...query } });
  const names = (body: any): string => body.folders.map((folder: any) => folder.name).join(' ');

  it('lists the direct subfolders by name, with all fields', async () => {
    const setting = await newProjectWithFolders(world(), paths);
    const { status, body } = await list(setting);
    expect(status).to.equal(200);
    expect(names(body)).to.equal('B a b b-y b_y');
    const times = { createdAt: start, updatedAt: start, lastSecretModified: null };
    expect(body.folders[1]).to.deep.equal({
      id: setting.folderIds['/a'],
      name: 'a',
      version: 1,
      envId: setting.ids.dev,
      parentId: setting.ids.dev,
      isReserved: false,
      description: null,
      ...times,
    });
    for (const path of ['/b', '/b/', 'b']) expect(names((await list(setting, { path })).body)).to.equal('y z');
    expect(names((await list(setting, { environment: 'prod' })).body)).to.equal('');
  });

  it('lists all descendants with their relative paths', async () => {
    const setting = await newProjectWithFolders(world(), paths);
    const relative = async (query: Record<string, string>) =>
      (await list(setting, query)).body.folders.map(({ relativePath }: any) => relativePath);
    for (const recursive of ['true', 'True', 'TRUE', '1'])
      expect(await relative({ path: '/b', recursive })).to.deep.equal(['/y/x', '/y', '/z']);
    expect(await relative({ recursive: 'true' })).to.deep.equal([
      '/B',
      '/a',
      '/b',
      '/b-y',
      '/b_y',
      '/b/y/x',
      '/b/y',
      '/b/z',
    ]);
    for (const recursive of ['false', 'False', 'FALSE', '0', '']) {
      const { folders } = (await list(setting, { recursive })).body;
      expect(folders).to.have.length(5);
      for (const folder of folders) expect(folder).not.to.have.property('relativePath');
    }
    for (const recursive of ['yes', 'truely', '2', '01'])
      expectIssues(await list(setting, { recursive }), 'query recursive pattern');
  });

  it('lists only folders with secrets that changed since the given time', async () => {
    const setting = await newProjectWithFolders(world(), ['/a', '/a/b', '/c', '/never']);
    const modified = {
      '/a': '2030-01-01T00:00:00.000Z',
      '/a/b': '2030-01-03T00:00:00.000Z',
      '/c': '2030-01-02T00:00:00.000Z',
    };
    const secretIn = (
      operation: 'createSecret' | 'updateSecret' | 'deleteSecret',
      secretPath: string,
      day: number,
      body: object = {},
    ) =>
      world().clock.later(day * 86_400, async () => {
        const given = {
          projectId: setting.project.id,
          environment: 'dev',
          secretPath,
          ...(operation === 'createSecret' && { secretValue: 'value' }),
          ...body,
        };
        expect(
          (await world().call(operation, { as: setting.admin, params: { secretName: 'KEY' }, body: given })).status,
        ).to.equal(200);
      });
    await secretIn('createSecret', '/a', 0);
    await secretIn('createSecret', '/a/b', 0);
    await secretIn('updateSecret', '/a/b', 2, { secretValue: 'new' });
    await secretIn('createSecret', '/c', 0);
    await secretIn('deleteSecret', '/c', 1);
    // A personal secret does not change the secrets of other users.
    await secretIn('createSecret', '/a', 4, { type: 'personal' });
    const since = async (lastSecretModified: string, recursive = '') =>
      names((await list(setting, { lastSecretModified, recursive })).body);
    expect(await since('2030-01-01T00:00:00Z')).to.equal('a c');
    expect(await since('2030-01-01T02:00:00+02:00')).to.equal('a c');
    expect(await since('2030-01-01T00:00:00.001Z')).to.equal('c');
    expect(await since('2030-01-01T00:00:00.001Z', 'true')).to.equal('b c');
    expect(await since('2030-01-04T00:00:00Z', 'true')).to.equal('');
    expect((await list(setting)).body.folders.map((folder: any) => folder.lastSecretModified)).to.deep.equal([
      modified['/a'],
      modified['/c'],
      null,
    ]);
    expectIssues(await list(setting, { lastSecretModified: 'yesterday' }), 'query lastSecretModified format');
    expectIssues(
      await list(setting, { lastSecretModified: '2030-06-30T23:59:60Z' }),
      'query lastSecretModified format',
    );
  });

  it('is empty for an unknown folder, and 404 for an unknown environment', async () => {
    const setting = await newProjectWithFolders(world(), ['/a']);
    for (const path of ['/nowhere', '/a/b', '/A', deepPath(32), longPath(1024)])
      expect((await list(setting, { path, recursive: 'true' })).body).to.deep.equal({ folders: [] });
    expectError(await list(setting, { environment: 'unknown' }), 404, 'NotFound', /'unknown'/);
    await world().call('deleteEnvironment', {
      as: setting.admin,
      params: { projectId: setting.project.id, id: setting.ids.dev! },
    });
    expectError(await list(setting), 404, 'NotFound', /'dev'/);
    await world().call('restoreEnvironment', {
      as: setting.admin,
      params: { projectId: setting.project.id, id: setting.ids.dev! },
    });
    expect(names((await list(setting)).body)).to.equal('a');
  });

  it('is allowed for all members of the project, and for no others', async () => {
    const setting = await newProjectWithFolders(world(), ['/a']);
    expect(names((await list(setting, {}, await newProjectIdentity(world(), setting, 'no-access'))).body)).to.equal(
      'a',
    );
    expectError(
      await list(setting, {}, await world().newUser(setting.organization, 'admin')),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(await list(setting, {}, (await newProjectWithFolders(world())).admin), 404, 'NotFound');
  });

  it('requires a valid path, a project and an environment', async () => {
    const setting = await newProjectWithFolders(world());
    for (const path of ['//', '/a//b', '/..', '/a b'])
      expectIssues(await list(setting, { path }), 'query path pattern');
    for (const path of [deepPath(33), longPath(1025), longPath(1024).slice(1).padEnd(1025, 'q')])
      expectIssues(await list(setting, { path }), 'query path too_big');
    expectIssues(
      await list(setting, { environment: '', [name]: '' }),
      'query environment required',
      `query ${name} required`,
    );
    expectIssues(await list(setting, { environment: 'e'.repeat(256) }), 'query environment too_big');
  });
};

onEachDatabase('listFolders', (world) => {
  testListingFolders(world, newer('listFolders'));

  it('requires a path', async () => {
    const { admin, project } = await newProjectWithFolders(world());
    expectIssues(
      await world().call('listFolders', { as: admin, query: { projectId: project.id, environment: 'dev' } }),
      'query path required',
    );
  });
});

onEachDatabase('listLegacyFolders', (world) => {
  testListingFolders(world, older('listLegacyFolders'));

  it('also accepts the older name of the path parameter, prefers the newer one, and lists the root without either', async () => {
    const { admin, project } = await newProjectWithFolders(world(), ['/old', '/old/a', '/new', '/new/b']);
    const list = (query: Record<string, string>) =>
      world().call('listLegacyFolders', {
        as: admin,
        query: { workspaceId: project.id, environment: 'dev', ...query },
      });
    const names = async (query: Record<string, string>) =>
      (await list(query)).body.folders.map(({ name }: { name: string }) => name).join(' ');
    expect(await names({})).to.equal('new old');
    expect(await names({ path: '', directory: '' })).to.equal('new old');
    expect(await names({ directory: '/old' })).to.equal('a');
    expect(await names({ directory: '/old', path: '' })).to.equal('a');
    expect(await names({ directory: '/old', path: '/new' })).to.equal('b');
    expectIssues(await list({ directory: '//' }), 'query directory pattern');
    expectIssues(await list({ directory: '/a'.repeat(33) }), 'query directory too_big');
  });
});
