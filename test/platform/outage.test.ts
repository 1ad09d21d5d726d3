import { expect } from 'chai';
import { expectError } from '../support/expect/expect.ts';
import { CuttableProxy } from '../support/clients/proxy.ts';
import { overNetwork } from '../support/world/postgres.ts';
import { newStorage, ownWorld, type World } from '../support/world/world.ts';

/** A server whose connection to PostgreSQL can be cut. */
const newWorld = async (): Promise<{ world: World; proxy: CuttableProxy }> => {
  const storage = await newStorage('postgres');
  const url = overNetwork(storage.DATABASE_URL!);
  const proxy = new CuttableProxy({ host: url.hostname, port: Number(url.port) });
  await proxy.start();
  url.port = String(proxy.port);
  return { world: await ownWorld({ ...storage, DATABASE_URL: url.href }), proxy };
};

describe('when the connection to PostgreSQL is lost during a commit', () => {
  for (const moment of ['before', 'after'] as const) {
    it(`reports that the change may or may not have been made, and does not repeat it [${moment} the server has it]`, async () => {
      const { world, proxy } = await newWorld();
      const organization = await world.newOrganization();
      const as = await world.newUser(organization, 'admin');
      const params = { organizationId: organization.id };
      proxy.trap = { text: 'COMMIT', moment };
      const response = await world.call('updateOrganization', { as, params, body: { name: 'Perhaps' } });
      proxy.trap = undefined;
      expectError(response, 503, 'CommitOutcomeUnknown', /may or may not have been made/);
      const isMade = async (): Promise<boolean> =>
        (await world.call('getOrganization', { as, params })).body.organization.name === 'Perhaps';
      // PostgreSQL may still be executing it.
      if (moment === 'after') while (!(await isMade()));
      else expect(await isMade()).to.equal(false);
      const entries = await world.server.parts.database
        .read('audit_log_entries')
        .where({ organizationId: organization.id, eventType: 'update-org' });
      expect(entries).to.have.length(moment === 'after' ? 1 : 0);
      expect((await world.call('updateOrganization', { as, params, body: { name: 'Surely' } })).status).to.equal(200);
      await world.server.stop();
      await proxy.cut();
    });
  }
});

describe('when PostgreSQL is unreachable', () => {
  it('answers 503 with Retry-After, loses nothing, and recovers by itself', async () => {
    const { world, proxy } = await newWorld();
    const organization = await world.newOrganization();
    const as = await world.newUser(organization, 'admin');
    const params = { organizationId: organization.id };
    expect((await world.call('getReadiness')).status).to.equal(200);

    await proxy.cut();
    for (const response of [
      await world.call('getOrganization', { as, params }),
      await world.call('updateOrganization', { as, params, body: { name: 'Lost' } }),
      await world.call('login', { body: { email: as.email, password: as.password } }),
      await world.call('getReadiness'),
    ]) {
      expectError(response, 503, 'ServiceUnavailable', /database/);
      expect(response.headers['retry-after']).to.equal('2');
    }
    expect((await world.call('getStatus')).status, 'requests without the database succeed').to.equal(200);

    await proxy.start();
    expect((await world.call('getOrganization', { as, params })).body.organization.name).to.equal(organization.name);
    expect((await world.call('updateOrganization', { as, params, body: { name: 'Back again' } })).status).to.equal(200);
    expect((await world.call('getReadiness')).status).to.equal(200);
    await world.server.stop();
    await proxy.cut();
  });
});
