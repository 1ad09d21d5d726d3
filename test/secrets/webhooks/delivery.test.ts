import { expect } from 'chai';
import { createHmac } from 'node:crypto';
import { payloadOf } from '../../../src/webhooks/payload.ts';
import { changesWhere } from '../../support/expect/audit.ts';
import { deliver, newProjectWithWebhooks } from '../../support/fixtures/webhooks.ts';
import { onEachDatabase } from '../../support/world/world.ts';

describe('the payload of a webhook of the type slack', () => {
  const project = { projectId: 'p', projectName: 'Rockets', environmentSlug: 'dev', environmentName: 'Development' };
  const notice = { event: 'secrets.modified', path: '/app', secretName: null } as const;
  const fieldsOf = (payload: any): string[] =>
    payload.attachments[0].fields.map(({ title, value, short }: any) => `${title}: ${value}, ${short}`);

  it('is a message with the same facts, as far as they are known', () => {
    const by = { changedBy: 'ci', changedByActorType: 'identity' };
    const payload: any = payloadOf({ ...project, type: 'slack' }, { ...notice, ...by });
    expect(payload).to.have.all.keys('text', 'attachments');
    expect(payload.attachments[0].color).to.equal('#E7F256');
    const facts = [
      'Project: Rockets, false',
      'Environment: dev, false',
      'Environment Name: Development, false',
      'Secret Path: /app, false',
    ];
    expect(fieldsOf(payload)).to.deep.equal([
      ...facts,
      'Modified By: ci, false',
      'Modified By Actor Type: identity, false',
    ]);
    const unknown = { changedBy: null, changedByActorType: null };
    expect(fieldsOf(payloadOf({ ...project, type: 'slack' }, { ...notice, ...unknown }))).to.deep.equal(facts);
  });
});

onEachDatabase('deliveries of webhooks', (world) => {
  it('tell which folder changed and who changed it, without names or values of secrets, and are signed', async () => {
    const { hook, write, receiver, project, admin } = await newProjectWithWebhooks(world());
    await hook({ webhookSecretKey: ' shared key ', secretPath: '/app/' });
    await write('/app', 'PASSWORD');
    await deliver(world());
    expect(receiver.received).to.have.length(1);
    const [{ text, body, headers }] = receiver.received as [(typeof receiver.received)[number]];
    const timestamp = Date.parse('2030-01-01T00:00:05Z');
    expect(body).to.deep.equal({
      event: 'secrets.modified',
      project: {
        workspaceId: project.id,
        projectId: project.id,
        projectName: project.name,
        environment: 'dev',
        environmentName: 'The dev',
        secretPath: '/app',
        changedBy: admin.email,
        changedByActorType: 'user',
      },
      timestamp,
    });
    expect(text.endsWith(`"timestamp":${timestamp}}`)).to.equal(true);
    expect(headers['content-type']).to.equal('application/json');
    const signature = createHmac('sha256', 'shared key').update(text).digest('hex');
    expect(headers['x-infisical-signature']).to.equal(`t=${timestamp};${signature}`);
  });

  it('have no signature without a signing key', async () => {
    const { hook, write, receiver } = await newProjectWithWebhooks(world());
    await hook();
    await write('/');
    await deliver(world());
    expect(receiver.received.map(({ headers }) => headers['x-infisical-signature'])).to.deep.equal([undefined]);
  });

  it('are messages of Microsoft Teams for webhooks of this type', async () => {
    const { hook, write, receiver, project, admin } = await newProjectWithWebhooks(world());
    await hook({ type: 'microsoft-teams' });
    await write('/app');
    await deliver(world());
    const facts = [
      { title: 'Project', value: project.name },
      { title: 'Environment', value: 'dev' },
      { title: 'Environment Name', value: 'The dev' },
      { title: 'Secret Path', value: '/app' },
      { title: 'Modified By', value: admin.email },
      { title: 'Actor Type', value: 'user' },
    ];
    const [{ body }] = receiver.received as [(typeof receiver.received)[number]];
    expect(body).to.include({ type: 'message' }).and.to.have.all.keys('type', 'attachments', 'timestamp');
    expect(body.attachments).to.have.length(1);
    expect(body.attachments[0].contentType).to.equal('application/vnd.microsoft.card.adaptive');
    const { content } = body.attachments[0];
    expect(content).to.include({ type: 'AdaptiveCard', version: '1.2' });
    expect(content.body[0]).to.include({ type: 'TextBlock', size: 'Medium', weight: 'Bolder' });
    expect(content.body[1]).to.deep.equal({ type: 'FactSet', facts });
  });

  it('are made for the folders that the path or pattern matches', async () => {
    const { hook, write, receiver } = await newProjectWithWebhooks(world(), ['/app', '/app/web', '/other']);
    const paths = ['/', '/app', '/app/**', '/app/*', '/{other,app}', '/**'];
    for (const secretPath of paths) await hook({ secretPath, webhookUrl: `${receiver.url}?${secretPath}` });
    await hook({ environment: 'prod' });
    for (const path of ['/', '/app', '/app/web', '/other']) await write(path);
    await deliver(world());
    const byPath = Object.fromEntries(
      paths.map((secretPath) => [
        secretPath,
        receiver.received
          .filter(({ path }) => decodeURI(path) === `/hook?${secretPath}`)
          .map(({ body }) => body.project.secretPath as string),
      ]),
    );
    expect(byPath).to.deep.equal({
      '/': ['/'],
      '/app': ['/app'],
      '/app/**': ['/app', '/app/web'],
      '/app/*': ['/app/web'],
      '/{other,app}': ['/app', '/other'],
      '/**': ['/', '/app', '/app/web', '/other'],
    });
    expect(receiver.received).to.have.length(11);
  });

  it('are made only for events in the filter, and not while the webhook is disabled', async () => {
    const { hook, write, receiver, update } = await newProjectWithWebhooks(world());
    const others = await hook({ eventsFilter: [{ eventName: 'secrets.rotation-failed' }] });
    const disabled = await hook();
    await update(disabled.id, { isDisabled: true });
    await write('/');
    await deliver(world());
    expect(receiver.paths()).to.deep.equal([]);
    await update(others.id, { eventsFilter: [{ eventName: 'secrets.modified' }] });
    await update(disabled.id, { isDisabled: false });
    await deliver(world());
    expect(receiver.paths(), 'what happened before').to.deep.equal([]);
    await write('/');
    await deliver(world());
    expect(receiver.paths()).to.deep.equal(['/', '/']);
  });

  it('merge changes of one folder within three seconds, and those that wait for an earlier delivery', async () => {
    const { hook, write, receiver, deliveries } = await newProjectWithWebhooks(world());
    const { id } = await hook();
    await write('/app');
    await world().clock.later(2, () => write('/app'));
    await write('/');
    await deliver(world(), 2);
    expect(receiver.paths(), 'before the window ends').to.deep.equal([]);
    receiver.status = 500;
    await deliver(world());
    expect(receiver.paths()).to.deep.equal(['/app']);
    for (const seconds of [100, 200])
      await world().clock.later(seconds, async () => {
        await write('/app');
        await write('/');
      });
    receiver.status = 204;
    await deliver(world(), 400);
    // While the clock was ahead, the server may have repeated the first one by itself.
    const paths = receiver.paths();
    expect(paths.slice(-3)).to.deep.equal(['/app', '/', '/app']);
    expect((await deliveries(id)).map(({ status, attempts }) => `${status} ${attempts}`)).to.deep.equal([
      'success 1',
      'success 1',
      `success ${paths.length - 1}`,
    ]);
  });

  it('leave the status in the webhook, an entry in its log, and one in the audit log', async () => {
    const { hook, write, receiver, webhook, deliveries, project } = await newProjectWithWebhooks(world());
    const { id, lastStatus } = await hook();
    expect(lastStatus).to.equal(null);
    receiver.status = 503;
    await write('/app');
    await deliver(world());
    const lastRunErrorMessage = 'The receiver answered with status 503.';
    expect(await webhook(id)).to.include({ lastStatus: 'failed', lastRunErrorMessage, isDisabled: false });
    const entries = () => changesWhere(world(), { projectId: project.id, eventType: 'webhook-triggered' });
    expect(await entries(), 'until the delivery ends').to.deep.equal([]);
    receiver.status = 200;
    await deliver(world(), 60);
    expect(await webhook(id)).to.include({ lastStatus: 'success', lastRunErrorMessage: null });
    const [delivery, ...others] = await deliveries(id);
    expect(others).to.deep.equal([]);
    expect(delivery).to.deep.equal({
      id: receiver.received[0]!.headers['x-sallyport-delivery'],
      event: 'secrets.modified',
      secretPath: '/app',
      status: 'success',
      attempts: 2,
      responseStatus: 200,
      errorMessage: null,
      createdAt: '2030-01-01T00:00:05.000Z',
      lastAttemptAt: '2030-01-01T00:01:00.000Z',
    });
    const [entry] = await entries();
    expect(entry).to.include({ actorType: 'platform', organizationId: project.organizationId });
    expect(entry!.eventMetadata).to.deep.equal({
      webhookId: id,
      event: 'secrets.modified',
      environment: 'dev',
      secretPath: '/app',
      attempts: 2,
      status: 'success',
    });
  });

  it('keep the last 50 that have ended in the log', async () => {
    const { hook, write, deliveries, receiver } = await newProjectWithWebhooks(world());
    const { id } = await hook();
    for (let seconds = 0; seconds < 53; seconds += 1)
      await world().clock.later(seconds * 10, async () => {
        await write('/');
        await deliver(world(), 5);
      });
    expect(receiver.received).to.have.length(53);
    const ids = (await deliveries(id)).map((delivery) => delivery.id as string);
    expect(ids).to.deep.equal(
      receiver.received
        .slice(3)
        .map(({ headers }) => headers['x-sallyport-delivery'])
        .reverse(),
    );
    expect(await world().server.parts.stores.webhookDeliveries.list(id, 100)).to.have.length(50);
  });
});
