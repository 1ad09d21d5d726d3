import type { Rule } from '../../../src/access/rule.ts';
import { expect } from 'chai';
import { expectError, expectIssues } from '../../support/expect/expect.ts';
import { newLicenceFile } from '../../support/fixtures/licences.ts';
import { newProjectWithSecrets } from '../../support/fixtures/project-secrets.ts';
import { addToProject, newProjectIdentity, newProjectWithAdmin, permanent } from '../../support/fixtures/projects.ts';
import { listen, subscribe, type Registration } from '../../support/clients/streams.ts';
import { newStorage, onEachDatabase, ownWorld, type World } from '../../support/world/world.ts';
import { creation, update, rule, onCreation, deny, of } from './subscribeToProjectEvents.fixtures.ts';

onEachDatabase('subscribeToProjectEvents', (world, kind) => {
  const refused = (as: { token: string }, body: unknown, at: World = world()) =>
    at.call('subscribeToProjectEvents', { as, body });

  /** The status of the response; the stream is closed at once. */
  const statusFor = async (as: { token: string }, projectId: string, ...register: Registration[]): Promise<number> => {
    const response = await subscribe(world(), as, { projectId, register });
    response.destroy();
    return response.statusCode!;
  };

  it('sends its headers immediately, and accepts only POST', async () => {
    const { admin: as, project } = await newProjectWithAdmin(world());
    const { statusCode, headers } = (await listen(world(), as, project.id)).response;
    expect(statusCode).to.equal(200);
    expect(headers).to.include({
      'content-type': 'text/event-stream',
      'cache-control': 'no-cache',
      connection: 'keep-alive',
      'x-accel-buffering': 'no',
      'transfer-encoding': 'chunked',
    });
    for (const method of ['GET', 'HEAD'])
      expect((await world().send(method, '/api/v1/events/subscribe/project-events', { as })).status).to.equal(405);
  });

  it('requires a project and one to ten entries with known events and valid conditions', async () => {
    const { admin: as, project } = await newProjectWithAdmin(world());
    const body = (register: unknown): unknown => ({ projectId: project.id, register });
    expectIssues(await refused(as, { register: [creation] }), 'body projectId required');
    expectIssues(await refused(as, { projectId: project.id }), 'body register required');
    for (const [register, place] of [
      [[], 'body register'],
      [Array(11).fill(creation), 'body register'],
      [[{ event: 'secret:read' }], 'body register.0.event'],
      [[{}], 'body register.0.event'],
      [[of({ environmentSlug: '' })], 'body register.0.conditions.environmentSlug'],
      [[of({ environmentSlug: 'e'.repeat(256) })], 'body register.0.conditions.environmentSlug'],
      [[of({ secretPath: '' })], 'body register.0.conditions.secretPath'],
      [[of({ secretPath: 'app' })], 'body register.0.conditions.secretPath'],
      [[of({ secretPath: '**' })], 'body register.0.conditions.secretPath'],
      [[creation, of({ secretPath: `/${'p'.repeat(512)}` })], 'body register.1.conditions.secretPath'],
      [[of({ secretPath: '/*'.repeat(21) })], 'body register.0.conditions.secretPath'],
    ] as const) {
      const { status, body: answer } = await refused(as, body(register));
      expect(status, JSON.stringify(register)).to.equal(422);
      expect(
        (answer.message as { in: string; path: string[] }[]).map((one) => `${one.in} ${one.path.join('.')}`),
      ).to.deep.equal([place]);
    }
    expect((await refused(as, body([{ event: 'secret:create', conditions: null }]))).status).to.equal(422);
    for (const register of [
      [creation],
      Array(10).fill(creation),
      [of({})],
      [of({ environmentSlug: 'e'.repeat(255), secretPath: `/${'p'.repeat(511)}` })],
      [of({ secretPath: '/*'.repeat(20) })],
    ]) {
      expect(await statusFor(as, project.id, ...(register as Registration[]))).to.equal(200);
    }
  });

  it('is allowed for members of the project only; for others the project does not exist', async () => {
    const setting = await newProjectWithSecrets(world());
    const foreign = await newProjectWithAdmin(world());
    for (const projectId of ['no-such-project', world().server.parts.ids.uuid(), foreign.project.id])
      expectError(await refused(setting.admin, { projectId, register: [creation] }), 404, 'NotFound');
    const body = { projectId: setting.project.id, register: [creation] };
    expectError(
      await refused(await world().newUser(setting.organization, 'admin'), body),
      403,
      'ProjectMembershipNotFound',
    );
    expectError(
      await refused(await newProjectIdentity(world(), setting, 'no-access'), body),
      403,
      'PermissionDenied',
      /subscribe to creation events/,
    );
  });

  it('requires the permission for the event of each entry', async () => {
    const setting = await newProjectWithSecrets(world());
    const kinds = {
      'secret:create': 'creation',
      'secret:update': 'update',
      'secret:delete': 'deletion',
      'secret:import-mutation': 'import-mutation',
    };
    for (const [own, name] of Object.entries(kinds)) {
      const as = await newProjectIdentity(world(), setting, [rule(`subscribe-to-${name}-events`)]);
      for (const event of Object.keys(kinds))
        expect(await statusFor(as, setting.project.id, { event }), `${own} ${event}`).to.equal(
          own === event ? 200 : 403,
        );
      expect(
        await statusFor(as, setting.project.id, { event: own }, own === 'secret:create' ? update : creation),
      ).to.equal(403);
    }
  });

  it('requires a rule that allows at least one event of the entry', async () => {
    const setting = await newProjectWithSecrets(world());
    const inDev = { environment: 'dev' };
    const app = { secretPath: { $glob: '/app/**' } };
    const rows: [readonly Rule[], Registration['conditions'], number][] = [
      [[onCreation(inDev)], undefined, 200],
      [[onCreation(inDev)], { environmentSlug: 'dev' }, 200],
      [[onCreation(inDev)], { environmentSlug: 'prod' }, 403],
      [[onCreation({ environment: { $in: ['dev', 'prod'] } })], { environmentSlug: 'prod' }, 200],
      [[onCreation(app)], { secretPath: '/app' }, 200],
      [[onCreation(app)], { secretPath: '/app/' }, 200],
      [[onCreation(app)], { secretPath: '/other' }, 403],
      [[onCreation(app)], { secretPath: '/app/*/x' }, 200],
      [[onCreation(app)], { secretPath: '/**' }, 200],
      [[onCreation(app)], { secretPath: '/{a,b}/**' }, 403],
      [[onCreation({ secretPath: '/app' })], { secretPath: '/a*' }, 200],
      [[onCreation({ secretPath: '/app' })], { secretPath: '/b*' }, 403],
      [[onCreation({ secretPath: { $in: ['/x', '/app'] } })], { secretPath: '/a*' }, 200],
      [[onCreation({ secretPath: { $ne: '/app' } })], { secretPath: '/a*' }, 200],
      [[onCreation({ secretPath: { $ne: '/app' } })], { secretPath: '/app' }, 403],
      [[onCreation({ ...inDev, ...app })], { environmentSlug: 'dev', secretPath: '/app/x' }, 200],
      [
        [onCreation({ ...inDev, secretPath: '/a' }), onCreation({ environment: 'prod', secretPath: '/b' })],
        { environmentSlug: 'prod', secretPath: '/a' },
        403,
      ],
      [[onCreation({ connectionId: 'x' })], undefined, 403],
      [[onCreation(), deny()], undefined, 403],
      [[onCreation(), deny(inDev)], { environmentSlug: 'dev' }, 403],
      [[onCreation(), deny(inDev)], { environmentSlug: 'prod' }, 200],
      [[onCreation(), deny(inDev)], undefined, 200],
      [[onCreation(), deny(app)], { secretPath: '/app/x' }, 403],
    ];
    for (const [rules, conditions, status] of rows) {
      const as = await newProjectIdentity(world(), setting, rules);
      expect(
        await statusFor(as, setting.project.id, { event: 'secret:create', ...(conditions && { conditions }) }),
        JSON.stringify([rules, conditions]),
      ).to.equal(status);
    }
  });

  it('counts a temporary role only while it is active', async () => {
    const setting = await newProjectWithSecrets(world());
    const as = await world().newIdentity(setting.organization, 'no-access');
    const times = {
      temporaryAccessStartTime: '2030-01-01T01:00:00.000Z',
      temporaryAccessEndTime: '2030-01-01T02:00:00.000Z',
    };
    await addToProject(world(), setting.project, as, [onCreation()], {
      ...permanent,
      isTemporary: true,
      temporaryMode: 'relative',
      temporaryRange: '1h',
      ...times,
    });
    const statuses = [];
    for (const seconds of [3599, 3600, 7199, 7200])
      statuses.push(await world().clock.later(seconds, () => statusFor(as, setting.project.id, creation)));
    expect(statuses).to.deep.equal([403, 200, 200, 403]);
  });

  it('checks membership, permission, licence and the stream limit in this order', async () => {
    const place = newLicenceFile();
    const own = await ownWorld({ ...(await newStorage(kind)), ...place.settings, EVENT_STREAM_LIMIT: '1' });
    const setting = await newProjectWithSecrets(own);
    const body = { projectId: setting.project.id, register: [creation] };
    const nobody = await newProjectIdentity(own, setting, 'no-access');
    expectError(await refused(nobody, body, own), 403, 'PermissionDenied');
    expectError(await refused(setting.admin, body, own), 400, 'BadRequest', /not available on your current plan/);
    place.put();
    await own.server.parts.licences.refresh();
    const stream = await listen(own, setting.admin, setting.project.id);
    expectError(await refused(setting.admin, body, own), 429, 'RateLimitExceeded', /1 open stream/);
    expectError(await refused(nobody, body, own), 403, 'PermissionDenied');
    place.put({
      expiresAt: new Date(Date.parse('2029-12-31T23:00:00Z')),
      issuedAt: new Date(Date.parse('2029-12-01T00:00:00Z')),
    });
    await own.server.parts.licences.refresh();
    expectError(await refused(setting.admin, body, own), 400, 'BadRequest', /not available on your current plan/);
    await own.server.parts.eventStreams.hub.ping();
    expect(await stream.reason()).to.match(/not available on your current plan/);
  });
});
