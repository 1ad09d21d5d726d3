import { expect } from 'chai';
import { setupToken } from '../../../src/resources/instance/setup/setup-token.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newStorage, onEachDatabase, ownWorld } from '../../support/world/world.ts';

onEachDatabase('deleteInstanceOrganization', (world, kind) => {
  for (const caller of ['user', 'identity'] as const) {
    it(`deletes any organization with everything that it owns, for a ${caller}`, async () => {
      const home = await world().newOrganization();
      const as =
        caller === 'user' ? await world().newUser(home, 'no-access') : await world().newIdentity(home, 'no-access');
      await world().makeInstanceAdmin(as);
      const organization = await world().newOrganization();
      const member = await world().newUser(organization, await world().newRole(organization, []));
      const params = { organizationId: organization.id };

      const { status, body } = await world().call('deleteInstanceOrganization', { as, params });
      expect(status).to.equal(200);
      expect(body.organization).to.include({ id: organization.id, slug: organization.slug });
      expectError(await world().call('getOwnOrganizationPermissions', { as: member }), 403, 'ForbiddenError');
      expectError(await world().call('deleteInstanceOrganization', { as, params }), 404, 'NotFound');
      expectError(
        await world().call('deleteInstanceOrganization', { as, params: { organizationId: 'not-an-id' } }),
        404,
        'NotFound',
      );
    });
  }

  it('refuses callers who are not instance administrators, even for their own organization', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'admin');
    for (const organizationId of [organization.id, 'not-an-id']) {
      expectError(
        await world().call('deleteInstanceOrganization', { as, params: { organizationId } }),
        403,
        'ForbiddenError',
      );
    }
  });

  it('keeps the last organization of the server', async () => {
    const small = await ownWorld(await newStorage(kind));
    const given = {
      email: 'root@example.com',
      password: 'for tests only',
      organization: 'Root',
      setupToken: setupToken(small.server.parts.keyring),
    };
    const { body } = await small.call('bootstrapInstance', { body: given });
    const as = { token: body.identity.credentials.token as string };
    const params = { organizationId: body.organization.id as string };
    expectError(await small.call('deleteInstanceOrganization', { as, params }), 400, 'BadRequest', /only organization/);
    const other = await small.newOrganization();
    expect(
      (await small.call('deleteInstanceOrganization', { as, params: { organizationId: other.id } })).status,
    ).to.equal(200);
  });
});
