import { expect } from 'chai';
import { expectError } from '../support/expect.ts';
import { CuttableWire } from '../support/proxy.ts';
import { newStorage, ownWorld } from '../support/world.ts';

describe('when PostgreSQL is away', () => {
  it('answers 503 with Retry-After, loses nothing, and recovers by itself', async () => {
    const storage = await newStorage('postgres');
    const url = new URL(storage.DATABASE_URL!);
    const wire = new CuttableWire({ host: url.hostname, port: Number(url.port) });
    await wire.mend();
    url.port = String(wire.port);
    const world = await ownWorld({ ...storage, DATABASE_URL: url.href });
    await world.server.warm;
    const organization = await world.newOrganization();
    const as = await world.newUser(organization, 'admin');
    const params = { organizationId: organization.id };
    expect((await world.call('getReadiness')).status).to.equal(200);

    await wire.cut();
    for (const response of [
      await world.call('getOrganization', { as, params }),
      await world.call('updateOrganization', { as, params, body: { name: 'Lost' } }),
      await world.call('login', { body: { email: as.email, password: as.password } }),
      await world.call('getReadiness'),
    ]) {
      expectError(response, 503, 'ServiceUnavailable', /database/);
      expect(response.headers['retry-after']).to.equal('2');
    }
    expect((await world.call('getStatus')).status, 'what needs no database goes on').to.equal(200);

    await wire.mend();
    expect((await world.call('getOrganization', { as, params })).body.organization.name).to.equal(organization.name);
    expect((await world.call('updateOrganization', { as, params, body: { name: 'Back again' } })).status).to.equal(200);
    expect((await world.call('getReadiness')).status).to.equal(200);
    await world.server.stop();
    await wire.cut();
  });
});
