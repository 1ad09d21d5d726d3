import { expect } from 'chai';
import { createStores } from '../../../src/stores.ts';
import { newProjectWithTags } from '../../support/fixtures/tags.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('the tag store', (world) => {
  it('finds those of many ids that belong to the project, and locks them for a transaction', async () => {
    const { project, red, blue } = await newProjectWithTags(world());
    const foreign = await newProjectWithTags(world());
    const keep = (ids: readonly string[]) =>
      world().server.parts.database.transaction(ofInstance, ({ db }) =>
        createStores(db).tags.findMany(project.id, ids),
      );
    expect(await keep([red.id, foreign.red.id, blue.id, 'none', red.id])).to.have.deep.members([blue, red]);
    expect(await keep([])).to.deep.equal([]);
  });

  it('has no tags of a deleted project', async () => {
    const { project, rows } = await newProjectWithTags(world());
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      createStores(db).projects.delete(project.id),
    );
    expect(await rows()).to.deep.equal([]);
  });
});
