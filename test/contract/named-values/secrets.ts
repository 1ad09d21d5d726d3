import type { Rule } from '../../../src/access/rule.ts';
import type { OperationId } from '../../../generated/operations.ts';
import {
  deny,
  newProjectWithSecrets,
  newSecret,
  projectField,
  rule,
  secretCall,
  type TestSecrets,
} from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import type { World } from '../../support/world/world.ts';
import { succeed, type Attack, type Attacks, type Caller, type Prepare } from './attack.ts';

export const protectedValue = 'the protected value';

const says = (body: unknown): boolean => JSON.stringify(body).includes(protectedValue);

interface Place {
  readonly environment?: string;
  readonly secretPath?: string;
}

/** Whether the secret of one of these names can be read in one of these places. */
export const seesSecret =
  (
    world: World,
    { project }: Pick<TestSecrets, 'project'>,
    places: readonly Place[],
    names: readonly string[] = ['KEY'],
  ) =>
  async (as: Caller): Promise<boolean> => {
    for (const place of places) {
      for (const secretName of names) {
        const query = { projectId: project.id, environment: 'dev', secretPath: '/', ...place };
        if (says((await world.call('getSecret', { as, params: { secretName }, query })).body)) return true;
      }
    }
    return false;
  };

const seesVersions =
  (world: World, secretId: string) =>
  async (as: Caller): Promise<boolean> =>
    says((await world.call('listSecretVersions', { as, params: { secretId } })).body);

type Plan = Pick<Attack, 'change' | 'sees' | 'harmless' | 'isFreeWithoutRule'> & {
  readonly attacker: readonly Rule[];
  readonly beneficiary: readonly Rule[];
};

/** With machine identities that have just these rules in the project. */
export const attackIn = async (
  world: World,
  setting: Pick<TestSecrets, 'organization' | 'project' | 'admin'>,
  { attacker, beneficiary, ...plan }: Plan,
): Promise<Attack> => ({
  ...plan,
  organization: setting.organization,
  admin: setting.admin,
  attacker: await newProjectIdentity(world, setting, attacker),
  beneficiary: await newProjectIdentity(world, setting, beneficiary),
});

const all = ['read', 'create', 'edit', 'delete'];
const onEnvironments: Rule = { subject: 'environments', action: all };
const onTags: Rule = { subject: 'tags', action: all };
const onFolders: readonly Rule[] = ['secret-folders', 'secret-imports'].map((subject) => ({ subject, action: all }));
/** Everything but to read values. */
const writing = rule(['describeSecret', 'create', 'edit', 'delete']);
const reading = ['describeSecret', 'readValue'];

/** A secret in prod, which a rule about `live` would show. */
const environmentAttack =
  (request: { body?: object; query?: Record<string, string> }, harmless?: string): Prepare =>
  async (world, operation) => {
    const setting = await newProjectWithSecrets(world);
    await newSecret(world, setting, 'KEY', { environment: 'prod', secretValue: protectedValue });
    const params = { projectId: setting.project.id, workspaceId: setting.project.id, id: setting.ids.prod! };
    return attackIn(world, setting, {
      attacker: [onEnvironments],
      beneficiary: [rule(reading, { environment: 'live' })],
      change: (as) => world.call(operation, { as, params, ...request }),
      sees: seesSecret(world, setting, [{ environment: 'prod' }, { environment: 'live' }]),
      ...(harmless === undefined ? { isFreeWithoutRule: true as const } : { harmless }),
    });
  };

const renameEnvironment = {
  'gives the environment a slug that another rule names': environmentAttack({ body: { slug: 'live' } }),
};
const endEnvironment = {
  'frees the slug by deleting the environment for good': environmentAttack(
    { query: { hardDelete: 'true' } },
    'what was in it is gone',
  ),
};

/** The body of a request that brings what is in dev's /closed to another folder. */
type Way = (
  setting: TestSecrets,
  secretId: string,
  to: Required<Place>,
) => { params?: Record<string, string>; body: object };

const bySecrets: Way = ({ project }, secretId, to) => ({
  body: {
    projectId: project.id,
    sourceEnvironment: 'dev',
    sourceSecretPath: '/closed',
    destinationEnvironment: to.environment,
    destinationSecretPath: to.secretPath,
    secretIds: [secretId],
    attributesToCopy: { value: true },
  },
});

const byFolder: Way = ({ project, folderIds }, _secretId, { environment, secretPath }) => ({
  body: {
    projectId: project.id,
    folderId: folderIds['/closed'],
    destinationEnvironment: environment,
    destinationPath: secretPath,
  },
});

const byName: Way = ({ project, folderIds }) => {
  const id = folderIds['/closed']!;
  const change = { id, environment: 'dev', path: '/', name: 'renamed' };
  return {
    params: { folderId: id, folderIdOrName: id },
    body: { ...change, projectId: project.id, workspaceId: project.id, projectSlug: project.slug, folders: [change] },
  };
};

const ways: Readonly<Partial<Record<OperationId, Way>>> = {
  moveSecrets: bySecrets,
  duplicateSecrets: bySecrets,
  moveFolder: byFolder,
  updateFolder: byName,
  updateLegacyFolder: byName,
  updateLegacyFolders: byName,
};

/** Where a secret of /closed is to be, and the places where it may turn up. */
const toProd = { environment: 'prod', secretPath: '/' };
const toOpen = { environment: 'dev', secretPath: '/open' };
const openPaths = { secretPath: { $glob: '/{open,renamed}/**' } };

const transfer =
  (to: Required<Place>, conditions: Readonly<Record<string, unknown>>): Prepare =>
  async (world, operation) => {
    const setting = await newProjectWithSecrets(world, ['/closed', '/open']);
    const { id } = await newSecret(world, setting, 'KEY', { secretPath: '/closed', secretValue: protectedValue });
    const paths = to.environment === 'prod' ? ['/', '/closed'] : ['/closed', '/open', '/open/closed', '/renamed'];
    return attackIn(world, setting, {
      attacker: [...onFolders, writing],
      beneficiary: [rule(reading, conditions)],
      change: (as) => world.call(operation, { as, ...ways[operation]!(setting, id, to) }),
      sees: seesSecret(
        world,
        setting,
        paths.map((secretPath) => ({ environment: to.environment, secretPath })),
      ),
    });
  };

const toAnotherEnvironment = { 'brings it to another environment': transfer(toProd, { environment: 'prod' }) };
const toAnotherPath = { 'brings it to another path': transfer(toOpen, openPaths) };

/** A secret that was CLOSED when it had the protected value, and is OPEN now. */
const renamedSecret = async (world: World): Promise<{ setting: TestSecrets; id: string }> => {
  const setting = await newProjectWithSecrets(world, ['/closed', '/open']);
  const { id } = await newSecret(world, setting, 'CLOSED', { secretPath: '/closed', secretValue: protectedValue });
  succeed(
    await secretCall(() => world, 'updateSecret')(setting, 'CLOSED', {
      secretPath: '/closed',
      newSecretName: 'OPEN',
      secretValue: 'nothing special',
    }),
  );
  return { setting, id };
};

const formerName: Prepare = async (world, operation) => {
  const { setting, id } = await renamedSecret(world);
  return attackIn(world, setting, {
    attacker: [...onFolders, writing, rule('readValue', { secretName: 'OPEN' })],
    beneficiary: [rule(reading, openPaths)],
    change: (as) => world.call(operation, { as, ...ways[operation]!(setting, id, toOpen) }),
    sees: seesVersions(world, id),
  });
};

const withFormerName = { 'takes the versions of a former name to where other rules match': formerName };

const restoreName: Prepare = async (world, operation) => {
  const { setting, id } = await renamedSecret(world);
  return attackIn(world, setting, {
    attacker: [writing, rule('readValue', { secretName: 'OPEN' })],
    beneficiary: [rule(reading, { secretName: 'OPEN' })],
    change: (as) => world.call(operation, { as, params: { secretId: id, version: '1' } }),
    sees: seesSecret(world, setting, [{ secretPath: '/closed' }], ['OPEN']),
  });
};

/** One change of the secret KEY, as requests about one and about several write it. */
const changeRequest = (operation: OperationId, { project }: TestSecrets, change: object) => ({
  params: { secretName: 'KEY' },
  body: {
    [projectField(operation)]: project.id,
    environment: 'dev',
    ...change,
    secrets: [{ secretKey: 'KEY', ...change }],
  },
});

const relabel =
  (tag: 'red' | undefined, change: (setting: TestSecrets) => object, ...beneficiary: readonly Rule[]): Prepare =>
  async (world, operation) => {
    const setting = await newProjectWithSecrets(world);
    await newSecret(world, setting, 'KEY', { secretValue: protectedValue, tagIds: tag ? [setting[tag].id] : [] });
    return attackIn(world, setting, {
      attacker: [writing],
      beneficiary,
      change: (as) => world.call(operation, { as, ...changeRequest(operation, setting, change(setting)) }),
      sees: seesSecret(world, setting, [{}], ['KEY', 'OPEN']),
      isFreeWithoutRule: true,
    });
  };

const tagged = (...slugs: string[]) => ({ secretTags: { $in: slugs } });
const allButRed = [rule(reading), deny(reading, tagged('red'))];

const rename = {
  'gives the secret a name that another rule names': relabel(
    undefined,
    () => ({ newSecretName: 'OPEN' }),
    rule(reading, { secretName: { $glob: 'OP*' } }),
  ),
};
const retag = {
  'takes off the tag that a rule denies': relabel('red', () => ({ tagIds: [] }), ...allButRed),
  'puts on a tag that a rule allows': relabel(
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
  'gives the tag a slug that a rule allows': tagAttack({ slug: 'open' }, rule(reading, tagged('open'))),
  'takes the slug away that a rule denies': tagAttack({ slug: 'free' }, ...allButRed),
};
const deleteTag = { 'deletes the tag that a rule denies': tagAttack(undefined, ...allButRed) };

/** KEY of the root has the tag; the one of /app has none, and is copied over it. */
const overwrite: Prepare = async (world, operation) => {
  const setting = await newProjectWithSecrets(world);
  const { project, red } = setting;
  const { id: target } = await newSecret(world, setting, 'KEY', { secretValue: protectedValue, tagIds: [red.id] });
  const { id } = await newSecret(world, setting, 'KEY', { secretPath: '/app', secretValue: 'nothing special' });
  const way = {
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
        body: { ...way, secretIds: [id], shouldOverwrite: true, attributesToCopy: { tags: true } },
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

export const environmentAttacks: Attacks = {
  updateEnvironment: renameEnvironment,
  updateWorkspaceEnvironment: renameEnvironment,
  deleteEnvironment: endEnvironment,
  deleteWorkspaceEnvironment: endEnvironment,
  moveSecrets: toAnotherEnvironment,
  duplicateSecrets: toAnotherEnvironment,
  moveFolder: toAnotherEnvironment,
};

export const secretPathAttacks: Attacks = {
  moveSecrets: toAnotherPath,
  duplicateSecrets: toAnotherPath,
  moveFolder: toAnotherPath,
  updateFolder: toAnotherPath,
  updateLegacyFolder: toAnotherPath,
  updateLegacyFolders: toAnotherPath,
};

export const secretNameAttacks: Attacks = {
  updateSecret: rename,
  updateSecrets: rename,
  updateRawSecret: rename,
  updateRawSecrets: rename,
  restoreSecretVersion: { 'writes what the secret said under a former name': restoreName },
  moveSecrets: withFormerName,
  moveFolder: withFormerName,
  updateFolder: withFormerName,
  updateLegacyFolder: withFormerName,
  updateLegacyFolders: withFormerName,
};

export const secretTagsAttacks: Attacks = {
  updateTag: renameTag,
  updateWorkspaceTag: renameTag,
  deleteTag,
  deleteWorkspaceTag: deleteTag,
  updateSecret: retag,
  updateSecrets: retag,
  updateRawSecret: retag,
  updateRawSecrets: retag,
  attachSecretTags: {
    'puts on a tag that a rule allows': relabel(
      undefined,
      ({ blue }) => ({ tagSlugs: [blue.slug] }),
      rule(reading, tagged('blue')),
    ),
  },
  detachSecretTags: {
    'takes off the tag that a rule denies': relabel('red', ({ red }) => ({ tagSlugs: [red.slug] }), ...allButRed),
  },
  restoreSecretVersion: { 'brings back a version without the tag': restoreTags },
  moveSecrets: { 'replaces the secret by one without the tag': overwrite },
  duplicateSecrets: { 'replaces the tags by those of another secret': overwrite },
};
