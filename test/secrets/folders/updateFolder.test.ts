import { expect } from 'chai';
import { movingWhatIsInFolders, newProjectWithContents, renameRules } from '../../support/folder-contents.ts';
import { changingFolders } from '../../support/folder-suites.ts';
import { newProjectIdentity } from '../../support/projects.ts';
import { folderCall, newer } from '../../support/secret-folders.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('updateFolder', (world) => {
  const call = folderCall(world, newer('updateFolder'));
  changingFolders(world, newer('updateFolder'));
  movingWhatIsInFolders(world, { environment: 'dev', path: '/renamed', folders: renameRules }, (setting, as) =>
    call(setting, { name: 'renamed' }, setting.folderIds['/app'], as),
  );

  it('does not ask about what is in it for another description', async () => {
    const setting = await newProjectWithContents(world());
    const as = await newProjectIdentity(world(), setting, renameRules);
    expect((await call(setting, { name: 'app', description: 'New' }, setting.folderIds['/app'], as)).status).to.equal(
      200,
    );
  });
});
