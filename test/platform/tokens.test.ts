import { expect } from 'chai';
import { Keyring, RootKey } from '../../src/platform/crypto/keys.ts';
import { secretBytes } from '../../src/platform/crypto/random-secrets.ts';
import { signToken, verifyToken } from '../../src/platform/crypto/tokens.ts';
import { ServiceError } from '../../src/platform/errors.ts';

describe('cached signatures of tokens', () => {
  const newKeyring = (): Keyring => new Keyring([new RootKey(secretBytes(32))]);
  const [issuedAt, expiresAt] = [new Date('2030-01-01T00:00:00Z'), new Date('2030-01-01T01:00:00Z')];
  const newToken = (keyring: Keyring): string => signToken(keyring, { name: 'a' }, { issuedAt, expiresAt });
  const [justBefore, then] = [new Date(expiresAt.getTime() - 1), expiresAt];

  it('are reused, and the expiry of a token is checked all the same', () => {
    const keyring = newKeyring();
    const token = newToken(keyring);
    const claims = verifyToken(keyring, token, issuedAt);
    expect(claims).to.include({ name: 'a' });
    expect(verifyToken(keyring, token, justBefore), 'the same object').to.equal(claims);
    expect(() => verifyToken(keyring, token, then)).to.throw(ServiceError, /has expired/);
    expect(verifyToken(keyring, token, issuedAt), 'a clock that was set back').to.equal(claims);
  });

  it('are stored only for valid tokens, each for its own keyring', () => {
    const keyring = newKeyring();
    const token = newToken(keyring);
    verifyToken(keyring, token, issuedAt);
    for (let twice = 0; twice < 2; twice += 1) {
      expect(() => verifyToken(newKeyring(), token, issuedAt)).to.throw(ServiceError, /not an access token/);
      expect(() => verifyToken(keyring, `${token.slice(0, -4)}AAAA`, issuedAt)).to.throw(
        ServiceError,
        /not an access token/,
      );
      expect(() => verifyToken(keyring, `${token}A`, issuedAt)).to.throw(ServiceError, /not an access token/);
    }
  });
});
