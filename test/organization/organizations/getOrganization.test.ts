import { expect } from 'chai';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getOrganization', (world) => {
  it('returns the organization to all of its members', async () => {
    const organization = await world().newOrganization();
    for (const as of [
      await world().newUser(organization, 'no-access'),
      await world().newIdentity(organization, 'member'),
    ]) {
      const { status, body } = await world().call('getOrganization', {
        as,
        params: { organizationId: organization.id },
      });
      expect(status).to.equal(200);
      expect(body.organization).to.include({ id: organization.id, slug: organization.slug, pamProjectId: null });
    }
  });

  it('does not find other organizations, or invalid ids', async () => {
    const as = await world().newUser(await world().newOrganization(), 'admin');
    const foreign = await world().newOrganization();
    for (const organizationId of [foreign.id, 'not-an-id', 'x'.repeat(8000), 'a/b', '..', 'NUL\0', '%']) {
      const response = await world().call('getOrganization', { as, params: { organizationId } });
      expect(response.status, organizationId.slice(0, 20)).to.equal(404);
    }
  });
});
