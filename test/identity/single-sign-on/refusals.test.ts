import { expect } from 'chai';
import { SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import type { Response } from 'supertest';
import { signOnClient, type TestProvider } from '../../support/clients/oidc-provider.ts';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { atRealTime } from '../../support/fixtures/oidc-auth.ts';
import {
  answerTo,
  begin,
  cookiesIn,
  finish,
  idTokenClaims,
  newPerson,
  newSignOnOrganization,
  ownPage,
  signInAtProvider,
  signOn,
  startSignOnProvider,
  type Begun,
  type SignOnOrganization,
} from '../../support/fixtures/single-sign-on.ts';
import { onDatabase } from '../../support/world/world.ts';

onDatabase('sqlite', 'single sign-on', (world) => {
  let provider: TestProvider;
  let other: TestProvider;
  let at: SignOnOrganization;
  before(async () => {
    provider = await startSignOnProvider(world());
    other = await startSignOnProvider(world());
    at = await newSignOnOrganization(world(), provider);
  });
  after(() => Promise.all([provider.stop(), other.stop()]));
  afterEach(() => {
    provider.idToken = undefined;
    provider.override = undefined;
  });

  /** Asserts that no session was opened, and that the reason is in the audit log of the organization only. */
  const expectRefused = async (response: Response, error: string, reason?: string): Promise<void> => {
    expect(response.status).to.equal(302);
    expect(response.headers.location).to.equal(`/login?error=${error}`);
    expect(cookiesIn(response)).not.to.have.any.keys('jid', 'sso_session');
    const entries = await entriesWhere(world(), { requestId: response.headers['x-request-id']! });
    const reasons = entries.map(({ eventType, eventMetadata }) => [eventType, eventMetadata.reasonCode]);
    // Repetitions within a minute are counted by the first entry.
    if (reason === undefined || reasons.length === 0) return;
    expect(reasons).to.deep.equal([['single-sign-on-failed', reason]]);
  };

  const seconds = (): number => Math.floor(world().clock.now().getTime() / 1000);

  const claimsFor = (begun: Begun): JWTPayload => ({ ...idTokenClaims(world(), provider, begun), ...newPerson() });

  /** Finishes a sign-in for which the provider gives this ID token. */
  const finishWith = async (idToken: (begun: Begun) => Promise<string> | string): Promise<Response> => {
    const begun = await begin(world(), at.organization);
    provider.idToken = await idToken(begun);
    return finish(world(), begun, answerTo(provider, begun));
  };

  const signed = (more: Record<string, unknown>) =>
    finishWith((begun) => provider.sign({ ...claimsFor(begun), ...more }));

  it('accepts the token that the cases below spoil, with a clock that is off by half a minute', async () => {
    const response = await signed({ exp: seconds() - 30, azp: signOnClient.clientId });
    expect(response.headers.location).to.equal('/login/select-organization');
  });

  const spoiled: readonly [string, Record<string, unknown>, string, string?][] = [
    ['nonce of another sign-in', { nonce: 'another' }, 'nonce_mismatch'],
    ['audience that is another client', { aud: 'another' }, 'audience_mismatch'],
    ['authorized party that is another client', { azp: 'another' }, 'authorized_party_mismatch'],
    ['second audience and no authorized party', { aud: ['sallyport', 'another'] }, 'authorized_party_mismatch'],
    ['issuer that is another provider', { iss: 'https://idp.example.com' }, 'issuer_mismatch'],
    ['expiry more than a minute ago', { exp: 1_800_000_000 }, 'token_expired'],
    ['missing subject', { sub: undefined }, 'subject_missing'],
    ['address that is not verified', { email_verified: false }, 'email_not_verified', 'sso_email_not_verified'],
    ['address that may be verified', { email_verified: undefined }, 'email_not_verified', 'sso_email_not_verified'],
    ['address of a foreign domain', { email: 'ada@example.org' }, 'domain_not_allowed', 'sso_not_allowed'],
    [
      'address of a domain that only ends alike',
      { email: 'ada@notexample.com' },
      'domain_not_allowed',
      'sso_not_allowed',
    ],
    ['address that hides its domain', { email: 'ada@example.org,@example.com' }, 'email_missing'],
  ];
  for (const [what, claims, reason, error = 'sso_failed'] of spoiled)
    it(`refuses an ID token with an ${what}`, async () => expectRefused(await signed(claims), error, reason));

  it('refuses an ID token without a signature, with a shared secret, or with another algorithm than configured', async () => {
    const shared = new TextEncoder().encode(signOnClient.clientSecret);
    const cases: ((begun: Begun) => Promise<string> | string)[] = [
      (begun) => new UnsecuredJWT(claimsFor(begun)).encode(),
      (begun) => new SignJWT(claimsFor(begun)).setProtectedHeader({ alg: 'HS256' }).sign(shared),
      (begun) => provider.sign(claimsFor(begun), { alg: 'ES256' }),
    ];
    for (const token of cases) await expectRefused(await finishWith(token), 'sso_failed', 'algorithm_not_allowed');
  });

  it('refuses an ID token that another provider signed, and accepts a key that the provider has only just published', () =>
    atRealTime(world(), async () => {
      await expectRefused(await finishWith((begun) => other.sign(claimsFor(begun))), 'sso_failed', 'unknown_key');
      provider.idToken = undefined;
      await provider.rotate();
      // Tokens with unknown keys make the server ask for keys only now and then.
      await world().clock.later(31, async () => {
        const response = await signOn(world(), provider, at, newPerson());
        expect(response.headers.location).to.equal('/login/select-organization');
      });
    }));

  it('refuses the answer to a sign-in that another browser began, that has none, or that is finished', () =>
    atRealTime(world(), async () => {
      provider.person = newPerson();
      const [mine, attackers] = [await begin(world(), at.organization), await begin(world(), at.organization)];
      const answer = await signInAtProvider(attackers);
      // A link to the attacker's answer, opened in a browser that signs in as well, and in one that does not.
      await expectRefused(await finish(world(), mine, answer), 'sso_expired');
      await expectRefused(await world().call('finishSingleSignOn', { query: answer }), 'sso_expired');
      await expectRefused(await finish(world(), { cookie: 's1.forged.cookie' }, answer), 'sso_expired');

      expect((await finish(world(), attackers, answer)).headers.location).to.equal('/login/select-organization');
      await expectRefused(await finish(world(), attackers, answer), 'sso_expired', 'attempt_used');
      await world().clock.later(601, async () =>
        expectRefused(await finish(world(), mine, answerTo(provider, mine)), 'sso_expired'),
      );
    }));

  it('refuses the answer of another provider (mix-up), also if it does not say of which', async () => {
    const begun = await begin(world(), at.organization);
    const mixedUp = answerTo(provider, begun, { iss: other.issuer });
    await expectRefused(await finish(world(), begun, mixedUp), 'sso_failed', 'answer_issuer_mismatch');
    const { iss: _, ...nameless } = mixedUp;
    await expectRefused(await finish(world(), begun, nameless), 'sso_failed', 'answer_issuer_mismatch');
  });

  it('refuses a discovery document that is of another issuer than its address', async () => {
    const copied = await newSignOnOrganization(world(), { issuer: `${provider.issuer}/copy` });
    provider.override = (_req, res) =>
      res.end(JSON.stringify({ issuer: other.issuer, jwks_uri: `${other.issuer}/jwks` }));
    const response = await world().call('startSingleSignOn', {
      query: { orgSlug: copied.organization.slug },
      headers: ownPage,
    });
    await expectRefused(response, 'sso_failed', 'provider_issuer_mismatch');
  });

  it('repeats nothing that the provider says when it refuses, or fails', async () => {
    const begun = await begin(world(), at.organization);
    const { code: _, ...denied } = answerTo(provider, begun, { error: '<script>alert(1)</script>' });
    await expectRefused(await finish(world(), begun, denied), 'sso_denied', 'denied_by_provider');
    provider.override = (_req, res) => res.writeHead(400).end('{"error":"invalid_grant"}');
    await expectRefused(
      await finish(world(), begun, answerTo(provider, begun)),
      'sso_failed',
      'provider_answer_invalid',
    );
  });

  it('leads to addresses of its own and of the provider only', async () => {
    const start = (query: Record<string, string>) => world().call('startSingleSignOn', { query });
    await expectRefused(await start({ orgSlug: 'https://evil.example.com' }), 'sso_unavailable');
    await expectRefused(await start({ domain: 'example.com' }), 'sso_organization_needed');
    for (const callbackPort of ['80@evil.example.com', '0', '65536', '//evil.example.com', '1e3'])
      expectError(await start({ orgSlug: at.organization.slug, callbackPort }), 422, 'ValidationFailure');
    const { location } = await begin(world(), at.organization, {
      redirect_uri: 'https://evil.example.com',
      returnTo: 'https://evil.example.com',
    });
    expect(location.origin).to.equal(provider.issuer);
    expect(location.href).not.to.include('evil');
  });

  it('does not sign in while the provider is not active, or the membership is not', () =>
    atRealTime(world(), async () => {
      const person = newPerson();
      await signOn(world(), provider, at, person);
      const user = (await world().server.parts.stores.users.findByUsername(person.email))!;
      const { id: organizationId } = at.organization;
      const membership = (await world().server.parts.stores.memberships.findOfUser(organizationId, user.id))!;
      const params = { organizationId, membershipId: membership.id };
      await world().call('updateOrganizationUser', { as: at.admin, params, body: { isActive: false } });
      await expectRefused(await signOn(world(), provider, at, person), 'sso_not_active', 'membership_not_active');

      const begun = await begin(world(), at.organization);
      const change = (isActive: boolean) =>
        world().call('updateSingleSignOn', { as: at.admin, body: { organizationId, isActive } });
      await change(false);
      await expectRefused(
        await finish(world(), begun, answerTo(provider, begun)),
        'sso_unavailable',
        'provider_not_active',
      );
      expect((await begin(world(), at.organization)).location.search).to.equal('?error=sso_unavailable');
      await change(true);
    }));
});
