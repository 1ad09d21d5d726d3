import { expect } from 'chai';
import type { Rule } from '../../../src/access/rule.ts';
import { projectSubjects } from '../../../src/access/project-subjects.ts';
import { timestamp } from '../../../src/platform/clock.ts';
import { createStores } from '../../../src/stores.ts';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newProjectIdentity, permanent } from '../../support/fixtures/projects.ts';
import { newProjectWithWebhooks } from '../../support/fixtures/webhooks.ts';
import { addToProject } from '../../support/fixtures/projects.ts';
import { newProjectWithSecrets } from '../../support/fixtures/project-secrets.ts';
import { onEachDatabase } from '../../support/world/world.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';

const events = projectSubjects.get('secret-event-subscriptions')!.actions;
const hooks: Rule = { subject: 'webhooks', action: ['create', 'edit'] };
const subscription = (conditions?: Record<string, unknown>): Rule => ({
  subject: 'secret-event-subscriptions',
  action: events,
  ...(conditions && { conditions }),
});

onEachDatabase('createWebhook', (world) => {
  it('returns the webhook without its URL and signing key, and encrypts both at rest', async () => {
    const { admin, project, ids, receiver } = await newProjectWithWebhooks(world());
    const { status, body } = await world().call('createWebhook', {
      as: admin,
      body: {
        projectId: project.id,
        environment: 'dev',
        webhookUrl: `${receiver.url}/CANARY-URL`,
        webhookSecretKey: 'CANARY-KEY',
        secretPath: '/app/',
        eventsFilter: [],
      },
    });
    expect(status).to.equal(200);
    const { id, ...webhook } = body.webhook;
    expect(webhook).to.deep.equal({
      secretPath: '/app',
      lastStatus: null,
      lastRunErrorMessage: null,
      isDisabled: false,
      disabledReason: null,
      createdAt: '2030-01-01T00:00:00.000Z',
      updatedAt: '2030-01-01T00:00:00.000Z',
      envId: ids.dev,
      type: 'general',
      projectId: project.id,
      environment: { id: ids.dev, name: 'The dev', slug: 'dev' },
      eventsFilter: [],
    });
    const stored = await world().server.parts.database.read('webhooks').where({ id });
    expect(stored).to.have.length(1);
    expect(JSON.stringify([stored, body])).not.to.contain('CANARY');
    expect(world().logged()).not.to.contain('CANARY');
  });

  it('accepts a machine identity, all types and filters, and the root by default', async () => {
    const { organization, project } = await newProjectWithSecrets(world());
    const as = await newProjectIdentity(world(), { organization, project }, 'member');
    const names = ['secrets.modified', 'secrets.rotation-failed', 'dynamic-secrets.revocation-failed'];
    names.push('honey-token.triggered', 'secrets.reminder', 'access.requested');
    for (const type of ['general', 'microsoft-teams'])
      for (const eventName of names) {
        const body = { type, projectId: project.id, environment: 'dev', webhookUrl: 'http://127.0.0.1:9' };
        const answer = await world().call('createWebhook', { as, body: { ...body, eventsFilter: [{ eventName }] } });
        expect(answer.status).to.equal(200);
        expect(answer.body.webhook).to.deep.include({ type, secretPath: '/', eventsFilter: [{ eventName }] });
      }
  });

  it('refuses what is not a URL, a Slack webhook elsewhere, and patterns that take long to match', async () => {
    const { admin, project } = await newProjectWithSecrets(world());
    const create = (more: object) =>
      world().call('createWebhook', {
        as: admin,
        body: { projectId: project.id, environment: 'dev', webhookUrl: 'http://127.0.0.1:9', ...more },
      });
    expectIssues(await create({ webhookUrl: 'hooks' }), 'body webhookUrl format');
    expectIssues(await create({ webhookUrl: 'ftp://127.0.0.1' }), 'body webhookUrl format');
    expectIssues(await create({ type: 'slack' }), 'body webhookUrl invalid');
    expectIssues(await create({ secretPath: 'app' }), 'body secretPath format');
    expectIssues(await create({ secretPath: `/${'*a'.repeat(21)}` }), 'body secretPath too_big');
    expectIssues(await create({ eventsFilter: [{ eventName: 'other' }] }), 'body eventsFilter.0.eventName enum');
    expectIssues(await create({ type: 'other' }), 'body type enum');
    expectError(await create({ environment: 'nowhere' }), 404, 'NotFound', /no environment 'nowhere' \(it has dev/);
  });

  it('refuses private hosts, hosts without an address, and credentials in the URL', async () => {
    const { admin, project } = await newProjectWithSecrets(world());
    for (const [webhookUrl, message] of [
      ['http://10.0.0.1/', /private address/],
      ['http://[::1]/', /private address/],
      ['http://2130706434/', /private address/],
      ['http://localhost:8080/', /private address/],
      ['http://169.254.169.254/latest', /private address/],
      ['https://user:password@hooks.example.com/', /credentials/],
      ['https://nowhere.invalid/', /cannot be resolved/],
    ] as const) {
      const body = { projectId: project.id, environment: 'dev', webhookUrl };
      expectError(await world().call('createWebhook', { as: admin, body }), 400, 'BadRequest', message);
    }
  });

  it('needs what subscribing to all of its events needs, in every matching folder and without an end', async () => {
    const { organization, project } = await newProjectWithSecrets(world());
    const create = async (as: { token: string }, secretPath: string, environment = 'dev') =>
      world().call('createWebhook', {
        as,
        body: { projectId: project.id, environment, secretPath, webhookUrl: 'http://127.0.0.1:9' },
      });
    const without = await newProjectIdentity(world(), { organization, project }, [hooks]);
    expectError(await create(without, '/app'), 403, 'PermissionBoundaryError');
    const within = await newProjectIdentity(world(), { organization, project }, [
      hooks,
      subscription({ environment: 'dev', secretPath: { $glob: '/app/**' } }),
    ]);
    for (const path of ['/app', '/app/web', '/app/**', '/app/*'])
      expect((await create(within, path)).status, path).to.equal(200);
    for (const path of ['/', '/**', '/a*/**', '/other'])
      expectError(await create(within, path), 403, 'PermissionBoundaryError');
    expectError(await create(within, '/app', 'prod'), 403, 'PermissionBoundaryError');
    const denied = await newProjectIdentity(world(), { organization, project }, [
      hooks,
      subscription(),
      { ...subscription({ secretPath: '/app/hidden' }), inverted: true },
    ]);
    expect((await create(denied, '/other')).status).to.equal(200);
    expectError(await create(denied, '/app/**'), 403, 'PermissionBoundaryError');
    const partly = await newProjectIdentity(world(), { organization, project }, [
      hooks,
      { ...subscription(), action: events.slice(1) },
    ]);
    expectError(await create(partly, '/app'), 403, 'PermissionBoundaryError');
    const temporary = await world().newIdentity(organization, 'no-access');
    await addToProject(world(), project, temporary, [hooks, subscription()], {
      ...permanent,
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '1h',
      temporaryAccessStartTime: '2030-01-01T00:00:00.000Z',
      temporaryAccessEndTime: '2030-01-01T01:00:00.000Z',
    });
    expectError(await create(temporary, '/app'), 403, 'PermissionBoundaryError');
  });

  it('refuses the 101st webhook of a project', async () => {
    const { hook, admin, project } = await newProjectWithWebhooks(world());
    const { id } = await hook();
    const { database, stores, ids, clock } = world().server.parts;
    const {
      environmentName: _name,
      environmentSlug: _slug,
      membershipId: _membership,
      ...row
    } = (await stores.webhooks.findInOrganization(project.organizationId, id, timestamp(clock.now())))!;
    await database.transaction(ofInstance, async ({ db }) => {
      for (let count = 1; count < 100; count += 1)
        await createStores(db).webhooks.insert({ ...row, id: ids.uuid(), isDisabled: true });
    });
    const body = { projectId: project.id, environment: 'dev', webhookUrl: 'http://127.0.0.1:9' };
    expectError(await world().call('createWebhook', { as: admin, body }), 400, 'BadRequest', /100 webhooks/);
  });
});
