import { expect } from 'chai';
import { createStores } from '../../../src/stores.ts';
import { sweep } from '../../../src/sweep.ts';
import { batchCall, newProjectWithSecrets, newSecret } from '../../support/fixtures/project-secrets.ts';
import { addToProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { newSecrets } from '../../support/fixtures/secret-reads.ts';
import { newTwoProjects, readRule } from '../../support/fixtures/two-projects.ts';
import { Blocker } from '../../support/world/blocked.ts';
import { allEventKinds, summarize, listen, subscribe, untilOpen } from '../../support/clients/streams.ts';
import { newStorage, ownWorld, type World } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const newNodes = async (settings: Readonly<Record<string, string>> = {}): Promise<[World, World]> => {
  const storage = { ...(await newStorage('postgres')), ...settings };
  return [await ownWorld(storage), await ownWorld(storage)];
};

const write = ({ server }: World, work: (stores: ReturnType<typeof createStores>) => Promise<unknown>) =>
  server.parts.database.transaction(ofInstance, ({ db }) => work(createStores(db)));

/** Terminates the connections on which nodes listen for events; returns their number. */
const cut = ({ server }: World): Promise<number> =>
  server.parts.database.transaction(ofInstance, async ({ db }) => {
    const rows = await db('pg_stat_activity')
      .where({ application_name: 'sallyport events', datname: db.raw('current_database()') })
      .select(db.raw('pg_terminate_backend(pid) as done'));
    return rows.length;
  });

describe('events on two nodes [postgres]', () => {
  it('reach the subscribers of both nodes, in order and once', async () => {
    const [one, other] = await newNodes();
    const setting = await newProjectWithSecrets(one);
    const { admin, project } = setting;
    const streams = [await listen(one, admin, project.id), await listen(other, admin, project.id)];
    await Promise.all(
      Array.from({ length: 20 }, (_, number) => newSecret(number % 2 === 0 ? one : other, setting, `KEY_${number}`)),
    );
    for (const stream of streams) {
      // Events arrive without further requests.
      const frames = await stream.next(20);
      expect(frames.map(({ id }) => Number(id))).to.deep.equal(frames.map((_, index) => index + 1));
      expect(new Set(frames.map(summarize)).size).to.equal(20);
      expect(await stream.frames()).to.deep.equal([]);
    }
  });

  it('share the stream limit as long as each node reports that it is running', async () => {
    const [one, other] = await newNodes({ EVENT_STREAM_LIMIT: '2' });
    const setting = await newProjectWithAdmin(one);
    const { project } = setting;
    const body = { projectId: project.id, register: allEventKinds };
    const status = async (world: World): Promise<number> =>
      (await subscribe(world, await newProjectIdentity(one, setting, 'viewer'), body)).statusCode!;
    expect([await status(one), await status(other), await status(one), await status(other)]).to.deep.equal([
      200, 200, 429, 429,
    ]);
    // A node that reports nothing for a minute no longer counts, until it reports again.
    await one.clock.later(61, async () => {
      await one.server.parts.eventStreams.renew();
      expect(await status(one)).to.equal(200);
      expect(await status(one)).to.equal(429);
    });
    const counts = () =>
      other.server.parts.database
        .read('event_stream_counts')
        .where({ projectId: project.id })
        .orderBy('count')
        .pluck<number[]>('count');
    expect(await counts()).to.deep.equal([2]);
    await one.server.stop();
    expect(await counts()).to.deep.equal([]);
  });

  it("share a member's part of the stream limit", async () => {
    const [one, other] = await newNodes({ EVENT_STREAM_LIMIT: '20' });
    const setting = await newProjectWithAdmin(one);
    const { admin, project } = setting;
    const open = (world: World, as: { token: string } = admin) =>
      subscribe(world, as, { projectId: project.id, register: allEventKinds });
    const first = await open(one);
    const statuses = [first, await open(other), await open(one), await open(other)].map((answer) => answer.statusCode);
    expect(statuses).to.deep.equal([200, 200, 429, 429]);
    const somebodyElse = await newProjectIdentity(one, setting, 'viewer');
    expect((await open(other, somebodyElse)).statusCode).to.equal(200);

    first.destroy();
    await untilOpen(one, project.id, 0);
    expect((await open(other)).statusCode).to.equal(200);
    expect((await open(one)).statusCode).to.equal(429);
  });

  it('end the streams of a node that did not report, because no events were stored for them', async () => {
    const [one, other] = await newNodes();
    const setting = await newProjectWithSecrets(one);
    const streams = [await listen(other, setting.admin, setting.project.id)];
    await one.clock.later(61, () => one.server.parts.eventStreams.renew());
    await newSecret(one, setting, 'MISSED');
    // The node notices it when it stores its streams again.
    streams.push(await listen(other, setting.admin, setting.project.id));
    expect(await streams[0]!.reason()).to.match(/Events were missed/);
    await newSecret(one, setting, 'NEXT');
    expect(await streams[1]!.received()).to.deep.equal(['secret:create dev:/ NEXT']);

    await one.clock.later(61, () => one.server.parts.eventStreams.renew());
    await other.server.parts.eventStreams.renew();
    expect(await streams[1]!.reason()).to.match(/Events were missed/);
  });

  it('are stored only for projects with a stream', async () => {
    const [one, other] = await newNodes();
    const [watched, unwatched] = [await newProjectWithSecrets(one), await newProjectWithSecrets(one)];
    const stored = () => one.server.parts.database.read('project_events').pluck<string[]>('projectId');
    await newSecret(one, watched, 'BEFORE');
    expect(await stored()).to.deep.equal([]);
    const stream = await listen(other, watched.admin, watched.project.id);
    for (const setting of [watched, unwatched]) await newSecret(one, setting, 'AFTER');
    expect(await stored()).to.deep.equal([watched.project.id]);
    expect(await stream.received()).to.deep.equal(['secret:create dev:/ AFTER']);
  });

  it('reach a stream that begins during a change of its project or of a source', async () => {
    const storage = await newStorage('postgres');
    const [one, other] = [await ownWorld(storage), await ownWorld(storage)];
    const { here, there, elsewhere, newReader } = await newTwoProjects(one);
    await addToProject(one, there.project, here.admin, [readRule()]);
    await newSecrets(one, there, { 'dev:/app:KEY': 'k' });
    await newSecrets(one, here, { 'dev:/:A': elsewhere('dev.app.KEY') });
    const reader = await newReader('admin');
    const blocker = await new Blocker(storage).connect();
    for (const changed of [here, there]) {
      // Several, because a change of one secret would begin again after a while.
      const change = () =>
        batchCall(() => one, 'createSecrets')(changed, {
          secretPath: '/app',
          secrets: ['DURING', 'MEANWHILE'].map((secretKey) => ({ secretKey, secretValue: '' })),
        });
      const begin = () => listen(other, reader, here.project.id);
      const lock = 'pg_advisory_xact_lock(';
      const calls: readonly (() => Promise<unknown>)[] = [change, begin];
      const { responses } = await blocker.whileLocked(
        ['project_revisions', changed.project.id, 'projectId'],
        calls,
        lock,
      );
      const stream = responses[1] as Awaited<ReturnType<typeof begin>>;
      await newSecret(one, changed, 'AFTER', { secretPath: '/app' });
      const received = await stream.received();
      expect(received).to.deep.equal(
        changed === here ? ['secret:create dev:/app AFTER'] : ['secret:import-mutation dev:/'],
      );
      stream.close();
      await other.server.parts.eventStreams.settled();
    }
    await blocker.close();
  });

  it('are not lost while the connection is interrupted', async () => {
    const [one, other] = await newNodes();
    const setting = await newProjectWithSecrets(one);
    const stream = await listen(other, setting.admin, setting.project.id);
    for (const name of ['FIRST', 'SECOND']) {
      expect(await cut(one)).to.be.greaterThan(0);
      await newSecret(one, setting, name);
      expect((await stream.next(1)).map(summarize)).to.deep.equal([`secret:create dev:/ ${name}`]);
    }
    expect(await stream.received()).to.deep.equal([]);
  });

  it('report a gap to subscribers if missed events were already removed', async () => {
    for (const isMoreLeft of [false, true]) {
      const [one, other] = await newNodes();
      const setting = await newProjectWithSecrets(one);
      const stream = await listen(other, setting.admin, setting.project.id);
      await write(one, async ({ events }) => {
        const left = {
          kind: 'secret:create' as const,
          environment: 'dev',
          path: '/',
          keys: ['A'],
          createdAt: '2030-01-01T00:00:00.000Z',
        };
        // The first event was removed before it was read.
        await events.takeNumbers(setting.project.id, isMoreLeft ? 1 : 2);
        events.append(setting.project.id, isMoreLeft ? [left] : []);
      });
      expect(await stream.reason()).to.match(/Events were missed/);
      const next = await listen(other, setting.admin, setting.project.id);
      await newSecret(one, setting, 'NEW');
      expect((await next.next(1)).map(({ id }) => id)).to.deep.equal(['3']);
    }
  });

  it('are removed after about a minute', async () => {
    const [one] = await newNodes();
    const setting = await newProjectWithSecrets(one);
    await listen(one, setting.admin, setting.project.id);
    await newSecret(one, setting, 'OLD');
    await one.clock.later(30, () => newSecret(one, setting, 'NEWER'));
    const left = () =>
      one.server.parts.database
        .read('project_events')
        .where({ projectId: setting.project.id })
        .orderBy('sequence')
        .pluck<number[]>('sequence');
    await one.clock.later(60, () => sweep(one.server.parts));
    expect(await left()).to.deep.equal([1, 2]);
    await one.clock.later(61, () => sweep(one.server.parts));
    expect(await left()).to.deep.equal([2]);
    await one.clock.later(91, () => sweep(one.server.parts));
    expect(await left()).to.deep.equal([]);
  });
});
