import { expect } from 'chai';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getIdentityDetails', (world) => {
  it('returns the organization of the calling identity, and is not matched as an id', async () => {
    const organization = await world().newOrganization();
    const as = await world().newIdentity(organization, 'no-access');
    const { status, body } = await world().call('getIdentityDetails', { as });
    expect(status).to.equal(200);
    expect(body).to.deep.equal({
      identityDetails: { organization: { id: organization.id, name: organization.name, slug: organization.slug } },
    });
  });
});
