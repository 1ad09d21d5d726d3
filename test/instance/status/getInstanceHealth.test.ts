import { expect } from 'chai';
import packageJson from '../../../package.json' with { type: 'json' };
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('getInstanceHealth', (world, kind) => {
  it('tells instance administrators the version, and how the node and the database are', async () => {
    const root = await world().newUser(await world().newOrganization(), 'member');
    await world().makeInstanceAdmin(root);
    const { body } = await world().call('getInstanceHealth', { as: root });
    expect(body.version).to.equal(packageJson.version);
    expect(body.leasesHeldSince).to.equal(null);
    expect(body.node.memoryBytes).to.be.greaterThan(10_000_000);
    expect(body.database.kind).to.equal(kind);
    expect(body.database.version).to.match(/^\d+\.\d+/);
    expect(body.database.bytes).to.be.greaterThan(100_000);
    if (kind === 'sqlite') expect(body.database.freeBytes).to.be.greaterThan(0);
    else expect(body.database.freeBytes).to.equal(null);
  });
});
