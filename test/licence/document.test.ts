import { expect } from 'chai';
import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { LicenceProblem, readLicence, writeLicence, type Refusal } from '../../src/licence/document.ts';
import { validityProblem } from '../../src/licence/status.ts';
import { parseSigningKey, SigningKey, type SignatureAlgorithm } from '../../src/platform/crypto/signatures.ts';
import { licenceOf, onDay, vendorKey } from '../support/fixtures/licences.ts';

const base64url = (value: object | string): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');

const refusal = (text: string, keys = [vendorKey.public]): { refusal: Refusal; message: string } => {
  try {
    readLicence(text, keys);
  } catch (error) {
    expect(error).to.be.instanceOf(LicenceProblem);
    return error as LicenceProblem;
  }
  throw new Error('the licence was taken');
};

const typ = 'sallyport-licence';

/** A validly signed document with the given header and terms. */
const signedBy = (key: SigningKey, terms: object | string, header: object = {}): string => {
  const text = `${base64url({ alg: key.public.algorithm, kid: key.public.id, typ, ...header })}.${base64url(terms)}`;
  return `${text}.${key.sign(text).toString('base64url')}`;
};

const changed = (text: string, at: number): string =>
  `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`;

describe('a licence', () => {
  for (const algorithm of ['EdDSA', 'ES256'] as SignatureAlgorithm[]) {
    describe(`signed with ${algorithm}`, () => {
      const key = SigningKey.generate(algorithm);
      const licence = licenceOf();
      const text = writeLicence(key, licence);
      const [header, terms, signature] = text.split('.') as [string, string, string];

      it('contains the terms that it was issued with, for holders of the public key', () => {
        expect(readLicence(`${text}\n`, [vendorKey.public, key.public])).to.deep.equal(licence);
        expect(JSON.parse(Buffer.from(header, 'base64url').toString())).to.deep.equal({
          alg: algorithm,
          kid: key.public.id,
          typ,
        });
        expect(Buffer.from(signature, 'base64url')).to.have.length(64);
      });

      it('is refused if any character of its terms or signature is changed', () => {
        for (let at = 0; at < terms.length; at += 1)
          expect(refusal(`${header}.${changed(terms, at)}.${signature}`, [key.public]).refusal, `terms ${at}`).to.equal(
            'tampered',
          );
        for (let at = 0; at < signature.length; at += 1)
          expect(
            refusal(`${header}.${terms}.${changed(signature, at)}`, [key.public]).refusal,
            `signature ${at}`,
          ).to.equal('tampered');
      });

      it('is refused with a truncated, extended, padded or invalid signature', () => {
        for (const other of [
          signature.slice(0, -4),
          `${signature}AAAA`,
          `${signature}==`,
          'AAAA',
          base64url('\0'.repeat(64)),
          signature.replace(/.$/, '!'),
        ]) {
          expect(refusal(`${header}.${terms}.${other}`, [key.public]), other).to.have.property('refusal', 'tampered');
        }
      });

      it('is refused if its key is not trusted', () => {
        const { refusal: kind, message } = refusal(text);
        expect(kind).to.equal('unknown-key');
        expect(message).to.equal(
          `The licence is signed with the key ${key.public.id}, which LICENCE_PUBLIC_KEY does not contain.`,
        );
        expect(refusal(text, []).refusal).to.equal('unknown-key');
      });

      it('is refused if another key signed it under the name of ours', () => {
        const impostor = SigningKey.generate(algorithm);
        expect(refusal(signedBy(impostor, licence, { kid: key.public.id }), [key.public]).refusal).to.equal('tampered');
      });

      it('cannot choose another algorithm than that of the key', () => {
        const other = algorithm === 'EdDSA' ? 'ES256' : 'EdDSA';
        expect(refusal(signedBy(key, licence, { alg: other }), [key.public])).to.include({
          refusal: 'malformed',
          message: `The licence is malformed: it names the algorithm ${other}, but its key ${key.public.id} is for ${algorithm}.`,
        });
        const outsider = SigningKey.generate(other);
        expect(refusal(signedBy(outsider, licence, { kid: key.public.id }), [key.public]).refusal).to.equal(
          'malformed',
        );
      });

      it('cannot be unsigned, or signed with a shared secret or RSA', () => {
        const signatures: [string, (text: string) => string][] = [
          ['none', () => 'AAAA'],
          ['HS256', (signed) => createHmac('sha256', key.public.toPem()).update(signed).digest('base64url')],
          [
            'RS256',
            (signed) =>
              sign(
                'sha256',
                Buffer.from(signed),
                generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
              ).toString('base64url'),
          ],
          ['eddsa', (signed) => key.sign(signed).toString('base64url')],
        ];
        for (const [alg, signatureOf] of signatures) {
          const signed = `${base64url({ alg, kid: key.public.id, typ })}.${terms}`;
          expect(refusal(`${signed}.${signatureOf(signed)}`, [key.public]), alg).to.include({
            refusal: 'malformed',
            message: 'The licence is malformed: it is not signed with EdDSA (Ed25519) or ES256.',
          });
        }
        expect(
          refusal(`${base64url({ alg: 'none', kid: key.public.id, typ })}.${terms}.`, [key.public]).refusal,
        ).to.equal('malformed');
      });
    });
  }

  it('is refused if it is another kind of document', () => {
    const [header, terms, signature] = writeLicence(vendorKey, licenceOf()).split('.') as [string, string, string];
    const others = [
      '',
      'licence',
      `${header}.${terms}`,
      `${header}.${terms}.${signature}.x`,
      `x${header}.${terms}.${signature}`,
      `${base64url('[]')}.${terms}.${signature}`,
      `${base64url('null')}.${terms}.${signature}`,
    ];
    for (const text of others) expect(refusal(text), text).to.have.property('refusal', 'malformed');
    for (const extra of [
      { typ: 'JWT' },
      { typ: undefined },
      { crit: ['exp'] },
      { b64: false },
      { jwk: {} },
      { kid: undefined },
      { kid: 7 },
      { kid: `${vendorKey.public.id}\u001b[2J` },
    ]) {
      expect(refusal(signedBy(vendorKey, licenceOf(), extra)), JSON.stringify(extra)).to.have.property(
        'refusal',
        'malformed',
      );
    }
  });

  it('is refused if its terms are invalid, even if they are signed', () => {
    const wrong: object[] = [
      { id: 'one' },
      { id: undefined },
      { licensee: '' },
      { licensee: ' Acme' },
      { licensee: 'x'.repeat(201) },
      { licensee: 'Acme\u001b[2J' },
      { licensee: 7 },
      { organization: '' },
      { organization: 'acme' },
      { organization: ['*'] },
      { features: [] },
      { features: 'eventSubscriptions' },
      { features: [7] },
      { features: Array.from({ length: 101 }, () => 'eventSubscriptions') },
      { issuedAt: 0 },
      { issuedAt: '2030-01-01' },
      { expiresAt: undefined },
      { expiresAt: '2030-02-30T00:00:00.000Z' },
      { expiresAt: '9999999999' },
      { issuedAt: onDay(1), expiresAt: onDay(1) },
    ];
    for (const terms of wrong)
      expect(refusal(signedBy(vendorKey, { ...licenceOf(), ...terms })), JSON.stringify(terms)).to.have.property(
        'refusal',
        'malformed',
      );
    for (const terms of ['[]', 'null', '{', '7'])
      expect(refusal(signedBy(vendorKey, terms)), terms).to.have.property('refusal', 'malformed');
    for (const terms of [
      { licensee: 'x'.repeat(200) },
      { features: ['eventSubscriptions', 'somethingOfLater'] },
      { unheardOf: 1 },
    ]) {
      expect(readLicence(signedBy(vendorKey, { ...licenceOf(), ...terms }), [vendorKey.public])).to.have.property(
        'organization',
        '*',
      );
    }
  });

  it('is valid from the exact time of its issue to the exact time of its end', () => {
    const licence = licenceOf({ issuedAt: onDay(1), expiresAt: onDay(2) });
    const at = (time: Date, shift = 0) => validityProblem(licence, new Date(time.getTime() + shift));
    expect(at(onDay(1), -1)).to.include({
      refusal: 'not-yet-valid',
      message: 'The licence of Acme Rockets is not valid before 2030-01-02T00:00:00.000Z.',
    });
    expect(at(onDay(1))).to.equal(undefined);
    expect(at(onDay(2), -1)).to.equal(undefined);
    expect(at(onDay(2))).to.include({
      refusal: 'expired',
      message: 'The licence of Acme Rockets expired at 2030-01-03T00:00:00.000Z.',
    });
  });

  it('can only be issued with a private key of the two supported types', () => {
    const pem = (key: ReturnType<typeof generateKeyPairSync>['privateKey']) =>
      key.export({ type: 'pkcs8', format: 'pem' }) as string;
    expect(parseSigningKey(vendorKey.toPem())?.public.id).to.equal(vendorKey.public.id);
    const others = [
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
      generateKeyPairSync('ec', { namedCurve: 'secp256k1' }),
      generateKeyPairSync('x25519'),
      generateKeyPairSync('ed448'),
    ];
    for (const { privateKey } of others) expect(parseSigningKey(pem(privateKey))).to.equal(undefined);
    expect(parseSigningKey(vendorKey.public.toPem())).to.equal(undefined);
    expect(parseSigningKey('no key')).to.equal(undefined);
  });
});
