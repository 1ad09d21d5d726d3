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
const times = { createdAt: '2030-01-01T00:00:00.000Z', updatedAt: '2030-01-01T00:00:00.000Z' };

const provider = {
  configurationType: 'discoveryURL',
  discoveryUrl: 'https://idp.example.com',
  issuer: '',
  authorizationEndpoint: '',
  jwksUri: '',
  tokenEndpoint: '',
  userinfoEndpoint: '',
  issuerKey: 'https://idp.example.com',
  clientId: 'sallyport',
  sealedClientSecret: '',
  allowedEmailDomains: '',
  jwtSignatureAlgorithm: 'RS256',
  role: 'member',
  ...times,
};

for (const kind of databaseKinds) {
  it(`an upgrade takes the names at the provider from the names of groups, where a provider decides about them [${kind}]`, async () => {
    const location: Location =
      kind === 'sqlite'
        ? { kind, file: `${scratchFolder()}/old.db` }
        : { kind, url: await newPostgresDatabase(), poolSize: 2 };
    const earlier = migrations.slice(
      0,
      migrations.findIndex(({ name }) => name === '0045-provider-group-names'),
    );
    await prepareDatabase(location, { migrations: earlier, keyring, clock: systemClock });
    const old = openDatabase(location, createLog('silent'));
    const managed = { managed: true, paused: true, unmanaged: false, none: undefined };
    await old.transaction(ofInstance, async ({ db }) => {
      for (const [id, manageGroupMemberships] of Object.entries(managed)) {
        await db('organizations').insert({ id, name: id, slug: id, ...times });
        await db('groups').insert({ id, organizationId: id, name: 'Admins', slug: 'admins', role: 'admin', ...times });
        if (manageGroupMemberships !== undefined)
          await db('single_sign_on_providers').insert({
            id,
            organizationId: id,
            manageGroupMemberships,
            isActive: id !== 'paused',
            ...provider,
          });
      }
    });
    await old.close();

    await prepareDatabase(location, { migrations, keyring, clock: systemClock });
    const database = openDatabase(location, createLog('silent'));
    const groups = await database.read('groups').select<{ id: string; providerGroupName: string | null }[]>();
    expect(Object.fromEntries(groups.map(({ id, providerGroupName }) => [id, providerGroupName]))).to.deep.equal({
      managed: 'Admins',
      paused: 'Admins',
      unmanaged: null,
      none: null,
    });
    await database.close();
  });
}
