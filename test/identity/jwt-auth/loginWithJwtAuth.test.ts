import { expect } from 'chai';
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
import { SignJWT } from 'jose';
import type { Response } from 'supertest';
import { TestProvider } from '../../support/clients/oidc-provider.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { expectRefusedLogin } from '../../support/expect/logins.ts';
import {
  claimsNow,
  keySetFields,
  logInWithJwt,
  newMachine,
  type Machine,
} from '../../support/fixtures/login-methods.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

const pemOf = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }) as string;

onEitherDatabase('loginWithJwtAuth', (world) => {
  let provider: TestProvider;
  before(async () => {
    provider = await TestProvider.start();
  });
  after(() => provider.stop());

  const refused = (response: Response, { identity }: Machine, reason: string) =>
    expectRefusedLogin(world(), response, { identity, method: 'jwt-auth' }, reason);
  const sign = (claims: object = {}, options: object = {}) =>
    provider.sign(claimsNow(world(), { iss: provider.issuer, ...claims }), options);

  it('accepts a token of the key set, and returns a token that remembers its method', async () => {
    const fields = { ...keySetFields(provider), accessTokenTTL: 60, boundClaims: { 'team.name': 'rockets' } };
    const machine = await newMachine(world(), 'attachJwtAuth', fields);
    const response = await logInWithJwt(world(), machine, ` ${await sign({ team: { name: 'rockets' } })}\n`);
    expect(response.status, JSON.stringify(response.body)).to.equal(200);
    const { accessToken, ...rest } = response.body;
    expect(rest).to.deep.equal({ expiresIn: 60, accessTokenMaxTTL: 2592000, tokenType: 'Bearer' });
    const claims = jsonwebtoken.decode(accessToken as string) as jsonwebtoken.JwtPayload;
    expect(claims).to.include({ authMethod: 'jwt-auth', identityId: machine.identity.id });
    expect(claims).not.to.have.property('identityAuth');
    expect((await world().call('listOrganizations', { as: { token: accessToken } })).status).to.equal(200);
    expect((await world().call('renewAccessToken', { body: { accessToken } })).status).to.equal(200);
    const [entry] = await entriesOf(world(), response);
    expect(entry!.eventMetadata).to.deep.include({
      identityId: machine.identity.id,
      identityAccessTokenId: claims.jti,
      claimsReceived: { iss: provider.issuer, sub: 'repo:acme/rockets', 'team.name': 'rockets' },
    });
    const { body } = await world().call('getIdentity', { as: machine.admin, params: machine.params });
    expect(body.identity.lastLoginAuthMethod).to.equal('jwt-auth');
  });

  it('refuses tokens of another issuer, subject, audience or claim, expired ones, and those without an expiry', async () => {
    const fields = { ...keySetFields(provider), boundAudiences: 'sallyport', boundClaims: { team: 'rockets' } };
    const machine = await newMachine(world(), 'attachJwtAuth', fields);
    const good = { aud: ['other', 'sallyport'], team: 'rockets' };
    const now = world().clock.now().getTime() / 1000;
    const cases: [object, string][] = [
      [{ iss: 'https://elsewhere.example.com' }, 'issuer_mismatch'],
      [{ sub: 'repo:others/rockets' }, 'subject_mismatch'],
      [{ aud: 'other' }, 'audience_mismatch'],
      [{ team: 'boats' }, 'claim_mismatch'],
      [{ team: undefined }, 'claim_missing'],
      [{ exp: now - 10 }, 'token_expired'],
      [{ exp: undefined }, 'expiry_missing'],
      [{ nbf: now + 60 }, 'token_not_yet_valid'],
    ];
    for (const [claims, reason] of cases)
      await refused(await logInWithJwt(world(), machine, await sign({ ...good, ...claims })), machine, reason);
    await refused(await logInWithJwt(world(), machine, 'a.b.c'), machine, 'token_malformed');
    expect((await logInWithJwt(world(), machine, await sign(good))).status).to.equal(200);
  });

  it('accepts a token of any issuer if none is bound', async () => {
    const machine = await newMachine(world(), 'attachJwtAuth', { ...keySetFields(provider), boundIssuer: '' });
    expect((await logInWithJwt(world(), machine, await sign({ iss: 'urn:any' }))).status).to.equal(200);
    expect((await logInWithJwt(world(), machine, await sign({ iss: undefined }))).status).to.equal(200);
  });

  it('accepts tokens that any of the static keys signed, whatever key they name, and no others', async () => {
    const pairs = [
      generateKeyPairSync('rsa', { modulusLength: 2048 }),
      generateKeyPairSync('ec', { namedCurve: 'P-256' }),
      generateKeyPairSync('ed25519'),
    ];
    const publicKeys = pairs.map(({ publicKey }) => pemOf(publicKey));
    const machine = await newMachine(world(), 'attachJwtAuth', {
      configurationType: 'static',
      publicKeys,
      boundClaims: {},
    });
    const signWith = (key: KeyObject, alg: string, claims = {}) =>
      new SignJWT(claimsNow(world(), claims)).setProtectedHeader({ alg, kid: 'any' }).sign(key);
    for (const [index, alg] of ['PS256', 'ES256', 'EdDSA'].entries()) {
      const jwt = await signWith(pairs[index]!.privateKey, alg);
      expect((await logInWithJwt(world(), machine, jwt)).status, alg).to.equal(200);
    }
    const outsider = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    await refused(
      await logInWithJwt(world(), machine, await signWith(outsider.privateKey, 'ES256')),
      machine,
      'invalid_signature',
    );
    const expired = { exp: world().clock.now().getTime() / 1000 - 60 };
    await refused(
      await logInWithJwt(world(), machine, await signWith(pairs[1]!.privateKey, 'ES256', expired)),
      machine,
      'token_expired',
    );
    const forged = jsonwebtoken.sign(claimsNow(world()), publicKeys[0]!, { algorithm: 'HS256' });
    await refused(await logInWithJwt(world(), machine, forged), machine, 'algorithm_not_allowed');
  });

  it('responds with 503 if the key set cannot be fetched, is too long or elsewhere', async () => {
    const away = await TestProvider.start();
    const machine = await newMachine(world(), 'attachJwtAuth', keySetFields(away));
    const jwt = await away.sign(claimsNow(world(), { iss: away.issuer }));
    away.override = (_req, res) => void res.writeHead(500).end();
    await refused(await logInWithJwt(world(), machine, jwt), machine, 'provider_answer_invalid');
    away.override = (req) => req.socket.destroy();
    await world().clock.later(10, async () =>
      refused(await logInWithJwt(world(), machine, jwt), machine, 'provider_unreachable'),
    );
    const elsewhere: TestProvider['override'] = (req, res) => {
      away.override = undefined;
      res.writeHead(302, { Location: req.url }).end();
    };
    const tooLong: TestProvider['override'] = (_req, res) => void res.end(`{"keys":[]}${' '.repeat(65_536)}`);
    for (const [index, listener] of [elsewhere, tooLong].entries()) {
      away.override = listener;
      await world().clock.later(20 + 10 * index, async () =>
        refused(await logInWithJwt(world(), machine, jwt), machine, 'provider_answer_invalid'),
      );
    }
    await away.stop();
  });

  it('gives the same 404 for every identity without JWT auth', async () => {
    const { organization } = await newMachine(world(), 'attachJwtAuth', keySetFields(provider));
    const bare = await world().newIdentity(organization, 'member');
    for (const id of [bare.id, 'no-such-id'])
      expectError(await logInWithJwt(world(), { identity: { ...bare, id } }, 'x'), 404, 'NotFound', /no JWT auth/);
  });
});
