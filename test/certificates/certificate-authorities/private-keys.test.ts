import { expect } from 'chai';
import { createPrivateKey } from 'node:crypto';
import { decryptAuthorityKey } from '../../../src/resources/certificates/certificate-authorities/issuer.ts';
import { intermediate, newAuthorities, year } from '../../support/fixtures/authorities.ts';
import { everyRow } from '../../support/expect/canaries.ts';
import { databaseKinds, newStorage, ownWorld } from '../../support/world/world.ts';

/**
 * The texts that would disclose a private key: the lines of its PEM except the last one, and its private number in other
 * encodings.
 */
const disclosuresOf = (pem: string): string[] => {
  const secret = Buffer.from(createPrivateKey(pem).export({ format: 'jwk' }).d!, 'base64url');
  return [
    pem.split('\n')[1]!,
    secret.toString('hex'),
    secret.toString('base64'),
    secret.toString('base64url'),
    secret.toString('latin1'),
  ];
};

for (const kind of databaseKinds) {
  it(`the private keys of authorities do not appear in responses, rows, log lines or the audit log [${kind}]`, async () => {
    const storage = await newStorage(kind);
    const world = await ownWorld(storage);
    const { created, call } = await newAuthorities(world);
    const top = await created();
    const below = await created({ ...intermediate, parentCaId: top.id }, { name: 'below' });
    const { csr } = (await call('getAuthorityCsr', below.id)).body;
    const answers = [
      top,
      below,
      csr,
      (await call('signIntermediate', top.id, { csr, notAfter: year(2035) })).body,
      (await call('generateAuthorityCertificate', below.id, { notAfter: year(2035) })).body,
      (await call('generateAuthorityCertificate', below.id, { notAfter: year(2045) })).body,
      (await call('renewAuthorityCertificate', top.id, { type: 'existing', notAfter: year(2041) })).body,
      (await call('importAuthorityCertificate', below.id, { certificate: 'x', certificateChain: 'x' })).body,
      (await call('updateCertificateAuthority', top.id, { status: 'disabled' })).body,
      (await call('listRevocationLists', top.id)).body,
      (await call('listAuthorityCertificates', top.id)).body,
      (await call('signIntermediate', top.id, { csr, notAfter: year(2035) })).body,
    ];
    const { parts } = world.server;
    const keys = await Promise.all(
      [top, below].map(async ({ id }) => decryptAuthorityKey(parts, (await parts.stores.authorities.findById(id))!)),
    );
    const everything = `${JSON.stringify(answers)}\n${world.logged()}\n${await everyRow(storage)}`;
    expect(everything).not.to.include('PRIVATE KEY');
    for (const disclosure of keys.flatMap(disclosuresOf))
      expect(everything.includes(disclosure), 'a disclosure').to.equal(false);
  });
}
