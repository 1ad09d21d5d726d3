import { expect } from 'chai';
import crypto from 'node:crypto';
import { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { Keyring, RootKey } from '../../src/platform/crypto/keys.ts';
import { Passwords } from '../../src/platform/crypto/passwords.ts';
import { secretText } from '../../src/platform/crypto/random-secrets.ts';
import { loadRootKeyFile } from '../../src/platform/crypto/root-key-file.ts';
import { createDataKey, seal } from '../../src/platform/crypto/sealing.ts';
import { randomIds } from '../../src/platform/ids.ts';
import { newClientSecret } from '../../src/resources/identity/client-secrets/new.ts';
import { newCode, newSignupToken } from '../../src/resources/organization/invitations/codes.ts';
import { TestClock } from '../support/world/clock.ts';
import { scratchFolder } from '../support/world/folders.ts';

const { randomBytes } = crypto;

/** `randomBytes` is replaced and returns only sevens; values from any other source differ. */
const sevens = (length: number): Buffer => Buffer.alloc(length, 7);

const useRandomBytes = (draw: unknown): void => {
  crypto.randomBytes = draw as typeof randomBytes;
  syncBuiltinESMExports();
};

describe('keys and credentials come straight from randomBytes', () => {
  const keyring = new Keyring([new RootKey(randomBytes(32))]);
  const deps = { keyring, clock: new TestClock(), ids: randomIds };
  // A pool would be filled before.
  before(() => {
    randomIds.requestId();
    useRandomBytes(sevens);
  });
  after(() => useRandomBytes(randomBytes));

  const claimsOf = (token: string): Record<string, unknown> =>
    JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>;

  it('the root key', () => {
    const file = join(scratchFolder(), 'root.key');
    loadRootKeyFile(file, join(scratchFolder(), 'none.db'));
    expect(readFileSync(file, 'utf8').trim()).to.equal(sevens(32).toString('base64'));
  });

  it('data keys', () => {
    expect(createDataKey(keyring).dataKey.key.export().equals(sevens(32))).to.equal(true);
  });

  it('salts of passwords, and passwords', async () => {
    expect(await new Passwords({ cost: { ln: 4, r: 8, p: 1 } }).hash('correct horse')).to.include(
      sevens(16).toString('base64').replaceAll('=', ''),
    );
    expect(secretText(24)).to.equal('7'.repeat(24));
  });

  it('client secrets', () => {
    expect(newClientSecret(deps, 'method', { description: '', numUsesLimit: 0, ttl: 0 }).secret).to.equal(
      sevens(32).toString('hex'),
    );
  });

  it('codes of invitations, and the tokens they are exchanged for', () => {
    expect(newCode(deps).code).to.equal(sevens(32).toString('hex'));
    expect(claimsOf(newSignupToken(deps, { userId: 'user', membershipId: 'membership' }).token)).to.include({
      signupTokenId: sevens(32).toString('hex'),
    });
  });

  it('unlike ids and nonces, which come from the pool', () => {
    const { dataKey } = createDataKey(keyring);
    const nonceOf = (sealed: string): string =>
      Buffer.from(sealed.split('.')[2]!, 'base64url').subarray(0, 12).toString('hex');
    for (const next of [() => randomIds.requestId(), () => nonceOf(seal(dataKey, 'value', 'row'))])
      expect(new Set(Array.from({ length: 1000 }, next)).size).to.equal(1000);
  });
});

describe('a generated password', () => {
  it('contains every character of its alphabet with equal frequency', () => {
    const counts = new Map<string, number>();
    const drawn = secretText(62_000);
    for (const character of drawn) counts.set(character, (counts.get(character) ?? 0) + 1);
    expect(drawn).to.match(/^[0-9a-zA-Z]{62000}$/);
    expect(counts.size).to.equal(62);
    for (const [character, count] of counts) expect(count, character).to.be.within(810, 1190);
  });
});
