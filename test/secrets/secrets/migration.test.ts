import { expect } from 'chai';
import { migrations } from '../../../migrations/index.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { Keyring, RootKey } from '../../../src/platform/crypto/keys.ts';
import { openDatabase, type Location } from '../../../src/platform/db/open.ts';
import { prepareDatabase } from '../../../src/platform/db/prepare.ts';
import { createLog } from '../../../src/platform/log.ts';
import { scratchFolder } from '../../support/world/folders.ts';
import { newPostgresDatabase } from '../../support/world/postgres.ts';
import { databaseKinds } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const keyring = new Keyring([new RootKey(Buffer.alloc(32, 7))]);
const [before, then, after] = ['2029-01-01T00:00:00.000Z', '2030-01-01T00:00:00.000Z', '2031-01-01T00:00:00.000Z'];
const times = { createdAt: then, updatedAt: then };
const inProject = { projectId: 'own', ...times };

const project = (id: string, organizationId: string, slug: string, createdAt: string) => ({
  id,
  organizationId,
  name: id,
  slug,
  type: 'secret-manager',
  autoCapitalization: false,
  hasDeleteProtection: false,
  secretSharing: true,
  showSnapshotsLegacy: false,
  enforceEncryptedSecretManagerSecretMetadata: false,
  pitVersionLimit: 10,
  secretDetectionIgnoreValues: '[]',
  accessRevision: 0,
  accessChanges: '',
  createdAt,
  updatedAt: then,
});

const inFolder = { environment: 'dev', path: '/', key: 'KEY' };
const local = { environment: null, path: null, key: 'project' };
const slugs = ['old', 'young', 'foreign', 'unknown'];

const version = (number: number, references: readonly object[]) => ({
  id: `v${number}`,
  secretId: 's',
  version: number,
  key: 'S',
  actorType: 'user',
  actorId: 'u',
  actorName: 'u',
  tagIds: '[]',
  references: JSON.stringify(references),
  metadata: '[]',
  dataKeyId: 'k',
  sealedComment: '',
  sealedValue: '',
  projectId: 'own',
  createdAt: then,
});

for (const kind of databaseKinds) {
  describe(`references of earlier versions [${kind}]`, () => {
    it('belong to the project that has the slug, unless it is younger than the version', async () => {
      const location: Location =
        kind === 'sqlite'
          ? { kind, file: `${scratchFolder()}/old.db` }
          : { kind, url: await newPostgresDatabase(), poolSize: 2 };
      const index = migrations.findIndex(({ name }) => name === '0050-reference-projects');
      await prepareDatabase(location, { migrations: migrations.slice(0, index), keyring, clock: systemClock });
      const old = openDatabase(location, createLog('silent'));
      await old.transaction(ofInstance, async ({ db }) => {
        for (const id of ['o', 'o2']) await db('organizations').insert({ id, name: id, slug: id, ...times });
        await db('projects').insert([
          project('own', 'o', 'own', then),
          project('p-old', 'o', 'old', before),
          project('p-young', 'o', 'young', after),
          project('p-foreign', 'o2', 'foreign', before),
        ]);
        await db('project_environments').insert({ id: 'e', name: 'Dev', slug: 'dev', position: 1, ...inProject });
        const folder = { id: 'e', environmentId: 'e', name: 'root', path: '/', version: 1 };
        await db('secret_folders').insert({ ...folder, ...inProject });
        await db('secrets').insert({ id: 's', folderId: 'e', key: 'S', ownerId: '', version: 2, ...inProject });
        await db('secret_versions').insert([
          version(1, [local]),
          version(2, [local, ...slugs.map((slug) => ({ project: slug, ...inFolder }))]),
        ]);
        await db('secret_references').insert(
          ['', ...slugs].map((projectSlug) => ({ secretId: 's', projectId: 'own', projectSlug, ...inFolder })),
        );
      });
      await old.close();

      await prepareDatabase(location, { migrations, keyring, clock: systemClock });
      const database = openDatabase(location, createLog('silent'));
      const ids = ['p-old', null, null, null];
      expect(await database.read('secret_versions').orderBy('id').pluck('references')).to.deep.equal([
        [local],
        [local, ...slugs.map((slug, at) => ({ project: slug, ...inFolder, projectId: ids[at] }))],
      ]);
      expect(
        await database.read('secret_references').orderBy('projectSlug').select('projectSlug', 'referredProjectId'),
      ).to.deep.equal([
        { projectSlug: '', referredProjectId: null },
        { projectSlug: 'foreign', referredProjectId: null },
        { projectSlug: 'old', referredProjectId: 'p-old' },
        { projectSlug: 'unknown', referredProjectId: null },
        { projectSlug: 'young', referredProjectId: null },
      ]);
      await database.close();
    });
  });
}
