import { expect } from 'chai';
import { expectIssues } from '../../support/expect.ts';
import { listingFolders } from '../../support/folder-reads.ts';
import { newProjectWithFolders, older } from '../../support/secret-folders.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('listLegacyFolders', (world) => {
  listingFolders(world, older('listLegacyFolders'));

  it('takes the path by its older name too, goes by the newer one, and lists the root without either', async () => {
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
