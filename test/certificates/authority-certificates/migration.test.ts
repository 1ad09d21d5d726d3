import { expect } from 'chai';
import { migrations } from '../../../migrations/index.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { certifyAuthority } from '../../../src/platform/crypto/pki/certificates.ts';
import { newPrivateKey, publicKeyOf } from '../../../src/platform/crypto/pki/key-pairs.ts';
import { newSerialNumber } from '../../../src/platform/crypto/pki/serial-number.ts';
import { Keyring, RootKey } from '../../../src/platform/crypto/keys.ts';
import { openDatabase, type Location } from '../../../src/platform/db/open.ts';
import { prepareDatabase } from '../../../src/platform/db/prepare.ts';
import { createLog } from '../../../src/platform/log.ts';
import { start, year } from '../../support/fixtures/authorities.ts';
import { scratchFolder } from '../../support/world/folders.ts';
import { newPostgresDatabase } from '../../support/world/postgres.ts';
import { databaseKinds } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const keyring = new Keyring([new RootKey(Buffer.alloc(32, 7))]);
const times = { createdAt: start, updatedAt: start };
const keyAlgorithm = 'EC_prime256v1';
const subject = {
  commonName: 'Any',
  organization: '',
  organizationalUnit: '',
  country: '',
  province: '',
  locality: '',
};

/** Certificates of authorities with these path lengths, in PEM. */
const newCertificates = async (...pathLengths: (number | undefined)[]): Promise<string[]> => {
  const privateKey = await newPrivateKey(keyAlgorithm);
  return Promise.all(
    pathLengths.map((maxPathLength) =>
      certifyAuthority({
        subject,
        serialNumber: newSerialNumber(),
        notBefore: new Date(start),
        notAfter: new Date(year(2040)),
        publicKey: publicKeyOf(privateKey),
        maxPathLength,
        issuer: { privateKey, keyAlgorithm },
        pointers: { crlUrls: ['http://crl.example.com/1'], ocspUrls: [], issuerUrls: [] },
      }),
    ),
  );
};

const newAuthority = (id: string, projectId = 'p') => ({
  id,
  projectId,
  name: id,
  kind: 'intermediate',
  status: 'active',
  friendlyName: '',
  ...subject,
  keyAlgorithm,
  crlDistributionPointUrls: '[]',
  revocations: 0,
  dataKeyId: 'key',
  sealedKey: 'sealed',
  ...times,
});

const newProject = (id: string) => ({
  id,
  organizationId: 'o',
  name: id,
  slug: id,
  type: 'cert-manager',
  pitVersionLimit: 10,
  accessRevision: 0,
  secretDetectionIgnoreValues: '[]',
  autoCapitalization: false,
  hasDeleteProtection: false,
  secretSharing: true,
  showSnapshotsLegacy: false,
  enforceEncryptedSecretManagerSecretMetadata: false,
  ...times,
});

for (const kind of databaseKinds) {
  it(`certificates of authorities get their parent and their path length with an upgrade [${kind}]`, async () => {
    const location: Location =
      kind === 'sqlite'
        ? { kind, file: `${scratchFolder()}/old.db` }
        : { kind, url: await newPostgresDatabase(), poolSize: 2 };
    const index = migrations.findIndex(({ name }) => name === '0055-authority-certificate-parents');
    await prepareDatabase(location, { migrations: migrations.slice(0, index), keyring, clock: systemClock });
    const old = openDatabase(location, createLog('silent'));
    const [root, other, first, second, external] = (await newCertificates(undefined, 200, 0, undefined, 1)) as [
      string,
      string,
      string,
      string,
      string,
    ];
    const stored = [
      { id: 'root', authorityId: 'root', certificate: root, chain: '' },
      { id: 'other', authorityId: 'other', certificate: other, chain: '' },
      { id: 'first', authorityId: 'below', certificate: first, chain: root },
      { id: 'second', authorityId: 'below', version: 2, certificate: second, chain: other },
      { id: 'imported', authorityId: 'imported', certificate: second, chain: external + root },
      { id: 'apart', authorityId: 'apart', certificate: second, chain: root },
    ];
    await old.transaction(ofInstance, async ({ db }) => {
      await db('organizations').insert({ id: 'o', name: 'Old', slug: 'old', ...times });
      for (const id of ['p', 'q']) await db('projects').insert(newProject(id));
      for (const id of ['root', 'other', 'below', 'imported'])
        await db('certificate_authorities').insert(newAuthority(id));
      await db('certificate_authorities').insert(newAuthority('apart', 'q'));
      for (const row of stored)
        await db('authority_certificates').insert({
          version: 1,
          serialNumber: row.id,
          notBefore: start,
          notAfter: year(2040),
          createdAt: start,
          ...row,
        });
      await db('certificates').insert({
        id: 'issued',
        projectId: 'p',
        authorityId: 'below',
        authorityCertificateId: 'first',
        serialNumber: 'issued',
        friendlyName: '',
        commonName: 'web',
        altNames: '',
        keyAlgorithm,
        keyUsages: '[]',
        extendedKeyUsages: '[]',
        metadata: '[]',
        notBefore: start,
        notAfter: year(2040),
        certificate: first,
        ...times,
      });
    });
    await old.close();

    await prepareDatabase(location, { migrations, keyring, clock: systemClock });
    const database = openDatabase(location, createLog('silent'));
    const rows = await database.read('authority_certificates').orderBy('id').select('id', 'parentId', 'maxPathLength');
    expect(rows).to.deep.equal([
      { id: 'apart', parentId: null, maxPathLength: null },
      { id: 'first', parentId: 'root', maxPathLength: 0 },
      { id: 'imported', parentId: null, maxPathLength: 0 },
      { id: 'other', parentId: null, maxPathLength: 200 },
      { id: 'root', parentId: null, maxPathLength: null },
      { id: 'second', parentId: 'other', maxPathLength: 199 },
    ]);
    expect(await database.read('certificates').pluck('id'), 'issued certificates').to.deep.equal(['issued']);
    await database.transaction(ofInstance, ({ db }) => db('certificate_authorities').where({ id: 'root' }).delete());
    expect(await database.read('authority_certificates').where({ id: 'first' }).pluck('parentId')).to.deep.equal([
      null,
    ]);
    await database.close();
  });
}
