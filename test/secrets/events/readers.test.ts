import { expect } from 'chai';
import { text } from 'node:stream/consumers';
import { newProjectWithSecrets, newSecret } from '../../support/fixtures/project-secrets.ts';
import { addToProject, newProject, newProjectIdentity, newProjectWithAdmin } from '../../support/fixtures/projects.ts';
import { logIn } from '../../support/fixtures/second-factor.ts';
import { allEventKinds, listen, subscribe, untilOpen } from '../../support/clients/streams.ts';
import { newStorage, onEachDatabase, ownWorld, type World } from '../../support/world/world.ts';

const counted = ({ server }: World, projectId: string): Promise<number[]> =>
  server.parts.database.read('event_stream_counts').where({ projectId }).pluck<number[]>('count');

onEachDatabase('event subscribers', (world, kind) => {
  it('are removed when they disconnect', async () => {
    const { admin, project } = await newProjectWithAdmin(world());
    const streams = await Promise.all([1, 2, 3].map(() => listen(world(), admin, project.id)));
    const { hub } = world().server.parts.eventStreams;
    expect(hub.countOf(project.id)).to.equal(3);
    if (kind === 'postgres') expect(await counted(world(), project.id)).to.deep.equal([3]);
    streams[0]!.close();
    await untilOpen(world(), project.id, 2);
    for (const stream of streams) stream.close();
    await untilOpen(world(), project.id, 0);
    expect(hub.isWatched(project.id)).to.equal(false);
    expect(await counted(world(), project.id)).to.deep.equal([]);
  });

  it('above the limit are refused until others have disconnected', async () => {
    const own = await ownWorld({ ...(await newStorage(kind)), EVENT_STREAM_LIMIT: '2' });
    const setting = await newProjectWithAdmin(own);
    const { project } = setting;
    const other = await newProjectWithAdmin(own);
    const body = { projectId: project.id, register: allEventKinds };
    const newMember = () => newProjectIdentity(own, setting, 'viewer');
    const members = [await newMember(), await newMember(), await newMember(), await newMember()];
    const answers = await Promise.all(members.map((member) => subscribe(own, member, body)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).to.deep.equal([200, 200, 429, 429]);
    expect(answers.find(({ statusCode }) => statusCode === 429)!.headers).to.have.property('retry-after');
    expect((await subscribe(own, other.admin, { ...body, projectId: other.project.id })).statusCode).to.equal(200);
    answers.find(({ statusCode }) => statusCode === 200)!.destroy();
    await untilOpen(own, project.id, 1);
    expect((await subscribe(own, await newMember(), body)).statusCode).to.equal(200);
    expect((await subscribe(own, await newMember(), body)).statusCode).to.equal(429);
  });

  it('of one member are at most a tenth of those of the project, with whichever sessions', async () => {
    const own = await ownWorld({ ...(await newStorage(kind)), EVENT_STREAM_LIMIT: '29' });
    const setting = await newProjectWithAdmin(own);
    const { admin, organization, project } = setting;
    const body = { projectId: project.id, register: allEventKinds };
    const { body: selected } = await own.call('selectOrganization', {
      as: await logIn(own, admin),
      body: { organizationId: organization.id },
    });
    const sessions = [admin, { token: selected.token as string }, admin, { token: selected.token as string }];
    const answers = await Promise.all(sessions.map((as) => subscribe(own, as, body)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).to.deep.equal([200, 200, 429, 429]);
    const refused = answers.find(({ statusCode }) => statusCode === 429)!;
    expect(refused.headers).to.have.property('retry-after');
    expect(JSON.parse(await text(refused))).to.include({
      error: 'RateLimitExceeded',
      message: 'You have 2 open streams in this project. Close one, or try again later.',
    });

    const identity = await newProjectIdentity(own, setting, 'viewer');
    expect((await subscribe(own, identity, body)).statusCode).to.equal(200);
    const elsewhere = await newProject(own, organization);
    await addToProject(own, elsewhere, admin, 'admin');
    expect((await subscribe(own, admin, { ...body, projectId: elsewhere.id })).statusCode).to.equal(200);
    answers.find(({ statusCode }) => statusCode === 200)!.destroy();
    await untilOpen(own, project.id, 2);
    expect((await subscribe(own, admin, body)).statusCode).to.equal(200);
    expect((await subscribe(own, admin, body)).statusCode).to.equal(429);
  });

  it('that do not read are disconnected, and do not delay others', async () => {
    const setting = await newProjectWithSecrets(world());
    const { admin, project } = setting;
    const { hub } = world().server.parts.eventStreams;
    const idle = await subscribe(world(), admin, { projectId: project.id, register: allEventKinds });
    idle.pause();
    const stream = await listen(world(), admin, project.id);
    const keys = Array.from({ length: 2_000 }, (_, number) => `KEY_${number}_${'X'.repeat(40)}`);
    const event = (sequence: number) => ({
      projectId: project.id,
      sequence,
      kind: 'secret:create' as const,
      environment: 'dev',
      path: '/',
      keys,
      createdAt: '2030-01-01T00:00:00.000Z',
    });
    let sequence = 0;
    // More than the socket buffers and the buffer of the server can hold.
    while (hub.countOf(project.id) === 2 && sequence < 500) {
      hub.receive(project.id, [event((sequence += 1))]);
      await hub.settled();
      expect((await stream.next(1)).map(({ id }) => id)).to.deep.equal([String(sequence)]);
    }
    expect(hub.countOf(project.id)).to.equal(1);
    expect(stream.isOver).to.equal(false);
    // A client that resumes reading in time receives the reason.
    expect(await text(idle)).to.match(/event: error\ndata: \{"message":"The client reads too slowly."\}\n\n$/);
    stream.close();
  });

  it('are notified when the server stops, and do not delay the stop if they do not read', async () => {
    const own = await ownWorld(await newStorage(kind));
    const setting = await newProjectWithSecrets(own);
    const { admin, project } = setting;
    const streams = await Promise.all([1, 2].map(() => listen(own, admin, project.id)));
    const pausedStream = await subscribe(own, admin, { projectId: project.id, register: allEventKinds });
    pausedStream.pause();
    await newSecret(own, setting, 'A');
    const [first] = await streams[0]!.next(1);
    expect(first).to.include({ event: 'secret:create' });
    await own.server.stop();
    for (const stream of streams) expect(await stream.reason()).to.equal('The server is stopping.');
  });
});
