import { expect } from 'chai';
import type { DataKeyRow } from '../../src/resources/project/data-keys/store.ts';
import { keyOf, sealingKey } from '../../src/resources/project/data-keys/sealing.ts';
import { openContent, sealContent, type Content, type VersionOf } from '../../src/resources/secrets/secrets/sealing.ts';
import type { SecretVersionRow } from '../../src/resources/secrets/secret-versions/store.ts';
import { createStores } from '../../src/stores.ts';
import { newProjectWithEnvironments } from './environments.ts';
import type { TestUser } from './members.ts';
import { ownWorld, type Environment, type World } from './world.ts';

export const oldRoot = Buffer.alloc(32, 'the old root key').toString('base64');
export const newRoot = Buffer.alloc(32, 'the new root key').toString('base64');
export const newerRoot = Buffer.alloc(32, 'the newer root key').toString('base64');

const at = '2030-01-01T00:00:00.000Z';

export interface RotatingWorld extends World {
  readonly root: TestUser;
}

/** A server on that storage, with somebody who administers the instance. */
export const startRotating = async (storage: Environment): Promise<RotatingWorld> => {
  const world = await ownWorld(storage);
  const root = await world.newUser(await world.newOrganization(), 'admin');
  await world.makeInstanceAdmin(root);
  return { ...world, root };
};

export interface SecretPlace {
  readonly projectId: string;
  readonly folderId: string;
}

export const newSecretPlace = async (world: World): Promise<SecretPlace> => {
  const { project, ids } = await newProjectWithEnvironments(world);
  return { projectId: project.id, folderId: ids.dev! };
};

/** What is sealed where, by secret and version. */
export type Contents = Map<string, Content>;

/**
 * So many new secrets with so many versions each, stored as the server itself stores them, in one transaction; tells
 * what they say.
 */
const write = (
  { server: { parts } }: World,
  { projectId, folderId }: SecretPlace,
  secrets: number,
  versions: number,
  meanwhile?: () => Promise<void>,
): Promise<Contents> =>
  parts.database.transaction(async ({ db }) => {
    const stores = createStores(db);
    const key = await sealingKey({ ...parts, stores }, projectId);
    await meanwhile?.();
    const contents: Contents = new Map();
    for (const secretId of Array.from({ length: secrets }, () => parts.ids.uuid())) {
      await stores.secrets.insert([
        {
          id: secretId,
          projectId,
          folderId,
          key: `S${secretId}`,
          ownerId: '',
          sharedId: null,
          version: versions,
          createdAt: at,
          updatedAt: at,
        },
      ]);
      const rows = Array.from({ length: versions }, (_, index) => {
        const of = { secretId, version: index + 1 };
        const content = contentOf(of);
        contents.set(`${secretId} ${of.version}`, content);
        return newVersion(parts.ids.uuid(), projectId, of, sealContent(key, of, content));
      });
      await stores.secretVersions.insert(rows);
    }
    return contents;
  });

const contentOf = ({ secretId, version }: VersionOf): Content => ({
  value: `value ${version} of ${secretId}`,
  comment: version % 2 === 0 ? '' : `comment ${version} of ${secretId}`,
  metadata: [
    { key: 'open', value: 'in the clear', isEncrypted: false },
    { key: 'hidden', value: `hidden ${version} of ${secretId}`, isEncrypted: true },
  ],
});

const newVersion = (
  id: string,
  projectId: string,
  of: VersionOf,
  sealed: ReturnType<typeof sealContent>,
): SecretVersionRow => ({
  id,
  projectId,
  ...of,
  key: `S${of.secretId}`,
  actorType: 'user',
  actorId: 'somebody',
  actorName: 'Somebody',
  skipMultilineEncoding: null,
  reminderRepeatDays: null,
  reminderNote: null,
  tagIds: [],
  references: [],
  createdAt: at,
  redactedAt: null,
  redactedByActorType: null,
  redactedByActorId: null,
  ...sealed,
});

/** `meanwhile` is between knowing the key and sealing with it. */
export const writeSecret = (
  world: World,
  place: SecretPlace,
  versions = 1,
  meanwhile?: () => Promise<void>,
): Promise<Contents> => write(world, place, 1, versions, meanwhile);

/** So many secrets of two versions each. */
export const writeSecrets = (world: World, place: SecretPlace, count: number): Promise<Contents> =>
  write(world, place, count, 2);

export const versionsOf = ({ server: { parts } }: World): Promise<SecretVersionRow[]> =>
  parts.database.read<SecretVersionRow>('secret_versions').orderBy(['secretId', 'version']);

export const dataKeysOf = ({ server: { parts } }: World): Promise<DataKeyRow[]> =>
  parts.database.read<DataKeyRow>('project_data_keys').orderBy(['projectId', 'generation']);

/** Everything that is there, opened; or only some of it. */
export const openAll = async (world: World, limit = Infinity): Promise<Contents> => {
  const { parts } = world.server;
  const contents: Contents = new Map();
  for (const row of (await versionsOf(world)).slice(0, limit))
    contents.set(`${row.secretId} ${row.version}`, openContent(await keyOf(parts, row.dataKeyId), row, row));
  return contents;
};

/** Every version opens as it was written, with the one key that its project has, which the current root key wraps. */
export const expectAllNew = async (world: World, written: Contents): Promise<void> => {
  const opened = await openAll(world);
  expect([...opened].sort()).to.deep.equal([...written].sort());
  const keys = await dataKeysOf(world);
  expect(new Set(keys.map(({ projectId }) => projectId)).size, 'one key a project').to.equal(keys.length);
  const rootKeyIds = keys.map(({ wrapped }) => wrapped.split('.')[1]);
  expect(new Set(rootKeyIds)).to.deep.equal(new Set([world.server.parts.keyring.current.id]));
  expect((await world.server.parts.stores.keyRotation.left()).projects).to.equal(0);
};

export const startRotation = (world: World, as: { token: string }) => world.call('startKeyRotation', { as });
export const getRotation = async (world: World, as: { token: string }): Promise<any> =>
  (await world.call('getKeyRotation', { as })).body.keyRotation;

/** How it ends. */
export const ended = async (world: World, as: { token: string }): Promise<any> => {
  for (;;) {
    const rotation = await getRotation(world, as);
    if (rotation.status !== 'running') return rotation;
  }
};

export const rotateAll = async (world: RotatingWorld): Promise<any> => {
  const { status } = await startRotation(world, world.root);
  expect(status).to.equal(200);
  return ended(world, world.root);
};
