import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const everywhere = [
  { ipAddress: '0.0.0.0', type: 'ipv4', prefix: 0 },
  { ipAddress: '::', type: 'ipv6', prefix: 0 },
];

onEachDatabase('attachUniversalAuth', (world) => {
  const setting = async (role = 'admin') => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, role);
    const identity = await world().newIdentity(organization, 'member');
    const attach = (body?: unknown, identityId = identity.id) =>
      world().call('attachUniversalAuth', { as, params: { identityId }, body });
    return { organization, as, identity, attach };
  };

  it('returns all fields with their defaults', async () => {
    const { identity, attach } = await setting();
    const { status, body } = await attach();
    expect(status).to.equal(200);
    const { id, clientId, ...rest } = body.identityUniversalAuth;
    expect(id).to.match(/^[0-9a-f-]{36}$/);
    expect(clientId)
      .to.match(/^[0-9a-f-]{36}$/)
      .and.not.equal(id);
    expect(rest).to.deep.equal({
      identityId: identity.id,
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-01T00:00:00.000Z',
      accessTokenTTL: 2592000,
      accessTokenMaxTTL: 2592000,
      accessTokenNumUsesLimit: 0,
      accessTokenPeriod: 0,
      clientSecretTrustedIps: everywhere,
      accessTokenTrustedIps: everywhere,
      lockoutEnabled: true,
      lockoutThreshold: 3,
      lockoutDurationSeconds: 300,
      lockoutCounterResetSeconds: 30,
    });
  });

  it('stores all fields, and splits address ranges', async () => {
    const { attach } = await setting();
    const sent = {
      accessTokenTTL: 60,
      accessTokenMaxTTL: 120,
      accessTokenNumUsesLimit: 5,
      accessTokenPeriod: 7,
      lockoutEnabled: false,
      lockoutThreshold: 2.5,
      lockoutDurationSeconds: 30.5,
      lockoutCounterResetSeconds: 5.5,
    };
    const addresses = [
      { ipAddress: '10.0.0.0/8' },
      { ipAddress: ' 192.0.2.1 ' },
      { ipAddress: 'fd00::/8' },
      { ipAddress: '2001:db8::1' },
    ];
    const { status, body } = await attach({
      ...sent,
      clientSecretTrustedIps: addresses,
      accessTokenTrustedIps: [{ ipAddress: '::1' }],
    });
    expect(status).to.equal(200);
    expect(body.identityUniversalAuth).to.deep.include({
      ...sent,
      clientSecretTrustedIps: [
        { ipAddress: '10.0.0.0', type: 'ipv4', prefix: 8 },
        { ipAddress: '192.0.2.1', type: 'ipv4' },
        { ipAddress: 'fd00::', type: 'ipv6', prefix: 8 },
        { ipAddress: '2001:db8::1', type: 'ipv6' },
      ],
      accessTokenTrustedIps: [{ ipAddress: '::1', type: 'ipv6' }],
    });
  });

  const bounds: [string, number, number, number][] = [
    ['accessTokenTTL', 0, 315360000, 1],
    ['accessTokenMaxTTL', 0, 315360000, 1],
    ['lockoutThreshold', 1, 30, 0.5],
    ['lockoutDurationSeconds', 30, 86400, 0.5],
    ['lockoutCounterResetSeconds', 5, 3600, 0.5],
    ['accessTokenNumUsesLimit', 0, Number.MAX_SAFE_INTEGER, 1],
    ['accessTokenPeriod', 0, Number.MAX_SAFE_INTEGER, 1],
  ];

  for (const [field, lowest, highest, step] of bounds) {
    it(`limits ${field}: one below, at, and one above`, async () => {
      const { attach } = await setting();
      // Without a maximum TTL, so that only this limit is tested.
      const others = field === 'accessTokenMaxTTL' ? { accessTokenTTL: 0 } : { accessTokenMaxTTL: 0 };
      expectIssues(await attach({ ...others, [field]: lowest - step }), `body ${field} too_small`);
      if (highest < Number.MAX_SAFE_INTEGER)
        expectIssues(await attach({ ...others, [field]: highest + step }), `body ${field} too_big`);
      for (const value of [lowest, highest]) {
        const fresh = await setting();
        const { status, body } = await fresh.attach({ ...others, [field]: value });
        expect(status).to.equal(200);
        expect(body.identityUniversalAuth[field]).to.equal(value);
      }
    });
  }

  it('accepts whole seconds and counts, as JSON numbers', async () => {
    const { attach } = await setting();
    for (const field of ['accessTokenTTL', 'accessTokenMaxTTL', 'accessTokenNumUsesLimit', 'accessTokenPeriod']) {
      expectIssues(await attach({ [field]: 1.5 }), `body ${field} type`);
      expectIssues(await attach({ [field]: '1' }), `body ${field} type`);
    }
    expectIssues(
      await attach({ lockoutEnabled: 'yes', lockoutThreshold: null }),
      'body lockoutEnabled type',
      'body lockoutThreshold type',
    );
  });

  it('refuses unknown keys', async () => {
    const { attach } = await setting();
    expectIssues(await attach({ acessTokenTTL: 5 }), 'body acessTokenTTL unknown');
  });

  it('requires at least one address per list, and valid addresses', async () => {
    const { attach } = await setting();
    expectIssues(
      await attach({ clientSecretTrustedIps: [], accessTokenTrustedIps: [] }),
      'body clientSecretTrustedIps too_small',
      'body accessTokenTrustedIps too_small',
    );
    expectIssues(await attach({ clientSecretTrustedIps: [{}] }), 'body clientSecretTrustedIps.0.ipAddress required');
    for (const ipAddress of [
      'localhost',
      '10.0.0.0/33',
      '::/129',
      '10.0.0',
      '10.0.0.0/8abc',
      '1.2.3.4/',
      'fe80::1%eth0',
    ]) {
      expectIssues(
        await attach({ accessTokenTrustedIps: [{ ipAddress: '10.0.0.1' }, { ipAddress }] }),
        'body accessTokenTrustedIps.1.ipAddress invalid',
      );
    }
  });

  it('requires a TTL within the maximum, unless there is none', async () => {
    const { attach } = await setting();
    expectIssues(await attach({ accessTokenTTL: 11, accessTokenMaxTTL: 10 }), 'body accessTokenTTL too_big');
    expectIssues(await attach({ accessTokenTTL: 2592001 }), 'body accessTokenTTL too_big');
    expect((await attach({ accessTokenTTL: 11, accessTokenMaxTTL: 0 })).status).to.equal(200);
    const { attach: again } = await setting();
    expect((await again({ accessTokenTTL: 10, accessTokenMaxTTL: 10 })).status).to.equal(200);
  });

  it('succeeds only once', async () => {
    const { attach } = await setting();
    const statuses = (await Promise.all(Array.from({ length: 5 }, () => attach({})))).map(({ status }) => status);
    expect(statuses.sort()).to.deep.equal([200, 400, 400, 400, 400]);
    expectError(await attach({}), 400, 'BadRequest', /already/);
  });

  it('does not find other identities, or invalid ids', async () => {
    const { attach } = await setting();
    const foreign = await setting();
    for (const id of [foreign.identity.id, 'not-an-id', '00000000-0000-4000-8000-000000000000'])
      expectError(await attach({}, id), 404, 'NotFound');
    expect((await foreign.attach({})).status, 'nothing was changed').to.equal(200);
  });

  it('is not allowed for members, who may not edit auth methods', async () => {
    const { attach } = await setting('member');
    expectError(await attach({}), 403, 'PermissionDenied', /edit the authentication of machine identities/);
  });

  it('requires all permissions of the identity', async () => {
    const organization = await world().newOrganization();
    const role = await world().newRole(organization, [{ subject: 'identity', action: ['edit-auth', 'create-token'] }]);
    const as = await world().newUser(organization, role);
    const strong = await world().newIdentity(organization, 'admin');
    const response = await world().call('attachUniversalAuth', { as, params: { identityId: strong.id }, body: {} });
    expectError(response, 403, 'PermissionBoundaryError');
    expect(response.body.details.missingPermissions).to.deep.include({ action: 'create', subject: 'member' });
    const weak = await world().newIdentity(organization, 'no-access');
    expect(
      (await world().call('attachUniversalAuth', { as, params: { identityId: weak.id }, body: {} })).status,
    ).to.equal(200);
    expect((await world().call('createClientSecret', { as, params: { identityId: weak.id } })).status).to.equal(200);
    const admin = await world().newUser(organization, 'admin');
    await world().call('attachUniversalAuth', { as: admin, params: { identityId: strong.id } });
    for (const id of ['createClientSecret', 'updateUniversalAuth'] as const) {
      expectError(
        await world().call(id, { as, params: { identityId: strong.id }, body: {} }),
        403,
        'PermissionBoundaryError',
      );
    }
  });

  it('requires an instance administrator for an instance administrator', async () => {
    const { organization, as, attach, identity } = await setting();
    await world().server.parts.database.transaction(ofInstance, async ({ db }) =>
      db('identities').where({ id: identity.id }).update({ isInstanceAdmin: true }),
    );
    expectError(await attach({}), 403, 'ForbiddenError');
    await world().server.parts.database.transaction(ofInstance, async ({ db }) =>
      db('users').where({ id: as.id }).update({ superAdmin: true }),
    );
    expect((await attach({})).status, organization.id).to.equal(200);
    const outsider = await world().newUser(organization, 'admin');
    const params = { identityId: identity.id };
    const { clientSecretData } = (await world().call('createClientSecret', { as, params })).body;
    for (const id of [
      'updateUniversalAuth',
      'createClientSecret',
      'clearUniversalAuthLockouts',
      'revokeClientSecret',
      'revokeUniversalAuth',
    ] as const) {
      expectError(
        await world().call(id, { as: outsider, params: { ...params, clientSecretId: clientSecretData.id } }),
        403,
        'ForbiddenError',
      );
    }
  });

  it('reports problems only to callers with the permission', async () => {
    const wrong = { accessTokenTTL: 11, accessTokenMaxTTL: 10 };
    expectIssues(await (await setting()).attach(wrong), 'body accessTokenTTL too_big');
    expectError(await (await setting('no-access')).attach(wrong), 403, 'PermissionDenied');
  });
});
