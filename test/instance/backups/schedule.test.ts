import { expect } from 'chai';
import { readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics } from '../../../src/http/metrics.ts';
import { rootKeyIdIn, sqliteProblem } from '../../../src/platform/db/sqlite/backup.ts';
import { readConfig } from '../../../src/config.ts';
import { scratchFolder } from '../../support/world/folders.ts';
import { newStorage, ownWorld, type World } from '../../support/world/world.ts';

const hour = 3600;

describe('scheduled backups', () => {
  const scheduled = async (settings: Record<string, string> = {}): Promise<{ world: World; directory: string }> => {
    const directory = join(scratchFolder(), 'backups');
    const storage = await newStorage('sqlite');
    return { world: await ownWorld({ ...storage, BACKUP_DIR: directory, ...settings }), directory };
  };
  const make = ({ server }: World) => server.parts.backups.makeIfDue();
  const metricsOf = async ({ server: { parts, outgoing } }: World): Promise<string> =>
    (await createMetrics(parts, outgoing)).render();

  it('are made when they are due, complete and private, and the oldest are removed', async () => {
    const { world, directory } = await scheduled({ BACKUP_EVERY_HOURS: '6', BACKUP_KEEP: '2' });
    const made = [await make(world), await make(world)];
    for (const hours of [5, 6, 11, 12, 18]) made.push(await world.clock.later(hours * hour, () => make(world)));
    expect(made).to.deep.equal([
      'sallyport-2030-01-01T00-00-00Z.db',
      undefined,
      undefined,
      'sallyport-2030-01-01T06-00-00Z.db',
      undefined,
      'sallyport-2030-01-01T12-00-00Z.db',
      'sallyport-2030-01-01T18-00-00Z.db',
    ]);
    expect(readdirSync(directory)).to.have.members([made[5], made[6]]);
    const file = join(directory, made[6]!);
    expect(statSync(file).mode & 0o777).to.equal(0o600);
    expect(statSync(directory).mode & 0o777).to.equal(0o700);
    expect(sqliteProblem(file)).to.equal(undefined);
    expect(rootKeyIdIn(file)).to.equal(world.server.parts.keyring.current.id);
    expect(readdirSync(directory), 'one file').to.have.length(2);
  });

  it('leave other files alone, and remove what a killed server left', async () => {
    const { world, directory } = await scheduled({ BACKUP_KEEP: '1' });
    await make(world);
    for (const name of ['mine.db', 'sallyport.db', 'sallyport-2029-12-01T00-00-00Z.db.unfinished-journal'])
      writeFileSync(join(directory, name), 'x');
    const name = await world.clock.later(24 * hour, () => make(world));
    expect(readdirSync(directory)).to.have.members(['mine.db', 'sallyport.db', name]);
  });

  it('go on when the clock was set back', async () => {
    const { world, directory } = await scheduled({ BACKUP_KEEP: '2' });
    await world.clock.later(90 * 24 * hour, () => make(world));
    expect(await make(world)).to.equal('sallyport-2030-01-01T00-00-00Z.db');
    expect(await make(world)).to.equal(undefined);
    expect(await world.clock.later(24 * hour, () => make(world))).to.equal('sallyport-2030-01-02T00-00-00Z.db');
    expect(readdirSync(directory)).to.have.length(2);
  });

  it('that fail are shown to administrators and in the metrics, leave nothing, and are repeated', async () => {
    const { world, directory } = await scheduled();
    const root = await world.newUser(await world.newOrganization(), 'member');
    await world.makeInstanceAdmin(root);
    const state = async () => (await world.call('getBackups', { as: root })).body;
    expect(await metricsOf(world)).to.match(/^sallyport_backup_failed 0$/m);
    writeFileSync(directory, 'in the way');
    expect(await make(world)).to.equal(undefined);
    expect((await state()).schedule.problem).to.match(/EEXIST|ENOTDIR/);
    expect(await metricsOf(world)).to.match(/^sallyport_backup_failed 1$/m);

    rmSync(directory);
    expect(await world.clock.later(899, () => make(world)), 'too soon').to.equal(undefined);
    const name = await world.clock.later(900, () => make(world));
    expect(name).to.equal('sallyport-2030-01-01T00-15-00Z.db');
    const { schedule, lastAt } = await state();
    expect(lastAt).to.equal('2030-01-01T00:15:00.000Z');
    expect(schedule).to.include({ directory, everyHours: 24, keep: 7, problem: null });
    expect(schedule.files).to.have.length(1);
    expect(schedule.files[0]).to.include({ name, createdAt: '2030-01-01T00:15:00.000Z' });
    expect(schedule.files[0].bytes).to.be.greaterThan(100_000);
    expect(await metricsOf(world)).to.match(/^sallyport_backup_failed 0$/m);
  });

  it('are for SQLite only', () => {
    const settings = { DATABASE_URL: 'postgres://a:b@c/d', ROOT_KEY: 'ab'.repeat(32), BACKUP_DIR: '/backups' };
    expect(() => readConfig(settings)).to.throw(/BACKUP_DIR is for SQLite/);
  });
});
