import { expect } from 'chai';
import { expectIssues } from '../../support/expect.ts';
import { creatingFolders } from '../../support/folder-suites.ts';
import { folderCall, newProjectWithFolders, older } from '../../support/secret-folders.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('createLegacyFolder', (world) => {
  creatingFolders(world, older('createLegacyFolder'));

  it('takes the path by its older name too, and goes by the newer one', async () => {
    const setting = await newProjectWithFolders(world(), ['/old', '/old/a', '/new', '/new/a']);
    const call = folderCall(world, older('createLegacyFolder'));
    expect((await call(setting, { name: 'b', directory: '/old' })).body.folder.path).to.equal('/old/b');
    expect((await call(setting, { name: 'b', directory: '/old', path: '/new' })).body.folder.path).to.equal('/new/b');
    expectIssues(await call(setting, { name: 'b', directory: '/a//b' }), 'body directory pattern');
    expectIssues(await call(setting, { name: 'b', directory: '/a'.repeat(32) }), 'body directory too_big');
  });
});
