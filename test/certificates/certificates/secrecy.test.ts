import { expect } from 'chai';
import { createPrivateKey } from 'node:crypto';
import { auditLogSettled } from '../../support/expect/audit.ts';
import { everyFile, everyRow, formsOf } from '../../support/expect/canaries.ts';
import { certificateSetting, successful } from '../../support/fixtures/certificates.ts';
import { rotateAll, startRotating } from '../../support/fixtures/key-rotation.ts';
import { databaseKinds, newStorage, startWorld, type Environment, type World } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

/** The encodings in which a private key could be disclosed. */
const formsOfKey = (pem: string): string[] => {
  const key = createPrivateKey(pem);
  const { d } = key.export({ format: 'jwk' });
  const number = Buffer.from(d!, 'base64url');
  const lines = pem
    .split('\n')
    .slice(1, -2)
    .filter((line) => line.length === 64);
  return [
    ...lines.slice(1),
    ...lines.flatMap(formsOf),
    d!,
    number.toString('hex'),
    number.toString('base64'),
    number.toString('latin1'),
  ];
};

for (const kind of databaseKinds) {
  describe(`private keys of certificates [${kind}]`, () => {
    let storage: Environment;
    let world: World;
    before(async () => {
      storage = await newStorage(kind);
      world = await startWorld(storage);
    });
    after(() => world.server.stop());

    it('are never stored or returned unencrypted: not in a row, a file, the log, the audit log or an error', async () => {
      const { issued, admin, newMember, authority } = await certificateSetting(world);
      const outsider = await newMember('viewer');
      const keys: string[] = [authority.issuer.privateKey];
      const answers: string[] = [];
      for (const keyAlgorithm of ['EC_prime256v1', 'RSA_2048']) {
        const { privateKey, certificateId: id } = await issued({ keyAlgorithm });
        keys.push(privateKey);
        for (const name of ['getCertificateBundle', 'getCertificatePrivateKey'] as const) {
          expect(successful(await world.call(name, { as: admin, params: { id } })).body.privateKey).to.equal(
            privateKey,
          );
          answers.push((await world.call(name, { as: outsider, params: { id } })).text);
        }
        for (const name of ['getCertificate', 'getCertificateBody', 'revokeCertificate', 'revokeCertificate'] as const)
          answers.push((await world.call(name, { as: admin, params: { id } })).text);
        await world.server.parts.database.transaction(ofInstance, ({ db }) =>
          db('certificates').where({ id }).update({ sealedKey: 's1.x.y' }),
        );
        const broken = await world.call('getCertificatePrivateKey', { as: admin, params: { id } });
        expect(broken.status).to.equal(500);
        answers.push(broken.text, (await world.call('deleteCertificate', { as: admin, params: { id } })).text);
      }
      keys.push((await issued()).privateKey);
      await auditLogSettled(world);

      const places: Record<string, string> = {
        rows: await everyRow(storage),
        log: world.logged(),
        answers: answers.join('\n'),
        ...(kind === 'sqlite' && everyFile(storage)),
      };
      for (const [place, text] of Object.entries(places)) {
        expect(text.includes('PRIVATE KEY'), place).to.equal(false);
        for (const key of keys)
          for (const form of formsOfKey(key)) expect(text.includes(form), `a key in ${place}`).to.equal(false);
      }
    });

    it('are unchanged after key rotation', async () => {
      const rotating = await startRotating(await newStorage(kind));
      const { issued, admin } = await certificateSetting(rotating);
      const before = [await issued(), await issued()];
      expect(await rotateAll(rotating)).to.include({ status: 'idle', error: null });
      for (const { certificateId: id, privateKey } of [...before, await issued()]) {
        expect(
          successful(await rotating.call('getCertificatePrivateKey', { as: admin, params: { id } })).body,
        ).to.deep.equal({ privateKey });
      }
    });
  });
}
