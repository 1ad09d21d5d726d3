import { expect } from 'chai';
import { expectIssues } from '../../support/expect.ts';
import { deletingWhatIsInFolders } from '../../support/folder-contents.ts';
import { deletingFolders } from '../../support/folder-suites.ts';
import { folderCall, newProjectWithFolders, older } from '../../support/secret-folders.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('deleteLegacyFolder', (world) => {
  deletingFolders(world, older('deleteLegacyFolder'), {});
  deletingWhatIsInFolders(world, (setting, as) =>
    folderCall(world, older('deleteLegacyFolder'))(setting, {}, 'app', as),
  );

  it('takes the path by its older name too, and goes by the newer one', async () => {
    const setting = await newProjectWithFolders(world(), ['/old', '/old/a', '/new', '/new/a']);
    const call = folderCall(world, older('deleteLegacyFolder'));
    expect((await call(setting, { directory: '/old', folderName: 'a' }, 'a')).body.folder.id).to.equal(
      setting.folderIds['/old/a'],
    );
    expect((await call(setting, { directory: '/old', path: '/new' }, 'a')).body.folder.id).to.equal(
      setting.folderIds['/new/a'],
    );
    expectIssues(await call(setting, { directory: '/a//b' }, 'a'), 'body directory pattern');
    expectIssues(await call(setting, { directory: '/a'.repeat(33) }, 'a'), 'body directory too_big');
    expect(await setting.tree()).to.equal('/new /old');
  });
});
