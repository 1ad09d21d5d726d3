import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newInstance, type InstanceWorld } from '../../support/world/instance.ts';
import { databaseKinds } from '../../support/world/world.ts';

for (const kind of databaseKinds) {
  describe(`listInstanceIdentities [${kind}]`, () => {
    let world: InstanceWorld;
    let identityId: string;
    before(async () => {
      world = await newInstance(kind);
      identityId = (await world.newIdentity(await world.newOrganization(), 'no-access')).id;
    });

    const list = (query: Record<string, string> = {}) =>
      world.call('listInstanceIdentities', { as: world.root, query });

    it('lists the identities of all organizations by name, to users and machine identities', async () => {
      const { status, body } = await list();
      expect(status).to.equal(200);
      expect(body).to.deep.equal({
        identities: [
          { id: world.machine.id, name: 'Instance Admin Identity', isInstanceAdmin: true },
          { id: identityId, name: 'Test identity', isInstanceAdmin: false },
        ],
        total: 2,
      });
      expect((await world.call('listInstanceIdentities', { as: world.machine })).body).to.deep.equal(body);
    });

    it('supports search and pagination', async () => {
      expect((await list({ searchTerm: 'TEST' })).body)
        .to.deep.include({ total: 1 })
        .and.to.have.nested.property('identities[0].id', identityId);
      expect((await list({ searchTerm: '%' })).body).to.deep.equal({ identities: [], total: 0 });
      expect((await list({ limit: '1', offset: '1' })).body)
        .to.deep.include({ total: 2 })
        .and.to.have.nested.property('identities[0].id', identityId);
      expect((await list({ offset: '2' })).body).to.deep.equal({ identities: [], total: 2 });
    });

    it('reports all problems of a request', async () => {
      expectIssues(await list({ offset: '-1', limit: '0' }), 'query offset too_small', 'query limit too_small');
      expectIssues(await list({ offset: '2147483648', limit: '101' }), 'query offset too_big', 'query limit too_big');
      expectIssues(await list({ searchTerm: 'x'.repeat(257) }), 'query searchTerm too_big');
    });

    it('is not allowed for administrators of an organization', async () => {
      const as = await world.newUser(await world.newOrganization(), 'admin');
      expectError(await world.call('listInstanceIdentities', { as }), 403, 'ForbiddenError');
    });
  });
}
