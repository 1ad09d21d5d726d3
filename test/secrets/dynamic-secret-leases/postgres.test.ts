import { expect } from 'chai';
import { setImmediate } from 'node:timers/promises';
import { newDynamicSecrets, revokeDue, TargetDatabase } from '../../support/fixtures/dynamic-secrets.ts';
import { entriesWhere } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('leases of a database', (world) => {
  let target: TargetDatabase;
  before(async () => {
    target = await TargetDatabase.start();
  });
  afterEach(async () => expect(await target.users()).to.deep.equal([]));

  const newLeases = async (more: object = {}) => {
    const setting = await newDynamicSecrets(world());
    await setting.create({ type: 'sql-database', inputs: { ...target.inputs, ...more } });
    return setting;
  };

  it('log in, may do what their group may, and end at their time, also with open sessions and tables', async () => {
    const { lease, leases, newLeaser } = await newLeases();
    const made = await lease('db', { ttl: '10m' }, await newLeaser());
    expect(made.lease).to.deep.include({ status: null, expireAt: '2030-01-01T00:10:00.000Z', version: 1 });
    expect(made.lease.externalEntityId).to.equal(made.data.DB_USERNAME);
    const client = await target.login(made.data);
    await client.query('INSERT INTO reports VALUES (1); CREATE TABLE owned (a int)');
    await revokeDue(world(), 599);
    expect(await target.users()).to.deep.equal([made.data.DB_USERNAME]);
    await revokeDue(world(), 600);
    expect(await leases('db')).to.deep.equal([]);
    const login = await target.login(made.data).catch((error: unknown) => error as Error);
    expect((login as Error).message).to.match(/authentication failed|does not exist/);
    await client.end().catch(() => undefined);
    await target.query('DROP TABLE owned');
  });

  it('are renewed from their end, up to the longest life, and refused then in the words that the operator knows', async () => {
    const setting = await newDynamicSecrets(world());
    await setting.create({ type: 'sql-database', inputs: target.inputs }, { maxTTL: '2h' });
    const { lease } = await setting.lease('db', { ttl: '45m' });
    const renew = (ttl?: string) =>
      world().call('renewDynamicSecretLease', {
        as: setting.admin,
        params: { leaseId: lease.id },
        body: { ...setting.place, ...(ttl !== undefined && { ttl }) },
      });
    const { body } = await renew();
    expect(body.lease.expireAt).to.equal('2030-01-01T01:45:00.000Z');
    const { rows } = await target.query(
      `SELECT rolvaliduntil AS end FROM pg_roles WHERE rolname = '${lease.externalEntityId}'`,
    );
    expect((rows[0]!.end as Date).toISOString()).to.equal('2030-01-01T01:45:05.000Z');
    expectError(await renew('16m'), 400, 'BadRequest', /TTL cannot be larger than max ttl/);
    expect((await renew('15m')).body.lease.expireAt).to.equal('2030-01-01T02:00:00.000Z');
    await setting.revoke(lease.id);
    expectError(await renew(), 404, 'NotFound', /Dynamic secret lease with ID/);
  });

  it('are revoked again and again while the database is away, and people see why', async () => {
    const { lease, leases, revoke } = await newLeases();
    const { lease: one } = await lease('db');
    await target.proxy.cut();
    const failed = await revoke(one.id);
    expect(failed).to.deep.include({ id: one.id, status: 'Failed to delete' });
    expect(failed.statusDetails).to.match(/ECONNREFUSED/);
    await revokeDue(world(), 10);
    await revokeDue(world(), 100);
    expect(await leases('db')).to.have.length(1);
    await target.proxy.start();
    await revokeDue(world(), 100_000);
    expect(await leases('db')).to.deep.equal([]);
  });

  it('are revoked by a request that repeats one that failed, which says so', async () => {
    const { lease, leases, revoke } = await newLeases();
    const { lease: one } = await lease('db');
    await target.proxy.cut();
    expect((await revoke(one.id)).status).to.equal('Failed to delete');
    await target.proxy.start();
    expect(await revoke(one.id)).to.deep.include({ id: one.id, status: null, statusDetails: null });
    expect(await leases('db')).to.deep.equal([]);
    expect(await target.users()).to.deep.equal([]);
  });

  it('count as revoked if the user is gone already, and not if something else is', async () => {
    const { lease, leases, revoke } = await newLeases();
    const { data, lease: gone } = await lease('db');
    await target.query(`DROP OWNED BY "${data.DB_USERNAME}"; DROP ROLE "${data.DB_USERNAME}"`);
    expect((await revoke(gone.id)).status).to.equal(null);
    const other = await newLeases({
      revocationStatement: 'REASSIGN OWNED BY "{{username}}" TO missing_group; DROP ROLE "{{username}}"',
    });
    const { lease: stuck, data: credentials } = await other.lease('db');
    const refused = await other.revoke(stuck.id);
    expect(refused.statusDetails).to.include('missing_group');
    expect(refused.statusDetails).not.to.include(credentials.DB_USERNAME);
    expect((await other.revoke(stuck.id, { isForced: true })).id).to.equal(stuck.id);
    expect(await other.leases('db')).to.deep.equal([]);
    expect(await leases('db')).to.deep.equal([]);
    await target.query(`DROP ROLE "${credentials.DB_USERNAME}"`);
  });

  it('leave no user behind if the connection is cut while it is created', async () => {
    const { place, admin, leases } = await newLeases();
    for (const moment of ['before', 'after'] as const)
      for (const text of ['CREATE ROLE', 'COMMIT']) {
        target.proxy.trap = { text, moment };
        const response = await world().call('createDynamicSecretLease', {
          as: admin,
          body: { ...place, dynamicSecretName: 'db' },
        });
        target.proxy.trap = undefined;
        expectError(response, 400, 'BadRequest', /Failed to create lease from provider/);
        expect(await leases('db')).to.deep.equal([]);
        await revokeDue(world(), 120);
      }
  });

  it('end with their dynamic secret, which goes with the last of them', async () => {
    const { lease, place, admin } = await newLeases();
    await lease('db');
    await lease('db');
    const removed = await world().call('deleteDynamicSecret', {
      as: admin,
      params: { dynamicSecretName: 'db' },
      body: place,
    });
    expect(removed.body.dynamicSecret.status).to.equal('Revocation in process');
    await revokeDue(world());
    const gone = await world().call('getDynamicSecret', {
      as: admin,
      params: { dynamicSecretName: 'db' },
      query: place,
    });
    expectError(gone, 404, 'NotFound');
  });

  it('end at once if their dynamic secret is deleted while they are created', async () => {
    const creationStatement = `SELECT pg_advisory_xact_lock(44); ${String(target.inputs.creationStatement)}`;
    const { place, admin } = await newLeases({ creationStatement });
    await target.query('SELECT pg_advisory_lock(44)');
    const body = { ...place, dynamicSecretName: 'db' };
    const created = world().call('createDynamicSecretLease', { as: admin, body });
    const waiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND objid = 44 AND NOT granted`;
    while ((await target.query(waiting)).rows.length === 0) await setImmediate();
    const params = { dynamicSecretName: 'db' };
    const removed = await world().call('deleteDynamicSecret', { as: admin, params, body: place });
    expect(removed.body.dynamicSecret.status).to.equal('Revocation in process');
    await target.query('SELECT pg_advisory_unlock(44)');
    expectError(await created, 400, 'BadRequest', /ended before it could be used/);
    await revokeDue(world());
    expect(await target.users()).to.deep.equal([]);
    expectError(await world().call('getDynamicSecret', { as: admin, params, query: place }), 404, 'NotFound');
  });

  it('end with the folder, the environment, the project and the membership of whoever made them', async () => {
    const ok = async (...[operation, options]: Parameters<ReturnType<typeof world>['call']>) =>
      expect((await world().call(operation, options)).status, operation).to.equal(200);
    const { admin, project, lease } = await newLeases();
    await lease('db');
    await ok('deleteFolder', {
      as: admin,
      params: { folderId: 'app' },
      body: { projectId: project.id, environment: 'dev', path: '/', forceDelete: true },
    });
    await revokeDue(world());
    expect(await target.users(), 'folder').to.deep.equal([]);

    const second = await newLeases();
    await second.lease('db');
    await ok('deleteEnvironment', {
      as: second.admin,
      params: { projectId: second.project.id, id: second.ids.dev! },
    });
    await revokeDue(world());
    expect(await target.users(), 'environment').to.deep.equal([]);

    const third = await newLeases();
    await third.lease('db');
    await ok('deleteProject', { as: third.admin, params: { projectId: third.project.id } });
    await revokeDue(world());
    expect(await target.users(), 'project').to.deep.equal([]);

    const fourth = await newLeases();
    const identity = await fourth.newLeaser();
    await fourth.lease('db', {}, identity);
    await fourth.lease('db');
    await ok('deleteIdentity', { as: fourth.admin, params: { identityId: identity.id } });
    await revokeDue(world());
    expect(await target.users(), 'identity').to.have.length(1);
    const removed = await fourth.newLeaser();
    await fourth.lease('db', {}, removed);
    await ok('removeProjectIdentity', {
      as: fourth.admin,
      params: { projectId: fourth.project.id, identityId: removed.id },
    });
    await revokeDue(world());
    expect(await target.users(), 'membership').to.have.length(1);
    const entries = await entriesWhere(world(), {
      projectId: fourth.project.id,
      eventType: 'end-dynamic-secret-lease',
    });
    expect(entries).to.have.length(2);
    await revokeDue(world(), 3_600);
  });
});
