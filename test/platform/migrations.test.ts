import { expect } from 'chai';
import { migrations } from '../../migrations/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { Keyring, RootKey } from '../../src/platform/crypto/keys.ts';
import { openDatabase, type Location } from '../../src/platform/db/open.ts';
import { prepareDatabase } from '../../src/platform/db/prepare.ts';
import { createLog } from '../../src/platform/log.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { newPostgresDatabase } from '../support/world/postgres.ts';
import { databaseKinds } from '../support/world/world.ts';
import { patientMs } from '../support/world/time-limit.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

const keyring = new Keyring([new RootKey(Buffer.alloc(32, 7))]);
const now = '2030-01-01T00:00:00.000Z';
const times = { createdAt: now, updatedAt: now };

const flags = {
  autoCapitalization: false,
  hasDeleteProtection: false,
  secretSharing: true,
  showSnapshotsLegacy: false,
  enforceEncryptedSecretManagerSecretMetadata: false,
};
const oldProject = {
  id: 'p',
  organizationId: 'o',
  name: 'Old',
  slug: 'old',
  type: 'secret-manager',
  pitVersionLimit: 10,
  accessRevision: 0,
  secretDetectionIgnoreValues: '[]',
  ...flags,
  ...times,
};

const before = (name: string) =>
  migrations.slice(
    0,
    migrations.findIndex((migration) => migration.name === name),
  );

for (const kind of databaseKinds) {
  describe(`migrations [${kind}]`, () => {
    const newLocation = async (): Promise<Location> =>
      kind === 'sqlite'
        ? { kind, file: `${scratchFolder()}/old.db` }
        : { kind, url: await newPostgresDatabase(), poolSize: 2 };

    it('preserve the data of an earlier version', async () => {
      const location = await newLocation();
      await prepareDatabase(location, { migrations: migrations.slice(0, 1), keyring, clock: systemClock });
      const old = openDatabase(location, createLog('silent'), patientMs);
      await old.transaction(ofInstance, async ({ db }) => {
        await db('organizations').insert({ id: 'o', name: 'Old', slug: 'old', ...times });
        await db('users').insert({ id: 'u', username: 'u@example.com', superAdmin: true, ...times });
        await db('identities').insert({
          id: 'i',
          organizationId: 'o',
          name: 'Machine',
          isInstanceAdmin: true,
          ...times,
        });
        const membership = { organizationId: 'o', role: 'admin', isActive: true, ...times };
        await db('organization_memberships').insert({ id: 'mu', userId: 'u', ...membership });
        await db('organization_memberships').insert({ id: 'mi', identityId: 'i', ...membership });
        await db('user_sessions').insert({
          id: 's',
          userId: 'u',
          ip: '',
          userAgent: '',
          createdAt: now,
          expiresAt: now,
        });
        await db('identity_access_tokens').insert({
          id: 't',
          identityId: 'i',
          authMethod: 'token-auth',
          createdAt: now,
          expiresAt: now,
          isRevoked: false,
        });
      });
      await old.close();

      await prepareDatabase(location, { migrations, keyring, clock: systemClock });
      const database = openDatabase(location, createLog('silent'), patientMs);
      const { read } = database;
      expect(
        await read('organization_memberships').orderBy('id').select('id', 'role', 'roleId', 'status', 'isActive'),
      ).to.deep.equal([
        { id: 'mi', role: 'admin', roleId: null, status: 'accepted', isActive: true },
        { id: 'mu', role: 'admin', roleId: null, status: 'accepted', isActive: true },
      ]);
      expect(await read('user_sessions').pluck('id')).to.deep.equal(['s']);
      expect(
        await read('identity_access_tokens').first('id', 'ttl', 'numUsesLimit', 'updatedAt', 'isRevoked'),
      ).to.deep.equal({
        id: 't',
        ttl: 0,
        numUsesLimit: 0,
        updatedAt: now,
        isRevoked: false,
      });
      expect(await read('identity_token_auths').first('identityId', 'accessTokenTrustedIps')).to.deep.equal({
        identityId: 'i',
        accessTokenTrustedIps: [
          { ipAddress: '0.0.0.0', type: 'ipv4', prefix: 0 },
          { ipAddress: '::', type: 'ipv6', prefix: 0 },
        ],
      });
      await database.close();
    });

    it('create root folders for the environments of an earlier version', async () => {
      const location = await newLocation();
      await prepareDatabase(location, { migrations: before('0007-folders'), keyring, clock: systemClock });
      const old = openDatabase(location, createLog('silent'), patientMs);
      await old.transaction(ofInstance, async ({ db }) => {
        await db('organizations').insert({ id: 'o', name: 'Old', slug: 'old', ...times });
        await db('projects').insert(oldProject);
        for (const id of ['dev', 'prod'])
          await db('project_environments').insert({ id, projectId: 'p', name: id, slug: id, position: 1, ...times });
      });
      await old.close();

      await prepareDatabase(location, { migrations, keyring, clock: systemClock });
      const database = openDatabase(location, createLog('silent'), patientMs);
      const root = {
        projectId: 'p',
        parentId: null,
        name: 'root',
        path: '/',
        description: null,
        version: 1,
        lastSecretModified: null,
        ...times,
      };
      expect(await database.read('secret_folders').orderBy('id')).to.deep.equal([
        { id: 'dev', environmentId: 'dev', ...root },
        { id: 'prod', environmentId: 'prod', ...root },
      ]);
      await database.close();
    });

    it('treat addresses as not proved, except those of administrators of the instance', async () => {
      const location = await newLocation();
      await prepareDatabase(location, { migrations: before('0046-proved-addresses'), keyring, clock: systemClock });
      const old = openDatabase(location, createLog('silent'));
      const user = (id: string, more: object) => ({
        id,
        username: `${id}@example.com`,
        superAdmin: false,
        ...more,
        ...times,
      });
      await old.transaction(ofInstance, async ({ db }) => {
        for (const id of ['first', 'second']) await db('organizations').insert({ id, name: id, slug: id, ...times });
        await db('users').insert(user('ada', { passwordHash: 'hash' }));
        await db('users').insert(user('invited', { passwordHash: null }));
        await db('users').insert(user('root', { passwordHash: 'hash', superAdmin: true }));
        const membership = { userId: 'ada', role: 'admin', isActive: true, ...times };
        const joined = (id: string, organizationId: string, createdAt: string, status: string) =>
          db('organization_memberships').insert({ id, organizationId, ...membership, createdAt, status });
        await joined('a', 'second', '2026-02-01T00:00:00.000Z', 'accepted');
        await joined('b', 'first', '2026-01-01T00:00:00.000Z', 'accepted');
      });
      await old.close();

      await prepareDatabase(location, { migrations, keyring, clock: systemClock });
      const database = openDatabase(location, createLog('silent'));
      expect(
        await database.read('users').orderBy('id').select('id', 'addressProvedAt', 'firstOrganizationId'),
      ).to.deep.equal([
        { id: 'ada', addressProvedAt: null, firstOrganizationId: 'first' },
        { id: 'invited', addressProvedAt: null, firstOrganizationId: null },
        { id: 'root', addressProvedAt: now, firstOrganizationId: null },
      ]);
      await database.close();
    });

    it('remove the lockouts of identities, and nothing else of their universal auth', async () => {
      const location = await newLocation();
      await prepareDatabase(location, { migrations: before('0015-lockouts-by-address'), keyring, clock: systemClock });
      const old = openDatabase(location, createLog('silent'), patientMs);
      const tokens = { accessTokenTTL: 1, accessTokenMaxTTL: 2, accessTokenNumUsesLimit: 3, accessTokenPeriod: 4 };
      const lockout = {
        lockoutEnabled: true,
        lockoutThreshold: 3,
        lockoutDurationSeconds: 300,
        lockoutCounterResetSeconds: 30,
      };
      const secret = {
        id: 's',
        universalAuthId: 'ua',
        description: '',
        prefix: 'abcd',
        secretHash: 'hash',
        numUses: 0,
        numUsesLimit: 0,
        ttl: 0,
        isRevoked: false,
        ...times,
      };
      await old.transaction(ofInstance, async ({ db }) => {
        await db('organizations').insert({ id: 'o', name: 'Old', slug: 'old', ...times });
        await db('identities').insert({
          id: 'i',
          organizationId: 'o',
          name: 'Machine',
          isInstanceAdmin: false,
          ...times,
        });
        const trusted = { clientSecretTrustedIps: '[]', accessTokenTrustedIps: '[]' };
        const locked = { failedLogins: 2, lastFailedLoginAt: now, lockedUntil: '2999-01-01T00:00:00.000Z' };
        await db('identity_universal_auths').insert({
          id: 'ua',
          identityId: 'i',
          clientId: 'c',
          ...tokens,
          ...lockout,
          ...trusted,
          ...locked,
          ...times,
        });
        await db('universal_auth_client_secrets').insert(secret);
      });
      await old.close();

      await prepareDatabase(location, { migrations, keyring, clock: systemClock });
      const database = openDatabase(location, createLog('silent'), patientMs);
      const trusted = { clientSecretTrustedIps: [], accessTokenTrustedIps: [] };
      expect(await database.read('identity_universal_auths')).to.deep.equal([
        {
          id: 'ua',
          identityId: 'i',
          clientId: 'c',
          ...tokens,
          ...lockout,
          ...trusted,
          failuresExpireAt: null,
          ...times,
        },
      ]);
      expect(await database.read('universal_auth_client_secrets')).to.deep.equal([secret]);
      expect(await database.read('universal_auth_failed_logins')).to.deep.equal([]);
      await database.close();
    });

    it('preserve the references of secret values, as references within their project', async () => {
      const location = await newLocation();
      await prepareDatabase(location, {
        migrations: before('0017-cross-project-references'),
        keyring,
        clock: systemClock,
      });
      const old = openDatabase(location, createLog('silent'), patientMs);
      const references = [
        { secretId: 's', projectId: 'p', environment: 'dev', path: '/', key: 'A' },
        { secretId: 's', projectId: 'p', environment: 'dev', path: '/app', key: 'A' },
      ];
      await old.transaction(ofInstance, async ({ db }) => {
        await db('organizations').insert({ id: 'o', name: 'Old', slug: 'old', ...times });
        await db('projects').insert(oldProject);
        await db('project_environments').insert({
          id: 'dev',
          projectId: 'p',
          name: 'Dev',
          slug: 'dev',
          position: 1,
          ...times,
        });
        await db('secret_folders').insert({
          id: 'dev',
          projectId: 'p',
          environmentId: 'dev',
          name: 'root',
          path: '/',
          version: 1,
          ...times,
        });
        await db('secrets').insert({
          id: 's',
          projectId: 'p',
          folderId: 'dev',
          key: 'S',
          ownerId: '',
          version: 1,
          ...times,
        });
        await db('secret_references').insert(references);
      });
      await old.close();

      await prepareDatabase(location, { migrations, keyring, clock: systemClock });
      const database = openDatabase(location, createLog('silent'), patientMs);
      expect(await database.read('secret_references').orderBy('path')).to.deep.equal(
        references.map((reference) => ({ ...reference, projectSlug: '', referredProjectId: null })),
      );
      // They are still deleted with their secret.
      await database.transaction(ofInstance, ({ db }) => db('secrets').where({ id: 's' }).delete());
      expect(await database.read('secret_references')).to.deep.equal([]);
      await database.close();
    });
  });
}
