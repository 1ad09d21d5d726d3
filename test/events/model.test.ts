import { expect } from 'chai';
import { addToProject } from '../support/fixtures/projects.ts';
import { listen, type TestStream } from '../support/clients/streams.ts';
import type { TestSecrets } from '../support/fixtures/project-secrets.ts';
import { databaseKinds, newStorage, ownWorld, type World } from '../support/world/world.ts';
import { everyFolder, folderRefOf, newModelProject } from './model-project.ts';
import { randomOf } from './random.ts';
import { receivedEventIn, Replay, textOf, type ReceivedEvent } from './replay.ts';
import { Subscriber } from './subscribers.ts';
import { newAssumedState, type AcknowledgedChange } from './assumed-state.ts';
import { Writer } from './writers.ts';
import { cases } from '../support/world/cases.ts';

const operations = cases(5_000);
const writerCount = 20;
const subscriberCount = 50;
const stopMessage = 'The server is stopping.';

/** Waits until all events of the project so far are written to the streams of every node. */
const delivered = async (nodes: readonly World[], logs: readonly TestStream[], projectId: string): Promise<number> => {
  const last = await nodes[0]!.server.parts.stores.events.lastNumber(projectId);
  for (const log of logs) await log.upTo(last);
  for (const { server } of nodes) await server.parts.eventStreams.hub.settled();
  return last;
};

/** The stored secrets by folder, in the form of the model. */
const storedIn = async ({ server: { parts } }: World, { project }: TestSecrets): Promise<Map<string, string>> => {
  const rows = await parts.database
    .read('secrets as s')
    .join('secret_folders as f', 'f.id', 's.folderId')
    .join('project_environments as e', 'e.id', 'f.environmentId')
    .where({ 's.projectId': project.id })
    .select<{ environment: string; path: string; key: string }[]>('e.slug as environment', 'f.path', 's.key');
  const keysIn = (folder: string): string[] =>
    rows
      .filter(
        ({ environment, path }) => environment === folderRefOf(folder).environment && path === folderRefOf(folder).path,
      )
      .map(({ key }) => key);
  return new Map(everyFolder.map((folder) => [folder, keysIn(folder).sort().join()]));
};

/** Runs the whole scenario: writers, subscribers, a change of permissions for half of these, and the end. */
const runModel = async (nodes: readonly World[], seed: number): Promise<void> => {
  const random = randomOf(seed);
  const nodeOf = (index: number): World => nodes[index % nodes.length]!;
  const setting = await newModelProject(nodes[0]!);
  const { organization, project, admin } = setting;
  const newMember = async (role: string): Promise<{ token: string }> => {
    const user = await nodes[0]!.newUser(organization, 'member');
    await addToProject(nodes[0]!, project, user, role);
    return user;
  };

  const logs = await Promise.all(nodes.map((node) => listen(node, admin, project.id)));
  const subscribers: Subscriber[] = [];
  for (let index = 0; index < subscriberCount; index += 1)
    subscribers.push(await Subscriber.newOne(random, nodeOf(index), setting));

  const [done, assumed, stranger]: [AcknowledgedChange[], ReturnType<typeof newAssumedState>, { token: string }] = [
    [],
    newAssumedState(),
    await newMember('viewer'),
  ];
  const writers: Writer[] = [];
  for (let index = 0; index < writerCount; index += 1) {
    const { token } = await newMember('admin');
    writers.push(
      new Writer({
        random: randomOf(seed + 1 + index),
        assumed,
        done,
        urls: nodes.map(({ server }) => server.url),
        token,
        strangerToken: stranger.token,
        projectId: project.id,
      }),
    );
  }
  const half = (): Promise<unknown> => Promise.all(writers.map((writer) => writer.write(operations / writerCount / 2)));

  await half();
  const middle = await delivered(nodes, logs, project.id);
  for (const [index, subscriber] of subscribers.entries())
    if (index % 4 < 2) await subscriber.change(random, nodeOf(index >> 1), setting, middle);
  await half();
  await delivered(nodes, logs, project.id);
  for (const { server } of nodes) server.parts.eventStreams.hub.close();
  for (const writer of writers) writer.stop();

  const received: ReceivedEvent[][] = [];
  for (const log of logs) received.push((await log.all()).slice(0, -1).map(receivedEventIn));
  const [log] = received as [ReceivedEvent[], ...ReceivedEvent[][]];
  for (const other of received)
    expect(other.map((event) => `${event.number} ${textOf(event)}`)).to.deep.equal(
      log.map((event) => `${event.number} ${textOf(event)}`),
    );
  const replay = new Replay(log, done);
  replay.run();
  expect(new Map([...replay.secrets].map(([folder, keys]) => [folder, [...keys].sort().join()]))).to.deep.equal(
    await storedIn(nodes[0]!, setting),
  );
  expect(done.length, 'most changes were acknowledged').to.be.greaterThan(operations / 2);

  const ends = [];
  for (const subscriber of subscribers) ends.push(await subscriber.check(log, stopMessage));
  expect(ends.filter((end) => end === 'open to the end').length, 'most streams stayed open').to.be.greaterThan(
    subscriberCount / 2,
  );
};

describe('the events that subscribers receive', () => {
  for (const kind of databaseKinds) {
    it(`are exactly those of a model: ${writerCount} writers, ${subscriberCount} subscribers, ${operations} operations, ${kind === 'sqlite' ? 'on SQLite' : 'on two nodes over PostgreSQL'}`, async () => {
      // EVENTS_SEED repeats the same choices; the order of concurrent writers still varies.
      const seed = Number(process.env.EVENTS_SEED ?? Math.floor(Math.random() * 2 ** 31));
      const storage = await newStorage(kind);
      const nodes = [await ownWorld(storage), ...(kind === 'postgres' ? [await ownWorld(storage)] : [])];
      try {
        await runModel(nodes, seed);
      } catch (error) {
        throw new Error(`EVENTS_SEED=${seed}: ${(error as Error).message}`, { cause: error });
      }
    });
  }
});
