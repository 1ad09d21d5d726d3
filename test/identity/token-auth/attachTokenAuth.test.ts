import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newInstanceAdmin, newOperator } from '../../support/fixtures/identities.ts';
import { defaultTokenFields } from '../../support/fixtures/login-methods.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('attachTokenAuth', (world) => {
  const setting = async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const newIdentity = async (role = 'no-access'): Promise<string> =>
      (await world().call('createIdentity', { as, body: { name: 'target', role } })).body.identity.id;
    const attach = async (body?: unknown, caller: { token: string } = as, role?: string) =>
      world().call('attachTokenAuth', { as: caller, params: { identityId: await newIdentity(role) }, body });
    return { organization, as, newIdentity, attach };
  };

  it('attaches with defaults', async () => {
    const { as, newIdentity } = await setting();
    const identityId = await newIdentity();
    const { status, body } = await world().call('attachTokenAuth', { as, params: { identityId } });
    expect(status).to.equal(200);
    expect(body.identityTokenAuth).to.deep.equal({
      id: body.identityTokenAuth.id,
      identityId,
      ...defaultTokenFields,
      accessTokenPeriod: 0,
    });
    expect((await world().call('getTokenAuth', { as, params: { identityId } })).body).to.deep.equal(body);
    expect(
      (await world().call('getIdentity', { as, params: { identityId } })).body.identity.identity.authMethods,
    ).to.deep.equal(['token-auth']);
  });

  it('accepts settings, and addresses in every format', async () => {
    const { attach } = await setting();
    const settings = { accessTokenTTL: 60, accessTokenMaxTTL: 120, accessTokenNumUsesLimit: 5, accessTokenPeriod: 30 };
    const accessTokenTrustedIps = ['10.1.2.3', ' 10.0.0.0/8 ', '::1', 'fd00::/8'].map((ipAddress) => ({ ipAddress }));
    const { body } = await attach({ ...settings, accessTokenTrustedIps, unknown: 'ignored' });
    expect(body.identityTokenAuth).to.include(settings);
    expect(body.identityTokenAuth.accessTokenTrustedIps).to.deep.equal([
      { ipAddress: '10.1.2.3', type: 'ipv4' },
      { ipAddress: '10.0.0.0', type: 'ipv4', prefix: 8 },
      { ipAddress: '::1', type: 'ipv6' },
      { ipAddress: 'fd00::', type: 'ipv6', prefix: 8 },
    ]);
  });

  it('limits all numbers', async () => {
    const { attach } = await setting();
    const bounds = {
      accessTokenTTL: 315_360_000,
      accessTokenMaxTTL: 315_360_000,
      accessTokenNumUsesLimit: 2_147_483_647,
      accessTokenPeriod: 315_360_000,
    };
    for (const [field, most] of Object.entries(bounds)) {
      const others = field === 'accessTokenTTL' ? { accessTokenMaxTTL: 0 } : { accessTokenTTL: 0 };
      for (const good of [0, 1, most - 1, most]) {
        const { status, body } = await attach({ ...others, [field]: good });
        expect({ status, value: body.identityTokenAuth?.[field] }, `${field} ${good}`).to.deep.equal({
          status: 200,
          value: good,
        });
      }
      expectIssues(await attach({ ...others, [field]: -1 }), `body ${field} too_small`);
      expectIssues(await attach({ ...others, [field]: most + 1 }), `body ${field} too_big`);
      for (const odd of ['60', 1.5, null, true])
        expectIssues(await attach({ ...others, [field]: odd }), `body ${field} type`);
    }
  });

  it('limits the list of addresses', async () => {
    const { attach } = await setting();
    const entries = (...addresses: string[]) => ({
      accessTokenTrustedIps: addresses.map((ipAddress) => ({ ipAddress })),
    });
    expectIssues(await attach(entries()), 'body accessTokenTrustedIps too_small');
    expectIssues(await attach(entries(...Array<string>(101).fill('::1'))), 'body accessTokenTrustedIps too_big');
    for (const count of [1, 100])
      expect((await attach(entries(...Array<string>(count).fill('::1')))).status).to.equal(200);
    expectIssues(await attach({ accessTokenTrustedIps: [{}] }), 'body accessTokenTrustedIps.0.ipAddress required');
    expectIssues(
      await attach(entries('', 'x'.repeat(65))),
      'body accessTokenTrustedIps.0.ipAddress too_small',
      'body accessTokenTrustedIps.1.ipAddress too_big',
    );
    expect((await attach(entries(`${' '.repeat(57)}1.2.3.4`))).status, '64 characters').to.equal(200);
  });

  it('reports invalid addresses', async () => {
    const { attach } = await setting();
    const good = ['1.2.3.4/0', '1.2.3.4/32', '::/128'];
    const bad = [
      '256.1.1.1',
      '1.2.3',
      '1.2.3.4/33',
      '::/129',
      '1.2.3.4/8abc',
      '1.2.3.4/',
      '1.2.3.4/-1',
      '1.2.3.4/8/8',
      'localhost',
      ' ',
      '1.2.3.4:80',
    ];
    const response = await attach({ accessTokenTrustedIps: [...good, ...bad].map((ipAddress) => ({ ipAddress })) });
    expectIssues(
      response,
      ...bad.map((_, index) => `body accessTokenTrustedIps.${index + good.length}.ipAddress invalid`),
    );
  });

  it('refuses a TTL above the maximum TTL', async () => {
    const { attach } = await setting();
    expectIssues(
      await attach({ accessTokenTTL: 61, accessTokenMaxTTL: 60, accessTokenTrustedIps: [{ ipAddress: 'x' }] }),
      'body accessTokenTTL too_big',
      'body accessTokenTrustedIps.0.ipAddress invalid',
    );
    expectIssues(await attach({ accessTokenTTL: 2_592_001 }), 'body accessTokenTTL too_big');
    expectIssues(await attach({ accessTokenMaxTTL: 2_591_999 }), 'body accessTokenTTL too_big');
    for (const body of [
      { accessTokenTTL: 60, accessTokenMaxTTL: 60 },
      { accessTokenMaxTTL: 0 },
      { accessTokenTTL: 0, accessTokenMaxTTL: 1 },
      { accessTokenTTL: 0, accessTokenMaxTTL: 0 },
    ]) {
      expect((await attach(body)).status, JSON.stringify(body)).to.equal(200);
    }
  });

  it('succeeds only once for concurrent requests', async () => {
    const { as, newIdentity } = await setting();
    const params = { identityId: await newIdentity() };
    const answers = await Promise.all(Array.from({ length: 6 }, () => world().call('attachTokenAuth', { as, params })));
    expect(answers.map(({ status }) => status).sort()).to.deep.equal([200, 400, 400, 400, 400, 400]);
    expectError(await world().call('attachTokenAuth', { as, params }), 400, 'BadRequest', /already/);
  });

  it('requires all permissions of the identity', async () => {
    const { organization, attach } = await setting();
    const operator = await newOperator(world(), organization, 'edit-auth');
    const refused = await attach({}, operator, 'admin');
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions)
      .to.deep.include({ action: 'create-token', subject: 'identity' })
      .and.not.deep.include({ action: 'edit-auth', subject: 'identity' });
    expect((await attach({}, operator, 'no-access')).status).to.equal(200);
  });

  it('refuses members, who may not change auth methods', async () => {
    const { organization, attach } = await setting();
    expectError(
      await attach({}, await world().newUser(organization, 'member')),
      403,
      'PermissionDenied',
      /edit the authentication of machine identities/,
    );
  });

  it('allows changes of an instance administrator only by instance administrators', async () => {
    const { organization, as } = await setting();
    const admin = await newInstanceAdmin(world(), organization);
    const params = { identityId: admin.id };
    expectError(await world().call('attachTokenAuth', { as, params }), 403, 'ForbiddenError');
    expectError(await world().call('attachTokenAuth', { as: admin, params }), 400, 'BadRequest');
  });

  it('does not find identities of another organization', async () => {
    const { as } = await setting();
    const foreign = await world().newIdentity(await world().newOrganization(), 'no-access');
    for (const identityId of [foreign.id, 'no-such-thing'])
      expectError(await world().call('attachTokenAuth', { as, params: { identityId } }), 404, 'NotFound');
  });
});
