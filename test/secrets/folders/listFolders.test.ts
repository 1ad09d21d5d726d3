import { expectIssues } from '../../support/expect.ts';
import { listingFolders } from '../../support/folder-reads.ts';
import { newer, newProjectWithFolders } from '../../support/secret-folders.ts';
import { onEachDatabase } from '../../support/world.ts';

onEachDatabase('listFolders', (world) => {
  listingFolders(world, newer('listFolders'));

  it('wants a path', async () => {
    const { admin, project } = await newProjectWithFolders(world());
    expectIssues(
      await world().call('listFolders', { as: admin, query: { projectId: project.id, environment: 'dev' } }),
      'query path required',
    );
  });
});
