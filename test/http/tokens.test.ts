import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { RootKey } from '../../src/platform/crypto/keys.ts';
import { secretBytes } from '../../src/platform/crypto/random-secrets.ts';
import { expectError } from '../support/expect/expect.ts';
import { onEachDatabase } from '../support/world/world.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

onEachDatabase('access tokens', (world) => {
  const check = (token: string) => world().call('listOrganizations', { as: { token } });

  it('are valid only if this server signed them with its one algorithm', async () => {
    const user = await world().newUser(await world().newOrganization(), 'admin');
    const { header, payload } = jwt.decode(user.token, { complete: true }) as {
      header: jwt.JwtHeader;
      payload: jwt.JwtPayload;
    };
    const key = world().server.parts.keyring.current.derive('token-signing');
    const sign = (claims: object, signer: jwt.Secret, options: jwt.SignOptions) =>
      jwt.sign(claims, signer, { keyid: header.kid!, ...options });

    expect((await check(sign(payload, key, { algorithm: 'HS256' }))).status, 'the same again').to.equal(200);
    const [head, body, signature] = user.token.split('.') as [string, string, string];
    const altered = Buffer.from(JSON.stringify({ ...payload, userId: 'somebody-else' })).toString('base64url');
    for (const [name, token] of Object.entries({
      'another algorithm of the family': sign(payload, key, { algorithm: 'HS512' }),
      'no signature': jwt.sign(payload, null as unknown as jwt.Secret, { algorithm: 'none', keyid: header.kid! }),
      'another key under our name': sign(payload, new RootKey(secretBytes(32)).derive('token-signing'), {
        algorithm: 'HS256',
      }),
      'a key that we do not know': jwt.sign(payload, key, { algorithm: 'HS256', keyid: 'unknown' }),
      'no key id': jwt.sign(payload, key, { algorithm: 'HS256' }),
      'altered claims': [head, altered, signature].join('.'),
      'a cut signature': [head, body, signature.slice(0, -4)].join('.'),
      'another kind of token': sign({ ...payload, authTokenType: 'refreshToken' }, key, { algorithm: 'HS256' }),
      'no kind of token': sign({ sub: user.id }, key, { algorithm: 'HS256' }),
      'a prototype for a kind': sign({ ...payload, authTokenType: 'constructor' }, key, { algorithm: 'HS256' }),
      'a session that does not exist': sign({ ...payload, tokenVersionId: 'none' }, key, { algorithm: 'HS256' }),
      'a session that is not text': sign({ ...payload, tokenVersionId: { $ne: '' } }, key, { algorithm: 'HS256' }),
    })) {
      expectError(await check(token), 401, 'TokenError');
      expect(name).to.be.a('string');
    }
  });

  it('of an identity are invalid after their expiry or revocation', async () => {
    const identity = await world().newIdentity(await world().newOrganization(), 'admin');
    expect((await check(identity.token)).status).to.equal(200);
    await world().clock.later(7_776_000, async () => expectError(await check(identity.token), 401, 'TokenError'));
    await world().server.parts.database.transaction(ofInstance, async ({ db }) =>
      db('identity_access_tokens').where({ id: identity.tokenId }).update({ isRevoked: true }),
    );
    expectError(await check(identity.token), 401, 'TokenError');
  });

  it('of a deactivated member are recognized and refused', async () => {
    const identity = await world().newIdentity(await world().newOrganization(), 'admin');
    await world().server.parts.database.transaction(ofInstance, async ({ db }) =>
      db('organization_memberships').where({ identityId: identity.id }).update({ isActive: false }),
    );
    expectError(await check(identity.token), 403, 'ForbiddenError');
  });

  it('of a user give no access to another organization by their claims alone', async () => {
    const user = await world().newUser(await world().newOrganization(), 'admin');
    const foreign = await world().newOrganization();
    const claims = jwt.decode(user.token) as jwt.JwtPayload;
    const { keyring } = world().server.parts;
    const token = jwt.sign({ ...claims, organizationId: foreign.id }, keyring.current.derive('token-signing'), {
      algorithm: 'HS256',
      keyid: keyring.current.id,
    });
    expectError(
      await world().call('getOrganization', { as: { token }, params: { organizationId: foreign.id } }),
      403,
      'ForbiddenError',
    );
  });
});
