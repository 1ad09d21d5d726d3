import { expect } from 'chai';
import { newEnvironment } from '../../src/resources/project/environments/new.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createStores } from '../../src/stores.ts';
import { sweep } from '../../src/sweep.ts';
import { newProjectWithEnvironments } from '../support/fixtures/environments.ts';
import { newProjectIdentity } from '../support/fixtures/projects.ts';
import { newLoggedIn } from '../support/fixtures/universal-auth.ts';
import { databaseKinds, newStorage, ownWorld } from '../support/world/world.ts';
import { ofInstance } from '../../src/transaction-keys.ts';

for (const kind of databaseKinds) {
  describe(`removal of expired records [${kind}]`, () => {
    it('removes expired records in batches, while another node does the same, and nothing else', async () => {
      const world = await ownWorld(await newStorage(kind));
      const { parts } = world.server;
      const machine = await newLoggedIn(world, { accessTokenTTL: 60 });
      const [row] = await parts.database.read('identity_access_tokens').where({ authMethod: 'universal-auth' });
      const copies = Array.from({ length: 1200 }, (_, number) => ({ ...row, id: `copy-${number}` }));
      await parts.database.transaction(ofInstance, ({ db }) => db.insert('identity_access_tokens', copies));
      expect(await sweep(parts)).to.equal(0);
      await world.clock.later(61, async () => {
        const counts = await Promise.all([sweep(parts), sweep(parts)]);
        expect(counts[0] + counts[1]).to.equal(1201);
      });
      expect((await world.call('listOrganizations', { as: machine.admin })).status).to.equal(200);
      expect((await world.call('listOrganizations', { as: machine.identity })).status).to.equal(200);
      await world.clock.later(864_001, async () => expect(await sweep(parts)).to.equal(1));
    });

    describe('environments', () => {
      const graceSeconds = 14 * 86_400;

      it('purges those that can no longer be restored, and records it', async () => {
        const world = await ownWorld(await newStorage(kind));
        const { parts } = world.server;
        const { admin, organization, project, ids, order, rows, entries } = await newProjectWithEnvironments(world);
        const remove = (slug: string) =>
          world.call('deleteEnvironment', { as: admin, params: { projectId: project.id, id: ids[slug]! } });
        await remove('dev');
        await world.clock.later(1, () => remove('prod'));
        await world.clock.later(graceSeconds, () => sweep(parts));
        expect(await rows()).to.have.length(3);
        await world.clock.later(graceSeconds + 1, () => sweep(parts));
        expect((await rows()).map(({ slug }) => slug)).to.have.members(['staging', 'prod']);
        expect(await order()).to.equal('staging');
        const [purge, ...more] = (await entries()).filter(({ actorType }) => actorType === 'platform');
        expect(more).to.deep.equal([]);
        expect(purge).to.include({
          eventType: 'delete-environment',
          organizationId: organization.id,
          projectName: project.name,
          actorId: null,
          operation: 'sweep',
        });
        expect(purge.eventMetadata).to.deep.equal({
          environmentId: ids.dev,
          name: 'The dev',
          slug: 'dev',
          hardDelete: true,
        });
      });

      it('purges each once, in batches, while another node does the same', async () => {
        const world = await ownWorld(await newStorage(kind));
        const { parts } = world.server;
        const { project, order, rows, entries } = await newProjectWithEnvironments(world);
        const deletion = { softDeletedAt: '2030-01-01T00:00:00.000Z', deleteAfter: '2030-01-01T00:00:01.000Z' };
        const past = Array.from({ length: 1100 }, (_, number) => ({
          ...newEnvironment(parts, project.id, { name: 'Past', slug: `past-${number}`, position: 4 }),
          ...deletion,
        }));
        await parts.database.transaction(ofInstance, async ({ db }) => {
          const { environments } = createStores(db);
          await Promise.all(past.map((environment) => environments.insert(environment)));
        });
        const counts = await world.clock.later(2, () => Promise.all([sweep(parts), sweep(parts)]));
        expect(counts[0] + counts[1]).to.equal(1100);
        expect(await rows()).to.have.length(3);
        expect(await order()).to.equal('dev staging prod');
        expect(new Set((await entries()).map(({ eventMetadata }) => eventMetadata.environmentId)).size).to.equal(1100);
        expect(await entries()).to.have.length(1100);
      });

      it('does not purge one that is restored at the same time', async () => {
        const world = await ownWorld(await newStorage(kind));
        const { parts } = world.server;
        const slugs = Array.from({ length: 20 }, (_, number) => `environment-${number}`);
        const setting = await newProjectWithEnvironments(world, slugs);
        const { admin, project, ids, order, entries } = setting;
        const params = (slug: string) => ({ projectId: project.id, id: ids[slug]! });
        for (const slug of slugs) await world.call('deleteEnvironment', { as: admin, params: params(slug) });
        await world.clock.later(graceSeconds, async () => {
          const as = await newProjectIdentity(world, setting, 'admin');
          // The clock of the node that removes records is a second ahead.
          const ahead = {
            ...parts,
            clock: { ...systemClock, now: () => new Date(parts.clock.now().getTime() + 1000) },
          };
          const restored: string[] = [];
          const restore = async (slug: string): Promise<void> => {
            const { status } = await world.call('restoreEnvironment', { as, params: params(slug) });
            expect(status).to.be.oneOf([200, 404]);
            if (status === 200) restored.push(slug);
          };
          await Promise.all([
            ...slugs.slice(0, 10).map(restore),
            sweep(ahead),
            ...slugs.slice(10).map(restore),
            sweep(ahead),
          ]);
          expect((await order()).split(' ').filter(Boolean)).to.have.members(restored);
          const purged = (await entries()).filter(({ actorType }) => actorType === 'platform');
          expect(purged).to.have.length(slugs.length - restored.length);
        });
      });
    });

    it('removes entries of the audit log after their retention period', async () => {
      const world = await ownWorld({ ...(await newStorage(kind)), AUDIT_RETENTION_DAYS: '1' });
      const { parts } = world.server;
      const { admin } = await newLoggedIn(world);
      const [{ id: _, ...entry }] = (await parts.database.read('audit_log_entries')) as [Record<string, unknown>];
      const columns = {
        ...entry,
        eventMetadata: JSON.stringify(entry.eventMetadata),
        actorMetadata: JSON.stringify(entry.actorMetadata),
      };
      const copies = Array.from({ length: 1200 }, (_, number) => ({ ...columns, id: `copy-${number}` }));
      await parts.database.transaction(ofInstance, ({ db }) => db.insert('audit_log_entries', copies));
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
