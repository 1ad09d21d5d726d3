import { expect } from 'chai';
import type { RevocationReason } from '../../../src/platform/crypto/pki/orders.ts';
import { createStores } from '../../../src/stores.ts';
import { intermediate, newAuthorities, year } from '../../support/fixtures/authorities.ts';
import { testAccess } from '../access-checks.ts';
import { verify } from '../../support/clients/openssl.ts';
import { readList, revoke } from '../../support/fixtures/revocations.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { newStorage, onEachDatabase, ownWorld, type World } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const day = 86_400;

const newSetting = async (world: World) => {
  const made = await newAuthorities(world);
  const { id } = await made.created();
  const { certificate } = (await made.call('getAuthorityCertificate', id)).body;
  return {
    ...made,
    id,
    certificate,
    read: async () => readList((await made.call('listRevocationLists', id)).body[0].crl, certificate),
  };
};

onEitherDatabase('listRevocationLists', (world) => {
  const setting = () => newSetting(world());

  it('returns the list of the authority, signed, numbered and valid for a week', async () => {
    const { id, call, read } = await setting();
    const { status, body } = await call('listRevocationLists', id);
    expect(status).to.equal(200);
    const kept = await world().server.parts.stores.revocationLists.findByAuthority(id);
    const { siteUrl } = world().server.parts.config;
    expect(body).to.deep.equal([
      {
        id: kept!.id,
        crl: body[0].crl,
        number: 1,
        lastUpdate: '2030-01-01T00:00:00.000Z',
        nextUpdate: '2030-01-08T00:00:00.000Z',
        size: Buffer.from(kept!.list!, 'base64').length,
        url: `${siteUrl}/api/v1/cert-manager/crl/${kept!.id}/der`,
        ocspUrl: `${siteUrl}/api/v1/cert-manager/ocsp/${id}`,
      },
    ]);
    expect(body[0].crl).to.match(/^-----BEGIN X509 CRL-----\n([\w+/=]{1,64}\n)+-----END X509 CRL-----\n$/);
    const { number, serialNumbers, text } = await read();
    expect({ number, serialNumbers }).to.deep.equal({ number: 1, serialNumbers: [] });
    expect(text)
      .to.include('Last Update: Jan  1 00:00:00 2030 GMT')
      .and.include('Next Update: Jan  8 00:00:00 2030 GMT');
  });

  it('is empty before there is a certificate', async () => {
    const { created, call } = await newAuthorities(world());
    const { status, body } = await call('listRevocationLists', (await created(intermediate)).id);
    expect({ status, body }).to.deep.equal({ status: 200, body: [] });
  });

  it('shows each revocation immediately with its reason, and is not signed again otherwise', async () => {
    const { id, read } = await setting();
    const reasons: RevocationReason[] = ['unspecified', 'keyCompromise', 'certificateHold'];
    const words = [undefined, 'Key Compromise', 'Certificate Hold'];
    for (const [index, reason] of reasons.entries()) {
      const serialNumber = await revoke(world(), id, { reason });
      const { number, serialNumbers, text } = await read();
      expect(number).to.equal(index + 1);
      expect(serialNumbers)
        .to.have.length(index + 1)
        .and.include(serialNumber);
      const entry = text
        .toLowerCase()
        .split('serial number: ')
        .find((part) => part.startsWith(serialNumber))!;
      expect(/reason code:\s+(.+)/.exec(entry)?.[1]).to.equal(words[index]?.toLowerCase());
      expect((await read()).number).to.equal(index + 1);
    }
  });

  it('is renewed a day before its expiry, and drops certificates that expired more than a week ago', async () => {
    const { id, read } = await setting();
    const [short, long] = [
      await revoke(world(), id, { notAfter: '2030-01-01T12:00:00.000Z' }),
      await revoke(world(), id, { notAfter: year(2031) }),
    ];
    expect((await read()).serialNumbers).to.have.members([short, long]);
    await world().clock.later(6 * day - 1, async () => expect((await read()).number).to.equal(1));
    await world().clock.later(6 * day, async () => {
      const { number, serialNumbers, text } = await read();
      expect(number).to.equal(2);
      expect(serialNumbers).to.have.members([short, long]);
      expect(text).to.include('Next Update: Jan 14 00:00:00 2030 GMT');
    });
    // It is valid as long as the session of the first test.
    await world().clock.later(9 * day, async () => {
      await revoke(world(), id, { notAfter: year(2031) });
      expect((await read()).serialNumbers)
        .to.have.length(2)
        .and.not.include(short);
    });
  });

  it('lets a verifier detect a revoked intermediate', async () => {
    const { id, certificate: root, created, call } = await setting();
    const below = await created({ ...intermediate, parentCaId: id, notAfter: year(2035) }, { name: 'below' });
    const { certificate } = (await call('getAuthorityCertificate', below.id)).body;
    await revoke(world(), id, {
      serialNumber: below.configuration.serialNumber,
      reason: 'cACompromise',
      notAfter: year(2035),
    });
    const lists = [(await call('listRevocationLists', id)).body[0].crl];
    expect(verify({ certificate, above: '', root, lists })).to.include('certificate revoked');
  });

  it('does not block other requests with ten thousand revocations', async () => {
    const { id, admin, call, certificate } = await setting();
    const { parts } = world().server;
    const rows = Array.from({ length: 10_000 }, (_, index) => ({
      authorityId: id,
      serialNumber: `40${index.toString(16).padStart(30, '0')}`,
      revokedAt: '2030-01-01T00:00:00.000Z',
      reason: 'superseded',
      notAfter: year(2031),
    }));
    await parts.database.transaction(ofInstance, async ({ db }) => {
      for (let i = 0; i < rows.length; i += 500) await db('certificate_revocations').insert(rows.slice(i, i + 500));
      await db('certificate_authorities').where({ id }).update({ revocations: rows.length });
    });
    const progress = { isDone: false };
    const list = call('listRevocationLists', id).finally(() => (progress.isDone = true));
    let answered = 0;
    while (!progress.isDone) {
      await world().call('getCertificateAuthority', { as: admin, params: { caId: id } });
      answered += 1;
    }
    expect(answered, 'other requests meanwhile').to.be.above(3);
    expect(readList((await list).body[0].crl, certificate).serialNumbers).to.have.length(10_000);
  });

  testAccess(world, { operation: 'listRevocationLists', action: 'read' });
});

onEachDatabase('listRevocationLists, concurrently', (world) => {
  const setting = () => newSetting(world());

  it('has increasing numbers and growing contents under concurrent revocations and reads', async () => {
    const { id, certificate, call } = await setting();
    const asked = await Promise.all(
      Array.from({ length: 12 }, async () => {
        const serialNumber = await revoke(world(), id);
        const { crl } = (await call('listRevocationLists', id)).body[0];
        return { serialNumber, list: readList(crl, certificate) };
      }),
    );
    for (const { serialNumber, list } of asked)
      expect(list.serialNumbers, 'its own revocation').to.include(serialNumber);
    const byNumber = asked.map(({ list }) => list).sort((one, other) => one.number - other.number);
    for (const [index, list] of byNumber.slice(1).entries())
      expect(list.serialNumbers).to.include.members(byNumber[index]!.serialNumbers);
    const kept = (await world().server.parts.stores.revocationLists.findByAuthority(id))!;
    expect(kept.number).to.equal(byNumber.at(-1)!.number);
    expect(kept.revocations).to.equal(12);
    expect(kept.lastNumber, 'one list for many revocations').to.be.at.most(12);
  });

  it('does not replace a newer list by an older one', async () => {
    const { id, read } = await setting();
    await read();
    const { parts } = world().server;
    await parts.database.transaction(ofInstance, ({ db }) =>
      createStores(db).revocationLists.storeList(id, {
        number: 1,
        revocations: 0,
        nextUpdate: year(2031),
        list: 'older',
      }),
    );
    expect((await parts.stores.revocationLists.findByAuthority(id))!.list).not.to.equal('older');
    expect((await read()).number).to.equal(1);
  });
});

describe('listRevocationLists [postgres]', () => {
  it('has increasing numbers on several nodes', async () => {
    const storage = await newStorage('postgres');
    const nodes = [await ownWorld(storage), await ownWorld(storage)];
    const { admin, created, call } = await newAuthorities(nodes[0]!);
    const { id } = await created();
    const { certificate } = (await call('getAuthorityCertificate', id)).body;
    const lists = await Promise.all(
      Array.from({ length: 10 }, async (_, index) => {
        const node = nodes[index % 2]!;
        const serialNumber = await revoke(node, id);
        const { body } = await node.call('listRevocationLists', { as: admin, params: { caId: id } });
        const list = readList(body[0].crl, certificate);
        expect(list.serialNumbers).to.include(serialNumber);
        return { ...list, pem: body[0].crl as string };
      }),
    );
    const pems = new Map<number, string>();
    for (const { number, pem } of lists)
      expect(pems.get(number) ?? pem, 'one list under one number').to.equal(pems.set(number, pem).get(number));
    const sorted = [...lists].sort((one, other) => one.number - other.number);
    for (const [index, list] of sorted.slice(1).entries())
      expect(list.serialNumbers).to.include.members(sorted[index]!.serialNumbers);
  });
});
