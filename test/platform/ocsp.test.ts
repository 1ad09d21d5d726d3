import { expect } from 'chai';
import { readOcspRequest } from '../../src/platform/crypto/pki/ocsp-request.ts';
import { encodeDer, readDer, tags } from '../../src/platform/crypto/pki/der.ts';

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex');
const [keyHash, serialNumber] = ['22'.repeat(20), '4a0102'];
const certId = encodeDer(
  tags.sequence,
  encodeDer(tags.sequence, encodeDer(tags.oid, bytes('2b0e03021a')), encodeDer(tags.null)),
  encodeDer(tags.octetString, bytes('11'.repeat(20))),
  encodeDer(tags.octetString, bytes(keyHash)),
  encodeDer(tags.integer, bytes(serialNumber)),
);
const nonce = (length: number, ...critical: Uint8Array[]): Uint8Array =>
  encodeDer(
    tags.sequence,
    encodeDer(tags.oid, bytes('2b0601050507300102')),
    ...critical,
    encodeDer(tags.octetString, encodeDer(tags.octetString, Buffer.alloc(length, 7))),
  );
const request = (...more: Uint8Array[]): Uint8Array =>
  encodeDer(
    tags.sequence,
    encodeDer(tags.sequence, encodeDer(tags.sequence, encodeDer(tags.sequence, certId)), ...more),
  );
const withExtensions = (...extensions: Uint8Array[]): Uint8Array =>
  request(encodeDer(0xa2, encodeDer(tags.sequence, ...extensions)));

describe('OCSP requests', () => {
  it('are about certificates of an issuer, with or without a nonce', () => {
    const question = { certId, hashAlgorithm: '2b0e03021a', issuerKeyHash: keyHash, serialNumber };
    const expected = { ...question, certId: Buffer.from(certId) };
    expect(readOcspRequest(Buffer.from(request()))).to.deep.equal({ questions: [expected], nonce: undefined });
    expect(readOcspRequest(withExtensions(nonce(32)))?.nonce).to.deep.equal(nonce(32));
  });

  it('are malformed with a nonce of a wrong length, or a critical extension that is not known', () => {
    const isCritical = encodeDer(tags.boolean, bytes('ff'));
    const other = encodeDer(tags.sequence, encodeDer(tags.oid, bytes('2a03')), isCritical, encodeDer(tags.octetString));
    for (const extensions of [[nonce(0)], [nonce(129)], [nonce(16), nonce(16)], [other]])
      expect(readOcspRequest(withExtensions(...extensions))).to.equal(undefined);
    expect(readOcspRequest(withExtensions(nonce(16, isCritical)))).to.have.property('nonce');
  });

  it('never fail otherwise, whichever byte is changed, removed or repeated', () => {
    const good = withExtensions(nonce(16));
    const results = [...good.keys()].flatMap((at) => [
      ...[0x00, 0x01, 0x30, 0x7f, 0x80, 0x81, 0x82, 0x84, 0xa0, 0xff].map((byte) => good.with(at, byte)),
      good.slice(0, at),
      Buffer.concat([good.subarray(0, at + 1), good.subarray(at)]),
    ]);
    expect(results.map(readOcspRequest).filter((read) => read === undefined).length).to.be.greaterThan(500);
  });

  it('have lengths of up to two bytes', () => {
    for (const length of [0, 127, 128, 255, 256, 65_535])
      expect(readDer(encodeDer(tags.octetString, Buffer.alloc(length)))[0]!.content).to.have.length(length);
    expect(() => encodeDer(tags.octetString, Buffer.alloc(65_536))).to.throw('64 kB');
  });
});
