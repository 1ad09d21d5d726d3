import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import { expectError, expectIssues } from './expect.ts';
import { checksItsPlace, deny, expectedFolder, refusesStrangers, rule, unchanged } from './folder-checks.ts';
import { newProjectIdentity } from './projects.ts';
import {
  deepPath,
  folderCall,
  later,
  longPath,
  newProjectWithFolders,
  type Generation,
  type TestFolders,
} from './secret-folders.ts';
import type { World } from './world.ts';

type Call = ReturnType<typeof folderCall>;

const namesOutOfBounds = async (
  call: Call,
  setting: TestFolders,
  body: Readonly<Record<string, unknown>>,
  id?: string,
): Promise<void> => {
  expectIssues(await call(setting, { ...body, name: '' }, id), 'body name too_small', 'body name pattern');
  expectIssues(await call(setting, { ...body, name: 'n'.repeat(256) }, id), 'body name too_big');
  for (const name of ['a b', 'a.b', 'a/b', '..', 'é', ' a'])
    expectIssues(await call(setting, { ...body, name }, id), 'body name pattern');
  expectIssues(await call(setting, { ...body, name: undefined }, id), 'body name required');
  expectIssues(
    await call(setting, { ...body, name: null, description: 7 }, id),
    'body name type',
    'body description type',
  );
  expectIssues(
    await call(setting, { ...body, name: 'ok', description: 'd'.repeat(1025) }, id),
    'body description too_big',
  );
  expectIssues(await call(setting, { ...body, name: 'ok', path: longPath(1022) }, id), 'body path too_big');
  expectIssues(await call(setting, { ...body, name: 'ok', path: deepPath(32) }, id), 'body path too_big');
};

export const creatingFolders = (world: () => World, generation: Generation): void => {
  const call = folderCall(world, generation);

  it('makes it, and answers with all of it', async () => {
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

  it('makes it in the root without a path, in any environment', async () => {
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

  it('makes the folders on the way there too, with one entry', async () => {
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

  it('forgives a missing slash and one too many', async () => {
    const setting = await newProjectWithFolders(world());
    for (const [path, name] of Object.entries({ 'x/y': 'one', '/x/y/': 'two', 'x/y/': 'three', '': 'four' }))
      expect((await call(setting, { name, path })).status).to.equal(200);
    expect(await setting.tree()).to.equal('/four /x /x/y /x/y/one /x/y/three /x/y/two');
  });

  it('says that there is one, naming it and the path, and changes nothing', async () => {
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
    expect((await call(setting, { name: 'A' })).status, 'another case is another name').to.equal(200);
    expect((await call(setting, { name: 'b' })).status, 'elsewhere').to.equal(200);
  });

  it('takes names, descriptions and paths up to their bounds', async () => {
    const setting = await newProjectWithFolders(world());
    expect((await call(setting, { name: 'n'.repeat(255), description: 'd'.repeat(1024) })).status).to.equal(200);
    expect((await call(setting, { name: 'n', description: '' })).body.folder.description).to.equal('');
    expect((await call(setting, { name: 'ok', path: deepPath(31) })).status).to.equal(200);
    expect((await call(setting, { name: 'ok', path: longPath(1021) })).body.folder.path).to.have.length(1024);
    await unchanged(setting, () => namesOutOfBounds(call, setting, {}));
  });

  it('is judged by the environment and the path that it is made in, and so are the folders on the way', async () => {
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

  it('makes each once, however many want it at once', async () => {
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

  refusesStrangers(world, generation, 'create', { name: 'new' });
  checksItsPlace(world, generation, { name: 'new' });
};

export const changingFolders = (world: () => World, generation: Generation): void => {
  const call = folderCall(world, generation);

  it('renames it with everything below, and answers with all of it', async () => {
    const setting = await newProjectWithFolders(world(), ['/a', '/a/b', '/a/b/c', '/a/b_c', '/a_b', '/ab']);
    const id = setting.folderIds['/a']!;
    const { status, body } = await world().clock.later(60, () =>
      call(setting, { name: 'z', path: '/', description: 'New' }, id),
    );
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      folder: {
        ...expectedFolder(setting, { id, name: 'z', version: 2, updatedAt: later, description: 'New' }),
        path: '/z',
      },
    });
    expect(await setting.tree()).to.equal('/a_b /ab /z /z/b /z/b/c /z/b_c');
    expect((await setting.rows()).filter(({ version }) => version > 1)).to.have.length(1);
    const [entry, ...more] = await setting.entries();
    expect(more).to.deep.equal([]);
    expect(entry).to.include({
      eventType: 'update-folder',
      actorId: setting.admin.id,
      operation: generation.operation,
    });
    expect(entry.eventMetadata).to.deep.equal({
      environment: 'dev',
      folderId: id,
      folderName: 'z',
      folderPath: '/z',
      oldFolderName: 'a',
      oldFolderPath: '/a',
    });
    expect((await call(setting, { name: 'y', path: '/z' }, setting.folderIds['/a/b'])).body.folder).to.include({
      path: '/z/y',
      description: null,
      version: 2,
    });
    expect(await setting.tree()).to.equal('/a_b /ab /z /z/b_c /z/y /z/y/c');
  });

  it('leaves a description that is not sent, and takes nothing new for no change', async () => {
    const setting = await newProjectWithFolders(world(), ['/a']);
    const id = setting.folderIds['/a']!;
    expect((await call(setting, { name: 'a', description: 'Kept' }, id)).body.folder).to.include({
      description: 'Kept',
      version: 2,
      name: 'a',
    });
    expect((await call(setting, { name: 'b' }, id)).body.folder).to.include({
      description: 'Kept',
      version: 3,
      name: 'b',
    });
    await unchanged(setting, async () => {
      expect((await call(setting, { name: 'b' }, id)).body.folder).to.include({ version: 3 });
      expect((await call(setting, { name: 'b', description: 'Kept' }, id)).status).to.equal(200);
    });
    expect((await call(setting, { name: 'b', description: null }, id)).body.folder).to.include({
      description: null,
      version: 4,
    });
  });

  it('refuses a name that is taken, the root, and paths below that get too long', async () => {
    const deep = `/a${longPath(1021)}`;
    const setting = await newProjectWithFolders(world(), [
      '/a',
      '/b',
      ...deep
        .split('/')
        .slice(2)
        .map((_, index, names) => `/a/${names.slice(0, index + 1).join('/')}`),
    ]);
    await unchanged(setting, async () => {
      expectError(
        await call(setting, { name: 'b' }, setting.folderIds['/a']),
        400,
        'BadRequest',
        /'b' already exists in the path '\/'/,
      );
      expectError(await call(setting, { name: 'new' }, setting.ids.dev), 400, 'BadRequest', /root/);
      expectError(await call(setting, { name: 'aaa' }, setting.folderIds['/a']), 400, 'BadRequest', /1024/);
    });
    expect((await call(setting, { name: 'aa' }, setting.folderIds['/a'])).status).to.equal(200);
  });

  it('knows only folders in that very place', async () => {
    const setting = await newProjectWithFolders(world(), ['/a', '/a/b']);
    const elsewhere = await newProjectWithFolders(world(), ['/a']);
    await unchanged(setting, async () => {
      const id = setting.folderIds['/a/b']!;
      expectError(await call(setting, { name: 'x' }, id), 404, 'NotFound', /'\/'.*'dev'/);
      expectError(await call(setting, { name: 'x', path: '/a/b' }, id), 404, 'NotFound', /'\/a\/b'.*'dev'/);
      expectError(await call(setting, { name: 'x', path: '/nowhere' }, id), 404, 'NotFound', /'\/nowhere'.*'dev'/);
      expectError(
        await call(setting, { name: 'x', path: '/a', environment: 'prod' }, id),
        404,
        'NotFound',
        /'\/a'.*'prod'/,
      );
      for (const other of [elsewhere.folderIds['/a']!, elsewhere.ids.dev!, 'a', 'not-an-id'])
        expectError(await call(setting, { name: 'x' }, other), 404, 'NotFound');
      expectError(await call(setting, { name: 'x' }, setting.ids.prod), 404, 'NotFound');
    });
  });

  it('is judged by its own path and the new one, and by those below', async () => {
    const setting = await newProjectWithFolders(world(), ['/team', '/team/a', '/team/a/locked']);
    const id = setting.folderIds['/team/a']!;
    const edit = async (rules: readonly Rule[], body: Record<string, unknown>) =>
      call(setting, { path: '/team', ...body }, id, await newProjectIdentity(world(), setting, rules));
    await unchanged(setting, async () => {
      for (const path of ['/team', '/team/a/**x', '/team/b/**'])
        expectError(await edit([rule('edit', { $glob: path })], { name: 'b' }), 403, 'PermissionDenied');
      expectError(await edit([rule('edit', { $glob: '/team/a/**' })], { name: 'b' }), 403, 'PermissionDenied');
      expectError(await edit([rule('edit', { $glob: '/team/**' }, 'prod')], { name: 'b' }), 403, 'PermissionDenied');
      expectError(
        await edit([rule('edit'), deny('edit', { $glob: '/**/locked' })], { name: 'b' }),
        403,
        'PermissionDenied',
      );
    });
    expect((await edit([rule('edit', '/team/a')], { name: 'a', description: 'Only this' })).status).to.equal(200);
    expect((await edit([rule('edit', { $glob: '/team/**' }, 'dev')], { name: 'b' })).status).to.equal(200);
    expect(await setting.tree()).to.equal('/team /team/b /team/b/locked');
  });

  it('checks names as creating does', async () => {
    const setting = await newProjectWithFolders(world(), ['/a']);
    await unchanged(setting, () => namesOutOfBounds(call, setting, {}, setting.folderIds['/a']));
    expect(
      (await call(setting, { name: 'n'.repeat(255), description: 'd'.repeat(1024) }, setting.folderIds['/a'])).status,
    ).to.equal(200);
  });

  refusesStrangers(world, generation, 'edit', { name: 'renamed' });
  checksItsPlace(world, generation, { name: 'new' });
};

export const deletingFolders = (
  world: () => World,
  generation: Generation,
  forced: Readonly<Record<string, unknown>>,
): void => {
  const call = folderCall(world, generation);

  it('deletes it with what is in it, and answers with what it was', async () => {
    const setting = await newProjectWithFolders(world(), ['/a', '/a/b', '/a/b/c', '/a_b', '/ab']);
    const id = setting.folderIds['/a']!;
    const { status, body } = await call(setting, { path: '/', ...forced }, id);
    expect(status).to.equal(200);
    expect(body).to.deep.equal({ folder: expectedFolder(setting, { id, name: 'a' }) });
    expect(await setting.tree()).to.equal('/a_b /ab');
    const [entry, ...more] = await setting.entries();
    expect(more).to.deep.equal([]);
    expect(entry).to.include({
      eventType: 'delete-folder',
      actorId: setting.admin.id,
      operation: generation.operation,
    });
    expect(entry.eventMetadata).to.deep.equal({ environment: 'dev', folderId: id, folderName: 'a', folderPath: '/a' });
    expectError(await call(setting, { path: '/', ...forced }, id), 404, 'NotFound', /'\/'.*'dev'/);
  });

  it('finds it by name first, then by id, only in that very place', async () => {
    const setting = await newProjectWithFolders(world(), ['/a', '/a/b', '/b', '/root']);
    const elsewhere = await newProjectWithFolders(world(), ['/x']);
    await unchanged(setting, async () => {
      for (const id of ['c', 'a/b', setting.folderIds['/a/b'], elsewhere.folderIds['/x'], setting.ids.prod]) {
        expectError(await call(setting, forced, id), 404, 'NotFound', /'\/'.*'dev'/);
      }
      expectError(await call(setting, { path: '/a/b', ...forced }, 'b'), 404, 'NotFound', /'\/a\/b'.*'dev'/);
      expectError(await call(setting, { path: '/nowhere', ...forced }, 'b'), 404, 'NotFound', /'\/nowhere'.*'dev'/);
      expectError(await call(setting, { environment: 'prod', ...forced }, 'b'), 404, 'NotFound', /'prod'/);
      expectError(await call(setting, forced, setting.ids.dev), 400, 'BadRequest', /root/);
    });
    // One whose name is the id of another.
    const named = await world().call('createFolder', {
      as: setting.admin,
      body: { projectId: setting.project.id, environment: 'dev', name: setting.folderIds['/b'] },
    });
    expect((await call(setting, forced, setting.folderIds['/b'])).body.folder.id).to.equal(named.body.folder.id);
    expect((await call(setting, forced, setting.folderIds['/b'])).body.folder.id).to.equal(setting.folderIds['/b']);
    expect((await call(setting, { path: '/a/', ...forced }, 'b')).body.folder.id).to.equal(setting.folderIds['/a/b']);
    expect((await call(setting, forced, 'root')).body.folder.id).to.equal(setting.folderIds['/root']);
    expect(await setting.tree()).to.equal('/a');
    // Paths of other operations are names here.
    for (const name of ['batch', 'move']) {
      await world().call('createFolder', {
        as: setting.admin,
        body: { projectId: setting.project.id, environment: 'dev', name },
      });
      expect((await call(setting, forced, name)).status).to.equal(200);
    }
  });

  it('is judged by its own path and by those below', async () => {
    const setting = await newProjectWithFolders(world(), ['/team', '/team/a', '/team/a/locked']);
    const remove = async (rules: readonly Rule[]) =>
      call(setting, { path: '/team', ...forced }, 'a', await newProjectIdentity(world(), setting, rules));
    await unchanged(setting, async () => {
      expectError(await remove([rule('delete', '/team')]), 403, 'PermissionDenied');
      expectError(await remove([rule('delete', '/team/a')]), 403, 'PermissionDenied');
      expectError(await remove([rule('delete', { $glob: '/**' }, 'prod')]), 403, 'PermissionDenied');
      expectError(await remove([rule('delete'), deny('delete', '/team/a/locked')]), 403, 'PermissionDenied');
    });
    expect((await remove([rule('delete', { $glob: '/team/a/**' }, 'dev')])).status).to.equal(200);
  });

  refusesStrangers(world, generation, 'delete', forced);
  checksItsPlace(world, generation, forced);
};
