import { expect } from 'chai';
import { migrations } from '../../migrations/index.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { Keyring, RootKey } from '../../src/platform/crypto/keys.ts';
import type { Db } from '../../src/platform/db/knex/queries.ts';
import { openDatabase, type Location } from '../../src/platform/db/open.ts';
import { prepareDatabase } from '../../src/platform/db/prepare.ts';
import { createLog } from '../../src/platform/log.ts';
import { scratchFolder } from '../support/world/folders.ts';
import { newPostgresDatabase } from '../support/world/postgres.ts';
import { databaseKinds } from '../support/world/world.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

const keyring = new Keyring([new RootKey(Buffer.alloc(32, 7))]);
const now = '2030-01-01T00:00:00.000Z';
const times = { createdAt: now, updatedAt: now };

const addProvider = async (db: Db, id: string): Promise<void> => {
  const texts = ['discoveryUrl', 'issuer', 'authorizationEndpoint', 'jwksUri', 'tokenEndpoint', 'userinfoEndpoint'];
  await db('organizations').insert({ id: `org-${id}`, name: id, slug: id, ...times });
  await db('single_sign_on_providers').insert({
    id,
    organizationId: `org-${id}`,
    configurationType: 'custom',
    ...Object.fromEntries(texts.map((name) => [name, ''])),
    issuerKey: id,
    clientId: 'c',
    sealedClientSecret: '',
    isActive: true,
    allowedEmailDomains: '',
    manageGroupMemberships: false,
    jwtSignatureAlgorithm: 'RS256',
    role: 'member',
    ...times,
  });
};

interface Former {
  readonly hasPassword: boolean;
  readonly hasApp: boolean;
  readonly providers: readonly string[];
}

const addUser = async (db: Db, id: string, { hasPassword, hasApp, providers }: Former): Promise<void> => {
  const passwordHash = hasPassword ? 'hash' : null;
  await db('users').insert({ id, username: `${id}@example.com`, passwordHash, superAdmin: false, ...times });
  for (const providerId of providers)
    await db('single_sign_on_links').insert({
      id: `${id}-${providerId}`,
      providerId,
      issuer: providerId,
      subject: id,
      userId: id,
      createdAt: now,
    });
  await db('second_factors').insert({
    userId: id,
    isEnabled: true,
    selectedMethod: hasApp ? 'totp' : 'webauthn',
    sealedTotpSecret: hasApp ? `sealed-${id}` : null,
    isTotpVerified: hasApp,
    lastTotpStep: hasApp ? 7 : null,
    updatedAt: now,
  });
  await db('recovery_codes').insert({ userId: id, codeHash: `code-${id}` });
  await db('second_factor_failures').insert({
    userId: id,
    address: '',
    failures: 3,
    lockedUntil: null,
    expiresAt: now,
  });
};

for (const kind of databaseKinds)
  describe(`second factors of an earlier version [${kind}]`, () => {
    it('stay with the account, and are copied to the providers in whose sessions they were asked for', async () => {
      const location: Location =
        kind === 'sqlite'
          ? { kind, file: `${scratchFolder()}/old.db` }
          : { kind, url: await newPostgresDatabase(), poolSize: 2 };
      const before = migrations.slice(
        0,
        migrations.findIndex(({ name }) => name === '0047-second-factors-of-providers'),
      );
      await prepareDatabase(location, { migrations: before, keyring, clock: systemClock });
      const old = openDatabase(location, createLog('silent'));
      await old.transaction(ofInstance, async ({ db }) => {
        for (const id of ['one', 'two']) await addProvider(db, id);
        await addUser(db, 'alone', { hasPassword: true, hasApp: true, providers: [] });
        await addUser(db, 'both', { hasPassword: true, hasApp: true, providers: ['one'] });
        await addUser(db, 'keys', { hasPassword: true, hasApp: false, providers: ['one'] });
        await addUser(db, 'provided', { hasPassword: false, hasApp: true, providers: ['one', 'two'] });
      });
      await old.close();

      await prepareDatabase(location, { migrations, keyring, clock: systemClock });
      const database = openDatabase(location, createLog('silent'));
      const owners = ['alone ', 'both ', 'both one', 'keys ', 'provided one', 'provided two'];
      const ownerOf = ({ userId, providerId }: any) => `${userId} ${providerId ?? ''}`;
      for (const table of ['second_factors', 'recovery_codes', 'second_factor_failures'])
        expect((await database.read(table)).map(ownerOf), table).to.have.members(owners);
      const [copy] = await database.read('second_factors').where({ userId: 'provided', providerId: 'two' });
      expect(copy).to.deep.include({ sealedTotpSecret: 'sealed-provided', selectedMethod: 'totp', lastTotpStep: 7 });
      // A provider takes its factors with it, and an owner has one row.
      await database.transaction(ofInstance, ({ db }) => db('organizations').where({ id: 'org-one' }).delete());
      expect((await database.read('second_factors')).map(ownerOf)).to.have.members(
        owners.filter((owner) => !owner.endsWith('one')),
      );
      const twice = database.transaction(ofInstance, async ({ db }) => {
        const [row] = await db('second_factors').where({ userId: 'alone' });
        await db('second_factors').insert(row!);
      });
      expect(await twice.catch((error: unknown) => error)).to.be.an('error');
      await database.close();
    });
  });
