import { expect } from 'chai';
import { openPasswords, sealPasswords } from '../../../src/resources/secrets/secret-rotations/encryption.ts';
import type { DataKey } from '../../../src/platform/crypto/sealing.ts';
import { rotateDueSecrets } from '../../../src/rotating.ts';
import { createLog } from '../../../src/platform/log.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newRotationSetting, ofRotation, type RotationSetting } from '../../support/fixtures/secret-rotations.ts';
import { databaseKinds, newStorage, onEachDatabase, ownWorld, type World } from '../../support/world/world.ts';

const silent = createLog('error', { write: () => undefined });

onEachDatabase('rotateSecrets', (world) => {
  it('changes the password of the other user, so that what was read before stays valid until the next time', async () => {
    const { create, secrets, target, users, call } = await newRotationSetting(world());
    const { id } = (await create()).body.secretRotation;
    const first = await secrets();
    const rotated = await call('rotateSecrets', { params: ofRotation(id) });
    expect(rotated.status, JSON.stringify(rotated.body)).to.equal(200);
    expect(rotated.body.secretRotation).to.include({ activeIndex: 1, isLastRotationManual: true });
    const second = await secrets();
    expect(second.username).to.equal(users[1].username);
    expect(await target.canLogIn(first)).to.equal(true);
    expect(await target.canLogIn(second)).to.equal(true);
    await call('rotateSecrets', { params: ofRotation(id) });
    const third = await secrets();
    expect(third.username).to.equal(users[0].username);
    expect(await target.canLogIn(first)).to.equal(false);
    expect(await target.canLogIn(second)).to.equal(true);
    expect(await target.canLogIn(third)).to.equal(true);
    expect((await call('checkSecretRotationCredentials', { params: ofRotation(id) })).status).to.equal(200);
  });

  it('changes the password of a single user in place', async () => {
    const { create, secrets, target, users, call } = await newRotationSetting(world());
    const { id } = (await create({ parameters: { username1: users[0].username } })).body.secretRotation;
    const first = await secrets();
    await call('rotateSecrets', { params: ofRotation(id) });
    const second = await secrets();
    expect(second.username).to.equal(users[0].username);
    expect(await target.canLogIn(first)).to.equal(false);
    expect(await target.canLogIn(second)).to.equal(true);
  });

  it('keeps comments and tags, and adds one version of each secret, made by the platform', async () => {
    const { create, call, project } = await newRotationSetting(world());
    const { id } = (await create()).body.secretRotation;
    const at = { projectId: project.id, environment: 'dev' };
    const params = { secretName: 'DB_PASSWORD' };
    const commented = await call('updateSecret', { params, body: { ...at, secretComment: 'of the orders' } });
    expect(commented.status, JSON.stringify(commented.body)).to.equal(200);
    await call('rotateSecrets', { params: ofRotation(id) });
    const { secret } = (await call('getSecret', { params, query: at })).body;
    expect(secret).to.include({ version: 3, secretComment: 'of the orders' });
    expect(secret.actor.actorType).to.equal('platform');
  });

  it('says why the system refused, and leaves the secrets as they are', async () => {
    const { create, secrets, target, credentials, call } = await newRotationSetting(world());
    const { id } = (await create()).body.secretRotation;
    const before = await secrets();
    await target.run(`ALTER ROLE "${credentials.username}" NOLOGIN`);
    const response = await call('rotateSecrets', { params: ofRotation(id) });
    expectError(response, 400, 'BadRequest', /The rotation failed: /);
    expect(await secrets()).to.deep.equal(before);
    expect(await target.canLogIn(before)).to.equal(true);
    const { secretRotation } = (await call('getSecretRotation', { params: ofRotation(id) })).body;
    expect(secretRotation).to.include({ rotationStatus: 'failed', nextAttemptAt: '2030-01-01T00:01:00.000Z' });
    expect(secretRotation.lastRotationMessage).to.match(/not permitted to log in/);
  });

  it('refuses a second one at the same time', async () => {
    const { create, store, call } = await newRotationSetting(world());
    const { id } = (await create()).body.secretRotation;
    await store(id, { runId: 'another', dueAt: '2030-01-01T00:02:00.000Z' });
    const response = await call('rotateSecrets', { params: ofRotation(id) });
    expectError(response, 400, 'BadRequest', /already in progress/);
  });
});

for (const kind of databaseKinds)
  describe(`due rotations [${kind}]`, () => {
    let world: World;
    before(async () => {
      world = await ownWorld(await newStorage(kind));
    });

    const day = 86_400;
    const rotateAfter = (seconds: number): Promise<number> =>
      world.clock.later(seconds, () => rotateDueSecrets(world.server.parts, silent));

    const keyOf = async ({ project }: RotationSetting): Promise<DataKey> => {
      const { stores, dataKeys } = world.server.parts;
      return dataKeys.unwrap((await stores.dataKeys.findSealing(project.id))!);
    };

    /** Brings a rotation to what is stored when the server stops between storing the new password and the secrets. */
    const interrupt = async (setting: RotationSetting, id: string, pending: string): Promise<void> => {
      const rotation = await setting.stored(id);
      const key = await keyOf(setting);
      const { known } = openPasswords(key, rotation);
      const sealed = sealPasswords(key, id, { known, pending });
      await setting.store(id, { ...sealed, runId: 'interrupted', dueAt: '2029-12-31T23:59:00.000Z' });
    };

    it('happen at the time of the schedule, once, and then after the interval', async () => {
      const setting = await newRotationSetting(world);
      const { body } = await setting.create({ rotationInterval: 2, rotateAtUtc: { hours: 3, minutes: 30 } });
      const { id } = body.secretRotation;
      expect(body.secretRotation.nextRotationAt).to.equal('2030-01-03T03:30:00.000Z');
      expect(await rotateAfter(2 * day + 3.4 * 3600)).to.equal(0);
      expect(await rotateAfter(2 * day + 3.6 * 3600)).to.equal(1);
      expect(await rotateAfter(2 * day + 3.7 * 3600)).to.equal(0);
      const after = await setting.stored(id);
      expect(after).to.include({
        activeIndex: 1,
        nextRotationAt: '2030-01-05T03:30:00.000Z',
        isLastRotationManual: false,
      });
      expect(await setting.target.canLogIn(await setting.secrets())).to.equal(true);
      await setting.store(id, { dueAt: null });
    });

    it('do not happen when automatic rotation is off', async () => {
      const setting = await newRotationSetting(world);
      const { id } = (await setting.create({ rotationInterval: 1 })).body.secretRotation;
      const body = { isAutoRotationEnabled: false };
      const changed = await setting.call('updateSecretRotation', { params: ofRotation(id), body });
      expect(changed.body.secretRotation.nextRotationAt).to.equal(null);
      expect(await rotateAfter(9 * day)).to.equal(0);
    });

    it('are finished after the server stopped before the password was changed', async () => {
      const setting = await newRotationSetting(world);
      const { id } = (await setting.create()).body.secretRotation;
      const before = await setting.secrets();
      await interrupt(setting, id, 'never-set-1');
      expect(await rotateAfter(1)).to.equal(1);
      const after = await setting.secrets();
      expect(after).to.deep.equal({ username: setting.users[1].username, password: 'never-set-1' });
      for (const user of [before, after]) expect(await setting.target.canLogIn(user)).to.equal(true);
    });

    it('are finished after the server stopped when the password of a single user was changed already', async () => {
      const setting = await newRotationSetting(world);
      const username = setting.users[0].username;
      const { id } = (await setting.create({ parameters: { username1: username } })).body.secretRotation;
      await interrupt(setting, id, 'set-already-1');
      await setting.target.run(`ALTER ROLE "${username}" PASSWORD 'set-already-1'`);
      // The connection is not needed any more: the new password is tried first, and it works.
      expect(await rotateAfter(1)).to.equal(1);
      expect(await setting.secrets()).to.deep.equal({ username, password: 'set-already-1' });
      expect(await setting.target.canLogIn(await setting.secrets())).to.equal(true);
    });

    it('are not begun twice by two nodes', async () => {
      const setting = await newRotationSetting(world);
      const { id } = (await setting.create({ rotationInterval: 1 })).body.secretRotation;
      const counts = await world.clock.later(2 * day, () =>
        Promise.all([1, 2, 3].map(() => rotateDueSecrets(world.server.parts, silent))),
      );
      expect(counts.reduce((sum, count) => sum + count, 0)).to.equal(1);
      expect((await setting.stored(id)).activeIndex).to.equal(1);
      await setting.store(id, { dueAt: null });
    });

    it('are tried again, ever more rarely, until the system accepts them', async () => {
      const setting = await newRotationSetting(world);
      const { id } = (await setting.create({ rotationInterval: 1 })).body.secretRotation;
      const { username } = setting.credentials;
      await setting.target.run(`ALTER ROLE "${username}" NOLOGIN`);
      const times = [2 * day];
      for (const minutes of [1, 5, 30, 120, 120]) {
        expect(await rotateAfter(times.at(-1)!)).to.equal(1);
        const { dueAt, rotationStatus } = await setting.stored(id);
        expect(rotationStatus).to.equal('failed');
        times.push(times.at(-1)! + minutes * 60);
        expect(Date.parse(dueAt!)).to.equal(Date.parse('2030-01-01T00:00:00Z') + times.at(-1)! * 1000);
      }
      await setting.target.run(`ALTER ROLE "${username}" LOGIN`);
      expect(await rotateAfter(times.at(-1)!)).to.equal(1);
      expect(await setting.stored(id)).to.include({
        rotationStatus: 'success',
        failures: 0,
        lastRotationMessage: null,
      });
      expect(await setting.target.canLogIn(await setting.secrets())).to.equal(true);
      await setting.store(id, { dueAt: null });
    });

    it('delete a rotation whose creation was interrupted', async () => {
      const setting = await newRotationSetting(world);
      const { id } = (await setting.create()).body.secretRotation;
      await setting.store(id, { usernameSecretId: null, dueAt: '2029-12-31T23:59:00.000Z' });
      expect(await rotateAfter(1)).to.equal(1);
      expect(await world.server.parts.stores.secretRotations.find(id)).to.equal(undefined);
    });
  });
