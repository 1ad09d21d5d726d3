import type { Rule } from '../../src/access/rule.ts';
import { expect } from 'chai';
import { operations, type OperationId } from '../../generated/operations.ts';
import { keyOf } from '../../src/resources/project/data-keys/sealing.ts';
import type { OrganizationRow } from '../../src/resources/organization/organizations/store.ts';
import type { SecretVersionRow } from '../../src/resources/secrets/secret-versions/store.ts';
import { openContent } from '../../src/resources/secrets/secrets/sealing.ts';
import type { SecretRow } from '../../src/resources/secrets/secrets/store.ts';
import type { TagRow } from '../../src/resources/project/tags/store.ts';
import { addToProject } from './projects.ts';
import { newProjectWithFolders, start, type TestFolders } from './secret-folders.ts';
import { newTag } from './tags.ts';
import type { TestUser } from './members.ts';
import type { World } from './world.ts';

export interface TestSecrets extends Omit<TestFolders, 'rows'> {
  readonly blue: TagRow;
  readonly red: TagRow;
  /** Everything that is stored of the project's secrets. */
  readonly rows: () => Promise<unknown[]>;
  /** The shared secrets, as `path:KEY` in order; of dev, unless it says otherwise. */
  readonly names: (environment?: string) => Promise<string>;
}

/**
 * A project with the environments dev, staging and prod, these folders in dev, the tags red and blue, and somebody who
 * administers it.
 */
export const newProjectWithSecrets = async (
  world: World,
  paths: readonly string[] = ['/app'],
  organization?: OrganizationRow,
): Promise<TestSecrets> => {
  const { rows: folders, ...setting } = await newProjectWithFolders(world, paths, organization);
  const { read } = world.server.parts.database;
  const projectId = setting.project.id;
  const ofProject = () => read('secrets').where({ projectId }).select('id');
  return {
    ...setting,
    red: await newTag(world, setting.project, 'red'),
    blue: await newTag(world, setting.project, 'blue'),
    rows: () =>
      Promise.all([
        folders(),
        read('secrets').where({ projectId }).orderBy('id'),
        read('secret_versions').where({ projectId }).orderBy(['secretId', 'version']),
        read('secret_tags').whereIn('secretId', ofProject()).orderBy(['secretId', 'tagId']),
        read('secret_references').where({ projectId }).orderBy(['secretId', 'environment', 'path', 'key']),
      ]),
    names: async (environment = 'dev') => {
      const rows = await read('secrets as s')
        .join('secret_folders as f', 'f.id', 's.folderId')
        .where({ 'f.environmentId': setting.ids[environment], 's.ownerId': '' })
        .select<{ path: string; key: string }[]>('f.path', 's.key');
      return rows
        .map(({ path, key }) => `${path}:${key}`)
        .sort()
        .join(' ');
    },
  };
};

/** Nothing of the project's secrets is another after the work, and nothing was recorded. */
export const unchanged = async (setting: TestSecrets, work: () => Promise<void>): Promise<void> => {
  const before = [await setting.rows(), await setting.entries()];
  await work();
  expect([await setting.rows(), await setting.entries()]).to.deep.equal(before);
};

/** Another user who administers the project. */
export const newColleague = async (world: World, { organization, project }: TestSecrets): Promise<TestUser> => {
  const user = await world.newUser(organization, 'member');
  await addToProject(world, project, user, 'admin');
  return user;
};

/** Somewhere in the project; in dev's root, a shared secret, unless it says otherwise. */
export interface Whereabouts {
  readonly environment?: string;
  readonly path?: string;
  readonly owner?: string;
}

const rowOf = (
  { server: { parts } }: World,
  { ids }: TestSecrets,
  key: string,
  { environment = 'dev', path = '/', owner = '' }: Whereabouts,
): Promise<SecretRow | undefined> =>
  parts.database
    .read('secrets as s')
    .join('secret_folders as f', 'f.id', 's.folderId')
    .where({ 'f.environmentId': ids[environment], 'f.path': path, 's.key': key, 's.ownerId': owner })
    .first<SecretRow | undefined>('s.*');

export const versionsOf = ({ server: { parts } }: World, secretId: string): Promise<SecretVersionRow[]> =>
  parts.database.read<SecretVersionRow>('secret_versions').where({ secretId }).orderBy('version');

/** What a version says, opened. */
export const openedVersion = async ({ server: { parts } }: World, version: SecretVersionRow) => {
  const { sealedValue: _value, sealedComment: _comment, dataKeyId, ...rest } = version;
  return { ...rest, ...openContent(await keyOf(parts, dataKeyId), version, version) };
};

/** What is stored of a secret, opened; undefined if there is none. */
export const storedSecret = async (world: World, setting: TestSecrets, key: string, whereabouts: Whereabouts = {}) => {
  const row = await rowOf(world, setting, key, whereabouts);
  if (!row) return undefined;
  const version = (await versionsOf(world, row.id)).at(-1)!;
  expect(version.version, 'the last version is that of today').to.equal(row.version);
  const { read } = world.server.parts.database;
  const tagIds = await read('secret_tags').where({ secretId: row.id }).orderBy('tagId').pluck<string[]>('tagId');
  const references = await read('secret_references')
    .where({ secretId: row.id })
    .orderBy(['environment', 'path', 'key'])
    .select('environment', 'path', 'key');
  expect([...version.tagIds].sort()).to.deep.equal(tagIds);
  return { row, ...(await openedVersion(world, version)), tagIds, elsewhere: references };
};

/** What requests of that operation call the project. */
export const projectField = (operation: OperationId): 'projectId' | 'workspaceId' =>
  operations[operation].path.startsWith('/api/v3/secrets/raw') ? 'workspaceId' : 'projectId';

/** Calls an operation on one secret with a body that is about dev, unless it says otherwise. */
export const secretCall =
  (world: () => World, operation: OperationId) =>
  (
    { admin, project }: Pick<TestSecrets, 'admin' | 'project'>,
    secretName: string,
    body: Readonly<Record<string, unknown>> = {},
    as: { token: string } = admin,
  ) =>
    world().call(operation, {
      as,
      params: { secretName },
      body: { [projectField(operation)]: project.id, environment: 'dev', ...body },
    });

/** The same on several. */
export const batchCall =
  (world: () => World, operation: OperationId) =>
  (
    { admin, project }: Pick<TestSecrets, 'admin' | 'project'>,
    body: Readonly<Record<string, unknown>>,
    as: { token: string } = admin,
  ) =>
    world().call(operation, { as, body: { [projectField(operation)]: project.id, environment: 'dev', ...body } });

export const newSecret = async (
  world: World,
  setting: TestSecrets,
  key: string,
  body: Readonly<Record<string, unknown>> = {},
  as: { token: string } = setting.admin,
) => {
  const answer = await secretCall(() => world, 'createSecret')(
    setting,
    key,
    { secretValue: `value of ${key}`, ...body },
    as,
  );
  expect(answer.status, JSON.stringify(answer.body)).to.equal(200);
  return answer.body.secret as { id: string; secretValue: string };
};

/** A rule on secrets. */
export const rule = (action: string | readonly string[], conditions?: Readonly<Record<string, unknown>>): Rule => ({
  subject: 'secrets',
  action,
  ...(conditions && { conditions }),
});

export const deny = (action: string | readonly string[], conditions?: Readonly<Record<string, unknown>>): Rule => ({
  ...rule(action, conditions),
  inverted: true,
});

/** A secret in dev's root as it is answered, without its id. */
export const expectedSecret = (
  { project, admin }: TestSecrets,
  { id, ...changes }: { id: string } & Record<string, unknown>,
) => ({
  id,
  _id: id,
  workspace: project.id,
  environment: 'dev',
  version: 1,
  type: 'shared',
  secretValueHidden: false,
  secretComment: '',
  secretPath: '/',
  secretReminderNote: null,
  secretReminderRepeatDays: null,
  secretMetadata: [],
  skipMultilineEncoding: false,
  tags: [],
  actor: { actorId: admin.id, actorType: 'user', name: admin.email, membershipId: null, groupId: null },
  isRotatedSecret: false,
  rotationId: null,
  createdAt: start,
  updatedAt: start,
  ...changes,
});
