import { expect } from 'chai';
import { randomUUID } from 'node:crypto';
import { migrations } from '../../migrations/index.ts';
import { readConfig } from '../../src/config.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { prepareDatabase } from '../../src/platform/db/prepare.ts';
import { openStorage } from '../../src/storage.ts';
import { daySeconds, newLicenceFile, onDay } from '../support/fixtures/licences.ts';
import {
  databaseKinds,
  newEmptyStorage,
  newStorage,
  startWorld,
  type Environment,
  type World,
} from '../support/world/world.ts';

const granted = /"msg":"evaluation licence granted to this new server for 30 days"/g;

const grantsOf = (...worlds: World[]): number => worlds.flatMap((world) => world.logged().match(granted) ?? []).length;

const migrateTo = async (environment: Environment, steps: typeof migrations): Promise<void> => {
  const storage = openStorage(readConfig(environment));
  await prepareDatabase(storage.location, { migrations: steps, keyring: storage.keyring, clock: systemClock }).finally(
    () => storage.release(),
  );
};

for (const kind of databaseKinds) {
  describe(`the evaluation licence [${kind}]`, () => {
    let storage: Environment;
    const worlds: World[] = [];
    beforeEach(async () => {
      storage = await newStorage(kind);
    });
    afterEach(async () => {
      await Promise.all(worlds.splice(0).map(({ server }) => server.stop()));
    });

    const start = async (settings: Environment = {}): Promise<World> => {
      const world = await startWorld({ ...storage, ...settings });
      worlds.push(world);
      return world;
    };

    const endsAt = ({ server: { parts } }: World) => parts.licences.endsAt(randomUUID(), 'eventSubscriptions');

    it('is granted to a new server, for all organizations and 30 days', async () => {
      const world = await start();
      const { licences } = world.server.parts;
      expect(endsAt(world)).to.deep.equal(onDay(30));
      expect(licences.status).to.deep.equal({
        source: 'evaluation',
        licence: {
          id: 'evaluation',
          licensee: 'Evaluation',
          organization: '*',
          features: ['eventSubscriptions'],
          issuedAt: onDay(0),
          expiresAt: onDay(30),
        },
        daysLeft: 30,
        isExpiring: false,
        problem: null,
      });
      expect(grantsOf(world)).to.equal(1);

      const [end, change] = [30 * daySeconds, new Promise<void>((resolve) => void licences.onChange(resolve))];
      await world.clock.later(end - 0.001, async () =>
        expect(licences.has(randomUUID(), 'eventSubscriptions')).to.equal(true),
      );
      await world.clock.later(end, async () => {
        expect(licences.has(randomUUID(), 'eventSubscriptions')).to.equal(false);
        await licences.refresh();
        await change;
        expect(licences.status).to.deep.include({
          source: 'none',
          problem: 'The evaluation licence expired at 2030-01-31T00:00:00.000Z.',
        });
      });
    });

    it('is granted once: another start finds the same one', async () => {
      const first = await start();
      await first.server.stop();
      // Ten days later for the second server.
      const second = await startWorld(storage, 10);
      worlds.push(second);
      expect(endsAt(second)).to.deep.equal(onDay(30));
      expect(second.server.parts.licences.status).to.include({ source: 'evaluation', daysLeft: 20 });
      expect(grantsOf(first, second)).to.equal(1);
    });

    it('is also granted by the first start after `migrate`', async () => {
      await migrateTo(storage, migrations);
      const world = await start();
      expect(endsAt(world)).to.deep.equal(onDay(30));
    });

    it('is not granted to an older server', async () => {
      storage = await newEmptyStorage(kind);
      await migrateTo(
        storage,
        migrations.slice(
          0,
          migrations.findIndex(({ name }) => name === '0011-licence'),
        ),
      );
      const world = await start();
      expect(endsAt(world)).to.equal(undefined);
      expect(world.server.parts.licences.status).to.deep.include({ source: 'none', problem: null });
      expect(grantsOf(world)).to.equal(0);
      await world.server.stop();
      const again = await start();
      expect(endsAt(again)).to.equal(undefined);
    });

    it('is neither granted nor used if it is disabled', async () => {
      const off = await start({ LICENCE_EVALUATION: 'off' });
      expect(endsAt(off)).to.equal(undefined);
      expect(off.server.parts.licences.status).to.deep.include({ source: 'none', problem: null });
      await off.server.stop();
      const on = await start();
      expect(endsAt(on)).to.deep.equal(onDay(30));
      await on.server.stop();
      const offAgain = await start({ LICENCE_EVALUATION: 'off' });
      expect(endsAt(offAgain)).to.equal(undefined);
      expect(grantsOf(off, on, offAgain)).to.equal(1);
    });

    it('stays active beside a licence in the file, which is shown instead', async () => {
      const place = newLicenceFile({ LICENCE_EVALUATION: 'on' });
      const world = await start(place.settings);
      expect(world.server.parts.licences.status).to.include({
        source: 'evaluation',
        problem: 'The licence file does not exist.',
      });
      const organization = await world.newOrganization();
      place.put({ organization: organization.id, expiresAt: onDay(100) });
      const { licences } = world.server.parts;
      await licences.refresh();
      expect(licences.status).to.include({ source: 'file', problem: null });
      expect(licences.endsAt(organization.id, 'eventSubscriptions')).to.deep.equal(onDay(100));
      expect(endsAt(world)).to.deep.equal(onDay(30));
      place.put({ organization: organization.id, expiresAt: onDay(10) });
      await licences.refresh();
      expect(licences.endsAt(organization.id, 'eventSubscriptions')).to.deep.equal(onDay(30));
    });

    if (kind === 'postgres') {
      it('is granted once by nodes that start concurrently, and all use it', async () => {
        const nodes = await Promise.all(Array.from({ length: 4 }, () => start()));
        expect(grantsOf(...nodes)).to.equal(1);
        for (const node of nodes) expect(endsAt(node)).to.deep.equal(onDay(30));
      });
    }
  });
}
