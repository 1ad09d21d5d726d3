import type { Rule } from '../../../src/access/rule.ts';
import { deny, newProjectWithSecrets, newSecret, rule, secretCall } from '../../support/fixtures/project-secrets.ts';
import { succeed, type Attacks, type Prepare } from './attack.ts';
import {
  allActions,
  attackIn,
  protectedValue,
  reading,
  relabel,
  seesSecret,
  seesVersions,
  writing,
} from './secret-changes.ts';
import { restoreUntagged } from './trash.ts';

const onTags: Rule = { subject: 'tags', action: allActions };
const tagged = (...slugs: string[]) => ({ secretTags: { $in: slugs } });
const allButRed = [rule(reading), deny(reading, tagged('red'))];

const retag = {
  'removes the tag that a rule denies': relabel('red', () => ({ tagIds: [] }), ...allButRed),
  'adds a tag that a rule allows': relabel(
    undefined,
    ({ blue }) => ({ tagIds: [blue.id] }),
    rule(reading, tagged('blue')),
  ),
};

const tagAttack =
  (body: object | undefined, ...beneficiary: readonly Rule[]): Prepare =>
  async (world, operation) => {
    const setting = await newProjectWithSecrets(world);
    await newSecret(world, setting, 'KEY', { secretValue: protectedValue, tagIds: [setting.red.id] });
    return attackIn(world, setting, {
      attacker: [onTags],
      beneficiary,
      change: (as) =>
        world.call(operation, {
          as,
          params: { projectId: setting.project.id, tagId: setting.red.id },
          ...(body && { body }),
        }),
      sees: seesSecret(world, setting, [{}]),
      isFreeWithoutRule: true,
    });
  };

const renameTag = {
  'changes the slug of the tag to one that a rule allows': tagAttack({ slug: 'open' }, rule(reading, tagged('open'))),
  'changes the slug of the tag that a rule denies': tagAttack({ slug: 'free' }, ...allButRed),
};
const deleteTag = { 'deletes the tag that a rule denies': tagAttack(undefined, ...allButRed) };

/** KEY in the root folder has the tag; the one in /app has none and is copied over it. */
const overwrite: Prepare = async (world, operation) => {
  const setting = await newProjectWithSecrets(world);
  const { project, red } = setting;
  const { id: target } = await newSecret(world, setting, 'KEY', { secretValue: protectedValue, tagIds: [red.id] });
  const { id } = await newSecret(world, setting, 'KEY', { secretPath: '/app', secretValue: 'nothing special' });
  const route = {
    projectId: project.id,
    sourceEnvironment: 'dev',
    sourceSecretPath: '/app',
    destinationEnvironment: 'dev',
    destinationSecretPath: '/',
  };
  return attackIn(world, setting, {
    attacker: [writing, ...allButRed],
    beneficiary: allButRed,
    change: (as) =>
      world.call(operation, {
        as,
        body: { ...route, secretIds: [id], shouldOverwrite: true, attributesToCopy: { tags: true } },
      }),
    sees: seesVersions(world, target),
  });
};

const restoreTags: Prepare = async (world, operation) => {
  const setting = await newProjectWithSecrets(world);
  const { id } = await newSecret(world, setting, 'KEY', { secretValue: protectedValue });
  succeed(await secretCall(() => world, 'updateSecret')(setting, 'KEY', { tagIds: [setting.red.id] }));
  return attackIn(world, setting, {
    attacker: [writing],
    beneficiary: allButRed,
    change: (as) => world.call(operation, { as, params: { secretId: id, version: '1' } }),
    sees: seesSecret(world, setting, [{}]),
  });
};

/** An import replaces the value, but earlier versions are shown by the tags that the secret has now. */
const importTags: Prepare = async (world, operation) => {
  const setting = await newProjectWithSecrets(world);
  const { id } = await newSecret(world, setting, 'KEY', { secretValue: protectedValue, tagIds: [setting.red.id] });
  const secrets = [{ secretKey: 'KEY', secretValue: 'nothing special', tagSlugs: [] }];
  return attackIn(world, setting, {
    attacker: [writing],
    beneficiary: allButRed,
    change: (as) =>
      world.call(operation, {
        as,
        params: { projectId: setting.project.id },
        body: { folders: [{ environment: 'dev', path: '/', secrets }] },
      }),
    sees: seesVersions(world, id),
  });
};

export const secretTagsAttacks: Attacks = {
  importSecrets: { 'removes the tag that a rule denies': importTags },
  updateTag: renameTag,
  updateWorkspaceTag: renameTag,
  deleteTag,
  deleteWorkspaceTag: deleteTag,
  updateSecret: retag,
  updateSecrets: retag,
  updateRawSecret: retag,
  updateRawSecrets: retag,
  attachSecretTags: {
    'adds a tag that a rule allows': relabel(
      undefined,
      ({ blue }) => ({ tagSlugs: [blue.slug] }),
      rule(reading, tagged('blue')),
    ),
  },
  detachSecretTags: {
    'removes the tag that a rule denies': relabel('red', ({ red }) => ({ tagSlugs: [red.slug] }), ...allButRed),
  },
  restoreSecretVersion: { 'restores a version without the tag': restoreTags },
  restoreFromTrash: { 'restores the secret after its tag was deleted': restoreUntagged },
  moveSecrets: { 'replaces the secret with one without the tag': overwrite },
  duplicateSecrets: { 'replaces the tags with those of another secret': overwrite },
};
