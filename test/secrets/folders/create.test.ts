import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import {
  deepPath,
  folderCall,
  type Generation,
  longPath,
  newer,
  newProjectWithFolders,
  older,
} from '../../support/fixtures/secret-folders.ts';
import { onEachDatabase, type World } from '../../support/world/world.ts';
import {
  checksFolderParameters,
  expectedFolder,
  invalidNames,
  refusesUnauthorized,
  rule,
  unchanged,
} from './checks.ts';

const testCreatingFolders = (world: () => World, generation: Generation): void => {
  const call = folderCall(world, generation);

  it('creates the folder and returns it', async () => {
    const setting = await newProjectWithFolders(world(), ['/services']);
    const { status, body } = await call(setting, {
      name: 'api',
      path: '/services',
      description: 'What the API needs.',
    });
    expect(status).to.equal(200);
    const { id } = body.folder as { id: string };
    const expected = expectedFolder(setting, {
      id,
      name: 'api',
      parentId: setting.folderIds['/services'],
      description: 'What the API needs.',
    });
    expect(body).to.deep.equal({ folder: { ...expected, path: '/services/api' } });
    expect(await setting.tree()).to.equal('/services /services/api');
    const [entry, ...more] = await setting.entries();
    expect(more).to.deep.equal([]);
    expect(entry).to.include({
      eventType: 'create-folder',
      actorId: setting.admin.id,
      operation: generation.operation,
      projectName: setting.project.name,
    });
    expect(entry.eventMetadata).to.deep.equal({
      environment: 'dev',
      folderId: id,
      folderName: 'api',
      folderPath: '/services/api',
    });
  });

  it('creates the folder in the root if no path is given, in any environment', async () => {
    const setting = await newProjectWithFolders(world());
    expect((await call(setting, { name: 'Under_score-9' })).body.folder).to.include({
      path: '/Under_score-9',
      parentId: setting.ids.dev,
      description: null,
    });
    expect(
      (await call(setting, { name: 'a', path: '/', environment: 'prod', description: null })).body.folder,
    ).to.include({ path: '/a', envId: setting.ids.prod });
    expect([await setting.tree(), await setting.tree('prod'), await setting.tree('staging')]).to.deep.equal([
      '/Under_score-9',
      '/a',
      '',
    ]);
  });

  it('also creates missing parent folders, with a single audit log entry', async () => {
    const setting = await newProjectWithFolders(world(), ['/a']);
    const { body } = await call(setting, { name: 'd', path: '/a/b/c', description: 'Only the last.' });
    expect(body.folder).to.include({ path: '/a/b/c/d', description: 'Only the last.' });
    expect(await setting.tree()).to.equal('/a /a/b /a/b/c /a/b/c/d');
    expect((await setting.rows()).filter(({ description }) => description !== null)).to.have.length(1);
    const [entry, ...more] = await setting.entries();
    expect(more).to.deep.equal([]);
    expect(entry.eventMetadata)
      .to.include({ folderPath: '/a/b/c/d' })
      .and.have.property('parents')
      .that.deep.equals(['/a/b', '/a/b/c']);
  });

  it('accepts a path without the leading slash or with a trailing slash', async () => {
    const setting = await newProjectWithFolders(world());
    for (const [path, name] of Object.entries({ 'x/y': 'one', '/x/y/': 'two', 'x/y/': 'three', '': 'four' }))
      expect((await call(setting, { name, path })).status).to.equal(200);
    expect(await setting.tree()).to.equal('/four /x /x/y /x/y/one /x/y/three /x/y/two');
  });

  it('refuses an existing folder, names it with its path, and changes nothing', async () => {
    const setting = await newProjectWithFolders(world(), ['/a', '/a/b']);
    await unchanged(setting, async () => {
      expectError(
        await call(setting, { name: 'b', path: '/a/' }),
        400,
        'BadRequest',
        /'b' already exists in the path '\/a'/,
      );
      expectError(await call(setting, { name: 'a' }), 400, 'BadRequest', /'a' already exists in the path '\/'/);
    });
    expect((await call(setting, { name: 'A' })).status, 'names are case-sensitive').to.equal(200);
    expect((await call(setting, { name: 'b' })).status, 'in another folder').to.equal(200);
  });

  it('accepts names, descriptions and paths up to their limits', async () => {
    const setting = await newProjectWithFolders(world());
    expect((await call(setting, { name: 'n'.repeat(255), description: 'd'.repeat(1024) })).status).to.equal(200);
    expect((await call(setting, { name: 'n', description: '' })).body.folder.description).to.equal('');
    expect((await call(setting, { name: 'ok', path: deepPath(31) })).status).to.equal(200);
    expect((await call(setting, { name: 'ok', path: longPath(1021) })).body.folder.path).to.have.length(1024);
    await unchanged(setting, () => invalidNames(call, setting, {}));
  });

  it('checks the environment and path of the new folder and of new parent folders', async () => {
    const setting = await newProjectWithFolders(world(), ['/team']);
    const within = await newProjectIdentity(world(), setting, [rule('create', { $glob: '/team/**' }, 'dev')]);
    await unchanged(setting, async () => {
      expectError(await call(setting, { name: 'team2' }, undefined, within), 403, 'PermissionDenied');
      expectError(
        await call(setting, { name: 'a', path: '/team', environment: 'prod' }, undefined, within),
        403,
        'PermissionDenied',
      );
      expectError(await call(setting, { name: 'team' }, undefined, within), 403, 'PermissionDenied');
      const deeper = await newProjectIdentity(world(), setting, [rule('create', { $glob: '/team/a/**' })]);
      expectError(await call(setting, { name: 'b', path: '/team/a' }, undefined, deeper), 403, 'PermissionDenied');
    });
    expect((await call(setting, { name: 'b', path: '/team/a' }, undefined, within)).status).to.equal(200);
  });

  it('creates a folder only once if several requests arrive concurrently', async () => {
    const setting = await newProjectWithFolders(world());
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        call(setting, number % 2 === 0 ? { name: 'c', path: '/a/b' } : { name: `c${number}`, path: '/a/b' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).to.have.length(11);
    expect(answers.filter(({ status }) => status === 400)).to.have.length(9);
    expect((await setting.tree()).split(' ')).to.have.length(13);
    expect(await setting.entries()).to.have.length(11);
  });

  refusesUnauthorized(world, generation, 'create', { name: 'new' });
  checksFolderParameters(world, generation, { name: 'new' });
};

onEachDatabase('createFolder', (world) => testCreatingFolders(world, newer('createFolder')));

onEachDatabase('createLegacyFolder', (world) => {
  testCreatingFolders(world, older('createLegacyFolder'));

  it('also accepts the older name of the path parameter, but prefers the newer one', async () => {
    const setting = await newProjectWithFolders(world(), ['/old', '/old/a', '/new', '/new/a']);
    const call = folderCall(world, older('createLegacyFolder'));
    expect((await call(setting, { name: 'b', directory: '/old' })).body.folder.path).to.equal('/old/b');
    expect((await call(setting, { name: 'b', directory: '/old', path: '/new' })).body.folder.path).to.equal('/new/b');
    expectIssues(await call(setting, { name: 'b', directory: '/a//b' }), 'body directory pattern');
    expectIssues(await call(setting, { name: 'b', directory: '/a'.repeat(32) }), 'body directory too_big');
  });
});
