import { expect } from 'chai';
import { sweep } from '../../src/sweep.ts';
import { newLoggedIn } from '../support/universal-auth.ts';
import { databaseKinds, newStorage, ownWorld } from '../support/world.ts';

for (const kind of databaseKinds) {
  describe(`sweeping [${kind}]`, () => {
    it('removes what has expired, in batches, while another node does the same, and nothing else', async () => {
      const world = await ownWorld(await newStorage(kind));
      const { parts } = world.server;
      const machine = await newLoggedIn(world, { accessTokenTTL: 60 });
      const [row] = await parts.database.read('identity_access_tokens').where({ authMethod: 'universal-auth' });
      await parts.database.transaction(async ({ db }) => {
        for (let number = 0; number < 1200; number += 1) await db('identity_access_tokens').insert({ ...row, id: `copy-${number}` });
      });
      expect(await sweep(parts)).to.equal(0);
      await world.clock.later(61, async () => {
        const counts = await Promise.all([sweep(parts), sweep(parts)]);
        expect(counts[0] + counts[1]).to.equal(1201);
      });
      expect((await world.call('listOrganizations', { as: machine.admin })).status).to.equal(200);
      expect((await world.call('listOrganizations', { as: machine.identity })).status).to.equal(200);
      await world.clock.later(864_001, async () => expect(await sweep(parts)).to.equal(1));
    });

    it('removes entries of the audit log that are past their time', async () => {
      const world = await ownWorld({ ...(await newStorage(kind)), AUDIT_RETENTION_DAYS: '1' });
      const { parts } = world.server;
      const { admin } = await newLoggedIn(world);
      const [{ id: _, ...entry }] = (await parts.database.read('audit_log_entries')) as [Record<string, unknown>];
      const columns = { ...entry, eventMetadata: JSON.stringify(entry.eventMetadata), actorMetadata: JSON.stringify(entry.actorMetadata) };
      await parts.database.transaction(async ({ db }) => {
        for (let number = 0; number < 1200; number += 1) await db('audit_log_entries').insert({ ...columns, id: `copy-${number}` });
      });
      await world.clock.later(86_400, async () => expect(await sweep(parts)).to.equal(0));
      await world.clock.later(86_400.001, async () => {
        await world.call('createIdentity', { as: admin, body: { name: 'New' } });
        const counts = await Promise.all([sweep(parts), sweep(parts)]);
        expect(counts[0] + counts[1]).to.equal(1203);
      });
      const left = (await parts.database.read('audit_log_entries').pluck('eventType')) as string[];
      expect(left).to.deep.equal(['create-identity']);
    });
  });
}
