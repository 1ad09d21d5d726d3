import { expect } from 'chai';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getOrganizationRoleBySlug', (world) => {
  it('returns the same as by id, for custom and built-in roles', async () => {
    const organization = await world().newOrganization();
    const as = await world().newUser(organization, 'member');
    const custom = await world().newRole(organization, [{ subject: 'role', action: ['read'] }]);
    for (const slug of [custom.slug, 'admin', 'member', 'no-access']) {
      const { status, body } = await world().call('getOrganizationRoleBySlug', { as, params: { slug } });
      expect(status).to.equal(200);
      expect(body.role.slug).to.equal(slug);
      expect((await world().call('getOrganizationRole', { as, params: { roleId: body.role.id } })).body).to.deep.equal(
        body,
      );
    }
  });

  it("finds the role of the caller's organization if another one has the same slug", async () => {
    const [first, second] = [await world().newOrganization(), await world().newOrganization()];
    const body = { slug: 'same', name: 'Same', permissions: [] };
    for (const organization of [first, second]) {
      const as = await world().newIdentity(organization, 'admin');
      await world().call('createOrganizationRole', { as, body });
      expect(
        (await world().call('getOrganizationRoleBySlug', { as, params: { slug: 'same' } })).body.role.orgId,
      ).to.equal(organization.id);
    }
  });

  it('does not find roles of another organization, or other slugs', async () => {
    const as = await world().newUser(await world().newOrganization(), 'admin');
    const foreign = await world().newRole(await world().newOrganization(), []);
    for (const slug of [foreign.slug, foreign.id, 'custom', 'Not A Slug', 'x'.repeat(5000)]) {
      expectError(await world().call('getOrganizationRoleBySlug', { as, params: { slug } }), 404, 'NotFound');
    }
  });

  it('refuses callers who may not read roles', async () => {
    const as = await world().newUser(await world().newOrganization(), 'no-access');
    expectError(
      await world().call('getOrganizationRoleBySlug', { as, params: { slug: 'admin' } }),
      403,
      'PermissionDenied',
      /read roles/,
    );
  });
});
