import { expect } from 'chai';
import { lowerAlphanumericId } from '../../../src/platform/crypto/random-ids.ts';
import { newDynamicSecrets, TargetDatabase } from '../../support/fixtures/dynamic-secrets.ts';
import { onDatabase } from '../../support/world/world.ts';

onDatabase('sqlite', 'leases of a database whose root user is no superuser', (world) => {
  it('are made and revoked by the default statements, with open sessions and what the user owns', async () => {
    const target = await TargetDatabase.start();
    const root = `root_${lowerAlphanumericId(8)}`;
    // As the guide prepares a database.
    await target.query(`CREATE ROLE "${root}" LOGIN CREATEROLE PASSWORD 'for tests only'`);
    await target.query(`GRANT "${target.group}" TO "${root}" WITH ADMIN OPTION`);
    const { create, lease, leases, revoke } = await newDynamicSecrets(world());
    const inputs = { ...target.inputs, username: root, password: 'for tests only' };
    await create({ type: 'sql-database', inputs }, { test: true });
    const { lease: made, data } = await lease('db');
    const client = await target.login(data);
    await client.query('INSERT INTO reports VALUES (1); CREATE TABLE owned (a int)');
    expect((await revoke(made.id)).statusDetails).to.equal(null);
    expect(await leases('db')).to.deep.equal([]);
    await client.end().catch(() => undefined);
    const { rows } = await target.query("SELECT tableowner FROM pg_tables WHERE tablename = 'owned'");
    expect(rows).to.deep.equal([{ tableowner: target.group }]);
    expect(await target.users()).to.deep.equal([root]);
    await target.query(`DROP TABLE owned; DROP OWNED BY "${root}"; DROP ROLE "${root}"`);
  });
});
