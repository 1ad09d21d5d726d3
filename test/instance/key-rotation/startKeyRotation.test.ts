import { expect } from 'chai';
import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { createStores } from '../../../src/stores.ts';
import { entriesOf, entriesWhere } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import {
  dataKeysOf,
  waitForRotation,
  expectAllRotated,
  getRotation,
  decryptAll,
  rotateAll,
  startRotating,
  startRotation,
  versionsOf,
  writeSecret,
  type RotatingWorld,
  type SecretFolder,
} from '../../support/fixtures/key-rotation.ts';
import { databaseKinds, newStorage, type Environment } from '../../support/world/world.ts';
import { fill, lockRotation, newSecretPlaces } from './startKeyRotation.fixtures.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

for (const kind of databaseKinds) {
  describe(`startKeyRotation [${kind}]`, () => {
    let storage: Environment;
    let world: RotatingWorld;
    before(async () => {
      storage = await newStorage(kind);
      world = await startRotating(storage);
    });
    beforeEach(() =>
      world.server.parts.database.transaction(ofInstance, async ({ db }) => {
        for (const table of ['secret_versions', 'projects', 'key_rotation', 'audit_log_entries'])
          await db(table).delete();
      }),
    );

    it('immediately returns the started rotation', async () => {
      await fill(world, await newSecretPlaces(world, 1), 3);
      const { status, body } = await startRotation(world, world.root);
      expect(status).to.equal(200);
      expect(body.keyRotation).to.include({
        startedAt: '2030-01-01T00:00:00.000Z',
        error: null,
        rootKeyId: world.server.parts.keyring.current.id,
      });
      expect(body.keyRotation.id).to.be.a('string');
      const { versionsDone, versionsLeft } = body.keyRotation as { versionsDone: number; versionsLeft: number };
      expect(versionsDone + versionsLeft).to.equal(6);
    });

    it('encrypts all versions again with a new key, and deletes the old keys', async () => {
      const places = await newSecretPlaces(world, 3);
      const written = await fill(world, places, 110);
      const [keys, rows] = [await dataKeysOf(world), await versionsOf(world)];
      const rotation = await rotateAll(world);
      expect(rotation).to.include({
        status: 'idle',
        projectsDone: 3,
        projectsLeft: 0,
        versionsDone: 660,
        versionsLeft: 0,
        error: null,
        finishedAt: '2030-01-01T00:00:00.000Z',
      });
      await expectAllRotated(world, written);

      const [newKeys, newRows] = [await dataKeysOf(world), await versionsOf(world)];
      expect(newKeys.map(({ projectId, generation }) => ({ projectId, generation }))).to.deep.equal(
        keys.map(({ projectId }) => ({ projectId, generation: 2 })),
      );
      const oldIds = new Set(keys.map(({ id }) => id));
      expect(newRows.filter(({ dataKeyId }) => oldIds.has(dataKeyId))).to.deep.equal([]);
      const sealedOf = ({ sealedValue, sealedComment, metadata }: (typeof rows)[number]) =>
        [sealedValue, sealedComment, metadata[1]!.value].filter((text) => text !== '');
      const before = new Set(rows.flatMap(sealedOf));
      expect(newRows.flatMap(sealedOf).filter((text) => before.has(text))).to.deep.equal([]);
      const rest = ({
        sealedValue: _,
        sealedComment: __,
        dataKeyId: ___,
        metadata,
        ...row
      }: (typeof rows)[number]) => ({ ...row, metadata: metadata[0] });
      expect(newRows.map(rest)).to.deep.equal(rows.map(rest));
    });

    it('keeps redacted versions empty, and handles long values and projects without secrets', async () => {
      const [place, empty] = await newSecretPlaces(world, 2);
      const written = await writeSecret(world, place!, 2);
      await writeSecret(world, empty!);
      await world.server.parts.database.transaction(ofInstance, async ({ db }) => {
        for (const table of ['secrets', 'secret_versions'])
          await db(table).where({ projectId: empty!.projectId }).delete();
        await db('secret_versions').where({ version: 2 }).update({ sealedValue: '' });
      });
      expect(await rotateAll(world)).to.include({ status: 'idle', projectsDone: 2, versionsDone: 2 });
      const [name, content] = [...written][1]!;
      await expectAllRotated(world, new Map([...written, [name, { ...content, value: '' }]]));
      expect((await versionsOf(world)).map(({ sealedValue }) => sealedValue === '')).to.deep.equal([false, true]);
      expect(await dataKeysOf(world)).to.have.length(2);
    });

    it('can be repeated', async () => {
      const written = await fill(world, await newSecretPlaces(world, 1), 5);
      const first = await rotateAll(world);
      const second = await rotateAll(world);
      expect(second.id).not.to.equal(first.id);
      expect(second).to.include({ projectsDone: 1, versionsDone: 10 });
      await expectAllRotated(world, written);
      expect((await dataKeysOf(world)).map(({ generation }) => generation)).to.deep.equal([3]);
    });

    it('does nothing on a server without secrets', async () => {
      expect(await rotateAll(world)).to.include({ status: 'idle', projectsDone: 0, versionsDone: 0 });
      expect(await dataKeysOf(world)).to.deep.equal([]);
    });

    it('does not lose concurrent writes, and everything stays readable', async () => {
      const places = await newSecretPlaces(world, 3);
      const written = await fill(world, places, 30);
      let isOver = false;
      const write = async (place: SecretFolder): Promise<void> => {
        while (!isOver) {
          for (const [name, content] of await writeSecret(world, place, 2)) written.set(name, content);
          // On SQLite the response is complete before any other request runs.
          await setImmediate();
        }
      };
      const read = async (): Promise<void> => {
        while (!isOver) {
          expect([...(await decryptAll(world, 10)).values()].every(({ value }) => value.startsWith('value '))).to.equal(
            true,
          );
          await setImmediate();
        }
      };
      const busy = Promise.all([...places.map(write), read()]);
      const rotation = await rotateAll(world).finally(() => (isOver = true));
      await busy;
      expect(rotation).to.include({ status: 'idle', projectsDone: 3 });
      expect(written.size).to.be.above(180);
      await expectAllRotated(world, written);
    });

    it('handles a project that is deleted concurrently', async () => {
      const places = await newSecretPlaces(world, 6);
      const written = await fill(world, places, 5);
      await startRotation(world, world.root);
      const gone = [...places].sort((one, other) => (one.projectId < other.projectId ? -1 : 1)).at(-1)!;
      await world.server.parts.database.transaction(ofInstance, ({ db }) =>
        createStores(db).projects.delete(gone.projectId),
      );
      expect(await waitForRotation(world, world.root)).to.include({ status: 'idle', projectsLeft: 0, versionsLeft: 0 });
      const left = new Set((await versionsOf(world)).map(({ secretId, version }) => `${secretId} ${version}`));
      await expectAllRotated(world, new Map([...written].filter(([name]) => left.has(name))));
      expect(left.size).to.equal(50);
    });

    it('continues the rotation of a killed process after a minute', async () => {
      const written = await fill(world, await newSecretPlaces(world, 2), 3);
      const at = '2030-01-01T00:00:00.000Z';
      const { ids, database } = world.server.parts;
      const begun = {
        id: 1 as const,
        rotationId: ids.uuid(),
        startedAt: at,
        finishedAt: null,
        error: null,
        runnerId: 'dead',
        renewedAt: at,
        projectsDone: 0,
        versionsDone: 0,
      };
      await database.transaction(ofInstance, ({ db }) => createStores(db).keyRotation.begin(begun));
      const response = await world.clock.later(59, () => startRotation(world, world.root));
      expect(response.body.keyRotation).to.include({ status: 'running', projectsLeft: 2 });
      expect(await entriesOf(world, response)).to.deep.equal([]);
      await world.clock.later(60, async () => {
        expect(await getRotation(world, world.root)).to.include({ status: 'interrupted', projectsLeft: 2 });
        expect(await rotateAll(world)).to.include({
          status: 'idle',
          projectsDone: 2,
          finishedAt: '2030-01-01T00:01:00.000Z',
        });
      });
      await expectAllRotated(world, written);
    });

    it('does not start a second rotation during the first', async () => {
      await fill(world, await newSecretPlaces(world, 10), 3);
      const first = await startRotation(world, world.root);
      const release = await lockRotation(world);
      // On SQLite other writers wait as well.
      const asked = startRotation(world, world.root);
      await release();
      const second = await asked;
      expect(second.body.keyRotation).to.include({ id: first.body.keyRotation.id, status: 'running' });
      expect(await entriesOf(world, second)).to.deep.equal([]);
      await waitForRotation(world, world.root);
      expect(await entriesWhere(world, { eventType: 'finish-key-rotation' })).to.have.length(1);
    });

    it('reports a version that cannot be decrypted, keeps its key, and continues after it is repaired', async () => {
      const written = await fill(world, await newSecretPlaces(world, 1), 3);
      const { database } = world.server.parts;
      const [row] = await versionsOf(world);
      await database.transaction(ofInstance, ({ db }) =>
        db('secret_versions')
          .where({ id: row!.id })
          .update({ sealedValue: `${row!.sealedValue.slice(0, -4)}AAAA` }),
      );
      const rotation = await rotateAll(world);
      expect(rotation).to.include({ status: 'failed', finishedAt: null, projectsLeft: 1, versionsDone: 0 });
      expect(rotation.error)
        .to.contain(`Version ${row!.version} of the secret ${row!.secretId}`)
        .and.to.match(/altered/);
      expect((await dataKeysOf(world)).map(({ generation }) => generation)).to.deep.equal([1, 2]);
      expect(world.logged()).to.contain('background work failed').and.not.contain('value 1 of');

      await database.transaction(ofInstance, ({ db }) =>
        db('secret_versions').where({ id: row!.id }).update({ sealedValue: row!.sealedValue }),
      );
      expect(await rotateAll(world)).to.include({ status: 'idle', id: rotation.id, error: null, versionsDone: 6 });
      await expectAllRotated(world, written);
    });

    it('is recorded in the audit log at its start and at its end', async () => {
      await fill(world, await newSecretPlaces(world, 1), 2);
      const response = await startRotation(world, world.root);
      const { id, rootKeyId } = await waitForRotation(world, world.root);
      const [started] = await entriesOf(world, response);
      expect(started).to.deep.include({
        eventType: 'start-key-rotation',
        actorId: world.root.id,
        eventMetadata: { keyRotationId: id, isContinued: false },
      });
      const [finished, ...more] = await entriesWhere(world, { eventType: 'finish-key-rotation' });
      expect(more).to.deep.equal([]);
      expect(finished).to.deep.include({
        actorType: 'platform',
        organizationId: started!.organizationId,
        projectId: null,
        eventMetadata: { keyRotationId: id, rootKeyId, projects: 1, versions: 4 },
      });
    });

    it('is allowed for instance administrators, users and machine identities', async () => {
      const organization = await world.newOrganization();
      expectError(await startRotation(world, await world.newUser(organization, 'admin')), 403, 'ForbiddenError');
      expect(await world.server.parts.stores.keyRotation.find()).to.equal(undefined);
      const machine = await world.newIdentity(organization, 'no-access');
      await world.makeInstanceAdmin(machine);
      expect((await startRotation(world, machine)).status).to.equal(200);
      await waitForRotation(world, machine);
    });

    it('continues after an interruption', async () => {
      const written = await fill(world, await newSecretPlaces(world, 10), 3);
      const { body } = await startRotation(world, world.root);
      const release = await lockRotation(world);
      const stopped = world.server.stop();
      await once(world.server.parts.background.stopping, 'abort');
      await release();
      await stopped;

      world = await startRotating(storage);
      const interrupted = await getRotation(world, world.root);
      expect(interrupted).to.include({ status: 'interrupted', id: body.keyRotation.id, finishedAt: null, error: null });
      expect(interrupted.projectsLeft).to.be.above(0);
      expect(await decryptAll(world)).to.deep.equal(
        new Map([...(await decryptAll(world))].map(([name]) => [name, written.get(name)])),
      );

      const response = await startRotation(world, world.root);
      expect(response.body.keyRotation.id).to.equal(body.keyRotation.id);
      expect((await entriesOf(world, response)).map(({ eventMetadata }) => eventMetadata)).to.deep.equal([
        { keyRotationId: body.keyRotation.id, isContinued: true },
      ]);
      expect(await waitForRotation(world, world.root)).to.include({
        status: 'idle',
        projectsDone: 10,
        versionsDone: 60,
      });
      await expectAllRotated(world, written);
      expect(
        (await dataKeysOf(world)).map(({ generation }) => generation),
        'nothing is done twice',
      ).to.deep.equal(Array.from({ length: 10 }, () => 2));
    });
  });
}
