import { expect } from 'chai';
import jwt from 'jsonwebtoken';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { addToGroup, newGroup } from '../../support/fixtures/groups.ts';
import { newInstanceAdmin, newOperator } from '../../support/fixtures/identities.ts';
import { addToProject, newProject } from '../../support/fixtures/projects.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('createTokenAuthToken', (world) => {
  const setting = async (settings: object = {}, role = 'no-access') => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    const { body } = await world().call('createIdentity', { as, body: { name: 'target', role } });
    const params = { identityId: body.identity.id as string };
    await world().call('attachTokenAuth', { as, params, body: settings });
    const create = (request?: unknown, caller: { token: string } = as) =>
      world().call('createTokenAuthToken', { as: caller, params, body: request });
    const check = (token: string) => world().call('getIdentityDetails', { as: { token } });
    return { organization, as, params, create, check };
  };

  it('creates a token of the identity', async () => {
    const { organization, params, create, check } = await setting();
    const { status, body } = await create({ name: 'nightly build' });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      accessToken: body.accessToken,
      expiresIn: 2_592_000,
      accessTokenMaxTTL: 2_592_000,
      tokenType: 'Bearer',
      tokenData: {
        id: body.tokenData.id,
        accessTokenTTL: 2_592_000,
        accessTokenMaxTTL: 2_592_000,
        accessTokenNumUses: 0,
        accessTokenNumUsesLimit: 0,
        accessTokenLastUsedAt: null,
        accessTokenLastRenewedAt: null,
        isAccessTokenRevoked: false,
        identityUAClientSecretId: null,
        identityId: params.identityId,
        createdAt: '2030-01-01T00:00:00.000Z',
        updatedAt: '2030-01-01T00:00:00.000Z',
        name: 'nightly build',
        authMethod: 'token-auth',
        accessTokenPeriod: 0,
        subOrganizationId: null,
      },
    });
    expect(jwt.decode(body.accessToken)).to.include({
      identityId: params.identityId,
      identityName: 'target',
      authMethod: 'token-auth',
      orgId: organization.id,
    });
    expect((await check(body.accessToken)).body.identityDetails.organization.id).to.equal(organization.id);
    await world().clock.later(2_591_999, async () => expect((await check(body.accessToken)).status).to.equal(200));
    await world().clock.later(2_592_000, async () => expectError(await check(body.accessToken), 401, 'TokenError'));
  });

  it('creates tokens with the configured lifetime', async () => {
    for (const [settings, expiresIn, accessTokenMaxTTL] of [
      [{ accessTokenTTL: 60, accessTokenMaxTTL: 120 }, 60, 120],
      [{ accessTokenTTL: 0, accessTokenMaxTTL: 120 }, 120, 120],
      [{ accessTokenTTL: 60, accessTokenMaxTTL: 0 }, 60, 0],
      [{ accessTokenTTL: 0, accessTokenMaxTTL: 0 }, 7_776_000, 0],
      [{ accessTokenTTL: 315_360_000, accessTokenMaxTTL: 315_360_000 }, 7_776_000, 315_360_000],
      [{ accessTokenTTL: 60, accessTokenMaxTTL: 120, accessTokenPeriod: 30 }, 30, 0],
    ] as const) {
      const { body } = await (await setting(settings)).create();
      expect(
        { expiresIn: body.expiresIn, accessTokenMaxTTL: body.accessTokenMaxTTL },
        JSON.stringify(settings),
      ).to.deep.equal({ expiresIn, accessTokenMaxTTL });
    }
  });

  it('creates a token that accepts exactly the allowed number of requests, also concurrently', async () => {
    const { as, create, check } = await setting({ accessTokenNumUsesLimit: 10 });
    const { accessToken, tokenData } = (await create()).body;
    const answers = await Promise.all(Array.from({ length: 50 }, () => check(accessToken)));
    expect(answers.filter(({ status }) => status === 200)).to.have.length(10);
    for (const response of answers.filter(({ status }) => status !== 200))
      expectError(response, 401, 'TokenError', /limit of uses/);
    const { body } = await world().call('getTokenAuthToken', { as, params: { tokenId: tokenData.id } });
    expect(body.token).to.include({
      accessTokenNumUses: 10,
      accessTokenNumUsesLimit: 10,
      accessTokenLastUsedAt: '2030-01-01T00:00:00.000Z',
    });
  });

  it('creates a token that is only valid from trusted addresses', async () => {
    const untrusted = await setting({
      accessTokenTrustedIps: [{ ipAddress: '192.0.2.0/24' }, { ipAddress: '2001:db8::1' }],
    });
    expectError(await untrusted.check((await untrusted.create()).body.accessToken), 403, 'ForbiddenError', /address/);
    const here = await setting({ accessTokenTrustedIps: [{ ipAddress: '127.0.0.0/24' }] });
    expect((await here.check((await here.create()).body.accessToken)).status).to.equal(200);
  });

  it('requires all permissions of the identity', async () => {
    const { organization, create } = await setting({}, 'admin');
    const refused = await create({}, await newOperator(world(), organization, 'create-token'));
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.include({ action: 'delete', subject: 'identity' });
    expectError(
      await create({}, await world().newUser(organization, 'member')),
      403,
      'PermissionDenied',
      /create tokens of machine identities/,
    );
    const plain = await setting();
    expect((await plain.create({}, await newOperator(world(), plain.organization, 'create-token'))).status).to.equal(
      200,
    );
  });

  it('includes permissions of the identity through groups', async () => {
    const { organization, params, create } = await setting();
    await addToGroup(world(), await newGroup(world(), organization, { role: 'admin' }), { id: params.identityId });
    expectError(
      await create({}, await newOperator(world(), organization, 'create-token')),
      403,
      'PermissionBoundaryError',
    );
    expect((await create({})).status).to.equal(200);
  });

  it('includes permissions of the identity in projects, unless the caller may access all projects', async () => {
    const { organization, params, create } = await setting();
    const project = await newProject(world(), organization);
    await addToProject(world(), project, { id: params.identityId }, [{ subject: 'tags', action: 'read' }]);
    const operator = await newOperator(world(), organization, 'create-token');
    const refused = await create({}, operator);
    expectError(refused, 403, 'PermissionBoundaryError');
    expect(refused.body.details.missingPermissions).to.deep.equal([{ action: 'read', subject: 'tags' }]);
    expect((await create({})).status, 'an administrator of the organization').to.equal(200);
    await addToProject(world(), project, operator, 'viewer');
    expect((await create({}, operator)).status).to.equal(200);
  });

  it('allows tokens of an instance administrator only for instance administrators', async () => {
    const { organization, as } = await setting();
    const admin = await newInstanceAdmin(world(), organization);
    const params = { identityId: admin.id };
    expectError(await world().call('createTokenAuthToken', { as, params }), 403, 'ForbiddenError');
    expect((await world().call('createTokenAuthToken', { as: admin, params })).status).to.equal(200);
  });

  it('returns 404 without token auth, or for unknown identities', async () => {
    const { as } = await setting();
    const bare = await world().call('createIdentity', { as, body: { name: 'bare' } });
    const foreign = await world().newIdentity(await world().newOrganization(), 'no-access');
    for (const identityId of [bare.body.identity.id, foreign.id, 'no-such-thing']) {
      expectError(await world().call('createTokenAuthToken', { as, params: { identityId } }), 404, 'NotFound');
    }
  });

  it('accepts a name of up to 255 characters, or none', async () => {
    const { create } = await setting();
    for (const [body, name] of [
      [undefined, null],
      [{}, null],
      [{ name: '' }, ''],
      [{ name: 'x'.repeat(255) }, 'x'.repeat(255)],
    ] as const) {
      expect((await create(body)).body.tokenData.name).to.equal(name);
    }
    expectIssues(await create({ name: 'x'.repeat(256) }), 'body name too_big');
    expectIssues(await create({ name: 7 }), 'body name type');
  });
});
