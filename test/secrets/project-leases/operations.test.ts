import { expect } from 'chai';
import { newDynamicSecrets, revokeDue, TargetDatabase, totpProvider } from '../../support/fixtures/dynamic-secrets.ts';
import { changesWhere } from '../../support/expect/audit.ts';
import { expectError } from '../../support/expect/expect.ts';
import { newProjectIdentity } from '../../support/fixtures/projects.ts';
import { createMetrics } from '../../../src/http/metrics.ts';
import { createStores } from '../../../src/stores.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';
import { onEachDatabase } from '../../support/world/world.ts';

onEachDatabase('the leases of a project', (world) => {
  const setUp = async () => {
    const setting = await newDynamicSecrets(world());
    const { admin, project } = setting;
    const params = { projectId: project.id };
    const list = async (query: Record<string, string> = {}, as: any = admin): Promise<any[]> =>
      (await world().call('listProjectLeases', { as, params, query })).body.leases;
    const revoke = (body: object, as: any = admin) => world().call('revokeProjectLeases', { as, params, body });
    return { ...setting, params, list, revoke };
  };

  it('are listed by status, creator and age, as far as the caller may lease', async () => {
    const { admin, organization, project, create, lease, list, newLeaser } = await setUp();
    await create(totpProvider, { metadata: [{ key: 'team', value: 'red' }] });
    await create(totpProvider, { name: 'other' });
    const identity = await newLeaser();
    const { lease: one } = await lease('db');
    const { lease: two } = await world().clock.later(60, () => lease('other', {}, identity));
    const all = await list();
    expect(all.map(({ id }) => id)).to.deep.equal([one.id, two.id]);
    expect(all[1]).to.deep.include({
      dynamicSecretName: 'other',
      environment: 'dev',
      secretPath: '/app',
      status: 'active',
    });
    expect(all[1]).to.deep.include({ createdBy: identity.id, createdByActorType: 'identity', attempts: 0 });
    expect(all.map(({ createdByName }) => createdByName)).to.deep.equal([admin.email, 'Test identity']);
    const ids = async (query: Record<string, string>, as: any = admin) =>
      (await list(query, as)).map(({ id }) => id as string);
    expect(await ids({ createdBy: identity.id })).to.deep.equal([two.id]);
    expect(await ids({ dynamicSecretId: one.dynamicSecretId })).to.deep.equal([one.id]);
    expect(await ids({ createdBefore: '2030-01-01T00:00:30.000Z' })).to.deep.equal([one.id]);
    expect(await ids({ status: 'failed' })).to.deep.equal([]);
    expect(await ids({ offset: '1', limit: '1' })).to.deep.equal([two.id]);
    const conditions = { metadata: { $elemMatch: { key: { $eq: 'team' }, value: { $eq: 'red' } } } };
    const red = await newProjectIdentity(world(), { organization, project }, [
      { subject: 'dynamic-secrets', action: 'lease', conditions },
    ]);
    expect(await ids({}, red)).to.deep.equal([one.id]);
    const viewer = await newProjectIdentity(world(), { organization, project }, 'viewer');
    const refused = await world().call('listProjectLeases', { as: viewer, params: { projectId: project.id } });
    expectError(refused, 403, 'PermissionDenied');
  });

  it('are revoked by dynamic secret, path and creator', async () => {
    const { create, lease, list, revoke, newLeaser } = await setUp();
    const made = await create(totpProvider);
    await create(totpProvider, { name: 'other' });
    const identity = await newLeaser();
    await lease('db');
    await lease('other');
    await lease('other', {}, identity);
    expectError(await revoke({}), 400, 'BadRequest', /Say which leases/);
    expect((await revoke({ environment: 'prod' })).body.count).to.equal(0);
    expect((await revoke({ secretPath: '/ap' })).body.count).to.equal(0);
    expect((await revoke({ dynamicSecretId: made.id })).body.count).to.equal(1);
    expect((await revoke({ createdBy: identity.id })).body.count).to.equal(1);
    await revokeDue(world());
    expect(await list()).to.have.length(1);
    expect((await revoke({ environment: 'dev', secretPath: '/app' })).body.count).to.equal(1);
    await revokeDue(world());
    expect(await list()).to.deep.equal([]);
  });

  it('that could not be revoked are tried again at once, or forgotten with a reason', async () => {
    const { admin, project, params, create, lease, list, revoke } = await setUp();
    const target = await TargetDatabase.start();
    await create({ type: 'sql-database', inputs: target.inputs });
    const { lease: one } = await lease('db');
    const { lease: two } = await lease('db');
    const ask = (operation: 'retryProjectLease' | 'forgetProjectLease', leaseId: string) =>
      world().call(operation, {
        as: admin,
        params: { ...params, leaseId },
        ...(operation === 'forgetProjectLease' && { body: { reason: 'The disk is gone.' } }),
      });
    expectError(await ask('forgetProjectLease', one.id), 400, 'BadRequest', /did not fail/);
    await target.proxy.cut();
    await revoke({ environment: 'dev' });
    await revokeDue(world());
    const failed = await list({ status: 'failed' });
    expect(failed).to.have.length(2);
    expect(failed[0]).to.deep.include({ attempts: 1, nextAttemptAt: '2030-01-01T00:00:10.000Z' });
    const { parts, outgoing } = world().server;
    const text = await (await createMetrics(parts, outgoing)).render();
    expect(text).to.match(/sallyport_leases\{state="failed"\} [1-9]/);
    expect(text).to.match(/sallyport_lease_revocations_total\{provider="sql-database",outcome="failed"\} [1-9]/);
    expect((await ask('forgetProjectLease', two.id)).status).to.equal(200);
    const [entry] = await changesWhere(world(), { projectId: project.id, eventType: 'forget-dynamic-secret-lease' });
    expect(entry!.eventMetadata).to.deep.include({
      reason: 'The disk is gone.',
      leaseExternalEntityId: two.externalEntityId,
    });
    await target.proxy.start();
    expect((await ask('retryProjectLease', one.id)).body.lease.status).to.equal('failed');
    await revokeDue(world());
    expect(await list()).to.deep.equal([]);
    expect(await target.users()).to.deep.equal([two.externalEntityId]);
    await target.query(`DROP OWNED BY "${two.externalEntityId}"; DROP ROLE "${two.externalEntityId}"`);
  });

  it('wait after a restore until an administrator of the instance agrees', async () => {
    const { admin, create, lease, list } = await setUp();
    await create(totpProvider);
    await lease('db', { ttl: '1m' });
    const { database } = world().server.parts;
    const at = '2030-01-01T00:00:00.000Z';
    await database.transaction(ofInstance, ({ db }) => Promise.resolve(createStores(db).instance.holdLeases(at)));
    await revokeDue(world(), 60);
    expect(await list()).to.have.length(1);
    await world().makeInstanceAdmin(admin);
    expect((await world().call('getInstanceHealth', { as: admin })).body.leasesHeldSince).to.equal(at);
    const resumed = await world().call('resumeLeaseRevocations', { as: admin });
    expect(resumed.body.heldSince).to.equal(at);
    await revokeDue(world(), 60);
    expect(await list()).to.deep.equal([]);
  });
});
