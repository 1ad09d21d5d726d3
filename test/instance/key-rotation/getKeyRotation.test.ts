import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import {
  waitForRotation,
  newSecretFolder,
  startRotating,
  startRotation,
  writeSecrets,
  type RotatingWorld,
} from '../../support/fixtures/key-rotation.ts';
import { databaseKinds, newStorage } from '../../support/world/world.ts';

for (const kind of databaseKinds) {
  describe(`getKeyRotation [${kind}]`, () => {
    let world: RotatingWorld;
    before(async () => {
      world = await startRotating(await newStorage(kind));
    });

    const get = (as: { token: string } = world.root) => world.call('getKeyRotation', { as });

    it('returns that there was no rotation yet, and later its result', async () => {
      const rootKeyId = world.server.parts.keyring.current.id;
      const { status, body } = await get();
      expect(status).to.equal(200);
      const none = {
        projectsDone: 0,
        projectsLeft: 0,
        versionsDone: 0,
        versionsLeft: 0,
        rootKeyId,
        neededRootKeyIds: [],
        error: null,
      };
      expect(body).to.deep.equal({
        keyRotation: { id: null, status: 'idle', startedAt: null, finishedAt: null, ...none },
      });

      await writeSecrets(world, await newSecretFolder(world), 3);
      const started = await startRotation(world, world.root);
      await waitForRotation(world, world.root);
      const at = '2030-01-01T00:00:00.000Z';
      expect((await get()).body).to.deep.equal({
        keyRotation: {
          ...none,
          id: started.body.keyRotation.id,
          status: 'idle',
          startedAt: at,
          finishedAt: at,
          projectsDone: 1,
          versionsDone: 6,
        },
      });
    });

    it('is allowed for instance administrators', async () => {
      const organization = await world.newOrganization();
      expectError(await get(await world.newUser(organization, 'admin')), 403, 'ForbiddenError');
      const machine = await world.newIdentity(organization, 'no-access');
      expectError(await get(machine), 403, 'ForbiddenError');
      await world.makeInstanceAdmin(machine);
      expect((await get(machine)).status).to.equal(200);
    });
  });
}
