import { expect } from 'chai';
import { isBound } from '../../../src/resources/identity/login-methods/binding.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import {
  boundFields,
  expectLoginRefused,
  logInAs,
  newOidcMachine,
  withoutBinding,
} from '../../support/fixtures/oidc-auth.ts';
import { audience, TestProvider } from '../../support/clients/oidc-provider.ts';
import { onEitherDatabase } from '../../support/world/cases.ts';

const emptySubjects = [
  '',
  '*',
  '**',
  '?*',
  '???',
  '{*,**}',
  '{*,a}',
  '{a,}*',
  '{{*,a},b}*',
  '*{,?}',
  '*:*',
  '*/**',
  '/**',
  '{:,-}*',
  '{*',
  '*, *',
];
const goodSubjects = [
  'a',
  '-',
  'repo:acme/*',
  '*a*',
  '?7',
  '{a,b}',
  '{a*,*b}',
  '{{a,b},c}*',
  'x{*,a}',
  '{*}a}',
  '{a',
  '*/é',
];

const emptyClaims: Record<string, string>[] = [
  {},
  { ref: '*' },
  { ref: '*, **', actor: '?*' },
  { ref: 'main, *' },
  { ref: 'main,{release,*}' },
  { aud: audience },
  { 'aud.0': audience },
  { iss: 'x' },
];
const goodClaims: Record<string, string>[] = [
  { ref: 'main' },
  { ref: '*, *', actor: 'me' },
  { ref: 'main, release/*' },
  { ref: 'refs/{heads,tags}/*' },
  { audience: 'a' },
  { 'issuer.iss': 'a' },
  { count: '5' },
];

describe('the binding of OIDC auth', () => {
  for (const boundSubject of emptySubjects)
    it(`refuses the subject ${JSON.stringify(boundSubject)}`, () =>
      expect(isBound({ boundSubject, boundClaims: {} })).to.equal(false));
  for (const boundSubject of goodSubjects)
    it(`accepts the subject ${JSON.stringify(boundSubject)}`, () =>
      expect(isBound({ boundSubject, boundClaims: {} })).to.equal(true));
  for (const boundClaims of emptyClaims)
    it(`refuses the claims ${JSON.stringify(boundClaims)}`, () =>
      expect(isBound({ boundSubject: '*', boundClaims })).to.equal(false));
  for (const boundClaims of goodClaims)
    it(`accepts the claims ${JSON.stringify(boundClaims)}`, () =>
      expect(isBound({ boundSubject: '', boundClaims })).to.equal(true));
});

onEitherDatabase('OIDC auth with only an audience', (world) => {
  let provider: TestProvider;
  before(async () => {
    provider = await TestProvider.start();
  });
  after(() => provider.stop());

  /** A workflow of another user of the same public provider, who requested a token with our audience. */
  const attack = (machine: Parameters<typeof logInAs>[2]) =>
    logInAs(world(), provider, machine, {
      sub: 'repo:mallory/anything:ref:refs/heads/main',
      repository: 'mallory/anything',
    });

  it('cannot be attached, and the response says what to do', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const identity = await world().newIdentity(organization, 'member');
    const params = { identityId: identity.id };
    for (const bound of [
      { boundSubject: '' },
      { boundSubject: undefined },
      { boundSubject: ' ** ' },
      { boundSubject: '{*,**}' },
      { boundSubject: '?*', boundClaims: { repository: '*', ref: 'main, *' } },
    ]) {
      const response = await world().call('attachOidcAuth', {
        as,
        params,
        body: { ...boundFields(provider), ...bound },
      });
      expectIssues(response, 'body boundSubject invalid');
      expect(response.body.message[0].message).to.match(
        /neither does boundClaims.*set boundSubject, or a claim in boundClaims.*audience alone/,
      );
    }
    expectError(await attack({ identity }), 404, 'NotFound');
    const body = { ...boundFields(provider), boundSubject: '', boundClaims: { repository: 'acme/rockets' } };
    expect((await world().call('attachOidcAuth', { as, params, body })).status).to.equal(200);
    await expectLoginRefused(world(), await attack({ identity }), { identity }, 'claim_mismatch');
  });

  it('cannot result from an update, which then changes nothing', async () => {
    const machine = await newOidcMachine(world(), provider, { boundClaims: { ref: '*' } });
    const { admin: as, params } = machine;
    const update = (body: object) => world().call('updateOidcAuth', { as, params, body });
    for (const body of [
      { boundSubject: '' },
      { boundSubject: '*' },
      { boundSubject: '', boundClaims: {} },
      { boundSubject: '', boundClaims: { aud: audience } },
    ]) {
      expectError(await update(body), 400, 'BadRequest', /set boundSubject, or a claim in boundClaims/);
    }
    await expectLoginRefused(world(), await attack(machine), machine, 'subject_mismatch');
    expect((await update({ boundSubject: '', boundClaims: { ref: 'main' } })).status, 'another binding').to.equal(200);
    expectError(await update({ boundClaims: {} }), 400, 'BadRequest');
    expect((await world().call('getOidcAuth', { as, params })).body.identityOidcAuth).to.deep.include({
      boundSubject: '',
      boundClaims: { ref: 'main' },
    });
  });

  it('refuses every login without a request to the provider if an earlier version stored it, until it is updated', async () => {
    const machine = await newOidcMachine(world(), provider);
    const { admin: as, params } = machine;
    const update = (body: object) => world().call('updateOidcAuth', { as, params, body });
    for (const bound of [{ boundSubject: '*' }, { boundClaims: { repository: '*' } }, {}]) {
      await withoutBinding(world(), machine, bound);
      const asked = provider.requestedPaths.length;
      await expectLoginRefused(world(), await attack(machine), machine, 'no_binding');
      await expectLoginRefused(world(), await logInAs(world(), provider, machine), machine, 'no_binding');
      expect(provider.requestedPaths.length).to.equal(asked);
    }
    expect((await update({})).status, 'nothing to change').to.equal(200);
    expectError(await update({ accessTokenTTL: 60 }), 400, 'BadRequest', /whose tokens/);
    expect((await update({ boundSubject: 'repo:acme/*' })).status).to.equal(200);
    expect((await logInAs(world(), provider, machine)).status).to.equal(200);
    await expectLoginRefused(world(), await attack(machine), machine, 'subject_mismatch');
  });
});
