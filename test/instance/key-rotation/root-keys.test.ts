import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../src/config.ts';
import { startServer } from '../../../src/main.ts';
import { queueMails } from '../../../src/mail/queue.ts';
import { keyRotationFinished } from '../../../src/audit/events.ts';
import { entriesWhere } from '../../support/expect/audit.ts';
import { Keyring, parseRootKey } from '../../../src/platform/crypto/keys.ts';
import { decryptForSignOn, decryptLoginSecret, decryptMail } from '../../../src/platform/crypto/sealing.ts';
import type { Db } from '../../../src/platform/db/knex/queries.ts';
import { createLog } from '../../../src/platform/log.ts';
import { clientSecretContext } from '../../../src/resources/identity/single-sign-on/client-secret.ts';
import type { MailRow } from '../../../src/resources/organization/mail/store.ts';
import { rotationTask } from '../../../src/resources/instance/key-rotation/steps.ts';
import { createStores } from '../../../src/stores.ts';
import { signOnClient } from '../../support/clients/oidc-provider.ts';
import { expectError } from '../../support/expect/expect.ts';
import { scratchFolder } from '../../support/world/folders.ts';
import {
  waitForRotation,
  expectAllRotated,
  getRotation,
  newerRoot,
  newRoot,
  newSecretFolder,
  oldRoot,
  rotateAll,
  startRotating,
  startRotation,
  versionsOf,
  writeSecret,
  writeSecrets,
  type RotatingWorld,
} from '../../support/fixtures/key-rotation.ts';
import { challenge, newProtectedUser, requireSecondFactor, setUpApp } from '../../support/fixtures/second-factor.ts';
import { directory } from '../../support/clients/directory.ts';
import { sharedDirectoryFields } from '../../support/fixtures/ldap-auth.ts';
import { clusterKeyFields, newMachine as newLogin } from '../../support/fixtures/login-methods.ts';
import { linkMember, newSignOnOrganization, storeProviderSession } from '../../support/fixtures/single-sign-on.ts';
import { invite, newEmail, verify } from '../../support/fixtures/people.ts';
import { logIn, newMachine, newSecret } from '../../support/fixtures/universal-auth.ts';
import { databaseKinds, newStorage, type Environment } from '../../support/world/world.ts';
import { ofInstance, ofTask } from '../../../src/transaction-keys.ts';

const idOf = (key: string): string => parseRootKey(key)!.id;

const refusal = async (storage: Environment): Promise<string> => {
  const outcome = await startServer(readConfig({ PORT: '0', ...storage }), createLog('silent')).catch(
    (error: unknown) => error,
  );
  expect(outcome).to.be.an('error').with.property('name', 'StartError');
  return (outcome as Error).message;
};

const stored = async ({ server: { parts } }: RotatingWorld): Promise<unknown> => {
  const { read } = parts.database;
  return {
    instance: await read('instance'),
    keys: await read('project_data_keys').orderBy('id'),
    retired: await read('retired_root_keys').orderBy('id'),
  };
};

for (const kind of databaseKinds) {
  describe(`changing the root key [${kind}]`, () => {
    it('re-encrypts mail that waits to be sent, client secrets of single sign-on, and tokens of reviewers', async () => {
      const storage = await newStorage(kind);
      const before = await startRotating({ ...storage, ROOT_KEY: oldRoot });
      const { id: organizationId } = await before.newOrganization();
      const content = { membershipId: organizationId, code: 'a code' };
      await before.server.parts.database.transaction(ofInstance, ({ db }) =>
        queueMails(
          { ...before.server.parts, stores: createStores(db) },
          { organizationId, kind: 'invitation', mails: [{ recipient: 'ada@example.com', content }] },
        ),
      );
      const { providerId } = await newSignOnOrganization(before, { issuer: 'https://idp.example.com' });
      const tokenReviewerJwt = 'header.payload.signature';
      // With the keys of the cluster, nobody is asked with it.
      const { identity } = await newLogin(before, 'attachKubernetesAuth', { ...clusterKeyFields, tokenReviewerJwt });
      const ldap = await newLogin(before, 'attachLdapAuth', await sharedDirectoryFields());
      await before.server.stop();
      const world = await startRotating({ ...storage, ROOT_KEY: `${newRoot},${oldRoot}` });
      expect(await rotateAll(world)).to.deep.include({ status: 'idle', neededRootKeyIds: [] });
      const [mail] = await world.server.parts.database.read<MailRow>('mails');
      const keyring = new Keyring([parseRootKey(newRoot)!]);
      expect(JSON.parse(decryptMail(keyring, mail!.id, mail!.sealedContent))).to.deep.equal(content);
      const provider = (await world.server.parts.stores.signOnProviders.findById(providerId))!;
      const clientSecret = decryptForSignOn(keyring, clientSecretContext(providerId), provider.sealedClientSecret);
      expect(clientSecret).to.equal(signOnClient.clientSecret);
      const auth = (await world.server.parts.stores.kubernetesAuths.findByIdentity(identity.id))!;
      expect(decryptLoginSecret(keyring, auth.id, auth.sealedSecret!)).to.equal(tokenReviewerJwt);
      const { id, sealedSecret } = (await world.server.parts.stores.ldapAuths.findByIdentity(ldap.identity.id))!;
      expect(decryptLoginSecret(keyring, id, sealedSecret)).to.equal(directory.reader.password);
    });

    it('leaves nothing that requires the old key, except tokens', async () => {
      const storage = await newStorage(kind);
      let world: RotatingWorld;
      const restart = async (...rootKeys: string[]): Promise<void> => {
        await world.server.stop();
        world = await startRotating({ ...storage, ROOT_KEY: rootKeys.join(',') });
      };

      world = await startRotating({ ...storage, ROOT_KEY: oldRoot });
      const written = await writeSecrets(world, await newSecretFolder(world), 5);
      const machine = await newMachine(world);
      const secret = await newSecret(world, machine);
      const invitation = await invite(world, machine.admin, newEmail(world));
      const home = await world.newOrganization();
      const user = await newProtectedUser(world, home);
      const at = await newSignOnOrganization(world, { issuer: 'https://idp.example.com' });
      await linkMember(world, at, user);
      const appOfProvider = await setUpApp(world, await storeProviderSession(world, at, user));
      const oldToken = world.root.token;

      await restart(newRoot, oldRoot);
      expect(await getRotation(world, world.root)).to.deep.include({
        status: 'idle',
        rootKeyId: idOf(newRoot),
        neededRootKeyIds: [idOf(oldRoot)],
      });
      expect((await world.call('checkAuth', { as: { token: oldToken } })).status).to.equal(200);
      const before = await stored(world);
      if (kind === 'postgres')
        expect(await refusal({ ...storage, ROOT_KEY: newRoot }), 'too early').to.contain(idOf(oldRoot));
      expect(await stored(world)).to.deep.equal(before);
      expect(await rotateAll(world)).to.deep.include({
        status: 'idle',
        versionsDone: 10,
        rootKeyId: idOf(newRoot),
        neededRootKeyIds: [],
      });
      await expectAllRotated(world, written);

      const rows = await versionsOf(world);
      await world.server.stop();
      expect(await refusal({ ...storage, ROOT_KEY: oldRoot }))
        .to.contain(idOf(newRoot))
        .and.to.match(/Nothing was changed/);
      await restart(newRoot);
      expect(await versionsOf(world)).to.deep.equal(rows);
      await expectAllRotated(world, written);
      expect((await logIn(world, machine.clientId, secret.secret)).status, 'an earlier client secret').to.equal(200);
      expectError(await world.call('checkAuth', { as: { token: oldToken } }), 401, 'TokenError');
      await verify(world, invitation);
      for (const mfaToken of [user.app.code(), user.recoveryCodes[0]!]) {
        const as = await challenge(world, user, home);
        expect((await world.call('verifyMfa', { as, body: { mfaToken } })).status, mfaToken).to.equal(200);
      }
      const again = await storeProviderSession(world, at, user);
      await requireSecondFactor(world, at.organization);
      const asked = await world.call('selectOrganization', { as: again, body: { organizationId: at.organization.id } });
      const ofProvider = { as: asked.body as { token: string }, body: { mfaToken: appOfProvider.code() } };
      expect((await world.call('verifyMfa', ofProvider)).status, 'the app of a provider').to.equal(200);
      await world.server.parts.database.transaction(ofInstance, ({ db }) =>
        createStores(db).recoveryCodes.deleteAll(user.id),
      );
      expect(await world.server.parts.stores.retiredKeys.list()).to.have.length(1);
      expect(await getRotation(world, world.root)).to.deep.include({ neededRootKeyIds: [] });

      await restart(newerRoot, newRoot);
      expect(await getRotation(world, world.root)).to.deep.include({ neededRootKeyIds: [idOf(newRoot)] });
      expect((await rotateAll(world)).neededRootKeyIds).to.deep.equal([]);
      await restart(newerRoot);
      await expectAllRotated(world, written);
      expect((await logIn(world, machine.clientId, secret.secret)).status, 'a much earlier client secret').to.equal(
        200,
      );

      const admin = await world.newUser(machine.organization, 'admin');
      await world.call('revokeClientSecret', { as: admin, params: { ...machine.params, clientSecretId: secret.id } });
      await world.clock.later(4 * 86_400, async () => {
        await world.call('reauthenticate', { as: world.root, body: { password: world.root.password } });
        await rotateAll(world);
      });
      expect(await world.server.parts.stores.retiredKeys.list(), 'no hash uses it any more').to.deep.equal([]);
    });
  });
}

describe('changing the root key of a data directory', () => {
  it('reads the old key from its file', async () => {
    const DATA_DIR = join(scratchFolder(), 'data');
    const file = join(DATA_DIR, 'root.key');
    let world = await startRotating({ DATA_DIR });
    const written = await writeSecrets(world, await newSecretFolder(world), 2);
    await world.server.stop();
    world = await startRotating({ DATA_DIR, ROOT_KEY: `${newRoot},${readFileSync(file, 'utf8').trim()}` });
    await rotateAll(world);
    await world.server.stop();
    expect(await refusal({ DATA_DIR })).to.match(/root key does not fit/);
    writeFileSync(file, `${newRoot}\n`);
    world = await startRotating({ DATA_DIR });
    await expectAllRotated(world, written);
  });
});

/** The number of sessions in this database that wait for a lock. */
const waitingIn = async (db: Db): Promise<number> => {
  // Within a transaction, PostgreSQL reads this only once.
  await db.select(db.raw('pg_stat_clear_snapshot()'));
  const locks = await db('pg_locks as l')
    .join('pg_stat_activity as a', 'a.pid', 'l.pid')
    .whereRaw('not l.granted and a.datname = current_database()')
    .distinct<{ pid: number }[]>('l.pid');
  return locks.length;
};

describe('two nodes on one PostgreSQL', () => {
  it('rotate together, one rotation at a time', async () => {
    const storage = await newStorage('postgres');
    const [one, other] = [await startRotating(storage), await startRotating(storage)];
    const written = await writeSecrets(one, await newSecretFolder(one), 50);
    // Blocked until requests of both nodes have arrived; another key makes it a group of its own.
    const keys = [rotationTask, ofTask('test')];
    const { asked } = await one.server.parts.database.transaction(keys, async ({ db }) => {
      const under = [startRotation(one, one.root), startRotation(other, one.root), startRotation(one, other.root)];
      while ((await waitingIn(db)) < 2) await new Promise(setImmediate);
      return { asked: under };
    });
    for (const { status } of await Promise.all(asked)) expect(status).to.equal(200);
    expect(await waitForRotation(other, one.root)).to.include({ status: 'idle', projectsDone: 1, versionsDone: 100 });
    // Usually one. A request that PostgreSQL lets continue after the end starts another rotation; one that starts before
    // the end would replace the rotation that is running, and that would never be finished.
    const rotationsIn = async (eventType: string) =>
      (await entriesWhere(one, { eventType })).map(({ eventMetadata }) => eventMetadata.keyRotationId);
    const started = await rotationsIn('start-key-rotation');
    expect(started).not.to.be.empty;
    expect(await rotationsIn(keyRotationFinished)).to.have.members(started);
    await expectAllRotated(other, written);
  });

  it('do not delete a key that another node is about to encrypt with', async () => {
    const storage = await newStorage('postgres');
    const [one, other] = [await startRotating(storage), await startRotating(storage)];
    const place = await newSecretFolder(one);
    const written = await writeSecret(one, place);
    const late = await writeSecret(one, place, 1, async () => {
      await startRotation(other, other.root);
      // The rotation waits for this transaction.
      while ((await waitingIn(one.server.parts.database.read)) === 0) await new Promise(setImmediate);
    });
    expect(await waitForRotation(one, one.root)).to.include({ status: 'idle', projectsDone: 1, versionsDone: 2 });
    await expectAllRotated(one, new Map([...written, ...late]));
  });
});
