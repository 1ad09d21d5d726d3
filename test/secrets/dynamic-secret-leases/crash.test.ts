import { expect } from 'chai';
import { createMetrics } from '../../../src/http/metrics.ts';
import { auditLogSettled } from '../../support/expect/audit.ts';
import { everyRow, formsOf } from '../../support/expect/canaries.ts';
import { newDynamicSecrets, revokeDue, TargetDatabase } from '../../support/fixtures/dynamic-secrets.ts';
import { createStores } from '../../../src/stores.ts';
import { ofInstance } from '../../../src/transaction-keys.ts';
import { onEachDatabase, newStorage, ownWorld } from '../../support/world/world.ts';

onEachDatabase('leases of a server that was killed', (world, kind) => {
  it('end if the server does not know whether their users exist, and those that are claimed by nobody', async () => {
    const target = await TargetDatabase.start();
    const { create, lease, leases } = await newDynamicSecrets(world());
    await create({ type: 'sql-database', inputs: target.inputs });
    const { lease: one } = await lease('db');
    // As if the server was killed between the user and the row that says that it is active.
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      Promise.resolve(
        createStores(db).dynamicSecretLeases.update(one.id, { state: 'creating', dueAt: '2030-01-01T00:02:00.000Z' }),
      ),
    );
    expect(await leases('db')).to.deep.equal([]);
    await revokeDue(world(), 119);
    expect(await target.users()).to.deep.equal([one.externalEntityId]);
    await revokeDue(world(), 120);
    expect(await target.users()).to.deep.equal([]);

    const { lease: two } = await lease('db');
    await world().server.parts.database.transaction(ofInstance, ({ db }) =>
      Promise.resolve(
        createStores(db).dynamicSecretLeases.update(two.id, { claimedUntil: '2030-01-01T01:05:00.000Z' }),
      ),
    );
    await revokeDue(world(), 3_600);
    expect(await target.users()).to.deep.equal([two.externalEntityId]);
    await revokeDue(world(), 3_900);
    expect(await target.users()).to.deep.equal([]);
  });

  it('are revoked after the next start, with what was stored then', async () => {
    const storage = await newStorage(kind);
    const target = await TargetDatabase.start();
    const first = await ownWorld(storage);
    const setting = await newDynamicSecrets(first);
    await setting.create({ type: 'sql-database', inputs: target.inputs });
    await setting.lease('db', { ttl: '5m' });
    await first.server.stop();
    const second = await ownWorld(storage);
    expect(await target.users()).to.have.length(1);
    await revokeDue(second, 300);
    expect(await target.users()).to.deep.equal([]);
  });

  it('show their passwords to nobody but whoever created them', async () => {
    const storage = await newStorage(kind);
    const target = await TargetDatabase.start();
    const own = await ownWorld(storage);
    const { admin, place, create, lease, revoke } = await newDynamicSecrets(own);
    // PostgreSQL repeats statements in its errors.
    await create({ type: 'sql-database', inputs: target.inputs });
    const broken = `CREATE ROLE "{{username}}" PASSWORD '{{password}}' nonsense '{{password}}'`;
    await create({ type: 'sql-database', inputs: { ...target.inputs, creationStatement: broken } }, { name: 'broken' });
    const { data, lease: row } = await lease('db');
    const refused = await own.call('createDynamicSecretLease', {
      as: admin,
      body: { ...place, dynamicSecretName: 'broken' },
    });
    expect(refused.status).to.equal(400);
    await target.proxy.cut();
    const failed = await revoke(row.id);
    await target.proxy.start();
    await revokeDue(own, 10);
    await auditLogSettled(own);
    const { parts, outgoing } = own.server;
    const metrics = await (await createMetrics(parts, outgoing)).render();
    const shown = [await everyRow(storage), own.logged(), JSON.stringify([failed, refused.body]), metrics].join('\n');
    for (const secret of [data.DB_PASSWORD, target.inputs.password as string])
      for (const form of formsOf(secret)) expect(shown.includes(form), form).to.equal(false);
    expect(await target.users()).to.deep.equal([]);
  });
});
