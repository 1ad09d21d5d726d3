import { expect } from 'chai';
import { expectError } from '../../support/expect.ts';
import { newProjectWithSecrets, newSecret, secretCall, unchanged } from '../../support/project-secrets.ts';
import { testRetagging } from '../../support/secret-tagging.ts';
import { newTag } from '../../support/tags.ts';
import { onEachDatabase } from '../../support/world.ts';

testRetagging('attachSecretTags');

onEachDatabase('attachSecretTags', (world) => {
  const attach = secretCall(world, 'attachSecretTags');

  it('lets no secret have more than 50 tags', async () => {
    const setting = await newProjectWithSecrets(world());
    const slugs: string[] = [];
    for (let count = 0; count < 50; count += 1)
      slugs.push((await newTag(world(), setting.project, `tag-${count}`)).slug);
    await newSecret(world(), setting, 'KEY', { tagIds: [setting.red.id] });
    await unchanged(setting, async () =>
      expectError(await attach(setting, 'KEY', { tagSlugs: slugs }), 400, 'BadRequest', /at most 50/),
    );
    expect((await attach(setting, 'KEY', { tagSlugs: slugs.slice(1) })).body.secret.tags).to.have.length(50);
  });

  it('adds up what several callers add at once', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'KEY');
    const answers = await Promise.all(['red', 'blue'].map((slug) => attach(setting, 'KEY', { tagSlugs: [slug] })));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    const longest = answers.map(({ body }) => body.secret.tags.length).sort();
    expect(longest).to.deep.equal([1, 2]);
  });
});
