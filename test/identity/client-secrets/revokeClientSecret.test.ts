import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { logIn, newLoggedIn, newSecret } from '../../support/fixtures/universal-auth.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('revokeClientSecret', (world) => {
  it('immediately revokes the secret and the tokens that it issued, and no others', async () => {
    const machine = await newLoggedIn(world());
    const other = await newSecret(world(), machine);
    const second = await logIn(world(), machine.clientId, other.secret);
    const params = { ...machine.params, clientSecretId: machine.secretId };
    const { status, body } = await world().call('revokeClientSecret', { as: machine.admin, params });
    expect(status).to.equal(200);
    expect(body.clientSecretData).to.include({ id: machine.secretId, isClientSecretRevoked: true });

    expectError(await world().call('listOrganizations', { as: { token: machine.token } }), 401, 'TokenError');
    expectError(await logIn(world(), machine.clientId, machine.secret), 401, 'UnauthorizedError');
    expect((await world().call('listOrganizations', { as: { token: second.body.accessToken } })).status).to.equal(200);
    expect((await world().call('revokeClientSecret', { as: machine.admin, params })).status, 'again').to.equal(200);
  });

  it('requires the permission, and a client secret of the identity', async () => {
    const machine = await newLoggedIn(world());
    const params = { ...machine.params, clientSecretId: machine.secretId };
    const member = await world().newUser(machine.organization, 'member');
    expectError(await world().call('revokeClientSecret', { as: member, params }), 403, 'PermissionDenied');
    const foreign = await newLoggedIn(world());
    expectError(await world().call('revokeClientSecret', { as: foreign.admin, params }), 404, 'NotFound');
    expectError(
      await world().call('revokeClientSecret', {
        as: machine.admin,
        params: { ...params, clientSecretId: foreign.secretId },
      }),
      404,
      'NotFound',
    );
    expect((await world().call('listOrganizations', { as: { token: foreign.token } })).status).to.equal(200);
  });
});
