import { expect } from 'chai';
import { projectSubjects } from '../../../src/access/project-subjects.ts';
import { changesWhere } from '../../support/expect/audit.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { deliver, newProjectWithWebhooks, type ProjectWithWebhooks } from '../../support/fixtures/webhooks.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

onEachDatabase('operations of webhooks', (world) => {
  let setting: ProjectWithWebhooks;
  beforeEach(async () => {
    setting = await newProjectWithWebhooks(world());
  });

  it('listWebhooks and getWebhook return them with their URLs, the oldest first', async () => {
    const { admin, project, hook, receiver, webhook } = setting;
    const first = await hook({ secretPath: '/app' });
    const second = await world().clock.later(1, () => hook({ environment: 'prod', webhookSecretKey: 'CANARY-KEY' }));
    const list = async (query: Record<string, string>) => {
      const { body } = await world().call('listWebhooks', { as: admin, query: { projectId: project.id, ...query } });
      expect(JSON.stringify(body)).not.to.contain('CANARY');
      return body.webhooks as any[];
    };
    expect(await list({})).to.deep.equal([first, second].map((one) => ({ ...one, url: receiver.url })));
    expect((await list({ environment: 'prod' })).map(({ id }) => id)).to.deep.equal([second.id]);
    expect((await list({ secretPath: '/app' })).map(({ id }) => id)).to.deep.equal([first.id]);
    expect(await list({ secretPath: '/**', environment: 'dev' })).to.deep.equal([]);
    expect(await webhook(first.id)).to.deep.equal({ ...first, url: receiver.url });
  });

  it('getWebhook is 404 without the permission, and the others are 403', async () => {
    const { hook, organization, project } = setting;
    const { id: webhookId } = await hook();
    const powerless = await newProjectIdentity(world(), { organization, project }, []);
    const outsider = await world().newUser(organization, 'admin');
    for (const as of [powerless, outsider])
      expectError(await world().call('getWebhook', { as, params: { webhookId } }), 404, 'NotFound');
    const viewer = await newProjectIdentity(world(), { organization, project }, 'viewer');
    expect((await world().call('getWebhook', { as: viewer, params: { webhookId } })).status).to.equal(200);
    const body = { isDisabled: true };
    for (const operation of ['updateWebhook', 'deleteWebhook'] as const)
      expectError(await world().call(operation, { as: viewer, params: { webhookId }, body }), 403, 'PermissionDenied');
  });

  it('updateWebhook needs one of its fields, and the subscription for all but disabling', async () => {
    const { hook, update, admin, organization, project } = setting;
    const { id: webhookId } = await hook();
    expectIssues(
      await world().call('updateWebhook', { as: admin, params: { webhookId }, body: { webhookUrl: 'x' } }),
      'body isDisabled required',
    );
    const editor = await newProjectIdentity(world(), { organization, project }, [
      { subject: 'webhooks', action: ['read', 'edit'] },
    ]);
    const edit = (body: object) => world().call('updateWebhook', { as: editor, params: { webhookId }, body });
    expect((await edit({ isDisabled: true })).body.webhook.isDisabled).to.equal(true);
    expectError(await edit({ isDisabled: false }), 403, 'PermissionBoundaryError');
    expectError(await edit({ eventsFilter: [] }), 403, 'PermissionBoundaryError');
    const eventsFilter = [{ eventName: 'secrets.modified' }];
    const changed = await world().clock.later(1, () => update(webhookId, { isDisabled: false, eventsFilter }));
    expect(changed).to.deep.include({ isDisabled: false, eventsFilter, updatedAt: '2030-01-01T00:00:01.000Z' });
    const entries = await changesWhere(world(), { projectId: project.id, eventType: 'update-webhook' });
    expect(entries.map(({ eventMetadata }) => eventMetadata.isDisabled)).to.deep.equal([true, false]);
  });

  it('deleteWebhook removes it with what waits to be sent', async () => {
    const { hook, write, receiver, admin } = setting;
    const { id: webhookId } = await hook();
    await write('/app');
    receiver.status = 500;
    await deliver(world());
    expect(receiver.paths()).to.deep.equal(['/app']);
    const { status, body } = await world().call('deleteWebhook', { as: admin, params: { webhookId } });
    expect([status, body.webhook.id]).to.deep.equal([200, webhookId]);
    expect(JSON.stringify(body)).not.to.contain(receiver.url);
    await deliver(world(), 1000);
    expect(receiver.paths()).to.deep.equal([]);
    expect(await world().server.parts.stores.webhookDeliveries.list(webhookId, 10)).to.deep.equal([]);
    expectError(await world().call('deleteWebhook', { as: admin, params: { webhookId } }), 404, 'NotFound');
  });

  it('testWebhook sends a request at once, and is 200 also if it fails', async () => {
    const { hook, receiver, admin, project, update, deliveries } = setting;
    const { id: webhookId } = await hook({ type: 'microsoft-teams', webhookSecretKey: 'key' });
    await update(webhookId, { isDisabled: true });
    const test = async () => {
      const { status, body } = await world().call('testWebhook', { as: admin, params: { webhookId } });
      expect(status).to.equal(200);
      return body.webhook;
    };
    expect(await test()).to.include({ lastStatus: 'success', lastRunErrorMessage: null });
    const [{ body, headers }] = receiver.received as [(typeof receiver.received)[number]];
    expect(body).to.deep.equal({
      event: 'test',
      project: {
        workspaceId: project.id,
        projectId: project.id,
        projectName: project.name,
        environment: 'dev',
        environmentName: 'The dev',
        secretPath: '/**',
      },
      timestamp: Date.parse('2030-01-01T00:00:00Z'),
    });
    expect(headers['x-infisical-signature']).to.match(/^t=\d+;[\da-f]{64}$/);
    receiver.override = (_req, res) => void res.writeHead(302, { Location: receiver.url }).end();
    expect(await test()).to.include({
      lastStatus: 'failed',
      lastRunErrorMessage: 'The receiver answered with a redirect (status 302), which is not followed.',
    });
    receiver.stop();
    expect((await test()).lastRunErrorMessage).to.equal('The receiver could not be reached: ECONNREFUSED.');
    expect(receiver.received).to.have.length(2);
    expect((await deliveries(webhookId)).map(({ event, status }) => `${event} ${status}`)).to.deep.equal([
      'test failed',
      'test failed',
      'test success',
    ]);
  });

  it('listWebhookDeliveries leaves out folders whose events the caller may not subscribe to', async () => {
    const { hook, write, organization, project } = setting;
    const { id: webhookId } = await hook();
    await write('/');
    await write('/app');
    await deliver(world());
    const as = await newProjectIdentity(world(), { organization, project }, [
      { subject: 'webhooks', action: ['read'] },
      {
        subject: 'secret-event-subscriptions',
        action: projectSubjects.get('secret-event-subscriptions')!.actions,
        conditions: { environment: 'dev', secretPath: '/app' },
      },
    ]);
    const { body } = await world().call('listWebhookDeliveries', { as, params: { webhookId } });
    expect(body.deliveries.map(({ secretPath }: any) => secretPath)).to.deep.equal(['/app']);
  });

  it('hide the webhooks of a deleted environment, and removing it for good removes them', async () => {
    const { hook, admin, project, ids, write, receiver } = setting;
    const { id: webhookId } = await hook();
    await write('/app');
    const params = { projectId: project.id, environmentId: ids.dev!, id: ids.dev! };
    const call = async (operation: 'deleteEnvironment' | 'restoreEnvironment', body?: object) => {
      const { status } = await world().call(operation, { as: admin, params, ...(body && { body }) });
      expect(status).to.equal(200);
    };
    await call('deleteEnvironment');
    expectError(await world().call('getWebhook', { as: admin, params: { webhookId } }), 404, 'NotFound');
    await deliver(world());
    expect(receiver.paths()).to.deep.equal([]);
    await call('restoreEnvironment');
    expect((await world().call('getWebhook', { as: admin, params: { webhookId } })).status).to.equal(200);
    const { read } = world().server.parts.database;
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      db('project_environments').where({ id: ids.dev }).delete(),
    );
    expect(await read('webhooks').where({ id: webhookId })).to.deep.equal([]);
    expect(await read('webhook_changes').where({ environmentId: ids.dev })).to.deep.equal([]);
  });
});
