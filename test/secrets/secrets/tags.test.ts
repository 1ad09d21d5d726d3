import { expect } from 'chai';
import { newProjectWithSecrets, newSecret, secretCall } from '../../support/fixtures/project-secrets.ts';
import { newTag } from '../../support/fixtures/tags.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('the tags of a secret', (world) => {
  it('can be deleted while the secret is updated', async () => {
    const setting = await newProjectWithSecrets(world());
    const { admin, project } = setting;
    for (let round = 1; round <= 5; round += 1) {
      const tags = await Promise.all(
        Array.from({ length: 5 }, (_, index) => newTag(world(), project, `tag-${round}-${index}`)),
      );
      const names = tags.map((_, index) => `KEY_${round}_${index}`);
      for (const name of names) await newSecret(world(), setting, name, { tagIds: tags.map(({ id }) => id) });
      const answers = await Promise.all([
        ...names.map((name) => secretCall(world, 'updateSecret')(setting, name, { secretValue: 'new' })),
        ...tags.map(({ id: tagId }) =>
          world().call('deleteTag', { as: admin, params: { projectId: project.id, tagId } }),
        ),
      ]);
      expect(answers.map(({ status }) => status)).to.deep.equal(answers.map(() => 200));
      const { read } = world().server.parts.database;
      for (const name of names)
        expect((await read<any>('secrets').where({ projectId: project.id, key: name }).first()).version).to.equal(2);
      expect(
        await read('secret_tags').whereIn(
          'tagId',
          tags.map(({ id }) => id),
        ),
      ).to.deep.equal([]);
    }
  });
});
