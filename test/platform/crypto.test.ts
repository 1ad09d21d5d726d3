import { expect } from 'chai';
import { createSecretKey } from 'node:crypto';
import { hmac, keyedHash, keyedHashes, matchesKeyedHash, sameSecret } from '../../src/platform/crypto/keyed-hash.ts';
import { hkdf, Keyring, parseRootKey, RootKey, type KeyPurpose } from '../../src/platform/crypto/keys.ts';
import { deriveKey, Passwords } from '../../src/platform/crypto/passwords.ts';
import { secretBytes } from '../../src/platform/crypto/random-secrets.ts';
import {
  createDataKey,
  encryptWithNonce,
  open,
  decryptHashingKey,
  seal,
  SealError,
  sealedWith,
  encryptHashingKey,
  unwrapDataKey,
} from '../../src/platform/crypto/sealing.ts';

const hex = (text: string): Buffer => Buffer.from(text, 'hex');
const newKeyring = (): Keyring => new Keyring([new RootKey(secretBytes(32))]);

describe('published test vectors', () => {
  it('HKDF-SHA-256 (RFC 5869, A.1 and A.3)', () => {
    const secret = hex('0b'.repeat(22));
    const first = hkdf(secret, hex('000102030405060708090a0b0c'), hex('f0f1f2f3f4f5f6f7f8f9'), 42);
    expect(first.toString('hex')).to.equal(
      '3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865',
    );
    const third = hkdf(secret, Buffer.alloc(0), '', 42);
    expect(third.toString('hex')).to.equal(
      '8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8',
    );
  });

  it('HMAC-SHA-256 (RFC 4231, case 2)', () => {
    const tag = hmac(createSecretKey(Buffer.from('Jefe')), 'what do ya want for nothing?');
    expect(tag.toString('hex')).to.equal('5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843');
  });

  it('AES-256-GCM (GCM specification, case 16)', () => {
    const key = createSecretKey(hex('feffe9928665731c6d6a8f9467308308'.repeat(2)));
    const plaintext = hex(
      'd9313225f88406e5a55909c5aff5269a86a7a9531534f7da2e4c303d8a318a721c3c0c95956809532fcf0e2449a6b525b16aedf5aa0de657ba637b39',
    );
    const context = hex('feedfacedeadbeeffeedfacedeadbeefabaddad2');
    const sealed = encryptWithNonce(key, hex('cafebabefacedbaddecaf888'), plaintext, context);
    expect(sealed.toString('hex')).to.equal(
      'cafebabefacedbaddecaf888' +
        '522dc1f099567d07f47f37a32a84427d643a8cdcbfe5c0c97598a2bd2555d1aa8cb08e48590dbb3da7b08b1056828838c5f61e6393ba7a0abcc9f662' +
        '76fc6ece0f4e1768cddf8853bb2d551b',
    );
  });

  it('scrypt (RFC 7914, section 12)', async () => {
    const key = await deriveKey('password', Buffer.from('NaCl'), { ln: 10, r: 8, p: 16 }, 64);
    expect(key.toString('hex')).to.equal(
      'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640',
    );
  });
});

describe('root keys', () => {
  it('are 32 bytes in hexadecimal or base64, and nothing else', () => {
    const secret = secretBytes(32);
    const ids = [secret.toString('hex'), secret.toString('base64'), secret.toString('base64url')].map(
      (text) => parseRootKey(text)?.id,
    );
    expect(new Set(ids).size).to.equal(1);
    for (const text of [
      '',
      'short',
      secretBytes(31).toString('hex'),
      secretBytes(33).toString('base64'),
      secretBytes(16).toString('base64'),
      `${secret.toString('hex')}x`,
    ]) {
      expect(parseRootKey(text), text).to.equal(undefined);
    }
  });

  it('derive a separate key for each purpose', () => {
    const root = new RootKey(secretBytes(32));
    const purposes: KeyPurpose[] = ['token-signing', 'keyed-hash', 'key-wrapping', 'setup-token'];
    const keys = purposes.map((purpose) => root.derive(purpose).export().toString('hex'));
    expect(new Set([...keys, root.id]).size).to.equal(5);
    expect(root.derive('keyed-hash')).to.equal(root.derive('keyed-hash'));
  });
});

describe('encryption', () => {
  it('decrypts with the same key and context only', () => {
    const { dataKey } = createDataKey(newKeyring());
    const sealed = seal(dataKey, 'the value', 'secret:1');
    expect(sealed).not.to.contain('the value');
    expect(sealed).not.to.equal(seal(dataKey, 'the value', 'secret:1'));
    expect(open(dataKey, sealed, 'secret:1').toString()).to.equal('the value');
    expect(() => open(dataKey, sealed, 'secret:2')).to.throw(SealError);
    expect(() => open(createDataKey(newKeyring()).dataKey, sealed, 'secret:1')).to.throw(SealError, 'another key');
    expect(() => open(dataKey, `${sealed}.`, 'secret:1')).to.throw(SealError, 'not a sealed value');
    expect(() => open({ ...createDataKey(newKeyring()).dataKey, id: dataKey.id }, sealed, 'secret:1')).to.throw(
      SealError,
    );
  });

  it('accepts any text, including the empty one', () => {
    const { dataKey } = createDataKey(newKeyring());
    for (const text of ['', 'ünïcödé 🔐', '\0', 'x'.repeat(1_000_000)])
      expect(open(dataKey, seal(dataKey, text, 'c'), 'c').toString()).to.equal(text);
  });

  it('detects a change of any part', () => {
    const { dataKey } = createDataKey(newKeyring());
    const sealed = seal(dataKey, 'the value', 'c');
    const [format, id, body] = sealed.split('.') as [string, string, string];
    const data = Buffer.from(body, 'base64url');
    for (let at = 0; at < data.length; at += 1) {
      const altered = Buffer.from(data);
      altered[at]! ^= 1;
      expect(() => open(dataKey, [format, id, altered.toString('base64url')].join('.'), 'c')).to.throw(SealError);
    }
    for (const text of ['', 'plain', `${format}.${id}`, `s2.${id}.${body}`, `${sealed}.more`, `${format}.${id}.AAAA`]) {
      expect(() => open(dataKey, text, 'c'), text).to.throw(SealError);
    }
  });

  it('wraps data keys with the current root key, and unwraps those of earlier ones', () => {
    const old = new RootKey(secretBytes(32));
    const { dataKey, wrapped } = createDataKey(new Keyring([old]));
    const rotated = new Keyring([new RootKey(secretBytes(32)), old]);
    expect(sealedWith(wrapped)).to.equal(old.id);
    expect(unwrapDataKey(rotated, dataKey.id, wrapped).key.equals(dataKey.key)).to.equal(true);
    expect(sealedWith(createDataKey(rotated).wrapped)).to.equal(rotated.current.id);
    expect(() => unwrapDataKey(rotated, 'another id', wrapped)).to.throw(SealError);
    expect(() => unwrapDataKey(newKeyring(), dataKey.id, wrapped)).to.throw(SealError, 'not configured');
  });
});

describe('keyed hashes', () => {
  it('match even when only the hashing key of their root key is left, encrypted with another', () => {
    const old = new RootKey(secretBytes(32));
    const stored = keyedHash(new Keyring([old]), 'client-secret', 'the secret');
    const both = new Keyring([new RootKey(secretBytes(32)), old]);
    const sealed = encryptHashingKey(both, old.id, both.hashingKey(old.id)!);
    const later = new Keyring([both.current]);
    expect(matchesKeyedHash(later, 'client-secret', 'the secret', stored)).to.equal(false);
    later.addHashingKey(old.id, decryptHashingKey(later, old.id, sealed));
    expect(matchesKeyedHash(later, 'client-secret', 'the secret', stored)).to.equal(true);
    expect(keyedHashes(later, 'client-secret', 'the secret'))
      .to.include(stored)
      .and.to.have.length(2);
    expect(later.find(old.id), 'it neither signs nor unwraps').to.equal(undefined);
    expect(() => decryptHashingKey(later, 'another id', sealed)).to.throw(SealError);
    expect(() => decryptHashingKey(newKeyring(), old.id, sealed)).to.throw(SealError, 'not configured');
  });

  it('match the same secret with the same purpose, also after a rotation', () => {
    const old = new RootKey(secretBytes(32));
    const stored = keyedHash(new Keyring([old]), 'client-secret', 'the secret');
    const rotated = new Keyring([new RootKey(secretBytes(32)), old]);
    expect(stored).not.to.contain('the secret');
    expect(matchesKeyedHash(rotated, 'client-secret', 'the secret', stored)).to.equal(true);
    expect(matchesKeyedHash(rotated, 'client-secret', 'another', stored)).to.equal(false);
    expect(matchesKeyedHash(rotated, 'other purpose', 'the secret', stored)).to.equal(false);
    expect(matchesKeyedHash(newKeyring(), 'client-secret', 'the secret', stored)).to.equal(false);
    expect(matchesKeyedHash(rotated, 'client-secret', 'the secret', 'nonsense')).to.equal(false);
  });

  it('compare secrets of any length', () => {
    expect(sameSecret('same', 'same')).to.equal(true);
    for (const [one, other] of [
      ['same', 'sane'],
      ['same', 'sam'],
      ['', 'x'],
      ['é', 'e'],
    ] as const)
      expect(sameSecret(one, other)).to.equal(false);
  });
});

describe('passwords', () => {
  const passwords = new Passwords();

  it('match their hash, each with its own salt', async () => {
    const [one, other] = await Promise.all([passwords.hash('correct horse'), passwords.hash('correct horse')]);
    expect(one)
      .to.match(/^scrypt\$ln=15,r=8,p=3\$/)
      .and.not.equal(other);
    expect(await passwords.matches('correct horse', one)).to.equal(true);
    expect(await passwords.matches('Correct horse', one)).to.equal(false);
    expect(await passwords.matches('correct horse', undefined)).to.equal(false);
    expect(await passwords.matches('correct horse', null)).to.equal(false);
  });

  it('are equal however their accents are composed', async () => {
    expect(await passwords.matches('caf\u00e9', await passwords.hash('cafe\u0301'))).to.equal(true);
  });

  it('are hashed a few at a time, and refused beyond a short queue', async () => {
    const small = new Passwords({ atOnce: 1, mayWait: 2 });
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => small.hash('x')));
    expect(results.map(({ status }) => status)).to.deep.equal([
      'fulfilled',
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
    ]);
    expect((results[4] as PromiseRejectedResult).reason).to.include({ status: 503 });
    expect(await small.hash('capacity again')).to.be.a('string');
  });

  it('of one network wait in turn with those of others', async () => {
    const fast = new Passwords({ atOnce: 1, cost: { ln: 4, r: 8, p: 1 } });
    const done: string[] = [];
    const check = async (network: string): Promise<void> => {
      await fast.from(network).matches('wrong', undefined);
      done.push(network);
    };
    const busy = Array.from({ length: 80 }, (_, index) => check(`203.0.113.${index % 4}`));
    await check('198.51.100.1');
    expect(done.length).to.equal(6);
    await Promise.all(busy);
  });
});
