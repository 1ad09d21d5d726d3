import { expect } from 'chai';
import { findDataKey, findEncryptionKey } from '../../../src/resources/project/data-keys/encryption.ts';
import {
  decryptPrivateKey,
  encryptPrivateKey,
  type KeyOwner,
} from '../../../src/resources/project/data-keys/private-keys.ts';
import { createStores } from '../../../src/stores.ts';
import { newAuthorities, start, type TestAuthorities, year } from '../../support/fixtures/authorities.ts';
import { dataKeysOf, rotateAll, startRotating, type RotatingWorld } from '../../support/fixtures/key-rotation.ts';
import { readList, revoke } from '../../support/fixtures/revocations.ts';
import { databaseKinds, newStorage } from '../../support/world/world.ts';

const tables: Readonly<Record<KeyOwner['kind'], string>> = {
  authority: 'certificate_authorities',
  certificate: 'certificates',
};

/** So many certificates with keys, and one whose key is elsewhere. */
const storeCertificates = (
  { server: { parts } }: RotatingWorld,
  { project }: TestAuthorities,
  authority: any,
  count: number,
): Promise<void> =>
  parts.database.transaction(async ({ db }) => {
    const key = await findEncryptionKey({ ...parts, stores: createStores(db) }, project.id);
    const of = {
      projectId: project.id,
      authorityId: authority.id,
      authorityCertificateId: authority.configuration.activeCaCertId,
      friendlyName: '',
      commonName: 'x',
      altNames: '',
      keyAlgorithm: 'RSA_2048',
    };
    const lists = { keyUsages: '[]', extendedKeyUsages: '[]', metadata: '[]', revokedAt: null, revocationReason: null };
    const times = { notBefore: start, notAfter: year(2031), createdAt: start, updatedAt: start };
    for (let index = 0; index <= count; index += 1) {
      const id = parts.ids.uuid();
      const sealed =
        index === count
          ? { dataKeyId: null, sealedKey: null }
          : encryptPrivateKey(key, { kind: 'certificate', id }, `the key of ${id}`);
      await db('certificates').insert({
        id,
        ...of,
        ...lists,
        ...times,
        serialNumber: id,
        certificate: 'pem',
        ...sealed,
      });
    }
  });

for (const kind of databaseKinds) {
  describe(`startKeyRotation and private keys [${kind}]`, () => {
    let world: RotatingWorld;
    before(async function () {
      this.timeout(120_000);
      world = await startRotating(await newStorage(kind));
      await world.server.warm;
    });

    const openAll = async (of: KeyOwner['kind']): Promise<Record<string, string>> => {
      const { parts } = world.server;
      const rows = await parts.database
        .read(tables[of])
        .whereNotNull('sealedKey')
        .select<{ id: string; dataKeyId: string; sealedKey: string }[]>('id', 'dataKeyId', 'sealedKey');
      const opened = rows.map(
        async (row) =>
          [row.id, decryptPrivateKey(await findDataKey(parts, row.dataKeyId), { kind: of, id: row.id }, row)] as const,
      );
      return Object.fromEntries(await Promise.all(opened));
    };

    it('are sealed anew, all of them, before the old keys go, and sign as before', async function () {
      this.timeout(60_000);
      const setting = await newAuthorities(world);
      const authority = await setting.created();
      const { certificate } = (await setting.call('getAuthorityCertificate', authority.id)).body;
      await storeCertificates(world, setting, authority, 250);
      const before = [await openAll('authority'), await openAll('certificate')];
      const [old] = await dataKeysOf(world);

      expect(await rotateAll(world)).to.include({ status: 'idle', error: null, projectsDone: 1, versionsDone: 0 });
      const keys = await dataKeysOf(world);
      expect(keys).to.have.length(1);
      expect(keys[0]!.id).not.to.equal(old!.id);
      for (const table of Object.values(tables)) {
        expect(
          await world.server.parts.database
            .read(table)
            .whereNotNull('dataKeyId')
            .distinct('dataKeyId')
            .pluck('dataKeyId'),
        ).to.deep.equal([keys[0]!.id]);
      }
      expect([await openAll('authority'), await openAll('certificate')]).to.deep.equal(before);
      expect(Object.keys(before[1]!)).to.have.length(250);

      const serialNumber = await revoke(world, authority.id);
      expect(
        readList((await setting.call('listRevocationLists', authority.id)).body[0].crl, certificate).serialNumbers,
      ).to.deep.equal([serialNumber]);
    });

    for (const of of ['authority', 'certificate'] as const) {
      it(`stop it where that of ${of === 'authority' ? 'an' : 'a'} ${of} cannot be opened, and keep its key`, async () => {
        const [row] = await world.server.parts.database.read<any>(tables[of]).whereNotNull('sealedKey').limit(1);
        const change = (sealedKey: string) =>
          world.server.parts.database.transaction(({ db }) =>
            db(tables[of]).where({ id: row.id }).update({ sealedKey }),
          );
        await change(`${String(row.sealedKey).slice(0, -8)}AAAAAAAA`);
        const { status, error } = await rotateAll(world);
        expect(status).to.equal('failed');
        expect(error).to.match(
          new RegExp(
            `The key of the certificate ?(authority)? ${row.id} in the project ${row.projectId} cannot be re-encrypted`,
          ),
        );
        expect((await dataKeysOf(world)).map(({ id }) => id)).to.include(row.dataKeyId);
        await change(row.sealedKey);
        expect((await rotateAll(world)).status).to.equal('idle');
        expect(await dataKeysOf(world)).to.have.length(1);
      });
    }
  });
}
