import { expect } from 'chai';
import type { Rule } from '../../../src/access/rule.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import {
  folderCall,
  type Generation,
  later,
  longPath,
  newer,
  newProjectWithFolders,
  older,
} from '../../support/fixtures/secret-folders.ts';
import { onEachDatabase, type World } from '../../support/world/world.ts';
import {
  checksFolderParameters,
  deny,
  expectedFolder,
  invalidNames,
  refusesUnauthorized,
  rule,
  unchanged,
} from './checks.ts';
import { testMovingContents, newProjectWithContents, renameRules } from './contents.ts';

const testUpdatingFolders = (world: () => World, generation: Generation): void => {
  const call = folderCall(world, generation);

  it('renames the folder with everything below and returns it', async () => {
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

  it('keeps an omitted description, and does not count unchanged fields as a change', async () => {
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

  it('refuses a name in use, the root, and subfolder paths that would become too long', async () => {
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

  it('finds only folders in the given parent folder', async () => {
    const setting = await newProjectWithFolders(world(), ['/a', '/a/b']);
    const otherProject = await newProjectWithFolders(world(), ['/a']);
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
      for (const other of [otherProject.folderIds['/a']!, otherProject.ids.dev!, 'a', 'not-an-id'])
        expectError(await call(setting, { name: 'x' }, other), 404, 'NotFound');
      expectError(await call(setting, { name: 'x' }, setting.ids.prod), 404, 'NotFound');
    });
  });

  it('checks the old and the new path of the folder and of its subfolders', async () => {
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

  it('validates names in the same way as createFolder', async () => {
    const setting = await newProjectWithFolders(world(), ['/a']);
    await unchanged(setting, () => invalidNames(call, setting, {}, setting.folderIds['/a']));
    expect(
      (await call(setting, { name: 'n'.repeat(255), description: 'd'.repeat(1024) }, setting.folderIds['/a'])).status,
    ).to.equal(200);
  });

  refusesUnauthorized(world, generation, 'edit', { name: 'renamed' });
  checksFolderParameters(world, generation, { name: 'new' });
};

onEachDatabase('updateFolder', (world) => {
  const call = folderCall(world, newer('updateFolder'));
  testUpdatingFolders(world, newer('updateFolder'));
  testMovingContents(world, { environment: 'dev', path: '/renamed', folders: renameRules }, (setting, as) =>
    call(setting, { name: 'renamed' }, setting.folderIds['/app'], as),
  );

  it('does not check the contents if only the description changes', async () => {
    const setting = await newProjectWithContents(world());
    const as = await newProjectIdentity(world(), setting, renameRules);
    expect((await call(setting, { name: 'app', description: 'New' }, setting.folderIds['/app'], as)).status).to.equal(
      200,
    );
  });
});

onEachDatabase('updateLegacyFolder', (world) => {
  testUpdatingFolders(world, older('updateLegacyFolder'));
  testMovingContents(world, { environment: 'dev', path: '/renamed', folders: renameRules }, (setting, as) =>
    folderCall(world, older('updateLegacyFolder'))(setting, { name: 'renamed' }, setting.folderIds['/app'], as),
  );

  it('also accepts the older name of the path parameter, but prefers the newer one', async () => {
    const setting = await newProjectWithFolders(world(), ['/old', '/old/a', '/new', '/new/a']);
    const call = folderCall(world, older('updateLegacyFolder'));
    expect(
      (await call(setting, { name: 'b', directory: '/old' }, setting.folderIds['/old/a'])).body.folder.path,
    ).to.equal('/old/b');
    expect(
      (await call(setting, { name: 'b', directory: '/old', path: '/new' }, setting.folderIds['/new/a'])).body.folder
        .path,
    ).to.equal('/new/b');
    expectIssues(
      await call(setting, { name: 'b', directory: '/a//b' }, setting.folderIds['/new/a']),
      'body directory pattern',
    );
    expectIssues(
      await call(setting, { name: 'b', directory: '/a'.repeat(32) }, setting.folderIds['/new/a']),
      'body directory too_big',
    );
  });
});
