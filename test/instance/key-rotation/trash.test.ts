import { expect } from 'chai';
import { dataKeysOf, rotateAll, startRotating } from '../../support/fixtures/key-rotation.ts';
import { newProjectWithSecrets, newSecret, secretCall, storedSecret } from '../../support/fixtures/project-secrets.ts';
import { databaseKinds, newStorage } from '../../support/world/world.ts';

for (const kind of databaseKinds)
  describe(`startKeyRotation and the trash [${kind}]`, () => {
    it('encrypts all versions of deleted secrets again before the old keys are deleted', async () => {
      const world = await startRotating(await newStorage(kind));
      const setting = await newProjectWithSecrets(world, []);
      const { id } = await newSecret(world, setting, 'A', { secretValue: 'one', secretComment: 'first' });
      await secretCall(() => world, 'updateSecret')(setting, 'A', { secretValue: 'two' });
      expect((await secretCall(() => world, 'deleteSecret')(setting, 'A')).status).to.equal(200);
      const [old] = await dataKeysOf(world);
      expect(await rotateAll(world)).to.include({ status: 'idle', error: null, versionsDone: 2 });
      expect((await dataKeysOf(world)).map((key) => key.id)).not.to.include(old!.id);

      const params = { projectId: setting.project.id, trashItemId: id };
      const restored = await world.call('restoreFromTrash', { as: setting.admin, params, body: {} });
      expect(restored.status, JSON.stringify(restored.body)).to.equal(200);
      expect(await storedSecret(world, setting, 'A')).to.include({ value: 'two', comment: 'first' });
      const { body } = await world.call('listSecretVersions', { as: setting.admin, params: { secretId: id } });
      expect(body.secretVersions.map(({ secretValue }: any) => secretValue)).to.deep.equal(['two', 'one']);
    });
  });
