import { expect } from 'chai';
import { text } from 'node:stream/consumers';
import { newProjectWithSecrets, newSecret, secretCall } from '../../support/fixtures/project-secrets.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { allEventKinds, listen, subscribe, type Registration } from '../../support/clients/streams.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { creation, update, onCreation, deny, of } from './subscribeToProjectEvents.fixtures.ts';

onEachDatabase('subscribeToProjectEvents', (world) => {
  it('sends events of secrets in the documented format', async () => {
    const setting = await newProjectWithSecrets(world());
    const stream = await listen(world(), setting.admin, setting.project.id);
    await newSecret(world(), setting, 'A', { secretPath: '/app' });
    const payload = [{ environment: 'dev', secretPath: '/app', secretKey: 'A' }];
    expect(await stream.frames()).to.deep.equal([
      {
        id: '1',
        event: 'secret:create',
        data: { projectType: 'secret-manager', data: { eventType: 'secret:create', payload } },
      },
    ]);
    await secretCall(world, 'updateSecret')(setting, 'A', { secretPath: '/app', newSecretName: 'B' });
    await secretCall(world, 'deleteSecret')(setting, 'B', { secretPath: '/app' });
    expect(await stream.received()).to.deep.equal(['secret:update dev:/app A,B', 'secret:delete dev:/app B']);
    stream.close();
  });

  it('sends exact lines, and pings without data', async () => {
    const setting = await newProjectWithSecrets(world());
    const response = await subscribe(world(), setting.admin, {
      projectId: setting.project.id,
      register: allEventKinds,
    });
    await newSecret(world(), setting, 'A');
    const { eventStreams } = world().server.parts;
    await eventStreams.settled();
    await eventStreams.hub.ping();
    const logout = await world().call('logout', { as: setting.admin });
    expect(logout.status).to.equal(200);
    await eventStreams.hub.ping();
    const data =
      '{"projectType":"secret-manager","data":{"eventType":"secret:create","payload":[{"environment":"dev","secretPath":"/","secretKey":"A"}]}}';
    expect(await text(response))
      .to.match(
        /^(event: ping\n\n)*id: 1\nevent: secret:create\ndata: .*\n\n(event: ping\n\n)+event: error\ndata: \{"message":".*"\}\n\n$/,
      )
      .and.include(`data: ${data}\n`);
  });

  it('sends each matching event once, even if several entries match', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app', '/app/sub', '/apple']);
    const { admin, project } = setting;
    const subscribeTo = async (...register: Registration[]) => ({
      register,
      stream: await listen(world(), admin, project.id, register),
    });
    const streams = await Promise.all([
      subscribeTo(of({ environmentSlug: 'prod' })),
      subscribeTo(of({ secretPath: '/app' })),
      subscribeTo(of({ secretPath: '/app/' })),
      subscribeTo(of({ secretPath: '/app/**' })),
      subscribeTo(of({ environmentSlug: 'dev', secretPath: '/app*' })),
      subscribeTo(creation, creation, of({ environmentSlug: 'dev' }), of({ secretPath: '/**' })),
      subscribeTo(of({})),
      subscribeTo(update),
      subscribeTo(of({ secretPath: '/nowhere' })),
    ]);
    for (const [environment, secretPath] of [
      ['dev', '/'],
      ['dev', '/app'],
      ['dev', '/app/sub'],
      ['dev', '/apple'],
      ['prod', '/'],
    ])
      await newSecret(world(), setting, 'A', { environment, secretPath });
    const received = await Promise.all(
      streams.map(async ({ stream }) => (await stream.received()).map((line) => line.split(' ')[1]).join(' ')),
    );
    const all = 'dev:/ dev:/app dev:/app/sub dev:/apple prod:/';
    expect(received).to.deep.equal([
      'prod:/',
      'dev:/app',
      'dev:/app',
      'dev:/app dev:/app/sub',
      'dev:/app dev:/apple',
      all,
      all,
      '',
      '',
    ]);
  });

  it('sends only events that the rules of the subscriber allow', async () => {
    const setting = await newProjectWithSecrets(world(), ['/app', '/app/sub', '/hidden']);
    const narrow = await listen(
      world(),
      await newProjectIdentity(world(), setting, [
        onCreation({ environment: 'dev', secretPath: { $glob: '/app/**' } }),
      ]),
      setting.project.id,
      [creation],
    );
    const denied = await listen(
      world(),
      await newProjectIdentity(world(), setting, [onCreation(), deny({ secretPath: '/hidden' })]),
      setting.project.id,
      [creation],
    );
    const viewer = await listen(world(), await newProjectIdentity(world(), setting, 'viewer'), setting.project.id, [
      creation,
    ]);
    for (const [environment, secretPath] of [
      ['dev', '/hidden'],
      ['dev', '/app/sub'],
      ['prod', '/'],
    ])
      await newSecret(world(), setting, 'A', { environment, secretPath });
    expect(await narrow.received()).to.deep.equal(['secret:create dev:/app/sub A']);
    expect(await denied.received()).to.deep.equal(['secret:create dev:/app/sub A', 'secret:create prod:/ A']);
    expect(await viewer.received()).to.have.length(3);
  });

  it('sends no earlier events, despite `Last-Event-ID`, and none of other projects', async () => {
    const setting = await newProjectWithSecrets(world());
    const other = await newProjectWithSecrets(world());
    const first = await listen(world(), setting.admin, setting.project.id);
    await newSecret(world(), setting, 'A');
    expect(await first.received()).to.have.length(1);
    const second = await listen(world(), setting.admin, setting.project.id);
    const again = await subscribe(
      world(),
      setting.admin,
      { projectId: setting.project.id, register: allEventKinds },
      { 'Last-Event-ID': '0' },
    );
    await newSecret(world(), other, 'OTHER');
    await newSecret(world(), setting, 'B');
    expect(await second.frames()).to.have.length(1);
    expect((await first.frames()).map(({ id }) => id)).to.deep.equal(['2']);
    again.destroy();
  });
});
