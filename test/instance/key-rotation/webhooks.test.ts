import { expect } from 'chai';
import { dataKeysOf, rotateAll, startRotating } from '../../support/fixtures/key-rotation.ts';
import { deliver, newProjectWithWebhooks } from '../../support/fixtures/webhooks.ts';
import { databaseKinds, newStorage } from '../../support/world/world.ts';

for (const kind of databaseKinds)
  describe(`startKeyRotation and webhooks [${kind}]`, () => {
    it('encrypts their URLs and signing keys again before the old keys are deleted', async () => {
      const world = await startRotating(await newStorage(kind));
      const { hook, write, webhook, receiver } = await newProjectWithWebhooks(world);
      const [signed, unsigned] = [await hook({ webhookSecretKey: 'key' }), await hook()];
      const [old] = await dataKeysOf(world);
      expect(await rotateAll(world)).to.include({ status: 'idle', error: null });
      const keys = await dataKeysOf(world);
      expect(keys.map(({ id }) => id))
        .to.have.length(1)
        .and.not.to.include(old!.id);
      for (const { id } of [signed, unsigned]) expect((await webhook(id)).url).to.equal(receiver.url);
      await write('/');
      await deliver(world);
      const signatures = receiver.received.map(({ headers }) => typeof headers['x-infisical-signature']);
      expect(signatures).to.have.members(['string', 'undefined']);
    });
  });
