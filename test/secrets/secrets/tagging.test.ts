import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  newProjectWithSecrets,
  newSecret,
  rule,
  secretCall,
  unchanged,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { newTag } from '../../support/fixtures/tags.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const slugs = (body: any): string[] => body.secret.tags.map(({ slug }: any) => slug);
const tagged = (...names: string[]) => ({ secretTags: { $in: names } });

/**
 * The tests of adding and removing tags: `retag` does either on a secret that allows it.
 */
const testRetagging = (operation: 'attachSecretTags' | 'detachSecretTags'): void =>
  onEachDatabase(operation, (world) => {
    const isAdding = operation === 'attachSecretTags';
    const retag = secretCall(world, operation);
    const newSetting = async () => {
      const setting = await newProjectWithSecrets(world());
      const { id } = await newSecret(world(), setting, 'KEY', {
        tagIds: isAdding ? [setting.red.id] : [setting.red.id, setting.blue.id],
      });
      return { ...setting, id };
    };
    const body = { tagSlugs: ['blue'] };

    it('creates a new version that differs only in its tags', async () => {
      const setting = await newSetting();
      const { status, body: answer } = await retag(setting, 'KEY', { ...body, tagSlugs: ['blue', 'blue'] });
      expect(status, JSON.stringify(answer)).to.equal(200);
      expect(slugs(answer)).to.deep.equal(isAdding ? ['blue', 'red'] : ['red']);
      expect(answer.secret).to.include({
        id: setting.id,
        secretKey: 'KEY',
        secretValue: 'value of KEY',
        version: 2,
        type: 'shared',
      });
      expect(answer.secret.tags.find(({ slug }: any) => slug === 'red')).to.deep.equal({
        id: setting.red.id,
        slug: 'red',
        name: 'red',
        color: setting.red.color,
      });
      const read = await world().call('getSecret', {
        as: setting.admin,
        params: { secretName: 'KEY' },
        query: { projectId: setting.project.id, environment: 'dev' },
      });
      expect(slugs(read.body)).to.deep.equal(slugs(answer));
      const [entry] = (await setting.entries()).slice(-1);
      expect(entry).to.deep.include({
        eventType: 'update-secret',
        eventMetadata: {
          environment: 'dev',
          secretPath: '/',
          secretId: setting.id,
          secretKey: 'KEY',
          secretVersion: 2,
        },
      });
    });

    it('also accepts the slug of the project, and no project of another organization', async () => {
      const setting = await newSetting();
      const foreign = await newProjectWithAdmin(world());
      await unchanged(setting, async () => {
        expectError(
          await retag(setting, 'KEY', { ...body, workspaceId: undefined, projectSlug: foreign.project.slug }),
          404,
          'NotFound',
        );
        expectError(await retag(setting, 'KEY', body, foreign.admin), 404, 'NotFound');
        expectIssues(await retag(setting, 'KEY', { ...body, workspaceId: undefined }), 'body workspaceId required');
      });
      expect(
        (await retag(setting, 'KEY', { ...body, workspaceId: undefined, projectSlug: setting.project.slug })).status,
      ).to.equal(200);
    });

    it('requires secrets:edit for the tags before and after the change', async () => {
      const setting = await newSetting();
      const [before, after] = isAdding ? [['red'], ['blue', 'red']] : [['blue', 'red'], ['red']];
      const having = (names: string[]) => ({ secretTags: { $all: names } });
      // A caller with only one of the two states is refused, as is one with all permissions except edit.
      const onlyBefore = isAdding
        ? [rule('edit', tagged('red')), { ...rule('edit', tagged('blue')), inverted: true }]
        : [rule('edit', having(before))];
      const onlyAfter = isAdding
        ? [rule('edit', having(after))]
        : [rule('edit', tagged('red')), { ...rule('edit', tagged('blue')), inverted: true }];
      await unchanged(setting, async () => {
        for (const rules of [onlyBefore, onlyAfter, [rule(['describeSecret', 'readValue', 'create', 'delete'])]]) {
          expectError(
            await retag(setting, 'KEY', body, await newProjectIdentity(world(), setting, rules)),
            403,
            'PermissionDenied',
            /edit secrets/,
          );
        }
      });
      const { status, body: answer } = await retag(
        setting,
        'KEY',
        body,
        await newProjectIdentity(world(), setting, [rule('edit', tagged('red'))]),
      );
      expect(status, JSON.stringify(answer)).to.equal(200);
      expect(answer.secret).to.include({ secretValueHidden: true });
    });

    it('does not reveal existing tags to callers without the permission', async () => {
      const setting = await newSetting();
      const as = await newProjectIdentity(world(), setting, 'viewer');
      for (const tagSlugs of [['blue'], ['unknown']])
        expectError(await retag(setting, 'KEY', { tagSlugs }, as), 403, 'PermissionDenied');
    });

    it('refuses unknown tags and secrets, tags that change nothing, and invalid lists', async () => {
      const setting = await newSetting();
      await newTag(world(), (await newProjectWithAdmin(world())).project, 'foreign');
      await newTag(world(), setting.project, 'green');
      await unchanged(setting, async () => {
        for (const slug of ['unknown', 'foreign'])
          expectError(await retag(setting, 'KEY', { tagSlugs: ['blue', slug] }), 404, 'NotFound', /tag/i);
        expectError(await retag(setting, 'OTHER', body), 404, 'NotFound', /OTHER/);
        expectError(
          await retag(setting, 'KEY', { tagSlugs: isAdding ? ['blue', 'red'] : ['blue', 'green'] }),
          400,
          'BadRequest',
          isAdding ? /already has these tags: red/ : /does not have/,
        );
        expectIssues(await retag(setting, 'KEY', {}), 'body tagSlugs required');
        expectIssues(await retag(setting, 'KEY', { tagSlugs: [] }), 'body tagSlugs too_small');
        expectIssues(
          await retag(setting, 'KEY', { tagSlugs: Array<string>(51).fill('blue') }),
          'body tagSlugs too_big',
        );
      });
    });
  });

for (const operation of ['attachSecretTags', 'detachSecretTags'] as const) testRetagging(operation);

onEachDatabase('attachSecretTags', (world) => {
  const attach = secretCall(world, 'attachSecretTags');

  it('allows at most 50 tags per secret', async () => {
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

  it('combines tags that are added concurrently', async () => {
    const setting = await newProjectWithSecrets(world());
    await newSecret(world(), setting, 'KEY');
    const answers = await Promise.all(['red', 'blue'].map((slug) => attach(setting, 'KEY', { tagSlugs: [slug] })));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200]);
    const longest = answers.map(({ body }) => body.secret.tags.length).sort();
    expect(longest).to.deep.equal([1, 2]);
  });
});
