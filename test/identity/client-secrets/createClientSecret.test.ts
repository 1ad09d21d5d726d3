import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newMachine } from '../../support/fixtures/universal-auth.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('createClientSecret', (world) => {
  it('returns a secret of 256 random bits once, and stores only its hash', async () => {
    const { admin: as, params, authId } = await newMachine(world());
    const { status, body } = await world().call('createClientSecret', {
      as,
      params,
      body: { description: 'For the build server', numUsesLimit: 3, ttl: 60 },
    });
    expect(status).to.equal(200);
    expect(body.clientSecret).to.match(/^[0-9a-f]{64}$/);
    expect(body.clientSecretData).to.deep.include({
      description: 'For the build server',
      clientSecretPrefix: (body.clientSecret as string).slice(0, 4),
      clientSecretNumUses: 0,
      clientSecretNumUsesLimit: 3,
      clientSecretTTL: 60,
      identityUAId: authId,
      isClientSecretRevoked: false,
    });
    const row = await world()
      .server.parts.database.read('universal_auth_client_secrets')
      .where({ id: body.clientSecretData.id })
      .first();
    expect(JSON.stringify(row)).not.to.contain(body.clientSecret);
  });

  it('has defaults and limits', async () => {
    const { admin: as, params } = await newMachine(world());
    const create = (body?: unknown) => world().call('createClientSecret', { as, params, body });
    expect((await create()).body.clientSecretData).to.include({
      description: '',
      clientSecretNumUsesLimit: 0,
      clientSecretTTL: 0,
    });
    expectIssues(await create({ ttl: -1, numUsesLimit: -1 }), 'body ttl too_small', 'body numUsesLimit too_small');
    expectIssues(
      await create({ ttl: 315360001, description: 'x'.repeat(1025) }),
      'body ttl too_big',
      'body description too_big',
    );
    expect((await create({ ttl: 315360000, description: 'x'.repeat(1024) })).status).to.equal(200);
  });

  it('requires universal auth, the permission, and an identity of the organization', async () => {
    const { organization, admin, params } = await newMachine(world());
    const bare = await world().newIdentity(organization, 'member');
    expectError(
      await world().call('createClientSecret', { as: admin, params: { identityId: bare.id } }),
      404,
      'NotFound',
    );
    const member = await world().newUser(organization, 'member');
    expectError(
      await world().call('createClientSecret', { as: member, params }),
      403,
      'PermissionDenied',
      /create tokens of machine identities/,
    );
    const foreign = await newMachine(world());
    expectError(await world().call('createClientSecret', { as: foreign.admin, params }), 404, 'NotFound');
  });
});
