import { expect } from 'chai';
import { expectIssues } from '../../support/expect.ts';
import { movingWhatIsInFolders, renameRules } from '../../support/folder-contents.ts';
import { changingFolders } from '../../support/folder-suites.ts';
import { folderCall, newProjectWithFolders, older } from '../../support/secret-folders.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('updateLegacyFolder', (world) => {
  changingFolders(world, older('updateLegacyFolder'));
  movingWhatIsInFolders(world, { environment: 'dev', path: '/renamed', folders: renameRules }, (setting, as) =>
    folderCall(world, older('updateLegacyFolder'))(setting, { name: 'renamed' }, setting.folderIds['/app'], as),
  );

  it('takes the path by its older name too, and goes by the newer one', async () => {
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
