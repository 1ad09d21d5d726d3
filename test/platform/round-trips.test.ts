import { expect } from 'chai';
import { addMember, addSecrets, bootstrap, newCaller, newProject, type Caller } from '../../scripts/bench/seed.ts';
import type { OperationId } from '../../generated/operations.ts';
import { RoundTripProxy } from '../support/clients/round-trips.ts';
import { auditLogSettled } from '../support/expect/audit.ts';
import { listen } from '../support/clients/streams.ts';
import { newStorage, ownWorld, type CallOptions, type World } from '../support/world/world.ts';

describe('round trips to PostgreSQL', () => {
  let [world, proxy, caller]: [World?, RoundTripProxy?, Caller?] = [];
  let project: { id: string; slug: string };
  let watched: typeof project;
  let grantee: Caller;

  const call = async (id: OperationId, options: CallOptions = {}) => {
    const response = await world!.call(id, { as: { token: caller!.token }, ...options });
    expect(response.status, JSON.stringify(response.body)).to.be.below(400);
    return response;
  };
  /**
   * Counts the round trips of the last of several calls; the first ones read what is cached afterwards. The least of three
   * counts, because the server may do something of its own meanwhile.
   */
  const countLast = async (id: OperationId, options: (index: number) => CallOptions): Promise<number> => {
    for (let index = 0; index < 3; index += 1) await call(id, options(index));
    const counts = [];
    for (let index = 3; index < 6; index += 1) {
      await auditLogSettled(world!);
      counts.push(await proxy!.count(() => call(id, options(index))));
    }
    return Math.min(...counts);
  };

  before(async () => {
    const { DATABASE_URL, ...storage } = await newStorage('postgres');
    const started = await RoundTripProxy.before(DATABASE_URL!);
    proxy = started.proxy;
    world = await ownWorld({ ...storage, DATABASE_URL: started.url, RATE_LIMIT: '0' });
    const server = {
      call: async (method: string, path: string, token: string, body?: object) =>
        (await world!.send(method, path, { ...(token !== '' && { as: { token } }), ...(body && { body }) })).body,
    } as Parameters<typeof bootstrap>[0];
    const admin = await bootstrap(server);
    project = await newProject(server, admin, 'Counted');
    watched = await newProject(server, admin, 'Watched');
    [caller, grantee] = [await newCaller(server, admin, 'Caller'), await newCaller(server, admin, 'Grantee')];
    for (const { id } of [project, watched]) await addMember(server, admin, id, caller, 'admin');
    await addMember(server, admin, project.id, grantee, 'viewer');
    await addSecrets(server, admin, { projectId: project.id, environment: 'dev', secretPath: '/' }, 10);
  });
  after(() => proxy?.stop());

  const inRoot = () => ({ projectId: project.id, environment: 'dev', secretPath: '/' });

  it('are one to get a secret', async () => {
    const options = () => ({ params: { secretName: 'SECRET_1' }, query: inRoot() });
    expect(await countLast('getSecret', options)).to.equal(1);
  });

  it('are one to list secrets that are cached or have not changed', async () => {
    expect(await countLast('listSecrets', () => ({ query: inRoot() }))).to.equal(1);
    const { headers } = await call('listSecrets', { query: inRoot() });
    const options = () => ({ query: inRoot(), headers: { 'If-None-Match': headers.etag! } });
    expect(await countLast('listSecrets', options)).to.equal(1);
  });

  it('are four to list another page of names of several environments, and one if the answer is cached', async () => {
    const query = { projectId: project.id, environments: 'dev,staging,prod', includeImportedSecrets: 'true' };
    expect(await countLast('getSecretsOverview', (index) => ({ query: { ...query, search: `${index}` } }))).to.equal(4);
    expect(await countLast('getSecretsOverview', () => ({ query }))).to.equal(1);
  });

  it('are one to get a project by its slug', async () => {
    expect(await countLast('getProjectBySlug', () => ({ params: { slug: project.slug } }))).to.equal(1);
  });

  it('are three to log in', async () => {
    expect(await countLast('loginWithUniversalAuth', () => ({ body: caller!.login }))).to.equal(3);
  });

  it('are four to create or update a secret, and five if others subscribe to anything', async () => {
    const created = (index: number) => ({
      params: { secretName: `CREATED_${index}` },
      body: { ...inRoot(), secretValue: 'new' },
    });
    expect(await countLast('createSecret', created)).to.equal(4);
    const updated = (index: number) => ({
      params: { secretName: 'SECRET_1' },
      body: { ...inRoot(), secretValue: `value ${index}` },
    });
    expect(await countLast('updateSecret', updated)).to.equal(4);
    const stream = await listen(world!, caller!, watched.id);
    expect(await countLast('updateSecret', updated)).to.equal(5);
    stream.close();
    await world!.server.parts.eventStreams.settled();
  });

  it('are four to create a privilege, and one more to read rules of the caller that changed', async () => {
    const privilege = (index: number, identityId = grantee.id) => ({
      body: {
        identityId,
        projectId: project.id,
        slug: `privilege-${index}`,
        permissions: [{ subject: 'secrets', action: ['readValue'] }],
        type: { isTemporary: false },
      },
    });
    expect(await countLast('createPrivilege', (index) => privilege(index))).to.equal(4);
    await call('createPrivilege', privilege(6, caller!.id));
    await auditLogSettled(world!);
    expect(await proxy!.count(() => call('createPrivilege', privilege(7)))).to.equal(5);
  });

  it('are four to update or delete a privilege', async () => {
    const ids: string[] = [];
    for (let index = 0; index < 6; index += 1) {
      const body = {
        identityId: grantee.id,
        projectId: project.id,
        permissions: [{ subject: 'secrets', action: ['readValue'] }],
        type: { isTemporary: false },
      };
      ids.push((await call('createPrivilege', { body })).body.privilege.id as string);
    }
    const updated = (index: number) => ({ params: { id: ids[0]! }, body: { slug: `updated-${index}` } });
    expect(await countLast('updatePrivilege', updated)).to.equal(4);
    expect(await countLast('deletePrivilege', (index) => ({ params: { id: ids[index]! } }))).to.equal(4);
  });

  it('are two to get a privilege', async () => {
    const { body } = await call('createPrivilege', {
      body: {
        identityId: grantee.id,
        projectId: project.id,
        permissions: [{ subject: 'secrets', action: ['readValue'] }],
        type: { isTemporary: false },
      },
    });
    const options = () => ({ params: { id: body.privilege.id as string } });
    expect(await countLast('getPrivilege', options)).to.equal(2);
  });
});
