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
import { patientMs } from '../../support/world/time-limit.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const keyring = new Keyring([new RootKey(Buffer.alloc(32, 7))]);
const created = '2030-01-01T00:00:00.000Z';
const times = { createdAt: created, updatedAt: created };
const inProject = { projectId: 'p', ...times };

const version = (secretId: string, number: number, reminderRepeatDays: number | null, reminderNote: string | null) => ({
  id: `${secretId}${number}`,
  secretId,
  version: number,
  projectId: 'p',
  key: secretId,
  actorType: 'user',
  actorId: 'u',
  actorName: 'u',
  reminderRepeatDays,
  reminderNote,
  tagIds: '[]',
  references: '[]',
  metadata: '[]',
  createdAt: number === 1 ? created : '2030-02-01T00:00:00.000Z',
  dataKeyId: 'k',
  sealedComment: '',
  sealedValue: '',
});

for (const kind of databaseKinds) {
  describe(`reminders of earlier versions [${kind}]`, () => {
    it('are those of the current versions of secrets, counted from them', async () => {
      const location: Location =
        kind === 'sqlite'
          ? { kind, file: `${scratchFolder()}/old.db` }
          : { kind, url: await newPostgresDatabase(), poolSize: 2 };
      const index = migrations.findIndex(({ name }) => name === '0024-mail-and-reminders');
      await prepareDatabase(location, { migrations: migrations.slice(0, index), keyring, clock: systemClock });
      const old = openDatabase(location, createLog('silent'), patientMs);
      await old.transaction(ofInstance, async ({ db }) => {
        await db('organizations').insert({ id: 'o', name: 'Old', slug: 'old', ...times });
        await db('projects').insert({
          id: 'p',
          organizationId: 'o',
          name: 'Old',
          slug: 'old',
          type: 'secret-manager',
          autoCapitalization: false,
          hasDeleteProtection: false,
          secretSharing: true,
          showSnapshotsLegacy: false,
          enforceEncryptedSecretManagerSecretMetadata: false,
          pitVersionLimit: 10,
          secretDetectionIgnoreValues: '[]',
          accessRevision: 0,
          ...times,
        });
        await db('project_environments').insert({ id: 'e', name: 'Dev', slug: 'dev', position: 1, ...inProject });
        const folder = { id: 'e', environmentId: 'e', name: 'root', path: '/', version: 1 };
        await db('secret_folders').insert({ ...folder, ...inProject });
        for (const id of ['A', 'B', 'C'])
          await db('secrets').insert({ id, folderId: 'e', key: id, ownerId: '', version: 2, ...inProject });
        for (const row of [
          version('A', 1, null, null),
          version('A', 2, 30, 'Rotate it'),
          version('B', 1, 30, null),
          version('B', 2, null, null),
          version('C', 1, 1, null),
          version('C', 2, 36_500, null),
        ])
          await db('secret_versions').insert(row);
      });
      await old.close();

      await prepareDatabase(location, { migrations, keyring, clock: systemClock });
      const database = openDatabase(location, createLog('silent'), patientMs);
      const since = '2030-02-01T00:00:00.000Z';
      const common = { projectId: 'p', fromDate: null, recipients: [], createdAt: since, updatedAt: since };
      expect(await database.read('secret_reminders').orderBy('id')).to.deep.equal([
        {
          id: 'A',
          secretId: 'A',
          message: 'Rotate it',
          repeatDays: 30,
          nextReminderDate: '2030-03-03T00:00:00.000Z',
          ...common,
        },
        {
          id: 'C',
          secretId: 'C',
          message: null,
          repeatDays: 36_500,
          nextReminderDate: '2130-01-08T00:00:00.000Z',
          ...common,
        },
      ]);
      await database.close();
    });
  });
}
