import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect.ts';
import { testCreating } from '../../support/secret-import-creation.ts';
import { importCalls, newer, newProjectWithImports, unchanged } from '../../support/secret-imports.ts';
import { onEachDatabase } from '../../support/world.ts';

testCreating(newer);

onEachDatabase('createSecretImport, from which project', (world) => {
  const { create } = importCalls(world, newer);

  it('takes the project itself, and refuses what can be no project', async () => {
    const setting = await newProjectWithImports(world());
    await unchanged(setting, async () => {
      expectIssues(
        await create(setting, { path: '/c', sourceProjectId: 'x'.repeat(256) }),
        'body import.sourceProjectId too_big',
      );
      expectIssues(await create(setting, { path: '/c', sourceProjectId: '' }), 'body import.sourceProjectId too_small');
      expectIssues(await create(setting, { path: '/c', sourceProjectId: 7 }), 'body import.sourceProjectId type');
    });
    expect((await create(setting, { path: '/c', sourceProjectId: setting.project.id })).status).to.equal(200);
  });

  it('says the same of a project that does not exist, and of one of another organization', async () => {
    const setting = await newProjectWithImports(world());
    const other = await newProjectWithImports(world());
    await unchanged(setting, async () => {
      for (const sourceProjectId of [other.project.id, 'x', 'x'.repeat(255)])
        expectError(
          await create(setting, { path: '/c', sourceProjectId }),
          404,
          'NotFound',
          new RegExp(`no folder '/c' in an environment 'dev' of the project ${sourceProjectId}`),
        );
    });
  });
});
