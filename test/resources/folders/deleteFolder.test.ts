import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect.ts';
import { deletingFolders } from '../../support/folder-suites.ts';
import { folderCall, newer, newProjectWithFolders } from '../../support/secret-folders.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('deleteFolder', (world) => {
  deletingFolders(world, newer('deleteFolder'), { forceDelete: true });

  it('deletes what is not empty only if that is forced', async () => {
    const setting = await newProjectWithFolders(world(), ['/a', '/a/b']);
    const call = folderCall(world, newer('deleteFolder'));
    for (const body of [{}, { forceDelete: false }]) expectError(await call(setting, body, setting.folderIds['/a']), 400, 'BadRequest', /'\/a'.*forceDelete=true/);
    expectIssues(await call(setting, { forceDelete: 'true' }, setting.folderIds['/a']), 'body forceDelete type');
    expect(await setting.tree()).to.equal('/a /a/b');
    expect(await setting.entries()).to.deep.equal([]);
    expect((await call(setting, { path: '/a' }, setting.folderIds['/a/b'])).status).to.equal(200);
    expect((await call(setting, {}, setting.folderIds['/a'])).status).to.equal(200);
    expect(await setting.tree()).to.equal('');
  });
});
