import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import type { JWTPayload } from 'jose';
import jsonwebtoken from 'jsonwebtoken';
import type { Response } from 'supertest';
import { entriesOf, entriesWhere } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  atRealTime,
  expectLoginRefused,
  goodClaims,
  logInAs,
  logInWith,
  newOidcMachine,
  type OidcMachine,
} from '../../support/fixtures/oidc-auth.ts';
import { audience, TestProvider } from '../../support/clients/oidc-provider.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';
import { claimCases } from './loginWithOidcAuth.cases.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

onEitherDatabase('loginWithOidcAuth', (world) => {
  let provider: TestProvider;
  before(async () => {
    provider = await TestProvider.start();
  });
  after(() => provider.stop());

  const now = (): number => world().clock.now().getTime() / 1000;

  const expectRefused = (response: Response, machine: OidcMachine, reason: string) =>
    expectLoginRefused(world(), response, machine, reason);

  it('returns a valid token for a token of the provider, with the claims that clients read', async () => {
    const machine = await newOidcMachine(world(), provider, {
      accessTokenTTL: 60,
      accessTokenMaxTTL: 600,
      accessTokenNumUsesLimit: 5,
      boundSubject: 'builder',
      claimMetadataMapping: { team: 'team' },
    });
    await atRealTime(world(), async () => {
      const response = await logInWith(world(), machine, await provider.issue({ team: 'rockets' }));
      expect(response.status, JSON.stringify(response.body)).to.equal(200);
      const { accessToken, ...rest } = response.body;
      expect(rest).to.deep.equal({ expiresIn: 60, accessTokenMaxTTL: 600, tokenType: 'Bearer' });
      const claims = jsonwebtoken.decode(accessToken as string) as jsonwebtoken.JwtPayload;
      expect(claims).to.deep.include({
        authTokenType: 'identityAccessToken',
        identityId: machine.identity.id,
        authMethod: 'oidc-auth',
        orgId: machine.organization.id,
        clientSecretId: '',
        numUsesLimit: 5,
        identityAuth: { oidc: { claims: { team: 'rockets' } } },
      });
      expect((await world().call('listOrganizations', { as: { token: accessToken } })).status).to.equal(200);
      const [entry] = await entriesOf(world(), response);
      expect(entry).to.deep.include({
        eventType: 'login-identity-oidc-auth',
        eventMetadata: {
          identityId: machine.identity.id,
          identityOidcAuthId: machine.authId,
          identityAccessTokenId: claims.jti,
          oidcClaimsReceived: { iss: provider.issuer, sub: 'builder', aud: audience, team: 'rockets' },
        },
        actorId: machine.identity.id,
        actorMetadata: { identityId: machine.identity.id, name: 'Test identity', authMethod: 'oidc-auth' },
        organizationId: machine.organization.id,
      });
      const { body } = await world().call('getIdentity', { as: machine.admin, params: machine.params });
      expect(body.identity.lastLoginAuthMethod).to.equal('oidc-auth');
      const renewed = await world().call('renewAccessToken', { body: { accessToken } });
      expect(
        (jsonwebtoken.decode(renewed.body.accessToken as string) as jsonwebtoken.JwtPayload).identityAuth,
        'kept',
      ).to.deep.equal(claims.identityAuth);
    });
  });

  it('also accepts a form, and surrounding spaces', async () => {
    const { identity } = await newOidcMachine(world(), provider);
    const jwt = await provider.sign(goodClaims(world(), provider));
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(
      (
        await world().send('POST', '/api/v1/auth/oidc-auth/login', {
          body: new URLSearchParams({ identityId: identity.id, jwt }).toString(),
          headers,
        })
      ).status,
    ).to.equal(200);
    expect((await logInWith(world(), { identity }, ` ${jwt}\n`)).status).to.equal(200);
  });

  it('accepts all public-key signature algorithms, with or without a key id', async () => {
    const machine = await newOidcMachine(world(), provider);
    for (const alg of ['RS256', 'ES256', 'Ed25519']) {
      for (const kid of [undefined, null])
        expect(
          (await logInAs(world(), provider, machine, {}, { alg, ...(kid === null && { kid }) })).status,
          `${alg} ${kid}`,
        ).to.equal(200);
    }
  });

  it('refuses tokens without a valid signature of the provider: none, a shared secret, another key, a changed payload', async () => {
    const machine = await newOidcMachine(world(), provider);
    const claims = base64(goodClaims(world(), provider));
    const [key] = provider.publicKeys;
    for (const alg of ['none', 'None', 'NONE'])
      await expectRefused(
        await logInWith(world(), machine, `${base64({ alg, typ: 'JWT' })}.${claims}.`),
        machine,
        'algorithm_not_allowed',
      );
    for (const secret of [JSON.stringify(key), key!.n!, Buffer.from(key!.n!, 'base64url')]) {
      const signed = `${base64({ alg: 'HS256', kid: key!.kid })}.${claims}`;
      await expectRefused(
        await logInWith(
          world(),
          machine,
          `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`,
        ),
        machine,
        'algorithm_not_allowed',
      );
    }
    const outsider = await TestProvider.start();
    const forged = await outsider.sign(goodClaims(world(), provider), { kid: key!.kid! });
    await expectRefused(await logInWith(world(), machine, forged), machine, 'invalid_signature');
    await expectRefused(
      await logInWith(world(), machine, await outsider.sign(goodClaims(world(), provider))),
      machine,
      'unknown_key',
    );
    await expectRefused(
      await logInWith(world(), machine, await outsider.sign(goodClaims(world(), provider), { kid: null })),
      machine,
      'unknown_key',
    );
    await outsider.stop();
    const [header, , signature] = (await provider.sign(goodClaims(world(), provider))).split('.');
    await expectRefused(
      await logInWith(
        world(),
        machine,
        `${header}.${base64(goodClaims(world(), provider, { sub: 'admin' }))}.${signature}`,
      ),
      machine,
      'invalid_signature',
    );
  });

  it('refuses invalid and oversized tokens', async () => {
    const machine = await newOidcMachine(world(), provider);
    for (const jwt of [
      'x',
      'a.b.c',
      '..',
      `${base64({ alg: 'RS256' })}.${base64([])}.x`,
      `${base64({ alg: 'RS256' })}..`,
    ])
      await expectRefused(await logInWith(world(), machine, jwt), machine, 'token_malformed');
    const asked = provider.requestedPaths.length;
    await expectRefused(
      await logInAs(world(), provider, machine, { filler: 'x'.repeat(13_000) }),
      machine,
      'token_too_large',
    );
    expect(provider.requestedPaths.length, 'no request to the provider').to.equal(asked);
    expect((await logInAs(world(), provider, machine, { filler: 'x'.repeat(11_000) })).status).to.equal(200);
  });

  it('checks issuer and time with the clock of the server and a tolerance of ten seconds', async () => {
    const machine = await newOidcMachine(world(), provider);
    const cases: [JWTPayload, string | undefined][] = [
      [{ iss: 'https://other.example.com' }, 'issuer_mismatch'],
      [{ iss: `${provider.issuer}/` }, 'issuer_mismatch'],
      [{ iss: undefined as never }, 'issuer_mismatch'],
      [{ exp: now() - 10 }, 'token_expired'],
      [{ exp: now() - 9 }, undefined],
      [{ exp: undefined as never }, 'expiry_missing'],
      [{ nbf: now() + 11 }, 'token_not_yet_valid'],
      [{ nbf: now() + 10 }, undefined],
      [{ exp: 'tomorrow' as never }, 'expiry_missing'],
    ];
    for (const [claims, reason] of cases) {
      const response = await logInAs(world(), provider, machine, claims);
      if (reason) await expectRefused(response, machine, reason);
      else expect(response.status, JSON.stringify(claims)).to.equal(200);
    }
    await expectRefused(
      await logInWith(world(), machine, await atRealTime(world(), () => provider.issue())),
      machine,
      'token_expired',
    );
  });

  it('refuses a provider whose issuer is not the bound one', async () => {
    const machine = await newOidcMachine(world(), provider, { boundIssuer: 'urn:other' });
    await expectRefused(
      await logInAs(world(), provider, machine, { iss: 'urn:other' }),
      machine,
      'provider_issuer_mismatch',
    );
  });

  for (const [name, cases] of Object.entries(claimCases)) {
    it(`checks ${name}`, async () => {
      for (const [settings, claims, reason] of cases) {
        const machine = await newOidcMachine(world(), provider, settings);
        const response = await logInAs(world(), provider, machine, claims);
        if (reason) await expectRefused(response, machine, reason);
        else expect(response.status, JSON.stringify([settings, response.body])).to.equal(200);
      }
    });
  }

  it('stores claims as text, under their configured names', async () => {
    const machine = await newOidcMachine(world(), provider, {
      claimMetadataMapping: { number: 'n', flag: 'f', 'a.b': 'deep.c' },
    });
    const { body } = await logInAs(world(), provider, machine, { n: 5, f: true, deep: { c: 'd' } });
    expect(
      (jsonwebtoken.decode(body.accessToken as string) as jsonwebtoken.JwtPayload).identityAuth.oidc.claims,
    ).to.deep.equal({ 'a.b': 'd', flag: 'true', number: '5' });
  });

  it('gives the same response for all identities without OIDC auth', async () => {
    const { organization } = await newOidcMachine(world(), provider);
    const bare = await world().newIdentity(organization, 'member');
    const jwt = await provider.sign(goodClaims(world(), provider));
    const answers = await Promise.all(
      [bare.id, 'no-such-id', '00000000-0000-4000-8000-000000000000'].map((id) =>
        logInWith(world(), { identity: { ...bare, id } }, jwt),
      ),
    );
    for (const answer of answers) expectError(answer, 404, 'NotFound');
    expect(new Set(answers.map(({ body }) => body.message)).size).to.equal(1);
  });

  it('limits the request', async () => {
    const { identity } = await newOidcMachine(world(), provider);
    expectIssues(await world().call('loginWithOidcAuth'), 'body identityId required', 'body jwt required');
    expectIssues(await logInWith(world(), { identity }, ''), 'body jwt too_small');
    expectIssues(await logInWith(world(), { identity }, 'x'.repeat(65_537)), 'body jwt too_big');
    expectError(await logInWith(world(), { identity }, 'x'.repeat(65_536)), 401, 'UnauthorizedError');
    expectIssues(
      await logInWith(world(), { identity }, 'x', { organizationSlug: 'x'.repeat(65) }),
      'body organizationSlug too_big',
    );
  });

  it('accepts only the organization of the identity, and only an active membership', async () => {
    const machine = await newOidcMachine(world(), provider);
    const foreign = await world().newOrganization();
    const jwt = await provider.sign(goodClaims(world(), provider));
    expectError(await logInWith(world(), machine, jwt, { organizationSlug: foreign.slug }), 404, 'NotFound');
    expectError(await logInWith(world(), machine, 'x', { organizationSlug: foreign.slug }), 401, 'UnauthorizedError');
    expect((await logInWith(world(), machine, jwt, { organizationSlug: machine.organization.slug })).status).to.equal(
      200,
    );
    await world().server.parts.database.transaction(ofInstance, async ({ db }) =>
      db('organization_memberships').where({ identityId: machine.identity.id }).update({ isActive: false }),
    );
    expectError(await logInWith(world(), machine, jwt), 403, 'ForbiddenError');
    const reasons = (
      await entriesWhere(world(), { actorId: machine.identity.id, eventType: 'login-identity-oidc-auth-failed' })
    ).map(({ eventMetadata }) => eventMetadata.reasonCode);
    expect(reasons).to.have.members(['sub_org_unauthorized', 'token_malformed', 'membership_not_active']);
  });

  it('returns tokens that are limited to trusted addresses, uses and lifetime', async () => {
    const machine = await newOidcMachine(world(), provider, {
      accessTokenTrustedIps: [{ ipAddress: '10.0.0.0/8' }],
      accessTokenTTL: 60,
      accessTokenNumUsesLimit: 2,
    });
    const { accessToken: token } = (await logInAs(world(), provider, machine)).body;
    const use = () => world().call('listOrganizations', { as: { token } });
    expectError(await use(), 403, 'ForbiddenError', /address/);
    await world().call('updateOidcAuth', {
      as: machine.admin,
      params: machine.params,
      body: { accessTokenTrustedIps: [{ ipAddress: '127.0.0.1' }] },
    });
    await world().clock.later(59, async () => expect((await use()).status).to.equal(200));
    await world().clock.later(60, async () => expectError(await use(), 401, 'TokenError'));
    expect((await use()).status).to.equal(200);
    expectError(await use(), 401, 'TokenError', /limit/);
  });
});
