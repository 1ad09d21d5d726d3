import { expect } from 'chai';
import { newCertificate } from '../../support/fixtures/tls-certificates.ts';
import { entriesOf } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newOidcMachine } from '../../support/fixtures/oidc-auth.ts';
import { onEachDatabase } from '../../support/world/world.ts';

const provider = { issuer: 'https://idp.example.com' };

onEachDatabase('updateOidcAuth', (world) => {
  const setting = async (settings: object = {}) => {
    const machine = await newOidcMachine(world(), provider, settings);
    const stored = async () =>
      (await world().call('getOidcAuth', { as: machine.admin, params: machine.params })).body.identityOidcAuth;
    const update = (body: object, as = machine.admin) =>
      world().call('updateOidcAuth', { as, params: machine.params, body });
    return { ...machine, stored, update };
  };

  it('updates each given field and keeps the others', async () => {
    const { update, stored } = await setting({ claimMetadataMapping: { team: 'team' } });
    const changes: Record<string, [sent: unknown, kept: unknown]> = {
      oidcDiscoveryUrl: ['https://other.example.com', 'https://other.example.com'],
      caCert: Array(2).fill(newCertificate().cert) as [unknown, unknown],
      boundIssuer: ['urn:other', 'urn:other'],
      boundAudiences: ['a,b', 'a, b'],
      boundSubject: [' x ', 'x'],
      boundClaims: [{ a: 'b,c' }, { a: 'b, c' }],
      claimMetadataMapping: [null, null],
      accessTokenTTL: [5, 5],
      accessTokenMaxTTL: [50, 50],
      accessTokenNumUsesLimit: [3, 3],
      accessTokenTrustedIps: [[{ ipAddress: '::1' }], [{ ipAddress: '::1', type: 'ipv6' }]],
    };
    for (const [field, [sent, kept]] of Object.entries(changes)) {
      const before = await stored();
      const { status, body } = await world().clock.later(60, () => update({ [field]: sent }));
      expect(status, JSON.stringify(body)).to.equal(200);
      expect(body.identityOidcAuth).to.deep.equal({ ...before, [field]: kept, updatedAt: '2030-01-01T00:01:00.000Z' });
      expect(await stored()).to.deep.equal(body.identityOidcAuth);
    }
    for (const emptied of [
      { boundAudiences: '', boundSubject: '', caCert: '' },
      { boundSubject: 'x', boundClaims: {} },
    ])
      expect((await update(emptied)).body.identityOidcAuth).to.deep.include(emptied);
  });

  it('changes and records nothing without fields', async () => {
    const { update, stored } = await setting();
    const before = await stored();
    for (const body of [{}, { unknown: 1 }]) {
      const response = await world().clock.later(60, () => update(body));
      expect(response.body.identityOidcAuth).to.deep.equal(before);
      expect(await entriesOf(world(), response)).to.deep.equal([]);
    }
  });

  it('refuses the same values as attaching, and changes nothing', async () => {
    const { update, stored } = await setting();
    const before = await stored();
    expectIssues(await update({ oidcDiscoveryUrl: 'x', caCert: 'x', boundIssuer: '' }), 'body boundIssuer too_small');
    expectIssues(
      await update({ oidcDiscoveryUrl: 'x', caCert: 'x', boundSubject: ' ' }),
      'body oidcDiscoveryUrl format',
      'body caCert format',
      'body boundSubject invalid',
    );
    expectIssues(
      await update({ boundClaims: null, boundAudiences: 1 }),
      'body boundClaims type',
      'body boundAudiences type',
    );
    expectIssues(await update({ accessTokenTTL: 11, accessTokenMaxTTL: 10 }), 'body accessTokenTTL too_big');
    expectError(await update({ oidcDiscoveryUrl: 'https://10.0.0.1' }), 400, 'BadRequest');
    expectError(await update({ oidcDiscoveryUrl: 'http://idp.example.com' }), 400, 'BadRequest');
    expect(await stored()).to.deep.equal(before);
  });

  it('validates the TTL together with the stored maximum', async () => {
    const { update, stored } = await setting({ accessTokenTTL: 60, accessTokenMaxTTL: 600 });
    expectError(await update({ accessTokenTTL: 601 }), 400, 'BadRequest');
    expectError(await update({ accessTokenMaxTTL: 59 }), 400, 'BadRequest');
    expect((await update({ accessTokenMaxTTL: 60 })).status).to.equal(200);
    expect((await update({ accessTokenMaxTTL: 0 })).status).to.equal(200);
    expect(await stored()).to.include({ accessTokenTTL: 60, accessTokenMaxTTL: 0 });
  });

  it('is not allowed for members, and does not find other identities, or those without OIDC auth', async () => {
    const { organization, update, admin: as } = await setting();
    expectError(
      await update({ accessTokenTTL: 5 }, await world().newUser(organization, 'member')),
      403,
      'PermissionDenied',
    );
    const foreign = await setting();
    expectError(await update({ accessTokenTTL: 5 }, foreign.admin), 404, 'NotFound');
    const { id } = await world().newIdentity(organization, 'member');
    expectError(
      await world().call('updateOidcAuth', { as, params: { identityId: id }, body: {} }),
      404,
      'NotFound',
      /no OIDC auth/,
    );
  });
});
